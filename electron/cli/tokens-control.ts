import { type Command, Option } from 'commander';
import type { Run } from '#contract/token-runs.ts';
import { casePath } from './find-case.ts';
import { formatResume, progressLine } from './format/run.ts';
import { commandOnCase, onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { commandName, printJson, remark } from './output.ts';

/** `carryover tokens pause`: what was sent is awaited, nothing more is sent. */
export const tokensPauseCommand = (): Command => {
  const command = commandOnCase('pause', 'Pause the run after the calls in progress')
    .option('--reason <text>', 'reason, recorded')
    .addOption(new Option('--why <text>').hideHelp())
    .action(control('pause'));
  return withExamples(
    withJson(withData(command)),
    ['tokens pause acme', 'Pause; continue with `tokens resume acme`.'],
    ['tokens pause acme --reason "Their support asked us to wait"', 'With a recorded reason.'],
  );
};

/** `carryover tokens cancel`: for good. */
export const tokensCancelCommand = (): Command => {
  const command = commandOnCase('cancel', 'Cancel the run; finished rows stay migrated').action(
    control('cancel'),
  );
  return withExamples(withJson(withData(command)), [
    'tokens cancel acme',
    'Cancel the run; other rows stay ready.',
  ]);
};

interface PauseOptions extends CommonOptions {
  readonly reason?: string;
  readonly why?: string;
}

const control = (what: 'pause' | 'cancel') =>
  onCase(async ({ desk, found }, { why, reason = why, json }: PauseOptions) => {
    const body = reason === undefined ? undefined : { why: reason };
    const run = await desk.post<Run>(casePath(found, `/tokens/runs/${what}`), body);
    if (json) return printJson(run);
    remark(formatControl(run, found.name));
  });

/** By its state: it may have finished, or been cancelled by somebody else, meanwhile. */
export const formatControl = (run: Run, caseName: string): string => {
  const done = `${progressLine(run)}.`;
  if (run.state === 'cancelled') {
    return `Cancelled: ${done} Finished rows stay migrated (undo: \`tokens undo\`).`;
  }
  if (run.state === 'done') return `Already finished: ${done}`;
  return `Paused: ${done} ${formatResume(caseName, commandName())}`;
};
