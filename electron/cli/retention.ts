import { Command } from 'commander';
import { formatInstant } from '#contract/format.ts';
import type { DeskRetention, RetentionRule } from '#contract/retention.ts';
import { retentionRule } from './case-retention.ts';
import { formatRule } from './format/retention.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { columns, print, printJson } from './output.ts';

/** `carryover retention`: how long cases are kept. */
export const retentionCommand = (): Command => {
  const command = new Command('retention')
    .description('Show or change how long cases are kept; lists holds and announced deletions')
    .argument('[rule]', 'days such as 730d, or "keep"', retentionRule)
    .action((rule: RetentionRule | undefined, options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const path = '/api/retention';
        const shown =
          rule === undefined
            ? await desk.get<DeskRetention>(path)
            : await desk.put<DeskRetention>(path, { rule });
        if (options.json) printJson(shown);
        else print(formatAll(shown));
      }),
    );
  return withExamples(
    withJson(withData(command)),
    ['retention', 'The rule, and the cases that are held, due, or have a rule of their own.'],
    ['retention 730d', 'Delete closed cases two years after their last entry.'],
    ['retention keep', 'Keep cases until somebody deletes them.'],
  );
};

const formatAll = ({ rule, cases }: DeskRetention): string => {
  const head = `A case is ${formatRule(rule)}.`;
  if (cases.length === 0) return head;
  const rows = cases.map(({ name, rule: own, of, hold, due, problem }) => [
    name,
    of === 'desk' ? 'as the desk' : own === 'keep' ? 'keep' : `${own}d`,
    hold === undefined ? '-' : `since ${formatInstant(hold.at)}`,
    due === undefined ? '-' : formatInstant(due),
    problem ?? '',
  ]);
  return [head, '', columns([['CASE', 'RULE', 'LEGAL HOLD', 'DELETED ON', ''], ...rows])].join('\n');
};
