import { Command } from 'commander';
import { formatCount, formatNumber } from '#contract/format.ts';
import { withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

interface CopyOptions {
  readonly dataKeyFile?: string;
  readonly json?: true;
}

/** `carryover store`: what is done with the store of the local service as a whole. */
export const storeCommand = (): Command => {
  const store = new Command('store').description('Move the store of the local service to a server, or back');
  const copy = new Command('copy')
    .description(
      'Copy the store of the local service between a data folder and a PostgreSQL server; run again, it resumes',
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
  const rows = copied.service.reduce((sum, one) => sum + one.rows, 0);
  print(
    [
      `Copied and verified: ${formatCount(copied.service.length, 'table')}, ${formatCount(rows, 'row')}. Each table was read again on both sides; counts and SHA-256 sums of all values are equal.`,
      `Its secrets need the data key in ${copied.keyFile} (fingerprint ${copied.fingerprint}).`,
      'The source is unchanged. Serve only one of the two from now on.',
    ].join('\n'),
  );
};
