import { Command } from 'commander';
import { escapedJson } from '#base/terminal-text.ts';
import type { ImportResult } from '#contract/case.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { formatCount } from '#contract/format.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase } from './find-case.ts';
import { stretchLines } from './format-stretches.ts';
import { withHost } from './host-access.ts';
import { writeNewFile } from './new-file.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';
import { read } from './secret-input.ts';
import { decisionsOf, type SignerOptions, withDecisions } from './signer-decisions.ts';
import { signFile, signsFilesOnly } from './verify-file.ts';

interface Options extends CommonOptions {
  readonly passphraseFile?: string;
  readonly passphraseEnv?: string;
}

interface ExportOptions extends Options {
  readonly out?: string;
  readonly sign?: true;
}

interface ImportOptions extends Options, SignerOptions {}

const withPassphrase = (command: Command): Command =>
  command
    .option('--passphrase-file <file>', 'the passphrase for its secrets, in a file')
    .option('--passphrase-env <name>', 'the passphrase, in an environment variable');

/** Never an argument: what is typed there is kept in the shell's history, and shown to everybody by `ps`. */
const passphraseOf = ({ passphraseFile, passphraseEnv }: Options): string | undefined => {
  if (passphraseFile !== undefined) return read(passphraseFile).replace(/\r?\n$/, '');
  if (passphraseEnv === undefined) return undefined;
  const value = process.env[passphraseEnv];
  if (value === undefined) throw new CommandError(`There is no environment variable ${passphraseEnv}.`, 2);
  return value;
};

/** `carryover case export`. */
export const exportCommand = (): Command => {
  const command = new Command('export')
    .description('Write a case to one file, whole; secrets go along only under a passphrase')
    .argument('<case>')
    .option('--out <file>', 'where to (default: stdout)')
    .option('--sign', 'sign the file: FILE.minisig is written beside it')
    .action(async (reference: string, options: ExportOptions) => {
      if (options.sign && options.out === undefined) throw signsFilesOnly;
      await withHost(options.data, async ({ desk }) => {
        const passphrase = passphraseOf(options);
        const view = await findCase(desk, reference);
        const body = passphrase === undefined ? {} : { passphrase };
        const file = await desk.post<CaseFile>(casePath(view, '/export'), body);
        const text = `${JSON.stringify(file, undefined, 1)}\n`;
        if (options.out === undefined) process.stdout.write(process.stdout.isTTY ? escapedJson(text) : text);
        else writeNewFile(options.out, text);
        const signature =
          options.sign && options.out !== undefined
            ? await signFile(desk, options.out, Buffer.from(text), writeNewFile)
            : undefined;
        if (options.json && options.out !== undefined) {
          const { digest, leftOut } = file;
          return printJson({
            out: options.out,
            entries: file.entries.length,
            digest,
            leftOut,
            ...(signature && { signature }),
          });
        }
        for (const line of formatExport(file, options.out)) remark(line);
        if (signature !== undefined) remark(`Signed it: ${signature}.`);
      });
    });
  return withExamples(
    withJson(withData(withPassphrase(command))),
    ['case export acme --out acme.carryover', 'Without its secrets.'],
    ['case export acme --out acme.carryover --passphrase-env PASS', 'With them, sealed.'],
  );
};

const formatExport = ({ entries, digest, leftOut, sealed }: CaseFile, out = 'stdout'): string[] => [
  `Wrote ${formatCount(entries.length, 'entry', 'entries')} to ${out}. The digest of the case is ${digest}.`,
  ...(sealed === undefined ? [] : ['Its secrets are sealed: tell the passphrase by another way.']),
  ...(leftOut.secrets === 0
    ? []
    : [`Left out: ${formatCount(leftOut.secrets, 'secret')} (a passphrase includes secrets).`]),
  ...leftOut.attachments.map((name) => `Left out: the attachment "${name}", as it holds secrets.`),
];

/** `carryover case import`. */
export const importCommand = (): Command => {
  const command = new Command('import')
    .description('Take a case in from a file: all of it, or nothing')
    .argument('<file>')
    .option('--trust <fingerprint...>', 'trust this key from now on')
    .option('--name <name>', 'whose key it is that is trusted')
    .option('--accept <fingerprint...>', 'take in this file, and do not remember the key')
    .action((path: string, options: ImportOptions) =>
      withHost(options.data, async ({ desk }) => {
        const passphrase = passphraseOf(options);
        const file = read(path);
        const body = passphrase === undefined ? { file } : { file, passphrase };
        const result = await withDecisions(decisionsOf(options), (signers) =>
          desk.post<ImportResult>('/api/cases/import', { ...body, signers }),
        );
        if (options.json) return printJson(result);
        print(result.case.id);
        remark(outcomeLabels[result.outcome](result));
        for (const line of stretchLines(result.stretches)) remark(line);
        for (const line of result.remarks) remark(line);
      }),
    );
  return withExamples(withJson(withData(withPassphrase(command))), [
    'case import acme.carryover',
    'A new case, or the continuation of one that is here. Asks about keys that are not known.',
  ]);
};

const outcomeLabels: Record<ImportResult['outcome'], (result: ImportResult) => string> = {
  new: ({ case: { name, revision } }) =>
    `Took in the case "${name}" with ${formatCount(revision, 'entry', 'entries')}.`,
  continued: ({ case: { name, revision } }) =>
    `Continued the case "${name}": it has ${formatCount(revision, 'entry', 'entries')} now.`,
  'nothing-new': ({ case: { name } }) => `All of the file was in the case "${name}" already.`,
};
