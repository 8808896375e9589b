import { Argument, InvalidArgumentError } from 'commander';
import { type RunbookStep, runbookSteps } from '#contract/runbook.ts';

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
