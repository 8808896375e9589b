import { Command, Option } from 'commander';
import { type Language, languages } from '#contract/languages.ts';
import {
  isForPeople,
  type Paper,
  papers,
  type ReportFormat,
  type ReportKind,
  reportFormats,
  reportKinds,
} from '#contract/report.ts';
import { CommandError } from './command-error.ts';
import { casePath, findSummary } from './find-case.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, integer, withData, withExamples, withJson } from './options.ts';
import { printDocument, printJson, remark } from './output.ts';
import { queryOf } from './query.ts';
import { verifyReportCommand } from './report-verify.ts';
import { fileOf, pointIn, replaceFile } from './save-document.ts';
import { signFile, signsFilesOnly } from './verify-file.ts';

interface Options extends CommonOptions {
  readonly kind: ReportKind | typeof bundle;
  readonly format?: ReportFormat;
  readonly out?: string;
  readonly at?: number;
  readonly paper?: Paper;
  readonly zone?: string;
  readonly language?: Language;
  readonly without?: string;
  readonly sign?: true;
}

/** All kinds in all formats, in one file. */
const bundle = 'bundle';

/** `carryover report`: what a case shows, as a file. */
export const reportCommand = (): Command => {
  const command = new Command('report')
    .description('Export a report of a case')
    .argument('<case>')
    .addOption(
      new Option('--kind <kind>', 'kind of report').choices([...reportKinds, bundle]).default('case'),
    )
    .addOption(new Option('--format <format>', 'file format (default: html)').choices([...reportFormats]))
    .option('--out <file>', 'output file; - for stdout (default: named after the case)')
    .option('--at <entry>', 'state after this timeline entry (default: the last)', integer(1))
    .addOption(new Option('--paper <paper>', 'paper of a PDF (default: a4)').choices([...papers]))
    .addOption(
      new Option(
        '--language <language>',
        'language of what Carryover says in HTML, PDF and Markdown (default: en)',
      ).choices([...languages]),
    )
    .option('--zone <zone>', 'IANA time zone of HTML, PDF and Markdown (default: UTC)')
    .option(
      '--without <sections>',
      'ids of sections to leave out, separated by commas; the report names them',
    )
    .option('--sign', 'sign the file (writes FILE.minisig)')
    .action(report)
    .addCommand(verifyReportCommand());
  return withExamples(
    withJson(withData(command)),
    ['report acme --kind tokens --out acme.html', 'Results by company, to read and print.'],
    ['report acme --out acme.html --sign', 'Signed; verify it with `minisign`.'],
    ['report acme --kind managed --format pdf --paper letter', 'Pages to print and sign.'],
    [
      'report acme --kind managed --zone Europe/Berlin --without details,schedule',
      'Local times, and without two sections: the report says so.',
    ],
    ['report acme --kind tokens --format csv --out -', 'As CSV on stdout.'],
    ['report acme --kind bundle', 'All reports and the audit chain, signed, in one zip.'],
    ['report acme --kind case --at 12 --format md', 'The case after timeline entry 12.'],
  );
};

const report = async (reference: string, options: Options): Promise<void> => {
  if (options.sign && options.out === '-') throw signsFilesOnly;
  refuseBundleOptions(options);
  refuseFormatOptions(options);
  await withHost(options.data, async ({ desk }) => {
    const { kind, out, json, sign } = options;
    const found = await findSummary(desk, reference);
    const { at, paper, zone, language, without } = options;
    const query = queryOf({ ...formatOf(options), at, paper, zone, language, without });
    const { content, headers } = await desk.file(casePath(found, `/reports/${kind}?${query}`));
    const point = pointIn(headers);
    if (out === '-') return printDocument(content);
    const file = fileOf(out, headers, `${kind}-report`);
    replaceFile(file, content);
    const signature = sign ? await signFile(desk, file, content, replaceFile) : undefined;
    if (json)
      return printJson({ file, kind, ...formatOf(options), ...point, ...(signature && { signature }) });
    remark(`Wrote ${file}, as of entry ${point.seq}. The digest of the chain there is ${point.digest}.`);
    if (signature !== undefined) remark(`Signature: ${signature}.`);
  });
};

/** Of a bundle there is one form only. */
const formatOf = ({ kind, format = 'html' }: Options): { format?: ReportFormat } =>
  kind === bundle ? {} : { format };

const refuseBundleOptions = ({ kind, format, sign, out, zone, language, without }: Options): void => {
  if (kind !== bundle) return;
  if (zone !== undefined || language !== undefined || without !== undefined)
    throw new CommandError(
      "--zone, --language and --without can't be combined with --kind bundle: it has all, in UTC and English.",
      2,
    );
  if (format !== undefined)
    throw new CommandError("--format can't be combined with --kind bundle: it has all formats.", 2);
  if (sign) throw new CommandError("--sign can't be combined with --kind bundle: a bundle is signed.", 2);
  if (out === '-') throw new CommandError('A bundle is a zip. Give --out a file.', 2);
};

const refuseFormatOptions = ({ format, out, paper, zone, language }: Options): void => {
  if ((zone !== undefined || language !== undefined) && !isForPeople(format ?? 'html')) {
    throw new CommandError(
      '--zone and --language need a format that people read: JSON and CSV are in UTC and English.',
      2,
    );
  }
  if (paper !== undefined && format !== 'pdf')
    throw new CommandError('--paper needs --format pdf: other formats have no pages.', 2);
  if (format === 'pdf' && out === '-' && process.stdout.isTTY)
    throw new CommandError('A PDF is no text for a terminal. Give --out a file, or pipe it.', 2);
};
