import { Command } from 'commander';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { DeskCheck } from '#contract/verification.ts';
import type { StoreCopied } from '#host/store-copy.ts';
import { withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

interface CopyOptions {
  readonly dataKeyFile?: string;
  readonly json?: true;
}

/** `carryover store`: what is done with a store as a whole. */
export const storeCommand = (): Command => {
  const store = new Command('store').description('Move a store to a server, or back');
  const copy = new Command('copy')
    .description(
      'Copy the store, with its cases, between a data folder and a PostgreSQL server; run again, it resumes',
    )
    .argument('<from>', 'data folder, or address such as postgres://user@host/database')
    .argument('<to>', 'the same; must be empty')
    .option(
      '--data-key-file <file>',
      'file with the data key of the store (default: CARRYOVER_DATA_KEY_FILE, else that of the folder)',
    )
    .action(copyStore);
  withJson(copy);
  withExamples(
    copy,
    [
      'store copy ./data postgres://carryover@db.example/team',
      'Into an empty database, verified at the end.',
    ],
    ['store copy postgres://carryover@db.example/team ./data-2', 'Back into a new data folder.'],
  );
  return store.addCommand(copy);
};

const copyStore = async (from: string, to: string, options: CopyOptions): Promise<void> => {
  // Loaded here: help and usage errors come without waiting for the whole service.
  const { copyStoreOf } = await import('#host/store-copy.ts');
  const copied = await copyStoreOf({
    from,
    to,
    ...options,
    onProgress(what, table, rows) {
      if (!process.stderr.isTTY || options.json) return;
      remark(`${what === 'copy' ? 'Copied' : 'Verified'} ${formatNumber(rows)} of ${table}`);
    },
  });
  if (options.json) return printJson(copied);
  const tables = [...copied.service, ...copied.desk];
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  print(
    [
      `Copied and verified: ${formatCount(tables.length, 'table')}, ${formatCount(rows, 'row')}. Each table was read again on both sides; counts and SHA-256 sums of all values are equal.`,
      ...(copied.check === undefined ? [] : [checkText(copied.check)]),
      ...keyText(copied.desk),
      `Its secrets need the data key in ${copied.keyFile} (fingerprint ${copied.fingerprint}).`,
      'The source is unchanged. Serve only one of the two from now on.',
    ].join('\n'),
  );
};

const checkText = ({ cases, journal, problemCount, rows }: DeskCheck): string => {
  const counts = `${formatCount(cases.length, 'case')}, ${formatCount(journal.entries, 'entry', 'entries')} of the journal and ${formatCount(rows, 'row')}`;
  return problemCount === 0
    ? `The chains, signatures and seals of the desk are verified: ${counts}.`
    : `The desk has ${formatCount(problemCount, 'finding')}, as the source has (${counts}): see \`carryover verify\`.`;
};

/** Keys of credentials are outside of every store. */
const keyText = (desk: StoreCopied['desk']): string[] => {
  const kept = desk.find(({ table }) => table === 'row_secrets')?.rows ?? 0;
  if (kept === 0) return [];
  return [
    `The keys of ${formatCount(kept, 'row')} with credentials were not copied: they stay in the folder row-keys. Serve with --row-keys, or move that folder.`,
  ];
};
