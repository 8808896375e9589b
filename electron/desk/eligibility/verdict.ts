import { parseInstant } from '#base/clock.ts';
import {
  type EligibilityRow,
  type Evidence,
  findingLimit,
  type RowResult,
  type RowState,
  type SeenFinding,
  type Verdict,
} from '#contract/eligibility.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import { actionsOf } from './actions.ts';
import { type Assessment, assess, type Dismissals } from './assessment.ts';
import { type CheckDefinition, checkDefinitions } from './check-definitions.ts';
import { effective, evidenceFor, type RecordOrder } from './effective.ts';
import { isAfter, latest } from './later-absence.ts';
import { missingOf } from './missing.ts';
import type { DismissedMentions } from './open-mentions.ts';
import { coversCalls } from './seen-calls.ts';
import type { Coverages } from './test-runs/coverage.ts';

/** A result that a person states. */
interface Stated {
  readonly state: 'present' | 'absent';
  readonly by: string;
}

export interface VerdictGrounds {
  readonly evidence: readonly Evidence[];
  readonly dismissals: Dismissals;
  /** Mentions of source code that a person dismissed. */
  readonly dismissedMentions?: DismissedMentions;
  /** Of test runs, by evidence. */
  readonly coverages?: Coverages;
  /** In any order; the latest for a check counts. */
  readonly answers: readonly (Stated & {
    readonly row: string;
    readonly at: string;
    readonly note: string;
  })[];
  /** Those in effect, by check. */
  readonly overrides: ReadonlyMap<string, Override>;
  /** Which evidence was recorded later, as a clock may have been wrong; by its times alone, if left out. */
  readonly order?: RecordOrder;
}

interface Override extends Stated {
  readonly reason: string;
  /** The findings at that time; unknown: it applies to all. */
  readonly seen?: readonly SeenFinding[];
}

/**
 * The verdict: a pure function of its grounds, whatever order they came in. An override counts most, until there
 * are other findings; presence beats absence; weak findings alone settle nothing; absence must be shown, and after the
 * last finding. Source: `docs/reference/rules/eligibility.md#verdict`.
 */
export const reachVerdict = (grounds: VerdictGrounds): Verdict => {
  const evidence = [...new Map(grounds.evidence.map((one) => [one.id, one])).values()];
  const results = checkDefinitions.map((definition) => resultOf(definition, { ...grounds, evidence }));
  const blocking = results.filter(({ blocks }) => blocks).map(({ state }) => state);
  const state = blocking.includes('present')
    ? 'blocked'
    : blocking.includes('unknown')
      ? 'undetermined'
      : 'eligible';
  return { state, rows: results, actions: actionsOf(results, evidence) };
};

const resultOf = (definition: CheckDefinition, grounds: VerdictGrounds): RowResult => {
  const { row, effect } = definition;
  const evidence = evidenceFor(row, grounds.evidence);
  const dismissed = grounds.dismissedMentions ?? new Set();
  const { dismissals, coverages } = grounds;
  const assessmentOf = (one: Evidence): Assessment =>
    assess(row, one, { dismissals, dismissedMentions: dismissed, coverages: coverages ?? new Map() });
  const assessments = effective(evidence, grounds.order ?? new Map()).map(assessmentOf);
  // Of replaced evidence too: what was found, was found.
  const observed = evidence.map(assessmentOf).filter(({ says }) => says === 'present');
  const settled = settle(definition, { assessments, observed }, grounds);
  const findings = assessments.flatMap((one) => one.findings.map(({ id }) => id));
  const toReview = assessments.reduce((sum, one) => sum + one.toReview, 0);
  return {
    row,
    blocks: effect === 'blocks' && settled.state !== 'absent',
    evidence: assessments.map((one) => one.evidence.id),
    findings: [...new Set(findings)].sort().slice(0, findingLimit),
    ...settled,
    ...(settled.state === 'unknown' ? { missing: missingOf(definition, assessments) } : {}),
    ...(toReview > 0 ? { toReview } : {}),
  };
};

