import { Command, InvalidArgumentError } from 'commander';
import type { CaseSummary } from '#contract/case.ts';
import type { CaseRetention, CaseRetentionRequest } from '#contract/retention.ts';
import { dayCount } from './day-count.ts';
import { casePath, findSummary } from './find-case.ts';
import { formatRetention, formatRule } from './format/retention.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

interface ReasonOptions extends CommonOptions {
  readonly reason: string;
}

/** `carryover case hold`: also of a case that is damaged. */
export const holdCommand = (): Command =>
  ofHold('hold', 'Place a case under legal hold: nothing of it can be erased or deleted', '/hold', (one) =>
    remark(`The case "${one.name}" is under legal hold.`),
  );

export const releaseCommand = (): Command =>
  ofHold('release', 'Release the legal hold of a case', '/hold/release', (one) =>
    remark(`The case "${one.name}" is not under legal hold any more.`),
  );

const ofHold = (
  name: string,
  description: string,
  path: string,
  told: (one: CaseSummary) => void,
): Command => {
  const command = new Command(name)
    .description(description)
    .argument('<case>')
    .requiredOption('--reason <text>', 'reason, recorded and never erased')
    .action((reference: string, options: ReasonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const found = await findSummary(desk, reference);
        const after = await desk.post<CaseRetention>(casePath(found, path), { reason: options.reason });
        if (options.json) printJson(after);
        else told(found);
      }),
    );
  return withExamples(withJson(withData(command)), [
    `case ${name} acme --reason "claim 2026-17"`,
    `${description}.`,
  ]);
};

/** `carryover case retention`: how long a case is kept. */
export const caseRetentionCommand = (): Command => {
  const command = new Command('retention')
    .description('Show or change how long a case is kept after its last entry')
    .argument('<case>')
    .argument('[rule]', 'days such as 730d, "keep", or "desk": as the desk keeps cases', ruleOfCase)
    .action((reference: string, rule: CaseRetentionRequest['rule'] | undefined, options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const found = await findSummary(desk, reference);
        const path = casePath(found, '/retention');
        const shown =
          rule === undefined
            ? await desk.get<CaseRetention>(path)
            : await desk.put<CaseRetention>(path, { rule });
        if (options.json) printJson(shown);
        else print([`${found.name}: ${formatRule(shown.rule)}`, ...formatRetention(shown)].join('\n'));
      }),
    );
  return withExamples(
    withJson(withData(command)),
    ['case retention acme', 'Show it.'],
    ['case retention acme 730d', 'Delete it two years after its last entry.'],
  );
};

const ruleOfCase = (text: string): CaseRetentionRequest['rule'] =>
  text === 'desk' ? 'desk' : retentionRule(text);

/** @throws InvalidArgumentError */
export const retentionRule = (text: string): number | 'keep' => {
  if (text === 'keep') return 'keep';
  const days = dayCount(text);
  if (days < 1 || days > 36_500) throw new InvalidArgumentError('Must be 1 to 36500 days, or "keep".');
  return days;
};
