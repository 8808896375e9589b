import { Command } from 'commander';
import type { RunbookStep, RunbookView } from '#contract/runbook.ts';
import { formatRunbook } from './format/runbook.ts';
import { commandOnCase } from './on-case.ts';
import { changeRunbook, onRunbook, type Reasoned, stepArgument, withReason } from './on-runbook.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printJson } from './output.ts';
import { acceptCommand, excludeCommand, notMigratedCommand, withdrawCommand } from './runbook-decide.ts';
import { checklistCommand, detailsCommand, platformCommand } from './runbook-details.ts';
import { doCommand } from './runbook-do.ts';
import { handoverCommand } from './runbook-handover.ts';
import { scheduleCommand } from './runbook-schedule.ts';

/** `carryover runbook`: the managed migration of a case. */
export const runbookCommand = (): Command => {
  const runbook = new Command('runbook').description('Manage the managed migration of a case');
  const commands = [
    showCommand(),
    openCommand(),
    doCommand(),
    overrideCommand(),
    restoreCommand(),
    dueCommand(),
    checklistCommand(),
    detailsCommand(),
    scheduleCommand(),
    notMigratedCommand(),
    acceptCommand(),
    excludeCommand(),
    withdrawCommand(),
    handoverCommand(),
    platformCommand(),
  ];
  for (const command of commands) runbook.addCommand(withJson(withData(command)));
  // As it was called before.
  runbook.addCommand(withJson(withData(overrideCommand('overrule'))), { hidden: true });
  return withExamples(
    runbook,
    ['runbook open acme vxvy', 'Open a managed migration of FreshBooks connections.'],
    ['runbook show acme', 'State of the six steps.'],
    ['runbook checklist acme > details.md', 'Details the integrator must supply.'],
  );
};

const showCommand = (): Command =>
  withExamples(
    commandOnCase('show', 'Show the six steps').action((reference: string, options: CommonOptions) =>
      onRunbook(reference, options, async (desk, path) => {
        const view = await desk.get<RunbookView>(path);
        if (options.json) return printJson(view);
        print(formatRunbook(view));
      }),
    ),
    ['runbook show acme --json', 'Steps as JSON, with their evidence.'],
  );

const openCommand = (): Command =>
  withExamples(
    commandOnCase('open', 'Open a managed migration, or reload its form from the catalogue')
      .argument('<platformKey>', 'platform, such as vxvy')
      .action((reference: string, platformKey: string, options: CommonOptions) =>
        changeRunbook(reference, options, (desk, path) => desk.post(path, { platformKey })),
      ),
    ['runbook open acme vxvy', 'For FreshBooks (other platforms: `runbook platform KEY`).'],
  );

const overrideCommand = (name = 'override'): Command =>
  withExamples(
    withReason(commandOnCase(name, 'Override the requirement of a step').addArgument(stepArgument())).action(
      (reference: string, of: RunbookStep, { reason, by, ...options }: CommonOptions & Reasoned) =>
        changeRunbook(reference, options, (desk, path) =>
          desk.put(`${path}/steps/${of}/overrule`, { reason, by }),
        ),
    ),
    [
      'runbook override acme schedule --by "Jo" --reason "Agreed by phone, to be confirmed"',
      'The step shows as overridden until done or restored.',
    ],
  );

const restoreCommand = (): Command =>
  withExamples(
    commandOnCase('restore', 'Restore an overridden requirement')
      .addArgument(stepArgument())
      .action((reference: string, of: RunbookStep, options: CommonOptions) =>
        changeRunbook(reference, options, async (desk, path) => {
          await desk.delete(`${path}/steps/${of}/overrule`);
          return desk.get(path);
        }),
      ),
    ['runbook restore acme schedule', 'The requirement applies again.'],
  );

const dueCommand = (): Command =>
  withExamples(
    commandOnCase('due', 'Set the due date of a step')
      .addArgument(stepArgument())
      .argument('<when>', 'due date, such as 2026-03-01T12:00:00Z, or none')
      .action((reference: string, of: RunbookStep, due: string, options: CommonOptions) =>
        changeRunbook(reference, options, (desk, path) =>
          desk.put(`${path}/steps/${of}/due`, { due: due === 'none' ? null : due }),
        ),
      ),
    ['runbook due acme supply 2026-03-01T12:00:00Z', 'Set when the details are due.'],
  );
