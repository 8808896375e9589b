import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { parseDurationMs, systemTime } from '#base/clock.ts';
import type { CutoverView, DualRunView, RehearsalSize } from '#contract/cutover.ts';
import { formatCount } from '#contract/format.ts';
import type { Job } from '#contract/job.ts';
import type { ParityReport } from '#contract/parity.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { cutoverExitCodes, withoutQuestion, withYes } from './cutover-options.ts';
import { casePath } from './find-case.ts';
import { followJob } from './follow-job.ts';
import { formatPair, formatParity, parityExitCodes } from './format/cutover-parity.ts';
import { advanceRequest } from './format/time.ts';
import { commandOnCase } from './on-case.ts';
import { onCutover } from './on-cutover.ts';
import { type CommonOptions, integer, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { print, printJson, remark, unread } from './output.ts';
import { stopSignal } from './stop-signal.ts';

const compared = { ...cutoverExitCodes, 0: 'parity holds', 3: 'parity fails' };

interface RehearseOptions extends CommonOptions {
  readonly consumer?: string;
  readonly seed?: number;
  readonly yes?: true;
}

/** `carryover cutover rehearse`: both mechanisms on a temporary instance, compared. */
export const rehearseCommand = (): Command => {
  const command = commandOnCase('rehearse', 'Rehearse the plan on a temporary instance')
    .option('--consumer <url>', 'staging consumer that receives the events (default: a recorder)')
    .option('--seed <n>', 'seed of simulated data (default: 1)', integer(0, 2_147_483_647))
    .action(rehearse);
  withExitCodes(withJson(withData(withYes(command))), compared);
  return withExamples(
    command,
    ['cutover rehearse acme', 'Every rule type for every kind of company.'],
    [
      'cutover rehearse acme --consumer https://staging.acme.example/hooks',
      'Send to a staging consumer; asks first.',
    ],
  );
};

const rehearse = onCutover(async ({ desk, found }, options: RehearseOptions) => {
  const { consumer, seed, json } = options;
  const path = casePath(found, '/cutover/rehearsal');
  const sizeNow = () => desk.get<RehearsalSize>(path);
  if (consumer !== undefined && !(await mayCall(consumer, sizeNow, options))) {
    throw new CommandError('Nothing was sent.');
  }
  const body = {
    ...(consumer === undefined ? {} : { consumerUrl: consumer }),
    ...(seed === undefined ? {} : { seed }),
  };
  const job = await desk.post<Job>(path, body);
  const labels = { title: 'Rehearsing', done: 'Rehearsed', failed: 'Not rehearsed', cancelled: cancelled };
  showReport(await followJob<ParityReport>(desk, job, json ?? false, labels), options);
});
const cancelled = 'Cancelled: nothing was recorded.';

/** A consumer on this machine may be called; any other gets events only if a person agrees. */
const mayCall = async (
  url: string,
  sizeNow: () => Promise<RehearsalSize>,
  { yes }: RehearseOptions,
): Promise<boolean> => {
  if (!URL.canParse(url)) throw new CommandError(`--consumer must be a URL, not "${url}".`, 2);
  const { hostname, host } = new URL(url);
  if (yes || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return true;
  const { requests } = await sizeNow();
  remark(`The rehearsal sends up to ${formatCount(requests, 'request')} to ${host}.`);
  return confirmed('Send them?', 'Use --yes to skip confirmation.');
};

const showReport = (report: ParityReport, { json }: Pick<CommonOptions, 'json'>): void => {
  process.exitCode = parityExitCodes[report.verdict];
  if (json) printJson(report);
  else print(formatParity(report));
};

interface ParityOptions extends CommonOptions {
  readonly receiver?: true;
  readonly within?: number;
}

/** `carryover cutover parity`: recordings of both mechanisms, compared; or what was compared last. */
export const parityCommand = (): Command => {
  const command = commandOnCase('parity', 'Compare recordings, or show the last result')
    .argument('[file...]', 'recordings of the consumer: HAR or JSON lines')
    .option('--receiver', 'compare what the built-in receiver captured')
    .option('--within <duration>', 'longest time between the two of a pair (default: 5min)', durationMs)
    .action(parity);
  withExitCodes(withoutQuestion(command), compared);
  return withExamples(
    command,
    ['cutover parity acme legacy.har new.har', 'Compare two recordings.'],
    ['cutover parity acme --receiver', 'Compare what the receiver captured.'],
    ['cutover parity acme', 'Show the last comparison.'],
  );
};

const durationMs = (text: string): number => {
  const duration = advanceRequest(text);
  if (!('by' in duration)) throw new InvalidArgumentError('Must be a duration, such as 30s, 5min or PT5M.');
  return parseDurationMs(duration.by, '--within');
};

const parity = onCutover(async ({ desk, found }, files: string[], options: ParityOptions) => {
  const { receiver, within, json } = options;
  const path = casePath(found, '/cutover');
  if (files.length === 0 && receiver === undefined) {
    const [last] = (await desk.get<CutoverView>(path)).comparisons;
    if (last === undefined) {
      throw new CommandError('Nothing was compared. Rehearse, or name recordings (see --help).', 4);
    }
    return showReport(last.report, options);
  }
  const job = await desk.post<Job>(`${path}/parity`, {
    ...(files.length === 0 ? {} : { recordings: files.map((file) => ({ path: resolve(file) })) }),
    ...(receiver === undefined ? {} : { receiver }),
    ...(within === undefined ? {} : { withinMs: within }),
  });
  const labels = { title: 'Comparing', done: 'Compared', failed: 'Not compared', cancelled };
  showReport(await followJob<ParityReport>(desk, job, json ?? false, labels), options);
});

interface DualRunOptions extends CommonOptions {
  readonly for?: number;
}

/** `carryover cutover dual-run`: both mechanisms at once, until it is stopped. */
export const dualRunCommand = (): Command => {
  const command = commandOnCase('dual-run', 'Run both mechanisms side by side')
    .option('--for <duration>', 'stop after this time, such as 10min', durationMs)
    .action(dualRun);
  withExitCodes(withoutQuestion(command), compared);
  return withExamples(
    command,
    ['cutover dual-run acme', 'Pairs as they arrive; Ctrl+C stops and records.'],
    ['cutover dual-run acme --for 10min --json', 'In a script.'],
  );
};

const dualRun = onCutover(async ({ desk, found }, options: DualRunOptions) => {
  const path = casePath(found, '/cutover/dual-run');
  const ends = [
    stopSignal(),
    unread(),
    ...(options.for === undefined ? [] : [systemTime.sleep(options.for)]),
  ];
  let over = false;
  const stopped = Promise.race(ends).then(() => {
    over = true;
  });
  const before = await desk.get<DualRunView>(path);
  let view = before.running ? before : await desk.post<DualRunView>(path);
  remark('Both mechanisms send side by side. Ctrl+C stops and compares.');
  const tell = options.json ? () => {} : createPairTeller();
  while (!over && view.running) {
    tell(view);
    await Promise.race([stopped, systemTime.sleep(dualRunPollMs)]);
    view = await desk.get<DualRunView>(path);
  }
  if (view.running) view = await desk.post<DualRunView>(`${path}/stop`);
  tell(view);
  if (view.report === undefined) throw new CommandError('The dual run ended without a report.', 4);
  showReport(view.report, options);
});
const dualRunPollMs = 500;

/** Prints each pair once, when it is no longer waiting. */
const createPairTeller = (): ((view: DualRunView) => void) => {
  const told = new Map<string, number>();
  return ({ pairs }) => {
    const lines = pairs
      .filter(({ outcome }) => outcome !== 'waiting')
      .map(formatPair)
      .reverse();
    for (const [line, same] of Map.groupBy(lines, (one) => one)) {
      for (let at = told.get(line) ?? 0; at < same.length; at++) print(line);
      told.set(line, Math.max(told.get(line) ?? 0, same.length));
    }
  };
};
