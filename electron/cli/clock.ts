import { Command } from 'commander';
import type { ClockView, Upcoming } from '#contract/clock.ts';
import { formatDuration, formatInstant } from '#contract/format.ts';
import { colors } from './colors.ts';
import { CommandError } from './command-error.ts';
import { advanceRequest } from './format/time.ts';
import type { HttpClient } from './http-client.ts';
import { withExamples, withJson } from './options.ts';
import { columns, print, printJson, remark } from './output.ts';
import type { DoorOptions, ServiceDoor } from './service-door.ts';
import { stopSignal } from './stop-signal.ts';

/** `carryover clock`: shows and moves the service's time. */
export const clockCommand = (door: ServiceDoor): Command => {
  const clock = new Command('clock').description("Show and control the service's clock");
  const show = new Command('show').description('Show the time and what is due next').action(showClock(door));
  const advance = new Command('advance')
    .description('Advance virtual time and wait for all due work; Ctrl+C cancels')
    .argument('<duration|instant>', 'duration or instant, such as 28h or 2026-01-31T09:00:00Z')
    .action(advanceClock(door));
  const cancel = new Command('cancel')
    .description('Cancel the advance under way')
    .action((options: DoorOptions) => change(door, options, 'advance/cancel'));
  const pause = new Command('pause')
    .description('Pause deliveries and other due work')
    .action((options: DoorOptions) => change(door, options, 'pause'));
  const resume = new Command('resume')
    .description('Resume due work')
    .action((options: DoorOptions) => change(door, options, 'resume'));
  for (const command of [show, advance, cancel, pause, resume]) withJson(door.withOptions(command));
  withExamples(show, ['clock show --json', 'The time as JSON.']);
  withExamples(
    advance,
    ['clock advance 28h', 'Run the whole retry window of all waiting deliveries.'],
    ['clock advance 2026-01-31T09:00:00Z', 'Advance to this instant.'],
  );
  withExamples(cancel, ['clock cancel', 'Work that has begun is done; the clock stays where it is then.']);
  withExamples(pause, ['clock pause', 'Nothing is sent until `clock resume`.']);
  withExamples(resume, ['clock resume', 'Resume due work.']);
  withExamples(
    clock,
    ['clock', 'Show the time and what is due next.'],
    ['clock advance 28h', 'Run the whole retry window (needs a virtual clock: `--clock virtual`).'],
  );
  clock.addCommand(show, { isDefault: true });
  for (const command of [advance, cancel, pause, resume]) clock.addCommand(command);
  return clock;
};

const showClock =
  (door: ServiceDoor) =>
  (options: DoorOptions): Promise<void> =>
    door.enter(options, async ({ service }) => {
      const [clock, upcoming] = await Promise.all([
        service.get<ClockView>('/clock'),
        service.get<Upcoming>('/clock/upcoming?limit=10'),
      ]);
      if (options.json) return printJson({ ...clock, upcoming: upcoming.results });
      print(formatClock(clock));
      for (const line of advanceLines(clock)) print(line);
      if (upcoming.results.length === 0) return print(colors.dim('Nothing is due.'));
      print();
      const now = Date.parse(clock.now);
      const rows = upcoming.results.map(({ at, what, count, subject }) => [
        Date.parse(at) > now ? `in ${formatDuration(Date.parse(at) - now)}` : 'now',
        formatInstant(at),
        String(count),
        what,
        subject ?? '',
      ]);
      print(columns([['DUE', 'AT', 'COUNT', 'WHAT', 'OF'], ...rows]));
    });

const advanceClock =
  (door: ServiceDoor) =>
  (wanted: string, options: DoorOptions): Promise<void> =>
    door.enter(options, async ({ service }) => {
      const before = await service.get<ClockView>('/clock');
      const advanced = service.post<ClockView>('/clock/advance', advanceRequest(wanted));
      void stopSignal().then(() => cancelAdvance(service));
      const after = await advanced;
      if (options.json) return printJson(after);
      const passedMs = Date.parse(after.now) - Date.parse(before.now);
      print(`${formatClock(after)}, ${formatDuration(passedMs, 4)} later. All due work is done.`);
    });

/** What became of it is the answer to the advance: it may have ended by itself meanwhile. */
const cancelAdvance = async (service: HttpClient): Promise<void> => {
  remark('Cancelling: waiting for work under way.');
  await service.post<ClockView>('/clock/advance/cancel').catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
  });
};

const change = (
  door: ServiceDoor,
  options: DoorOptions,
  verb: 'pause' | 'resume' | 'advance/cancel',
): Promise<void> =>
  door.enter(options, async ({ service }) => {
    const clock = await service.post<ClockView>(`/clock/${verb}`);
    if (options.json) printJson(clock);
    else print(formatClock(clock));
  });

const formatClock = ({ now, mode, paused }: ClockView): string =>
  `${formatInstant(now)} (${mode} clock${paused ? ', paused' : ''})`;

/** What is under way, or ended before it was complete. */
const advanceLines = ({ advance, lastAdvance }: ClockView): string[] => {
  if (advance !== undefined) {
    return [`Advancing to ${formatInstant(advance.to)}${advance.cancelling ? ', being cancelled' : ''}.`];
  }
  if (lastAdvance === undefined || lastAdvance.outcome === 'completed') return [];
  const { to, ended, outcome } = lastAdvance;
  return [`The advance to ${formatInstant(to)} was ${outcome} at ${formatInstant(ended)}.`];
};
