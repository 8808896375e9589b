import { parseDurationMs } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { Scenario } from '#contract/scenario.ts';
import type {
  PlayedScenario,
  PlayedStep,
  PlayRequest,
  ScenarioSummary,
  Scenarios,
} from '#contract/scenarios.ts';
import { stateExtension } from '#contract/states.ts';
import { type Kit, onLoopback, openKit } from '#kit/index.ts';
import { stateFile } from '#kit/state-file.ts';
import { StartError } from '#local/start-error.ts';
import { isShipped, readScenario, shippedScenarios } from '#testing/scenario/read.ts';
import { ScenarioError } from '#testing/scenario-error.ts';
import { connect } from '#testing/service.ts';
import type { ScenarioProblem, Service } from '#testing/types.ts';

interface ScenariosOptions {
  /** Its saved states may be what a scenario begins with. */
  readonly dataDir: string;
  /** What their secrets are sealed under. */
  readonly dataKey: Buffer;
}

/** Scenarios for the desk: played as by `carryover play`, on a service of their own. */
export const createScenarios = (options: ScenariosOptions): Scenarios => ({
  list: () => shippedScenarios.map((name) => summaryOf(readScenario(name).scenario)),
  read({ scenario: given, seed }: PlayRequest) {
    if (typeof given === 'string' && !isShipped(given)) {
      throw new CatalogueError('scenario.notFound', { name: given, names: shippedScenarios.join(', ') });
    }
    const scenario = inWords(() => readScenario(given).scenario);
    const { state, ...rest } = scenario;
    const file = state === undefined ? undefined : inWords(() => stateOf(state, options.dataDir));
    const { title, steps: total } = summaryOf(scenario);
    return {
      total,
      play: async (signal, onStep) => {
        const playing = { scenario: rest, seed: seed ?? scenario.seed, file, signal, onStep };
        const played = await playOn(playing, options.dataKey);
        return { name: scenario.name, title, total, ...played };
      },
    };
  },
});

const summaryOf = ({ name, title = name, description, setup = [], steps }: Scenario): ScenarioSummary => ({
  name,
  title,
  ...(description === undefined ? {} : { description }),
  steps: setup.length + steps.length,
  lengthMs: parseDurationMs(steps.findLast(({ at }) => at !== undefined)?.at ?? 'PT0S', 'at'),
});

interface Playing {
  readonly scenario: Scenario;
  readonly seed: number | undefined;
  /** Of the state that it begins with. */
  readonly file: string | undefined;
  readonly signal: AbortSignal;
  readonly onStep: (done: number, step: PlayedStep) => void;
}

const playOn = async (
  { scenario, seed, file, signal, onStep }: Playing,
  dataKey: Buffer,
): Promise<Pick<PlayedScenario, 'seed' | 'start' | 'steps' | 'problem'>> => {
  const { stop, ...address } = await openOwn(seed, dataKey);
  await using service = await connect(address, () => stop(0));
  // What it is at fails then, and with it the scenario.
  signal.addEventListener('abort', service.stop, { once: true });
  try {
    signal.throwIfAborted();
    if (file !== undefined) await restore(service, file);
    const played = await playedBy(service, scenario, onStep);
    signal.throwIfAborted();
    return { seed: service.seed, ...played };
  } finally {
    signal.removeEventListener('abort', service.stop);
  }
};

const openOwn = async (seed: number | undefined, dataKey: Buffer): Promise<Kit> => {
  try {
    return await openKit({
      clock: 'virtual',
      ...(seed === undefined ? {} : { seed }),
      keyOf: dataKey,
      ...onLoopback,
      allowPrivate: false,
      log: silentLog(),
    });
  } catch (cause) {
    if (!(cause instanceof StartError)) throw cause;
    throw new CatalogueError('scenario.notPlayed', { problem: cause.message }, [], { cause });
  }
};

const restore = (service: Service, file: string): Promise<unknown> =>
  service.restore(file).catch((error: Error) => {
    throw problemsAs([{ field: 'state', message: error.message }]);
  });

const playedBy = async (
  service: Service,
  scenario: Scenario,
  onStep: Playing['onStep'],
): Promise<Pick<PlayedScenario, 'start' | 'steps' | 'problem'>> => {
  let done = 0;
  try {
    const { start, steps } = await service.play(scenario, { onStep: (step) => onStep(++done, step) });
    return { start, steps: [...steps] };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const [problem] = error.problems;
    if (problem?.step === undefined || error.run === undefined) throw problemsAs(error.problems);
    const { step, field, message } = problem;
    return {
      start: error.run.start,
      steps: [...error.run.steps],
      problem: { step, ...(field === undefined ? {} : { field }), message },
    };
  }
};

const stateOf = (state: string, dataDir: string): string => {
  if (state.endsWith(stateExtension)) {
    const message =
      'A file of a state is not read here. Add it to the saved states, and give the name that it has there.';
    throw new ScenarioError('The scenario', [{ field: 'state', message }]);
  }
  try {
    return stateFile(state, dataDir);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new ScenarioError('The scenario', [{ field: 'state', message: error.message }]);
  }
};

const inWords = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw error instanceof ScenarioError ? problemsAs(error.problems) : error;
  }
};

const problemsAs = (problems: readonly ScenarioProblem[]): CatalogueError =>
  invalid(
    ...problems.map(({ step, field, message }) => {
      const place = [step, field].filter((part) => part !== undefined).join(', ');
      return {
        itemId: place === '' ? 'scenario' : place,
        message: place === '' ? message : `${place}: ${message}`,
        validatorName: 'scenario',
      };
    }),
  );
