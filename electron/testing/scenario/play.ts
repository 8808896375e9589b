import { join } from 'node:path';
import { parseDurationMs } from '#base/clock.ts';
import type { ControlAbout } from '#contract/control.ts';
import type { ScenarioStep } from '#contract/scenario.ts';
import { stateExtension } from '#contract/states.ts';
import type { ControlClient } from '#testing/control-client.ts';
import { ScenarioError } from '#testing/scenario-error.ts';
import type { PlayOptions, ScenarioRun, ScenarioStepDone, Service } from '#testing/types.ts';
import { type Act, actions, type Made, type Stage } from './actions.ts';
import { expectations, Unexpected } from './expectations.ts';
import { createPublicApi } from './public-api.ts';
import { type ReadScenario, readScenario, stepName } from './read.ts';

const acts: Readonly<Record<string, unknown>> = { ...actions, ...expectations };

/** @throws ScenarioError */
export const playScenario = async (
  service: Service,
  control: ControlClient,
  given: string | object,
  options: PlayOptions = {},
): Promise<ScenarioRun> => {
  const read = readScenario(given);
  await checkClock(control, read);
  await beginWith(service, read);
  const api = createPublicApi(service);
  try {
    return await run(read, { service, control, api }, options);
  } finally {
    await api.close();
  }
};

const checkClock = async (control: ControlClient, { source }: ReadScenario): Promise<void> => {
  const { clock } = await control.call<ControlAbout>('GET', '');
  if (clock !== 'system') return;
  const message =
    'A scenario runs on virtual time, and this service is on system time. Start it with the clock "virtual".';
  throw new ScenarioError(source, [{ message }]);
};

const beginWith = async (service: Service, { scenario, source, folder }: ReadScenario): Promise<void> => {
  const { state } = scenario;
  if (state === undefined) return;
  const refuse = (message: string, cause?: unknown): never => {
    throw new ScenarioError(source, [{ field: 'state', message }], { cause });
  };
  const isFile = state.endsWith(stateExtension);
  if (isFile && folder === undefined) {
    refuse('A file of a state lies beside the file of its scenario, and this one has none.');
  }
  await service
    .restore(isFile ? join(folder as string, state) : state)
    .catch((error: Error) => refuse(error.message, error));
};

const run = async (
  { scenario, source }: ReadScenario,
  parts: Pick<Stage, 'service' | 'control' | 'api'>,
  { onStep = () => {} }: PlayOptions,
): Promise<ScenarioRun> => {
  const { clock } = parts.service;
  const start = await clock.now();
  const named = new Map<string, Made>();
  const instant = (after = 'PT0S'): string =>
    new Date(start.getTime() + parseDurationMs(after, 'at')).toISOString();
  const stage: Stage = {
    ...parts,
    instant,
    made: (name) => named.get(name) as Made,
    keep: (name, made) => {
      if (name !== undefined) named.set(name, made);
    },
  };
  const done: ScenarioStepDone[] = [];
  const result = (): ScenarioRun => ({
    name: scenario.name,
    start: start.toISOString(),
    steps: [...done],
    ids: Object.fromEntries([...named].map(([name, { id }]) => [name, id])),
  });
  let at = 'PT0S';
  const take = async (step: string, action: ScenarioStep): Promise<void> => {
    at = action.at ?? at;
    try {
      // What was due by then is done first, and what the step before set off.
      await clock.to(instant(at));
      const text = await (acts[action.do] as Act<typeof action.do>)(action as never, stage);
      // So that what comes at the same instant finds its deliveries made.
      await clock.to(instant(at));
      const one: ScenarioStepDone = { step, do: action.do, after: at, at: instant(at), text };
      done.push(one);
      onStep(one);
    } catch (error) {
      throw failure(error, source, `${step} (${action.do} at ${at})`, result());
    }
  };
  for (const [n, action] of (scenario.setup ?? []).entries()) await take(stepName('setup', n), action);
  for (const [n, action] of scenario.steps.entries()) await take(stepName('steps', n), action);
  return result();
};

const failure = (cause: unknown, source: string, step: string, done: ScenarioRun): unknown => {
  if (!(cause instanceof Error)) return cause;
  const field = cause instanceof Unexpected ? { field: cause.field } : {};
  return new ScenarioError(source, [{ step, ...field, message: cause.message }], { run: done, cause });
};
