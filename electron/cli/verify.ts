import { Command, InvalidArgumentError } from 'commander';
import type { ChainCheck } from '#contract/case.ts';
import { formatCount } from '#contract/format.ts';
import { verifyExitCode } from '#contract/signature-states.ts';
import { colors } from './colors.ts';
import { CommandError } from './command-error.ts';
import { casePath, findSummary } from './find-case.ts';
import { formatInstant } from './format/time.ts';
import { placeOf, stretchLines } from './format-stretches.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
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
    .description('Verify the audit chain of a case, and who signed it; or everything')
    .argument('[case]', 'its name, its id, or the beginning of it; without one, everything is verified')
    .option('--expect <digest>', 'a digest that was written down earlier', digest)
    .option(
      '--accept <reason>',
      'without a case: accept the database as it is, although it is not the one last written',
    )
    .action((reference: string | undefined, options: Options) => {
      if (reference === undefined) return verifyDesk(options);
      if (options.accept !== undefined) {
        throw new CommandError('--accept is for the whole database: leave out the case.', 2);
      }
      return withHost(options.data, async ({ desk }) => {
        const view = await findSummary(desk, reference);
        const { expect } = options;
        const body = expect === undefined ? {} : { expect };
        const check = await desk.post<ChainCheck>(casePath(view, '/verify'), body);
        process.exitCode = verifyExitCode(check);
        if (options.json) return printJson(check);
        print(formatCheck(view.name, check, expect !== undefined));
      });
    });
  return withExamples(
    withJson(withData(command)),
    ['verify', 'Journal, cases, rows, targets and runs, and an older database that was put in place.'],
    ['verify --accept "Restored from our backup"', 'Puts an end to the notice; the reason is on record.'],
    ['verify acme', 'Exit code 3: broken; 4: whole, but unsigned or signed by an unknown key.'],
    ['verify acme --expect 3f0c…', 'Finds also what somebody with the keys did since the digest was told.'],
  );
};

const digest = (text: string): string => {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('It must be 64 hex digits.');
  return text.toLowerCase();
};

/** Whole is not enough where nobody vouches for it. */
const mark = (check: ChainCheck): string =>
  verifyExitCode(check) === 0 ? colors.green('✓') : colors.yellow('!');

const formatCheck = (name: string, check: ChainCheck, expected: boolean): string => {
  const lines = check.whole
    ? [`${mark(check)} The chain of "${name}" is whole: ${formatCount(check.entries, 'entry', 'entries')}.`]
    : [
        `${colors.red('✗')} The chain of "${name}" was tampered with, or is damaged:`,
        ...check.problems.map(({ what }) => `  ${what}`),
        'Do not rely on it. Compare with a backup, or with the file that a colleague has.',
      ];
  lines.push(...stretchLines(check.stretches));
  if (check.erased.length > 0) {
    lines.push(
      `  Contents erased: ${check.erased.length === 1 ? 'entry' : 'entries'} ${check.erased.join(', ')}`,
    );
  }
  for (const one of check.imported) {
    lines.push(`  ${placeOf(one)} came by import on ${formatInstant(one.at)} (${one.by}).`);
  }
  lines.push(`  digest ${check.digest}`);
  if (check.whole && !expected) {
    lines.push(colors.dim('  Keep the digest elsewhere: --expect holds the chain against it later.'));
  }
  return lines.join('\n');
};
