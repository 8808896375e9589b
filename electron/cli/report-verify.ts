import { Command } from 'commander';
import { fileProblem } from '#base/file-problem.ts';
import { publicKeyIn } from '#base/minisign.ts';
import type { PublicKey } from '#base/signing.ts';
import { oneLine } from '#base/terminal-text.ts';
import { type BundleManifest, type ReportVerification, reportExitCodes } from '#contract/bundle.ts';
import { formatCount, formatInstant } from '#contract/format.ts';
import type { FileVerification } from '#contract/identity.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { colors } from './colors.ts';
import { CommandError } from './command-error.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';
import { read } from './secret-input.ts';

interface Options extends CommonOptions {
  readonly key?: string;
}

/** `carryover report verify`. With a key, no data folder is opened: anyone can run it. */
export const verifyReportCommand = (): Command => {
  const command = new Command('verify')
    .description('Verify a bundle, or a file signed with --sign')
    .argument('<file>', 'bundle, its unpacked folder, or a signed file')
    .option('--key <file>', 'public key of the signer (default: the keys of the data folder)')
    .action(verify);
  withExitCodes(command, {
    0: 'unchanged, signed by a known key',
    3: 'changed',
    4: 'signed by an unknown key, or unsigned',
  });
  return withExamples(
    withJson(withData(command)),
    ['report verify acme-bundle-42.zip', 'Whether it is unchanged, and whose signature it has.'],
    ['report verify acme-bundle-42.zip --key jo.pub', 'With the key that Jo gave you.'],
  );
};

const verify = async (path: string, { key, data, json }: Options): Promise<void> => {
  const { trustOnly, verifyReport } = await import('#host/verify-report.ts');
  const check = await (key === undefined
    ? withHost(data, ({ desk }) =>
        verifyReport(path, (signed) => desk.post<FileVerification>('/api/identity/verify', signed)),
      )
    : verifyReport(path, trustOnly(keyIn(key)))
  ).catch((cause: unknown) => {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(`${path} can't be read: ${fileProblem(cause)}.`, 2, { cause });
  });
  process.exitCode = reportExitCodes[check.outcome];
  if (json) return printJson({ file: path, ...check });
  print(formatVerification(path, check));
  for (const line of meaningOf(check, key)) remark(line);
};

/** What is longer is no file with a key: a bundle has one in it, which says nothing of who made the bundle. */
const longestKeyFile = 4000;

const keyIn = (file: string): PublicKey => {
  const text = read(file);
  const key = text.length > longestKeyFile ? undefined : publicKeyIn(text);
  if (key !== undefined) return key;
  throw new CommandError(
    `${file} is no file with one public key. It needs a line such as minisign.pub has: a key of minisign, or 32 bytes in base64.`,
    2,
  );
};

const formatVerification = (path: string, { outcome, problems, manifest }: ReportVerification): string => {
  const shown = oneLine(path);
  if (outcome === 'changed') {
    return [
      `${colors.red('✗')} ${shown} was changed:`,
      ...problems.map(({ file, what }) => `  ${oneLine(file)}: ${what}`),
    ].join('\n');
  }
  const mark = outcome === 'whole' ? colors.green('✓') : colors.yellow('!');
  return [`${mark} ${shown} ${verdicts[outcome]}`, ...(manifest ? aboutLines(manifest) : [])].join('\n');
};

const verdicts = {
  whole: 'is as it was signed.',
  'unknown-key': 'is not signed by a key that is known here.',
};

const aboutLines = ({ case: of, point, files, product }: BundleManifest): string[] => [
  `  Case "${oneLine(of.name)}" of ${oneLine(of.integrator)}, entry ${point.seq} of ${formatInstant(point.at)}.`,
  `  ${formatCount(files.length, 'file')}, made by ${oneLine(product)}.`,
  colors.dim(`  digest ${point.digest}`),
];

const meaningOf = ({ outcome, signer, problems }: ReportVerification, key: string | undefined): string[] => {
  const fingerprint = signer === undefined ? [] : [`Fingerprint: ${groupedFingerprint(signer.fingerprint)}.`];
  if (outcome === 'changed') {
    return [
      `${formatCount(problems.length, 'file')} not as signed. Do not rely on it; ask for the file again.`,
    ];
  }
  if (outcome === 'whole') {
    const whose = key === undefined ? (signer?.name ?? 'this data folder') : `the key in ${key}`;
    return [`Signed by ${whose}.`, ...fingerprint];
  }
  if (signer === undefined)
    return ['Nothing says who made it: there is no signature by a key that is known here.'];
  const what = signer.revoked ? 'by a key that was revoked here' : 'by a key that nobody here has trusted';
  return [
    `Nothing was changed since it was signed, ${what}. Compare the fingerprint with the one that the other party shows, then use --key or \`carryover identity trust\`.`,
    ...fingerprint,
  ];
};
