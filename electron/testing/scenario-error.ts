import type { ScenarioProblem, ScenarioRun } from './types.ts';

/** A scenario that can't be played, or that did not come out as it says: which file, which step, which field. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  /** Every problem that was found before anything was done; one, if a step failed. */
  readonly problems: readonly ScenarioProblem[];
  /** What was done until a step failed; undefined: nothing. */
  readonly run: ScenarioRun | undefined;

  constructor(
    source: string,
    problems: readonly ScenarioProblem[],
    more: { run?: ScenarioRun; cause?: unknown } = {},
  ) {
    super(problems.map((one) => `${source}${placeOf(one)}: ${one.message}`).join('\n'), {
      ...(more.cause === undefined ? {} : { cause: more.cause }),
    });
    this.problems = problems;
    this.run = more.run;
  }
}

const placeOf = ({ step, field }: ScenarioProblem): string =>
  [step, field]
    .filter((part) => part !== undefined)
    .map((part) => `, ${part}`)
    .join('');
