import { Command, Option } from 'commander';
import type { Run } from '#contract/token-runs.ts';
import { casePath } from './find-case.ts';
import { formatResume, progressLine } from './format/run.ts';
import { onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { commandName, printJson, remark } from './output.ts';

/** `carryover tokens pause`: what was sent is awaited, nothing more is sent. */
export const tokensPauseCommand = (): Command => {
  const command = new Command('pause')
    .description('Pause the run after the calls in progress')
    .argument('<case>')
    .option('--reason <text>', 'reason, recorded')
    .addOption(new Option('--why <text>').hideHelp())
    .action(pause);
  return withExamples(
    withJson(withData(command)),
    ['tokens pause acme', 'Pause; continue with `tokens resume acme`.'],
    ['tokens pause acme --reason "Their support asked us to wait"', 'With a recorded reason.'],
  );
};

/** `carryover tokens cancel`: for good. */
export const tokensCancelCommand = (): Command => {
  const command = new Command('cancel')
    .description('Cancel the run; finished rows stay migrated')
    .argument('<case>')
    .action(cancel);
  return withExamples(withJson(withData(command)), [
    'tokens cancel acme',
    'Cancel the run; other rows stay ready.',
  ]);
};

interface PauseOptions extends CommonOptions {
  readonly reason?: string;
  readonly why?: string;
}

const pause = onCase(async ({ desk, found }, options: PauseOptions) => {
  const why = options.reason ?? options.why;
  const body = why === undefined ? undefined : { why };
  const run = await desk.post<Run>(casePath(found, '/tokens/runs/pause'), body);
  if (options.json) return printJson(run);
  remark(formatControl(run, found.name));
});

const cancel = onCase(async ({ desk, found }, options: CommonOptions) => {
  const run = await desk.post<Run>(casePath(found, '/tokens/runs/cancel'));
  if (options.json) return printJson(run);
  remark(formatControl(run, found.name));
});

/** By what has become of it: it may have come to its end, or been cancelled by another, meanwhile. */
export const formatControl = (run: Run, caseName: string): string => {
  const done = `${progressLine(run)}.`;
  if (run.state === 'cancelled') {
    return `Cancelled: ${done} Finished rows stay migrated (undo: \`tokens undo\`).`;
  }
  if (run.state === 'done') return `Already finished: ${done}`;
  return `Paused: ${done} ${formatResume(caseName, commandName())}`;
};
