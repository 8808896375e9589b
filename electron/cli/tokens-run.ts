import type { Command } from 'commander';
import type { CaseView } from '#contract/case.ts';
import { formatCount } from '#contract/format.ts';
import type { DryRun, Run, RunRequest } from '#contract/token-runs.ts';
import { CommandError } from './command-error.ts';
import { withConfirmation } from './confirm.ts';
import { casePath, findCase } from './find-case.ts';
import { followRun, showRun } from './follow-run.ts';
import { caseArgument, formatDryRun, runExitCodes } from './format/run.ts';
import { type HostAccess, withHost } from './host-access.ts';
import { remarkOnLeftOut } from './left-out.ts';
import { commandOnCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { commandName, print, printJson, remark } from './output.ts';
import {
  overrideOf,
  refuseDetached,
  runOptionsOf,
  type StartOptions,
  withOtherDesk,
  withStartOptions,
  withWindowOverride,
} from './run-options.ts';
import { stopSignal } from './stop-signal.ts';
import { readSample, type SampleOptions, sampleExitCodes, withSampleOptions } from './tokens-sample.ts';

interface RunCommandOptions extends StartOptions {
  readonly pilot?: string;
}

/** `carryover tokens run`: rows that are ready, through company, connection, authorization, sync and verification. */
export const tokensRunCommand = (): Command => {
  const command = commandOnCase('run', 'Migrate ready rows; Ctrl+C pauses').option(
    '--pilot <ref>',
    'one company as a pilot',
  );
  withWindowOverride(withOtherDesk(withStartOptions(command)))
    .option('--keep-secrets', 'keep credentials of finished rows, encrypted')
    .action(runTokens);
  return withExamples(
    finished(command),
    ['tokens run acme --dry-run', 'Show calls and skipped rows.'],
    ['tokens run acme --pilot acme-001', 'One company first.'],
    ['tokens run acme --refs first-wave.txt --concurrency 5', 'Selected rows, 5 concurrent calls.'],
    ['tokens run acme --detach', 'Run on the host; follow with `tokens status acme --follow`.'],
  );
};

/** `carryover tokens retry`: the failed ones alone. */
export const tokensRetryCommand = (): Command => {
  const command = commandOnCase('retry', 'Retry failed rows');
  withWindowOverride(withOtherDesk(withStartOptions(command)))
    .option('--keep-secrets', 'keep credentials of finished rows, encrypted')
    .action((reference: string, options: StartOptions) => start(reference, 'retry', options));
  return withExamples(
    finished(command),
    ['tokens retry acme', 'All failed rows.'],
    ['tokens retry acme --ref acme-007 acme-012', 'Two of them.'],
  );
};

/** `carryover tokens check`: nothing is created and no credentials are sent. */
export const tokensCheckCommand = (): Command => {
  const command = commandOnCase('check', 'Sync and verify migrated rows again, or read back a sample');
  withSampleOptions(withStartOptions(command)).action(
    (reference: string, { sample, seed, ...options }: StartOptions & SampleOptions) =>
      sample === undefined && seed === undefined
        ? start(reference, 'check', options)
        : readSample(reference, { sample, seed }, options),
  );
  return withExamples(
    withExitCodes(finished(command), sampleExitCodes, ' with --sample'),
    ['tokens check acme', 'Check that all tokens still work.'],
    ['tokens check acme --sample 20 --seed 2026-01', 'Read 20 migrated companies back; read-only, recorded.'],
    ['tokens check acme --ref acme-007 --json', 'One row, as JSON.'],
  );
};

/** `carryover tokens resume`: where it was, without a second company or connection. */
export const tokensResumeCommand = (): Command => {
  const command = commandOnCase('resume', 'Resume a paused or interrupted run').option(
    '--detach',
    'return at once; the host continues the run',
  );
  withWindowOverride(command).action(resume);
  return withExamples(finished(command), ['tokens resume acme', 'Continue where it stopped.']);
};

const finished = (command: Command): Command => withExitCodes(withJson(withData(command)), runExitCodes);

const runTokens = (reference: string, { pilot, ...options }: RunCommandOptions): Promise<void> => {
  if (pilot === undefined) return start(reference, 'run', options);
  if (options.ref !== undefined || options.refs !== undefined) {
    throw new CommandError("--pilot can't be combined with --ref or --refs.", 2);
  }
  return start(reference, 'pilot', { ...options, ref: [pilot] });
};

const start = async (
  reference: string,
  kind: NonNullable<RunRequest['kind']>,
  options: StartOptions,
): Promise<void> => {
  const request = { ...runOptionsOf(options), ...overrideOf(options), kind };
  await withHost(options.data, async (host) => {
    refuseDetached(host, options);
    const { desk } = host;
    const found = await findCase(desk, reference);
    const path = casePath(found, '/tokens/runs');
    if (options.dryRun) {
      const planned = await desk.post<DryRun>(`${path}/dry`, request);
      return options.json ? printJson(planned) : print(formatDryRun(planned));
    }
    await seeThrough(host, found, options, () =>
      withConfirmation((confirm) => desk.post<Run>(path, { ...request, confirm }), options),
    );
  });
};

const resume = (
  reference: string,
  options: CommonOptions & Pick<StartOptions, 'detach' | 'overrideWindow'>,
): Promise<void> =>
  withHost(options.data, async (host) => {
    refuseDetached(host, options);
    const found = await findCase(host.desk, reference);
    await seeThrough(host, found, options, () =>
      host.desk.post<Run>(casePath(found, '/tokens/runs/resume'), overrideOf(options)),
    );
  });

/** Starts a run, and follows it to its end, unless it is left to the host. */
export const seeThrough = async (
  { desk }: Pick<HostAccess, 'desk'>,
  found: CaseView,
  { json, detach }: Pick<StartOptions, 'json' | 'detach'>,
  begin: () => Promise<Run>,
): Promise<void> => {
  const stop = detach ? undefined : stopSignal();
  const run = await begin();
  const watching = `${commandName()} tokens status ${caseArgument(found.name)} --follow`;
  const rows = formatCount(run.counts.rows, 'row');
  if (!json) remark(`${rows} on "${run.targetName}". Follow in a second terminal: ${watching}`);
  if (stop === undefined) return json ? printJson(run) : print(run.id);
  const last = await followRun({ desk, found, run, onStop: 'pause', quiet: json ?? false, stop });
  showRun(last, found, { json });
  await remarkOnLeftOut(desk, found, last, json ?? false);
};
