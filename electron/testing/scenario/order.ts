import { parseDurationMs } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { eventTypeProblem } from '#contract/events.ts';
import {
  type Scenario,
  type ScenarioKind,
  type ScenarioStep,
  scenarioLimits,
  scenarioMakes,
  scenarioReferences,
} from '#contract/scenario.ts';
import type { ScenarioProblem } from '#testing/types.ts';

interface PlacedStep {
  readonly step: string;
  readonly action: ScenarioStep;
}

/** Everything that would only show on the way: instants, names that are not made yet, event types, and counts that are two. */
export const orderProblems = (scenario: Scenario): ScenarioProblem[] => {
  const steps = [
    ...(scenario.setup ?? []).map((action, n) => ({ step: `setup ${n + 1}`, action })),
    ...scenario.steps.map((action, n) => ({ step: `step ${n + 1}`, action })),
  ];
  return [
    ...timeProblems(steps),
    ...nameProblems(steps),
    ...eventTypeProblems(steps),
    ...fieldProblems(steps),
  ];
};

const mostMs = scenarioLimits.days * 86_400_000;

interface Instant {
  readonly ms: number;
  readonly at: string;
  readonly step: string;
}

const timeProblems = (steps: readonly PlacedStep[]): ScenarioProblem[] => {
  const problems: ScenarioProblem[] = [];
  let last: Instant = { ms: 0, at: 'PT0S', step: 'the start' };
  for (const { step, action } of steps) {
    const { at, since } = action as { readonly at?: string; readonly since?: string };
    if (since !== undefined) problems.push(...wrongDuration(since, { step, field: 'since' }));
    if (at === undefined) continue;
    const wrong = wrongDuration(at, { step, field: 'at' });
    problems.push(...(wrong.length > 0 ? wrong : beforeLast(at, step, last)));
    if (wrong.length === 0) last = { ms: parseDurationMs(at, 'at'), at, step };
  }
  return problems;
};

const beforeLast = (at: string, step: string, last: Instant): ScenarioProblem[] => {
  if (parseDurationMs(at, 'at') >= last.ms) return [];
  const message = `${at} is before ${last.at} of ${last.step}. Sort the steps by their instants.`;
  return [{ step, field: 'at', message }];
};

const wrongDuration = (
  text: string,
  place: { readonly step: string; readonly field: string },
): ScenarioProblem[] => {
  const ms = durationOf(text, place.field);
  if (typeof ms !== 'number') return [{ ...place, message: ms.message }];
  return ms > mostMs ? [{ ...place, message: `${text} is more than ${scenarioLimits.days} days.` }] : [];
};

const durationOf = (text: string, field: string): number | { readonly message: string } => {
  try {
    return parseDurationMs(text, field);
  } catch (error) {
    if (error instanceof CatalogueError) return { message: error.validation[0]?.message ?? error.message };
    throw error;
  }
};

const nameProblems = (steps: readonly PlacedStep[]): ScenarioProblem[] => {
  const problems: ScenarioProblem[] = [];
  const made = new Map<string, { readonly kind: ScenarioKind; readonly step: string }>();
  for (const { step, action } of steps) {
    for (const [kind, field, name] of referencesOf(action)) {
      const found = made.get(name);
      if (found?.kind === kind) continue;
      const message =
        found === undefined
          ? unknownName(name, kind, steps)
          : `"${name}" is a ${found.kind}, made by ${found.step}; a ${kind} is needed.`;
      problems.push({ step, field, message });
    }
    const kind = scenarioMakes[action.do];
    const { as } = action as { readonly as?: string };
    if (kind === undefined || as === undefined) continue;
    const before = made.get(as);
    if (before === undefined) made.set(as, { kind, step });
    else problems.push({ step, field: 'as', message: `${before.step} already gives the name "${as}".` });
  }
  return problems;
};

const unknownName = (name: string, kind: ScenarioKind, steps: readonly PlacedStep[]): string => {
  const later = steps.find(({ action }) => (action as { as?: string }).as === name);
  return later === undefined
    ? `No step makes a ${kind} with the name "${name}".`
    : `"${name}" is made by ${later.step} only. Move that before this one.`;
};

const referencesOf = (action: ScenarioStep): [ScenarioKind, string, string][] =>
  scenarioReferences.flatMap((field): [ScenarioKind, string, string][] => {
    // How a consumer breaks the connection.
    if (action.do === 'respond' && field === 'connection') return [];
    const name = (action as Partial<Record<string, unknown>>)[field];
    return typeof name === 'string' ? [[field, field, name]] : [];
  });

/** One that is mistyped never comes: an expectation of none would hold for the wrong reason. */
const eventTypeProblems = (steps: readonly PlacedStep[]): ScenarioProblem[] =>
  steps.flatMap(({ step, action }) => {
    const { eventType, eventTypes = [] } = action as {
      readonly eventType?: string;
      readonly eventTypes?: readonly string[];
    };
    const [field, asked] = eventType === undefined ? ['eventTypes', eventTypes] : ['eventType', [eventType]];
    return asked.flatMap((word) => {
      const problem = eventTypeProblem(word, field);
      return problem === undefined ? [] : [{ step, field, message: problem.message }];
    });
  });

const fieldProblems = (steps: readonly PlacedStep[]): ScenarioProblem[] =>
  steps.flatMap(({ step, action }): ScenarioProblem[] => {
    if ('count' in action && 'atLeast' in action) {
      return [{ step, field: 'atLeast', message: 'count says exactly how many: leave one of both out.' }];
    }
    if (
      action.do === 'respond' &&
      action.connection !== undefined &&
      (action.statusCode ?? action.body) !== undefined
    ) {
      return [
        { step, field: 'connection', message: 'A broken connection has no response: leave one of both out.' },
      ];
    }
    return [];
  });
