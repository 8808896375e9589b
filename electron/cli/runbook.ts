import { Command } from 'commander';
import type { RunbookStep, RunbookView } from '#contract/runbook.ts';
import { casePath, findCase } from './find-case.ts';
import { formatNext, formatRunbook } from './format/runbook.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';
import { acceptCommand, excludeCommand, notMigratedCommand, withdrawCommand } from './runbook-decide.ts';
import { checklistCommand, detailsCommand, platformCommand } from './runbook-details.ts';
import { doCommand } from './runbook-do.ts';
import { handoverCommand } from './runbook-handover.ts';
import { scheduleCommand } from './runbook-schedule.ts';
import { stepArgument } from './runbook-step.ts';

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

/** Does something, and shows where the runbook is then. */
const change = (
  reference: string,
  options: CommonOptions,
  work: (desk: HttpClient, path: string) => Promise<RunbookView>,
): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const view = await work(desk, casePath(await findCase(desk, reference), '/runbook'));
    if (options.json) return printJson(view);
    remark(`Recorded. ${formatNext(view)}`);
  });

const showCommand = (): Command =>
  withExamples(
    new Command('show')
      .description('Show the six steps')
      .argument('<case>')
      .action(
        onCase(async ({ desk, found }, options: CommonOptions) => {
          const view = await desk.get<RunbookView>(casePath(found, '/runbook'));
          if (options.json) return printJson(view);
          print(formatRunbook(view));
        }),
      ),
    ['runbook show acme --json', 'Steps as JSON, with their evidence.'],
  );

const openCommand = (): Command =>
  withExamples(
    new Command('open')
      .description('Open a managed migration, or reload its form from the catalogue')
      .argument('<case>')
      .argument('<platformKey>', 'platform, such as vxvy')
      .action((reference: string, platformKey: string, options: CommonOptions) =>
        change(reference, options, (desk, path) => desk.post(path, { platformKey })),
      ),
    ['runbook open acme vxvy', 'For FreshBooks (other platforms: `runbook platform KEY`).'],
  );

const overrideCommand = (name = 'override'): Command =>
  withExamples(
    new Command(name)
      .description('Override the requirement of a step')
      .argument('<case>')
      .addArgument(stepArgument())
      .requiredOption('--reason <text>', 'reason, recorded')
      .option('--by <name>', 'name of the person, recorded (default: you)')
      .action(
        (
          reference: string,
          of: RunbookStep,
          { reason, by, ...options }: CommonOptions & { readonly reason: string; readonly by?: string },
        ) =>
          change(reference, options, (desk, path) =>
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
    new Command('restore')
      .description('Restore an overridden requirement')
      .argument('<case>')
      .addArgument(stepArgument())
      .action(
        onCase(async ({ desk, found }, of: RunbookStep, options: CommonOptions) => {
          const path = casePath(found, '/runbook');
          await desk.delete(`${path}/steps/${of}/overrule`);
          const view = await desk.get<RunbookView>(path);
          if (options.json) return printJson(view);
          remark(`Recorded. ${formatNext(view)}`);
        }),
      ),
    ['runbook restore acme schedule', 'The requirement applies again.'],
  );

const dueCommand = (): Command =>
  withExamples(
    new Command('due')
      .description('Set the due date of a step')
      .argument('<case>')
      .addArgument(stepArgument())
      .argument('<when>', 'due date, such as 2026-03-01T12:00:00Z, or none')
      .action((reference: string, of: RunbookStep, due: string, options: CommonOptions) =>
        change(reference, options, (desk, path) =>
          desk.put(`${path}/steps/${of}/due`, { due: due === 'none' ? null : due }),
        ),
      ),
    ['runbook due acme supply 2026-03-01T12:00:00Z', 'Set when the details are due.'],
  );
