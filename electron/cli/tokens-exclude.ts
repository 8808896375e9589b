import type { Command } from 'commander';
import type { ExclusionsChanged } from '#contract/exclusions.ts';
import { formatCount } from '#contract/format.ts';
import { CommandError } from './command-error.ts';
import { casePath } from './find-case.ts';
import { formatCounts } from './format/run.ts';
import { commandOnCase, onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printJson, remark } from './output.ts';
import { type RowOptions, rowsOf } from './run-options.ts';
import { withLines } from './runbook-decide.ts';

interface NameOptions extends CommonOptions, Pick<RowOptions, 'refs'> {
  readonly line?: readonly number[];
  readonly reason: string;
}
interface ExcludeOptions extends NameOptions {
  readonly approvedBy: string;
}

/** `carryover tokens exclude`: companies that no run is to migrate. */
export const tokensExcludeCommand = (): Command =>
  withExamples(
    withNames('exclude', 'Exclude companies from the migration by reference')
      .requiredOption('--approved-by <name>', 'who approved it, recorded')
      .requiredOption('--reason <text>', 'reason, recorded')
      .action(exclude),
    [
      'tokens exclude acme acme-004 acme-009 --approved-by "Kim Park" --reason "Sold to another group"',
      'Runs leave both out; reports and mails name them.',
    ],
  );

/** `carryover tokens include`: takes an exclusion back. */
export const tokensIncludeCommand = (): Command =>
  withExamples(
    withNames('include', 'Include excluded companies again')
      .requiredOption('--reason <text>', 'reason, recorded')
      .action(include),
    ['tokens include acme acme-004 --reason "They stay"', 'The next run includes the company again.'],
  );

const withNames = (name: string, description: string): Command =>
  withLines(
    withJson(withData(commandOnCase(name, description)))
      .argument('[company...]', 'references')
      .option('--refs <file>', 'references from this file, one per line'),
  );

/** @throws CommandError 2 for no name at all */
const namesOf = (ref: readonly string[], { refs, line }: NameOptions) => {
  const named = rowsOf({ ref, ...(refs === undefined ? {} : { refs }) });
  if (named.refs === undefined && line === undefined) {
    throw new CommandError('Name companies by reference, or use --refs or --line.', 2);
  }
  return { ...named, lines: line };
};

const exclude = onCase(async ({ desk, found }, companies: string[], options: ExcludeOptions) => {
  const { approvedBy: by, reason } = options;
  const body = { ...namesOf(companies, options), by, reason };
  show('Excluded', await desk.post(casePath(found, '/tokens/exclusions'), body), options);
});

const include = onCase(async ({ desk, found }, companies: string[], options: NameOptions) => {
  const body = { ...namesOf(companies, options), reason: options.reason };
  show('Included again', await desk.post(casePath(found, '/tokens/exclusions/withdrawals'), body), options);
});

const show = (what: string, result: ExclusionsChanged, { json }: CommonOptions): void => {
  if (json) printJson(result);
  else remark(`${what}: ${formatCount(result.changed, 'row')}. ${formatCounts(result.counts)}`);
};
