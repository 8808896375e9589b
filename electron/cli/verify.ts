import { Command, InvalidArgumentError } from 'commander';
import type { ChainCheck } from '#contract/case.ts';
import { formatCount, formatInstant } from '#contract/format.ts';
import { verifyExitCode } from '#contract/signature-states.ts';
import { colors } from './colors.ts';
import { CommandError } from './command-error.ts';
import { casePath, findSummary } from './find-case.ts';
import { placeOf, stretchLines } from './format-stretches.ts';
import { withHost } from './host-access.ts';
import {
  type CommonOptions,
  signatureExitCodes,
  withData,
  withExamples,
  withExitCodes,
  withJson,
} from './options.ts';
import { print, printJson } from './output.ts';
import { verifyDesk } from './verify-desk.ts';

interface Options extends CommonOptions {
  readonly expect?: string;
  readonly accept?: string;
}

/**
 * `carryover verify`: whether anybody has tampered with a case, and who vouches for it; without a case, with anything. Exit
 * code 0: whole, and all of it vouched for; 3: broken; 4: whole, but some of it unsigned or signed by an unknown key.
 */
export const verifyCommand = (): Command => {
  const command = new Command('verify')
    .description("Verify a case's audit chain and signatures, or the whole database")
    .argument('[case]', 'name, id or id prefix (default: the whole database)')
    .option('--expect <digest>', 'expected digest of the audit chain', digest)
    .option('--accept <reason>', 'accept the state of the database, with a reason')
    .action((reference: string | undefined, options: Options) => {
      if (reference === undefined) return verifyDesk(options);
      if (options.accept !== undefined) {
        throw new CommandError("--accept can't be combined with a case.", 2);
      }
      return withHost(options.data, async ({ desk }) => {
        const view = await findSummary(desk, reference);
        const { expect } = options;
        const check = await desk.post<ChainCheck>(casePath(view, '/verify'), { expect });
        process.exitCode = verifyExitCode(check);
        if (options.json) return printJson(check);
        print(formatCheck(view.name, check, expect !== undefined));
      });
    });
  withExitCodes(command, signatureExitCodes);
  return withExamples(
    withJson(withData(command)),
    ['verify', 'Verify the whole database.'],
    ['verify --accept "Restored from our backup"', 'Accept a restored database.'],
    ['verify acme', 'Verify one case.'],
    ['verify acme --expect 3f0c…', 'Also detects changes by someone with the keys.'],
  );
};

const digest = (text: string): string => {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('Must be 64 hex digits.');
  return text.toLowerCase();
};

/** Whole is not enough where nobody vouches for it. */
const mark = (check: ChainCheck): string =>
  verifyExitCode(check) === 0 ? colors.green('✓') : colors.yellow('!');

const formatCheck = (name: string, check: ChainCheck, expected: boolean): string => {
  const lines = check.whole
    ? [`${mark(check)} Audit chain of "${name}" verified: ${formatCount(check.entries, 'entry', 'entries')}.`]
    : [
        `${colors.red('✗')} Audit chain of "${name}" is damaged or was changed:`,
        ...check.problems.map(({ what }) => `  ${what}`),
        "Do not rely on it. Compare with a backup or a colleague's export.",
      ];
  lines.push(...stretchLines(check.stretches));
  if (check.erased.length > 0) {
    lines.push(
      `  Contents erased: ${check.erased.length === 1 ? 'entry' : 'entries'} ${check.erased.join(', ')}`,
    );
  }
  for (const one of check.imported) {
    lines.push(`  ${placeOf(one)} imported on ${formatInstant(one.at)} (${one.by}).`);
    lines.push(...(one.cut ?? []).map((line) => `    ${line}`));
  }
  lines.push(`  digest ${check.digest}`);
  if (check.whole && !expected) {
    lines.push(colors.dim('  Keep the digest elsewhere to compare later (--expect).'));
  }
  return lines.join('\n');
};
