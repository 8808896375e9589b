import { Command } from 'commander';
import { formatInstant } from '#contract/format.ts';
import { startService } from '#testing/index.ts';
import { readScenario } from '#testing/scenario/read.ts';
import { ScenarioError } from '#testing/scenario-error.ts';
import type { ScenarioStepDone } from '#testing/types.ts';
import { CommandError } from './command-error.ts';
import { integer, withExamples } from './options.ts';
import { print, printJson, remark } from './output.ts';

interface Options {
  readonly seed?: number;
  readonly json?: true;
}

/** `carryover play`: timed steps on a service of their own. */
export const playCommand = (): Command =>
  withExamples(
    new Command('play')
      .description('Play a scenario on a service of its own, on virtual time')
      .argument('<scenario>', 'file, or consumer-outage, rotation-race, failed-cutover')
      .option('--seed <n>', 'seed of generated data (default: that of the scenario, or random)', integer(0))
      .option('--json', 'each step as a line of JSON')
      .action(play),
    ['play consumer-outage', 'One that comes with the product.'],
    ['play night.scenario.json --json', 'Your own, for scripts; the exit code is 1 if it does not come out.'],
  );

const play = async (given: string, options: Options): Promise<void> => {
  try {
    await playOn(given, options);
  } catch (error) {
    if (error instanceof ScenarioError) throw new CommandError(error.message, 1, { cause: error });
    throw error;
  }
};

const playOn = async (given: string, { seed, json }: Options): Promise<void> => {
  // Before a service is started for it.
  const { scenario } = readScenario(given);
  const wanted = seed ?? scenario.seed;
  await using service = await startService(wanted === undefined ? {} : { seed: wanted });
  if (!json) print(scenario.title ?? scenario.name);
  const { steps } = await service.play(given, { onStep: json ? printJson : printStep });
  if (!json) remark(`${steps.length} steps, as the scenario says. Seed: ${service.seed}.`);
};

const printStep = ({ step, at, after, text }: ScenarioStepDone): void =>
  print(`${formatInstant(at)}  ${after.padEnd(9)} ${step.padEnd(9)} ${text}`);
