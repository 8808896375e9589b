import type { Command } from 'commander';
import type { CutoverCheck } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import type { CutoverHeaderChecks } from '#contract/header-setup.ts';
import { checkAllHeaders } from './cutover-headers.ts';
import { withoutQuestion } from './cutover-options.ts';
import { casePath } from './find-case.ts';
import { formatHeaderChecks, formatVerification } from './format/cutover-check.ts';
import { commandOnCase } from './on-case.ts';
import { onCutover } from './on-cutover.ts';
import { type CommonOptions, withExamples, withExitCodes } from './options.ts';
import { print, printDocument, printJson, remark } from './output.ts';

type CheckState = NonNullable<CutoverCheck['state']>;
const exitCodes: Readonly<Record<CheckState, number>> = { done: 0, missing: 3, 'not-visible': 4 };
const outcomes: Readonly<Record<CheckState, string>> = {
  done: 'Complete: all endpoints and headers are as expected.',
  missing: 'Incomplete: endpoints or headers are missing.',
  'not-visible': 'Not fully verifiable from here: check the remaining items manually.',
};

interface Options extends CommonOptions {
  readonly corrections?: true;
  readonly headers?: true;
  readonly received?: readonly string[];
}

/** `carryover cutover verify`, and by its older name `carryover request verify`. */
export const cutoverVerifyCommand = (): Command => verifyCommand('cutover');

export const verifyCommand = (parent: 'cutover' | 'request'): Command => {
  const command = commandOnCase('verify', 'Verify endpoints and headers')
    .option('--headers', 'first check the headers of all endpoints (local service: sends test events)')
    .option(
      '--received <endpoint=file...>',
      'headers that the consumer received (remote target); - reads stdin',
    )
    .option('--corrections', 'print what the provider has to correct, as a text to send (Markdown)')
    .action(verify);
  withExitCodes(withoutQuestion(command), { 0: 'complete', 3: 'incomplete', 4: 'not fully verifiable' });
  return withExamples(
    command,
    [`${parent} verify acme --json`, 'Expected and actual state as JSON.'],
    [`${parent} verify acme --headers`, 'Also send a test event to each endpoint and check its headers.'],
    [`${parent} verify acme --received 3f0c=headers.txt`, "Remote target: compare with the consumer's log."],
    [`${parent} verify acme --corrections > corrections.md`, 'What to send the provider.'],
  );
};

const verify = onCutover(async ({ desk, found }, options: Options) => {
  const { headers, received = [] } = options;
  const checked = headers || received.length > 0 ? await checkAllHeaders(desk, found, received) : undefined;
  const check = await desk.post<CutoverCheck>(casePath(found, '/cutover/check'));
  const state = check.state ?? 'missing';
  const failed = checked === undefined ? 0 : failedChecks(checked);
  process.exitCode = failed > 0 ? exitCodes.missing : exitCodes[state];
  if (options.json) return printJson(checked === undefined ? check : { ...check, headers: checked });
  if (checked !== undefined) print(`${formatHeaderChecks(checked)}\n`);
  if (options.corrections) {
    printDocument((await desk.file(casePath(found, '/cutover/corrections.md'))).content);
  } else {
    print(formatVerification(check));
  }
  remark(
    failed > 0
      ? `Incomplete: the headers of ${formatCount(failed, 'endpoint')} failed their check.`
      : outcomes[state],
  );
});

/** Those that were checked, and did not pass. */
const failedChecks = ({ results }: CutoverHeaderChecks): number =>
  results.filter(({ check }) => check !== undefined && !check.passed && check.pending !== true).length;
