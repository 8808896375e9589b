import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemTime, toIso } from '#base/clock.ts';
import type { CaseView } from '#contract/case.ts';
import type { ClockView } from '#contract/clock.ts';
import type { CutoverView } from '#contract/cutover.ts';
import { CommandError } from './command-error.ts';
import {
  cutoverExitCodes,
  type DecisionOptions,
  decisionOf,
  isLocal,
  withBy,
  withNote,
  withoutQuestion,
} from './cutover-options.ts';
import { casePath } from './find-case.ts';
import { formatSoak, soakExitCode, soakUntil } from './format/cutover-soak.ts';
import { formatStatus, nextLine, statusExitCode } from './format/cutover-status.ts';
import type { HttpClient } from './http-client.ts';
import { commandOnCase } from './on-case.ts';
import { onCutover } from './on-cutover.ts';
import { type CommonOptions, integer, withExamples, withExitCodes } from './options.ts';
import { print, printJson, remark } from './output.ts';

interface SoakOptions extends DecisionOptions {
  readonly days?: number;
  readonly until?: string;
}

/** `carryover cutover soak`: starts the time in which deliveries are watched, or looks at them now. */
export const soakCommand = (): Command => {
  const command = withNote(withBy(commandOnCase('soak', 'Watch deliveries for an agreed time')))
    .option('--days <n>', 'start, for so many days', integer(1, 365))
    .addOption(
      new Option('--until <time>', 'start, until this time, such as 2026-01-22T09:00Z')
        .argParser(instant)
        .conflicts('days'),
    )
    .action(soak);
  withExitCodes(withoutQuestion(command), {
    ...cutoverExitCodes,
    0: 'no problems',
    3: 'problems, or no soak',
  });
  return withExamples(
    command,
    ['cutover soak acme --days 7 --by "Jo"', 'Start it.'],
    ['cutover soak acme', 'Look now. Run it daily on a remote target.'],
  );
};

const instant = (text: string): string => {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Must be a time, such as 2026-01-22T09:00Z.');
  return toIso(ms);
};

const soak = onCutover(async ({ desk, found }, options: SoakOptions) => {
  const { days, json } = options;
  const path = casePath(found, '/cutover/soak');
  const now = await timeOf(desk, found);
  const until = options.until ?? (days === undefined ? undefined : soakUntil(days, now));
  if (until !== undefined) await desk.post<CutoverView>(path, { until, ...decisionOf(options) });
  const view = await desk.post<CutoverView>(`${path}/observe`);
  if (view.soak === undefined) throw new CommandError(noSoak, 3);
  process.exitCode = soakExitCode(view.soak);
  if (json) return printJson(view.soak);
  print(formatSoak(view.soak, now));
  remark(nextLine(view));
});
const noSoak = 'There is no soak. Start one with --days or --until (see --help).';

/** The clock of the local service may be virtual; its deliveries follow it. Unix ms. */
const timeOf = async (desk: HttpClient, found: CaseView): Promise<number> =>
  isLocal(found) ? Date.parse((await desk.get<ClockView>('/api/clock')).now) : systemTime.now();

/** `carryover cutover status`. */
export const statusCommand = (): Command => {
  const command = commandOnCase('status', 'Show the stages and the next step').action(
    onCutover(async ({ desk, found }, { json }: CommonOptions) => {
      const view = await desk.get<CutoverView>(casePath(found, '/cutover'));
      process.exitCode = statusExitCode(view);
      if (json) printJson(view);
      else print(formatStatus(view, found.name));
    }),
  );
  withExitCodes(withoutQuestion(command), {
    0: 'all stages that were reached hold',
    3: 'a reached stage no longer holds',
    4: 'not known whether it does',
  });
  return withExamples(command, ['cutover status acme', 'Current stage and next step.']);
};
