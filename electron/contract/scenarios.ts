import { type Static, Type } from 'typebox';
import { Closed, MapOf, UtcDate } from './common.ts';

/** Scenarios as the desk lists and plays them. The file itself: `scenario.ts`. */

export const ScenarioSummary = Closed(
  {
    name: Type.String({ description: 'What it is played by.' }),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    steps: Type.Integer({ minimum: 0, description: 'With those of its setup.' }),
    lengthMs: Type.Integer({ minimum: 0, description: 'Of virtual time, from its start to its last step.' }),
  },
  { title: 'ScenarioSummary' },
);
export type ScenarioSummary = Static<typeof ScenarioSummary>;
export const ScenarioList = Closed({ results: Type.Array(ScenarioSummary) }, { title: 'ScenarioList' });
export type ScenarioList = Static<typeof ScenarioList>;

export const PlayRequest = Closed(
  {
    scenario: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), MapOf(Type.Unknown())], {
      description: 'The name of one that comes with the product, or what its file holds.',
    }),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Of generated data; that of the scenario, or a random one, if left out.',
      }),
    ),
  },
  { title: 'PlayRequest' },
);
export type PlayRequest = Static<typeof PlayRequest>;

export const PlayedStep = Closed(
  {
    step: Type.String({ description: 'setup 1, step 1: by their numbers in the file.' }),
    do: Type.String({ description: 'Its action.' }),
    after: Type.String({ description: 'From the start, such as PT5M.' }),
    at: Type.Unsafe<string>({ ...UtcDate, description: 'Of virtual time.' }),
    text: Type.String({ description: 'What it did or found.' }),
  },
  { title: 'PlayedStep' },
);
export type PlayedStep = Static<typeof PlayedStep>;

export const PlayedScenario = Closed(
  {
    name: Type.String(),
    title: Type.String(),
    seed: Type.Integer({ description: 'The same seed gives the same ids and data.' }),
    start: Type.Unsafe<string>({ ...UtcDate, description: 'Of virtual time.' }),
    total: Type.Integer({ minimum: 0, description: 'Steps that it has.' }),
    steps: Type.Array(PlayedStep, { description: 'Those that were done.' }),
    problem: Type.Optional(
      Closed(
        {
          step: Type.String({ description: 'The one that did not come out; none after it was done.' }),
          field: Type.Optional(Type.String()),
          message: Type.String(),
        },
        { description: 'Omitted: everything was as the scenario says.' },
      ),
    ),
  },
  { title: 'PlayedScenario' },
);
export type PlayedScenario = Static<typeof PlayedScenario>;

/** A scenario that was looked through. */
export interface ReadyScenario {
  /** Steps, with those of its setup. */
  readonly total: number;
  /**
   * On a service of its own, on virtual time, which is gone afterwards. Of a saved state in it nothing is changed.
   * @param signal ends it
   * @throws CatalogueError `request.invalid` for a state that can't be used
   */
  play(signal: AbortSignal, onStep: (done: number, step: PlayedStep) => void): Promise<PlayedScenario>;
}

/** Injected by the host, like `ServiceControl`. */
export interface Scenarios {
  /** Those that come with the product. */
  list(): ScenarioSummary[];
  /** @throws CatalogueError `request.invalid` with every problem, `scenario.notFound` */
  read(request: PlayRequest): ReadyScenario;
}
