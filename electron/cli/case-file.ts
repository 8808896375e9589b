import { Command } from 'commander';
import { escapedJson } from '#base/terminal-text.ts';
import type { ImportResult } from '#contract/case.ts';
import { cutLines } from '#contract/case-cut.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { formatCount } from '#contract/format.ts';
import { CommandError } from './command-error.ts';
import { casePath, findSummary } from './find-case.ts';
import { stretchLines } from './format-stretches.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
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
  readonly asFarAsSound?: true;
}

interface ImportOptions extends Options, SignerOptions {}

const withPassphrase = (command: Command): Command =>
  command
    .option('--passphrase-file <file>', 'file with the passphrase of its secrets')
    .option('--passphrase-env <name>', 'environment variable with the passphrase of its secrets');

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
    .description('Export a case to a file; secrets only with a passphrase')
    .argument('<case>')
    .option('--out <file>', 'output file (default: stdout)')
    .option('--sign', 'sign the file (writes FILE.minisig)')
    .option('--as-far-as-sound', 'export the sound part of a damaged case')
    .action(exportCase);
  return withExamples(
    withJson(withData(withPassphrase(command))),
    ['case export acme --out acme.carryover', 'Without its secrets.'],
    ['case export acme --out acme.carryover --passphrase-env PASS', 'With its secrets, encrypted.'],
    ['case export acme --out acme.carryover --as-far-as-sound', 'What is sound of a damaged case.'],
  );
};

const exportCase = async (reference: string, options: ExportOptions): Promise<void> => {
  if (options.sign && options.out === undefined) throw signsFilesOnly;
  await withHost(options.data, async ({ desk }) => {
    const passphrase = passphraseOf(options);
    const { asFarAsSound } = options;
    // A damaged case is found by what a list shows of it.
    const found = await findSummary(desk, reference);
    const file = await desk.post<CaseFile>(casePath(found, '/export'), { passphrase, asFarAsSound });
    const text = `${JSON.stringify(file, undefined, 1)}\n`;
    if (options.out !== undefined) return writeExport(desk, file, text, { ...options, out: options.out });
    process.stdout.write(process.stdout.isTTY ? escapedJson(text) : text);
    for (const line of formatExport(file)) remark(line);
  });
};

const writeExport = async (
  desk: HttpClient,
  file: CaseFile,
  text: string,
  { out, sign, json }: ExportOptions & { readonly out: string },
): Promise<void> => {
  writeNewFile(out, text);
  const signature = sign ? await signFile(desk, out, Buffer.from(text), writeNewFile) : undefined;
  if (json) {
    const { entries, digest, leftOut, cut } = file;
    return printJson({
      out,
      entries: entries.length,
      digest,
      leftOut,
      ...(cut && { cut }),
      ...(signature && { signature }),
    });
  }
  for (const line of formatExport(file, out)) remark(line);
  if (signature !== undefined) remark(`Signature: ${signature}.`);
};

const formatExport = ({ entries, digest, leftOut, sealed, cut }: CaseFile, out = 'stdout'): string[] => [
  `Wrote ${formatCount(entries.length, 'entry', 'entries')} to ${out}. The digest of the case is ${digest}.`,
  ...(cut === undefined ? [] : cutLines(cut)),
  ...(sealed === undefined ? [] : ['Its secrets are encrypted. Send the passphrase separately.']),
  ...(leftOut.secrets === 0
    ? []
    : [`Excluded: ${formatCount(leftOut.secrets, 'secret')}. Use a passphrase to include secrets.`]),
  ...leftOut.attachments.map((name) => `Excluded: attachment "${name}" (has secrets).`),
];

/** `carryover case import`. */
export const importCommand = (): Command => {
  const command = new Command('import')
    .description('Import a case from a file')
    .argument('<file>', 'file from `case export`')
    .option('--trust <fingerprint...>', 'trust these keys permanently')
    .option('--name <name>', 'owner of the trusted key')
    .option('--accept <fingerprint...>', 'accept these keys in this file only')
    .action((path: string, options: ImportOptions) =>
      withHost(options.data, async ({ desk }) => {
        const passphrase = passphraseOf(options);
        const file = read(path);
        const result = await withDecisions(decisionsOf(options), (signers) =>
          desk.post<ImportResult>('/api/cases/import', { file, passphrase, signers }),
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
    'Add or update a case; asks about unknown keys.',
  ]);
};

const outcomeLabels: Record<ImportResult['outcome'], (result: ImportResult) => string> = {
  new: ({ case: { name, revision } }) =>
    `Imported case "${name}" with ${formatCount(revision, 'entry', 'entries')}.`,
  continued: ({ case: { name, revision } }) =>
    `Updated case "${name}": ${formatCount(revision, 'entry', 'entries')} now.`,
  'nothing-new': ({ case: { name } }) => `No change: case "${name}" already has everything in the file.`,
};
