import { Argument, type Command, InvalidArgumentError } from 'commander';
import { type RunbookStep, type RunbookView, runbookSteps } from '#contract/runbook.ts';
import { casePath, findCase } from './find-case.ts';
import { formatNext } from './format/runbook.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { asYou, type CommonOptions } from './options.ts';
import { printJson, remark } from './output.ts';

/** Works with the runbook of a case, at its path in the API. */
export const onRunbook = (
  reference: string,
  { data }: CommonOptions,
  work: (desk: HttpClient, path: string) => Promise<void>,
): Promise<void> =>
  withHost(data, async ({ desk }) => work(desk, casePath(await findCase(desk, reference), '/runbook')));

/** Changes the runbook of a case, and shows what is next. */
export const changeRunbook = (
  reference: string,
  options: CommonOptions,
  work: (desk: HttpClient, path: string) => Promise<RunbookView>,
): Promise<void> =>
  onRunbook(reference, options, async (desk, path) => printNext(await work(desk, path), options));

export const printNext = (
  view: RunbookView,
  { json }: Pick<CommonOptions, 'json'>,
  result = 'Recorded.',
): void => {
  if (json) printJson(view);
  else remark(`${result} ${formatNext(view)}`);
};

/** A reason, and who decides. */
export interface Reasoned {
  readonly reason: string;
  readonly by?: string;
}

export const withReason = (command: Command): Command =>
  command
    .requiredOption('--reason <text>', 'reason, recorded')
    .option('--by <name>', `name of the person, recorded ${asYou}`);

/** A step of the runbook, by its name or its number. */
export const stepArgument = (): Argument =>
  new Argument('<step>', `${runbookSteps.join(', ')}; or 1 to ${runbookSteps.length}`).argParser(stepOf);

const stepOf = (text: string): RunbookStep => {
  const found = runbookSteps.find((step, at) => text === step || text === String(at + 1));
  if (found === undefined) {
    throw new InvalidArgumentError(`Allowed choices are ${runbookSteps.join(', ')}, or their numbers.`);
  }
  return found;
};
