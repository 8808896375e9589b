import { type Command, InvalidArgumentError, Option } from 'commander';
import { oneLine } from '#base/terminal-text.ts';
import type { RunbookView } from '#contract/runbook.ts';
import type { NotMigrated } from '#contract/runbook-decisions.ts';
import { type Cause, causeLabels, causes } from '#contract/token-causes.ts';
import { CommandError } from './command-error.ts';
import { allPages } from './left-out.ts';
import { commandOnCase } from './on-case.ts';
import { onRunbook, printNext, type Reasoned, withReason } from './on-runbook.ts';
import { type CommonOptions, withExamples } from './options.ts';
import { columns, print, printJson } from './output.ts';

interface DecideOptions extends CommonOptions, Reasoned {
  readonly ref?: string[];
  readonly line?: number[];
  readonly cause?: Cause;
}

/** `carryover runbook not-migrated`. */
export const notMigratedCommand = (): Command =>
  withExamples(
    commandOnCase('not-migrated', 'Step 6: list companies not migrated, with decisions').action(
      (reference: string, options: CommonOptions) =>
        onRunbook(reference, options, async (desk, path) => {
          const rows = await allPages<NotMigrated>(desk, `${path}/not-migrated`, { limit: '10000' });
          if (options.json) return printJson(rows);
          print(rows.length === 0 ? 'Every company is migrated.' : notMigratedTable(rows));
        }),
    ),
    ['runbook not-migrated acme', 'Companies to migrate, accept or exclude before the handover.'],
  );

/** `carryover runbook accept`. */
export const acceptCommand = (): Command =>
  withExamples(
    withReason(
      commandOnCase('accept', 'Step 6: accept failures of companies')
        .option('--ref <ref...>', 'companies by reference')
        .addOption(
          new Option('--cause <cause>', 'all companies that failed with this cause')
            .choices([...causes])
            .conflicts('ref'),
        ),
    ).action((reference: string, { ref, cause, reason, by, ...options }: DecideOptions) => {
      if ((ref === undefined) === (cause === undefined)) {
        throw new CommandError('Use --ref or --cause.', 2);
      }
      const which = ref === undefined ? { cause } : { refs: ref };
      return decide(reference, options, '/failures/acceptances', { ...which, reason, by });
    }),
    [
      'runbook accept acme --cause needs-reauthorization --reason "Their customers link again in May"',
      'All companies with one cause.',
    ],
    ['runbook accept acme --ref acme-007 --reason "Left the platform" --by "Kim"', 'One company.'],
  );

/** `carryover runbook exclude`. */
export const excludeCommand = (): Command =>
  withExamples(
    withReason(withNames(commandOnCase('exclude', 'Step 6: exclude companies from the migration'))).action(
      (reference: string, { reason, by, ...options }: DecideOptions) =>
        decide(reference, options, '/exclusions', { ...namesOf(options), reason, by }),
    ),
    ['runbook exclude acme --ref acme-004 acme-009 --reason "Sold to another group"', 'By reference.'],
  );

/** `carryover runbook withdraw`. */
export const withdrawCommand = (): Command =>
  withExamples(
    withNames(commandOnCase('withdraw', 'Step 6: withdraw decisions about companies'))
      .requiredOption('--reason <text>', 'reason, recorded')
      .action((reference: string, { reason, ...options }: DecideOptions) =>
        decide(reference, options, '/decisions/withdrawals', { ...namesOf(options), reason }),
      ),
    ['runbook withdraw acme --ref acme-004 --reason "They stay"', 'The next run includes the company again.'],
  );

const withNames = (command: Command): Command =>
  withLines(command.option('--ref <ref...>', 'companies by reference'));

export const withLines = (command: Command): Command =>
  command.option('--line <line...>', 'rows without a reference, by line', lines);

const lines = (text: string, before: number[] = []): number[] => {
  const line = Number(text);
  if (!Number.isSafeInteger(line) || line < 0) throw new InvalidArgumentError('Must be a line number.');
  return [...before, line];
};

/** @throws CommandError 2 */
const namesOf = ({ ref, line }: Pick<DecideOptions, 'ref' | 'line'>) => {
  if (ref === undefined && line === undefined) throw new CommandError('--ref is required.', 2);
  return { refs: ref, lines: line };
};

const decide = (reference: string, options: CommonOptions, path: string, body: object): Promise<void> =>
  onRunbook(reference, options, async (desk, base) => {
    const view = await desk.post<RunbookView>(`${base}${path}`, body);
    const { accepted, excluded, open } = view.notMigrated;
    const counts = `${accepted} accepted, ${excluded} excluded, ${open} open`;
    printNext(view, options, `Recorded. Not migrated: ${counts}.`);
  });

const notMigratedTable = (rows: readonly NotMigrated[]): string =>
  columns([
    ['REF', 'COMPANY', 'STATE', 'CAUSE', 'DECISION', 'REASON'],
    ...rows.map(({ ref, line, name = '', state, cause, decision }) => [
      oneLine(ref ?? `line ${line}`),
      oneLine(name),
      state,
      cause === undefined ? '' : causeLabels[cause].title,
      decision === undefined ? 'open' : `${decision.kind} by ${oneLine(decision.by)}`,
      oneLine(decision?.reason ?? ''),
    ]),
  ]);
