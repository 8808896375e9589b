import { Command, InvalidArgumentError } from 'commander';
import type { ChainCheck } from '#contract/case.ts';
import { colors } from './colors.ts';
import { casePath, findSummary } from './find-case.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printJson } from './output.ts';
import { instantWords } from './time-words.ts';

interface Options extends CommonOptions {
  readonly expect?: string;
}

/** `carryover verify`: whether anybody has tampered with a case. Exit code 1 if so. */
export const verifyCommand = (): Command => {
  const command = new Command('verify')
    .description('Look through the audit chain of a case for anything that was tampered with')
    .argument('<case>', 'its name, its id, or the beginning of it')
    .option('--expect <digest>', 'a digest that was written down earlier', digest)
    .action((reference: string, options: Options) =>
      withHost(options.data, async ({ desk }) => {
        const view = await findSummary(desk, reference);
        const { expect } = options;
        const body = expect === undefined ? {} : { expect };
        const check = await desk.post<ChainCheck>(casePath(view, '/verify'), body);
        if (!check.whole) process.exitCode = 1;
        if (options.json) return printJson(check);
        print(checkWords(view.name, check, expect !== undefined));
      }),
    );
  return withExamples(
    withJson(withData(command)),
    ['verify acme', 'Finds changes by anybody who does not have the key of the data folder.'],
    ['verify acme --expect 3f0c…', 'Finds also what somebody with the key did since the digest was told.'],
  );
};

const digest = (text: string): string => {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('It must be 64 hex digits.');
  return text.toLowerCase();
};

const checkWords = (name: string, check: ChainCheck, expected: boolean): string => {
  const lines = check.whole
    ? [`${colors.green('✓')} The chain of "${name}" is whole: ${check.entries} entries.`]
    : [
        `${colors.red('✗')} The chain of "${name}" was tampered with, or is damaged:`,
        ...check.problems.map(({ what }) => `  ${what}`),
        'Do not rely on it. Compare with a backup, or with the file that a colleague has.',
      ];
  for (const { from, upTo, at, by } of check.imported) {
    lines.push(
      `  Entries ${from} to ${upTo} came by import on ${instantWords(at)} (${by}): what they were before that, only --expect with the exporter's digest tells.`,
    );
  }
  lines.push(`  digest ${check.digest}`);
  if (check.whole && !expected) {
    lines.push(colors.dim('  Keep the digest elsewhere: --expect holds the chain against it later.'));
  }
  return lines.join('\n');
};