const settle = (
  definition: CheckDefinition,
  { assessments, observed }: Record<'assessments' | 'observed', readonly Assessment[]>,
  grounds: VerdictGrounds,
): Pick<RowResult, 'state' | 'source' | 'because'> => {
  const { row } = definition;
  /** Reasons for the state come first. */
  const reasonsFor = (state: RowState): string[] =>
    [...assessments]
      .sort((a, b) => Number(b.says === state) - Number(a.says === state))
      .map(({ because }) => because)
      .filter((text) => text !== '');
  const override = grounds.overrides.get(row);
  if (override !== undefined && applies(override, assessments)) {
    const { state, by, reason } = override;
    return {
      state,
      source: 'overrule',
      because: [
        `${by} overrode the result: ${formatRowState(state)}. Reason: ${reason}`,
        ...reasonsFor(state),
      ],
    };
  }
  const answer = lastAnswer(row, grounds.answers);
  const statements = [
    ...(override === undefined ? [] : [formatLapsed(override)]),
    ...(answer === undefined
      ? []
      : [`${answer.by} answered: ${formatRowState(answer.state)}. ${answer.note}`]),
  ];
  const by = (state: RowState, source: RowResult['source']) => ({
    state,
    source,
    because: [
      ...statements,
      ...(state === 'unknown' ? latest(observed).map(foundEarlier) : []),
      ...reasonsFor(state),
    ],
  });
  if (assessments.some(({ says }) => says === 'present')) return by('present', 'evidence');
  if (answer?.state === 'present') return by('present', 'answer');
  if (absenceShown(assessments, observed)) return by('absent', 'evidence');
  if (answer?.state === 'absent' && definition.absentByAnswer) return by('absent', 'answer');
  return by('unknown', 'nothing');
};

/** An override to absent applies to the findings of its time. */
const applies = ({ state, seen }: Override, assessments: readonly Assessment[]): boolean => {
  if (state === 'present' || seen === undefined) return true;
  const known = new Map(seen.map((one) => [one.id, one]));
  return assessments
    .flatMap(({ findings }) => findings)
    .every((finding) => {
      const one = known.get(finding.id);
      return one !== undefined && coversCalls(one.calls, finding);
    });
};

const formatLapsed = ({ state, by, reason }: Override): string =>
  `${by} overrode the result before the latest findings: ${formatRowState(state)}. Reason: ${reason}. Override it again if that still applies.`;

const foundEarlier = ({ evidence: { origin } }: Assessment): string =>
  `Found earlier (${origin}). Only later evidence can show that it is gone.`;

/**
 * One collector that shows absence is enough, if it shows it after every finding. Of source code every scope must show
 * it, as each is another part of the application, and of test runs every suite; traffic is a sample of the same.
 */
const absenceShown = (assessments: readonly Assessment[], observed: readonly Assessment[]): boolean => {
  // What is to review may be a call that a week of traffic did not hold.
  if (assessments.some(({ toReview }) => toReview > 0)) return false;
  const source = assessments.filter(({ evidence }) => evidence.collector === 'source');
  const runs = assessments.filter(({ evidence }) => evidence.collector === 'exec');
  const others = assessments.filter((one) => !source.includes(one) && !runs.includes(one));
  const shown = (one: Assessment): boolean =>
    one.says === 'absent' && observed.every((presence) => isAfter(one, presence));
  const everyShown = (all: readonly Assessment[]): boolean => all.length > 0 && all.every(shown);
  return others.some(shown) || everyShown(source) || everyShown(runs);
};

/** The latest counts; of two at the same time, the one that says present. */
const lastAnswer = (
  row: EligibilityRow,
  answers: VerdictGrounds['answers'],
): VerdictGrounds['answers'][number] | undefined =>
  answers
    .filter((answer) => answer.row === row)
    .toSorted(
      (a, b) =>
        parseInstant(b.at, 'at') - parseInstant(a.at, 'at') ||
        b.state.localeCompare(a.state) ||
        textOf(a).localeCompare(textOf(b)),
    )
    .at(0);

const textOf = ({ by, note }: { by: string; note: string }): string => JSON.stringify([by, note]);
