import { parseInstant } from '#base/clock.ts';
import type { Evidence, TestRun } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';

/** Clocks of two machines differ by less. */
const clockDifferenceMs = 5 * 60_000;

/** Why a test run shows no absence, whatever its suite covers. Source: `docs/reference/rules/eligibility.md#test-runs`. */
export const faultsOf = ({ collector, testRun, at }: Evidence): string[] => {
  if (collector !== 'exec') return [];
  const end = testRun?.end;
  if (end === undefined) return ['the run did not end: it was killed, or the report was read too early'];
  const isAhead = parseInstant(end.at, 'at') > parseInstant(at, 'at') + clockDifferenceMs;
  return [
    ...exitFault(end.exit),
    ...(end.calls.total === 0 ? ['it made no calls to this API'] : []),
    ...(end.calls.total > 0 && end.calls.succeeded === 0 ? ['none of its calls to this API succeeded'] : []),
    ...(isAhead ? ['it ended after it was read, so one of the clocks is wrong'] : []),
  ];
};

type End = NonNullable<TestRun['end']>;

const exitFault = (exit: End['exit']): string[] => {
  if ('signal' in exit) return [`its command was ended by ${exit.signal}`];
  return exit.code === 0 ? [] : [`its command failed with exit code ${exit.code}`];
};

/** What a test run without calls of the alerts endpoints needs, to show absence. */
export const missingOfRun = (evidence: Evidence): string[] => {
  const { collector, scope } = evidence;
  if (collector !== 'exec') return [];
  const faults = faultsOf(evidence);
  if (faults.length > 0) return [`Run the test suite "${scope}" again: ${faults.join('; ')}.`];
  return [
    `Confirm that the test suite "${scope}" covers every call of the integration to this API, if it does (command line: \`carryover check CASE --coverage TEXT --confirm-coverage --by NAME\`).`,
  ];
};

/** Such as "Test run of npm with exit code 0: 2 calls to the alerts endpoints, 5 other calls (3 successful)." */
export const describeRun = ({ program, end }: Pick<TestRun, 'program' | 'end'>): string => {
  const run = program === undefined ? 'Test run' : `Test run of ${program}`;
  if (end === undefined) return `${run} that did not end.`;
  const { exit, calls } = end;
  const result = 'signal' in exit ? `ended by ${exit.signal}` : `exit code ${exit.code}`;
  const alerts = formatCount(calls.alerts, 'call');
  const others = formatCount(calls.total - calls.alerts, 'other call');
  return `${run}, ${result}: ${alerts} to the alerts endpoints, ${others} (${calls.succeeded} successful).`;
};
