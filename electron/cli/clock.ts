import { Command } from 'commander';
import type { ClockView, Upcoming } from '#contract/clock.ts';
import { formatDuration, formatInstant } from '#contract/format.ts';
import { colors } from './colors.ts';
import { advanceRequest } from './format/time.ts';
import { type HostAccess, withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { columns, print, printJson } from './output.ts';

/** `carryover clock`: shows and moves the service's time. */
export const clockCommand = (): Command => {
  const clock = new Command('clock').description("Show and control the service's clock");
  const show = new Command('show').description('Show the time and what is due next').action(showClock);
  const advance = new Command('advance')
    .description('Advance virtual time and wait for all due work')
    .argument('<duration|instant>', 'duration or instant, such as 28h or 2026-01-31T09:00:00Z')
    .action(advanceClock);
  const pause = new Command('pause')
    .description('Pause deliveries and other due work')
    .action((options: CommonOptions) => change(options, 'pause'));
  const resume = new Command('resume')
    .description('Resume due work')
    .action((options: CommonOptions) => change(options, 'resume'));
  for (const command of [show, advance, pause, resume]) withJson(withData(command));
  withExamples(show, ['clock show --json', 'The time as JSON.']);
  withExamples(
    advance,
    ['clock advance 28h', 'Run the whole retry window of all waiting deliveries.'],
    ['clock advance 2026-01-31T09:00:00Z', 'Advance to this instant.'],
  );
  withExamples(pause, ['clock pause', 'Nothing is sent until `clock resume`.']);
  withExamples(resume, ['clock resume', 'Resume due work.']);
  withExamples(
    clock,
    ['clock', 'Show the time and what is due next.'],
    ['clock advance 28h', 'Run the whole retry window (needs `serve --clock virtual`).'],
  );
  clock.addCommand(show, { isDefault: true });
  for (const command of [advance, pause, resume]) clock.addCommand(command);
  return clock;
};

const showClock = (options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const [clock, upcoming] = await Promise.all([
      desk.get<ClockView>('/api/clock'),
      desk.get<Upcoming>('/api/clock/upcoming?limit=10'),
    ]);
    if (options.json) return printJson({ ...clock, upcoming: upcoming.results });
    print(formatClock(clock));
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

const advanceClock = (wanted: string, options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const before = await desk.get<ClockView>('/api/clock');
    const after = await desk.post<ClockView>('/api/clock/advance', advanceRequest(wanted));
    if (options.json) return printJson(after);
    const passedMs = Date.parse(after.now) - Date.parse(before.now);
    print(`${formatClock(after)}, ${formatDuration(passedMs, 4)} later. All due work is done.`);
  });

const change = (options: CommonOptions, verb: 'pause' | 'resume'): Promise<void> =>
  withHost(options.data, async ({ desk }: HostAccess) => {
    const clock = await desk.post<ClockView>(`/api/clock/${verb}`);
    if (options.json) printJson(clock);
    else print(formatClock(clock));
  });

const formatClock = ({ now, mode, paused }: ClockView): string =>
  `${formatInstant(now)} (${mode} clock${paused ? ', paused' : ''})`;
