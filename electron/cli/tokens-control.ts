import { Command } from 'commander';
import type { Run } from '#contract/token-runs.ts';
import { casePath, findCase } from './find-case.ts';
import { formatResume, progressLine } from './format/run.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { commandName, printJson, remark } from './output.ts';

/** `carryover tokens pause`: what was sent is awaited, nothing more is sent. */
export const tokensPauseCommand = (): Command => {
  const command = new Command('pause')
    .description('Pause the run of a case; answers when nothing is under way any more')
    .argument('<case>')
    .option('--why <text>', 'put on record')
    .action(pause);
  return withExamples(
    withJson(withData(command)),
    ['tokens pause acme', 'Pause it; `tokens resume acme` goes on.'],
    ['tokens pause acme --why "Their support asked us to wait"', 'With a reason, which stays in the case.'],
  );
};

/** `carryover tokens cancel`: for good. */
export const tokensCancelCommand = (): Command => {
  const command = new Command('cancel')
    .description('End the run of a case for good; what was done stays')
    .argument('<case>')
    .action(cancel);
  return withExamples(withJson(withData(command)), [
    'tokens cancel acme',
    'End it. Rows that were not reached stay ready for another run.',
  ]);
};

const pause = (reference: string, options: CommonOptions & { readonly why?: string }): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const found = await findCase(desk, reference);
    const body = options.why === undefined ? undefined : { why: options.why };
    const run = await desk.post<Run>(casePath(found, '/tokens/runs/pause'), body);
    if (options.json) return printJson(run);
    remark(formatControl(run, found.name));
  });

const cancel = (reference: string, options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const found = await findCase(desk, reference);
    const run = await desk.post<Run>(casePath(found, '/tokens/runs/cancel'));
    if (options.json) return printJson(run);
    remark(formatControl(run, found.name));
  });

/** By what has become of it: it may have come to its end, or been cancelled by another, meanwhile. */
export const formatControl = (run: Run, caseName: string): string => {
  const done = `${progressLine(run)}.`;
  if (run.state === 'cancelled') {
    return `Cancelled: ${done} What was done stays; \`tokens undo\` takes it back.`;
  }
  if (run.state === 'done') return `It had come to its end: ${done}`;
  return `Paused: ${done} ${formatResume(caseName, commandName())}`;
};
