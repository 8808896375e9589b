import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { armored } from '#base/age/armor.ts';
import { ageFormOf, formBytes } from '#base/age/form.ts';
import { oneLine } from '#base/terminal-text.ts';
import { asUtf8, UnreadableTextError, withHead } from '#base/utf8.ts';
import type { Job } from '#contract/job.ts';
import { shellWord } from '#contract/shell.ts';
import { importFormats, type TokenImportRequest, type TokenImportResult } from '#contract/token-rows.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase } from './find-case.ts';
import { followJob } from './follow-job.ts';
import { formatForm } from './format/answer.ts';
import { formatImport, formatValidated } from './format/import.ts';
import { withHost } from './host-access.ts';
import { commandOnCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { commandName, print, printJson, remark } from './output.ts';

interface Options extends CommonOptions {
  readonly file: string;
  readonly platform?: string;
  readonly map?: Readonly<Record<string, string>>;
  readonly format?: TokenImportRequest['format'];
  readonly name?: string;
  readonly all?: true;
  readonly sealed?: true;
}

/** Something can be migrated only when the rows are in order: a script must notice. */
const invalidRows = 3;

/** `carryover tokens import`: takes a list of tokens in. */
export const tokenImportCommand = (): Command =>
  withExamples(
    importing('import', 'Import a list of tokens; stored encrypted', false),
    ['tokens import acme --file customers.csv --platform gbol', 'A CSV file of Xero tokens.'],
    [
      'tokens import acme --file customers.csv --map ref=Key --map accessToken="Token 1"',
      'Map columns that are not detected.',
    ],
    ['tokens import acme --file customers.csv.age', 'A sealed file: opened as it is read (see `seal`).'],
    ['tokens import acme --file acme.age', 'The token list of a filled-in form (see `exchange import`).'],
    ['pbpaste | carryover tokens import acme --file -', 'Paste from a spreadsheet.'],
  );

/** `carryover tokens validate`: the same, and keeps nothing. */
export const tokenValidateCommand = (): Command =>
  withExamples(importing('validate', 'Validate a list of tokens without importing it', true), [
    'tokens validate acme --file customers.csv',
    'Show what an import would do.',
  ]);

const importing = (name: string, description: string, dryRun: boolean): Command => {
  const command = commandOnCase(name, description)
    .requiredOption('--file <file>', 'CSV, JSON or JSON lines, plain, sealed, or in a form; - reads stdin')
    .option('--platform <key>', 'platform of all rows, such as gbol (default: from a column)')
    .option('--map <field=header>', 'field and its column (default: detected)', mapped)
    .addOption(new Option('--format <format>', 'file format (default: detected)').choices(importFormats))
    .option('--name <name>', 'name of the import (default: file name)')
    .option('--sealed', 'refuse a file that is not sealed (files named .age always are)')
    .option('--all', 'show all problems')
    .action((reference: string, options: Options) => carryOut(reference, options, dryRun));
  withExitCodes(command, { 0: 'all rows valid', 3: 'some rows invalid' });
  return withJson(withData(command));
};

const mapped = (pair: string, before: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const at = pair.indexOf('=');
  if (at < 1 || at === pair.length - 1) {
    throw new InvalidArgumentError('Must be a field and a header, such as ref=Key.');
  }
  return { ...before, [pair.slice(0, at)]: pair.slice(at + 1) };
};

const carryOut = (reference: string, options: Options, dryRun: boolean): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const found = await findCase(desk, reference);
    const request = { ...(await requestOf(options)), ...(dryRun ? { dryRun } : {}) };
    const job = await desk.post<Job>(casePath(found, '/tokens/imports'), request);
    const result = await followJob<TokenImportResult>(desk, job, options.json ?? false, {
      title: 'Reading',
      done: 'Read',
      failed: 'Not read',
      cancelled: 'Cancelled: nothing was imported.',
    });
    if (result.invalid > 0) process.exitCode = invalidRows;
    if (options.json) return printJson(result);
    print(formatImport(result, options.all ?? false));
    sayCameIn(result, reference, options);
    for (const one of result.remarks) remark(one);
    if (dryRun) remark(formatValidated(result));
  });

const requestOf = async ({
  file,
  platform,
  map,
  format,
  name,
  sealed,
}: Options): Promise<Omit<TokenImportRequest, 'dryRun'>> => ({
  // Absolute: the host's folder is not the caller's.
  ...(file === '-' ? await piped() : { path: resolve(file) }),
  platformKey: platform,
  mapping: map,
  format,
  name,
  sealed,
});

/** What the list was sealed in. */
const sayCameIn = ({ sealed, form }: TokenImportResult, reference: string, options: Options): void => {
  if (sealed !== undefined) {
    remark(`Sealed to ${sealed.recipient}. SHA-256 of the sealed file: ${sealed.digest}.`);
  }
  if (form !== undefined) remark(formatForm(fileName(options), form, restCommand(reference, options)));
};

const fileName = ({ file }: Options): string => (file === '-' ? 'the file' : basename(file));

/** What was piped in has no name here. */
const restCommand = (reference: string, { file }: Options): string =>
  `${commandName()} exchange import ${shellWord(reference)} ${file === '-' ? 'FILE' : shellWord(oneLine(file))}`;

/** Shells pipe in more encodings than one. @throws CommandError 2 without a pipe, 1 for what is no text */
const piped = async (): Promise<Pick<TokenImportRequest, 'content' | 'armored'>> => {
  if (process.stdin.isTTY) throw new CommandError('No list. Use --file, or pipe it in with --file -.', 2);
  try {
    const { head, all } = await withHead(process.stdin, formBytes);
    const form = ageFormOf(head);
    // What goes to the desk is text: a sealed file has a form of that kind.
    if (form === 'binary' || form === 'newer') return { content: armored(await buffer(all)), armored: true };
    const { chunks } = await asUtf8(all);
    return { content: await text(Readable.from(chunks)) };
  } catch (cause) {
    if (!(cause instanceof UnreadableTextError)) throw cause;
    throw new CommandError(`stdin can't be read: ${cause.message}.`, 1, { cause });
  }
};
