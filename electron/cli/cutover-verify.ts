import type { Command } from 'commander';
import type { CutoverCheck } from '#contract/eligibility.ts';
import { withoutQuestion } from './cutover-options.ts';
import { casePath } from './find-case.ts';
import { formatVerification } from './format/cutover-check.ts';
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
}

/** `carryover cutover verify`, and by its older name `carryover request verify`. */
export const cutoverVerifyCommand = (): Command => verifyCommand('cutover');

export const verifyCommand = (parent: 'cutover' | 'request'): Command => {
  const command = commandOnCase('verify', 'Verify endpoints and headers')
    .option('--corrections', 'print what the provider has to correct, as a text to send (Markdown)')
    .action(verify);
  withExitCodes(withoutQuestion(command), { 0: 'complete', 3: 'incomplete', 4: 'not fully verifiable' });
  return withExamples(
    command,
    [`${parent} verify acme --json`, 'Expected and actual state as JSON.'],
    [`${parent} verify acme --corrections > corrections.md`, 'What to send the provider.'],
  );
};

const verify = onCutover(async ({ desk, found }, options: Options) => {
  const check = await desk.post<CutoverCheck>(casePath(found, '/cutover/check'));
  const state = check.state ?? 'missing';
  process.exitCode = exitCodes[state];
  if (options.json) return printJson(check);
  if (options.corrections) {
    printDocument((await desk.file(casePath(found, '/cutover/corrections.md'))).content);
  } else {
    print(formatVerification(check));
  }
  remark(outcomes[state]);
});
