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
import { missingOf } from './missing.ts';
import { isAfter, latest } from './observations.ts';
import type { DismissedMentions } from './open-mentions.ts';
import { coversCalls } from './seen-calls.ts';

/** What a person said about a row. */
export interface Said {
  readonly state: 'present' | 'absent';
  readonly by: string;
}

export interface VerdictGrounds {
  readonly evidence: readonly Evidence[];
  readonly dismissals: Dismissals;
  /** Mentions of source code that are no uses, as a person says. */
  readonly dismissedMentions?: DismissedMentions;
  /** All of them, in any order; the latest for a row counts. */
  readonly answers: readonly (Said & { readonly row: string; readonly at: string; readonly note: string })[];
  /** By row: those in force. */
  readonly overrules: ReadonlyMap<string, Override>;
  /** Which evidence came later into the record, as a clock may have been wrong; by its times alone, if left out. */
  readonly order?: RecordOrder;
}

interface Override extends Said {
  readonly reason: string;
  /** The findings that there were; if it is not known, it holds against all. */
  readonly seen?: readonly SeenFinding[];
}

/**
 * The verdict: a pure function of its grounds, whatever order they came in. An overrule counts most, until something
 * else is seen; presence beats absence; weak findings alone settle nothing; absence must be shown, and after whatever
 * was seen. Source: `docs/reference/rules/eligibility.md#verdict`.
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
  const speaking = evidenceFor(row, grounds.evidence);
  const dismissed = grounds.dismissedMentions ?? new Set();
  const assessmentOf = (one: Evidence): Assessment => assess(row, one, grounds.dismissals, dismissed);
  const assessments = effective(speaking, grounds.order ?? new Map()).map(assessmentOf);
  // Superseded ones too: what was seen, was seen.
  const observations = speaking.map(assessmentOf).filter(({ says }) => says === 'present');
  const settled = settle(definition, { assessments, observations }, grounds);
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
  { assessments, observations }: Record<'assessments' | 'observations', readonly Assessment[]>,
  grounds: VerdictGrounds,
): Pick<RowResult, 'state' | 'source' | 'because'> => {
  const { row } = definition;
  /** What holds the state up comes first. */
  const seenFor = (state: RowState): string[] =>
    [...assessments]
      .sort((a, b) => Number(b.says === state) - Number(a.says === state))
      .map(({ because }) => because)
      .filter((text) => text !== '');
  const overrule = grounds.overrules.get(row);
  if (overrule !== undefined && holds(overrule, assessments)) {
    const { state, by, reason } = overrule;
    return {
      state,
      source: 'overrule',
      because: [`${by} overrode the result: ${formatRowState(state)}. Reason: ${reason}`, ...seenFor(state)],
    };
  }
  const answer = lastAnswer(row, grounds.answers);
  const told = [
    ...(overrule === undefined ? [] : [lapsed(overrule)]),
    ...(answer === undefined
      ? []
      : [`${answer.by} answered: ${formatRowState(answer.state)}. ${answer.note}`]),
  ];
  const by = (state: RowState, source: RowResult['source']) => ({
    state,
    source,
    because: [
      ...told,
      ...(state === 'unknown' ? latest(observations).map(seenBefore) : []),
      ...seenFor(state),
    ],
  });
  if (assessments.some(({ says }) => says === 'present')) return by('present', 'evidence');
  if (answer?.state === 'present') return by('present', 'answer');
  if (absenceShown(assessments, observations)) return by('absent', 'evidence');
  if (answer?.state === 'absent' && definition.absentByAnswer) return by('absent', 'answer');
  return by('unknown', 'nothing');
};

/** An absence was overruled for what there was to see then. */
const holds = ({ state, seen }: Override, assessments: readonly Assessment[]): boolean => {
  if (state === 'present' || seen === undefined) return true;
  const known = new Map(seen.map((one) => [one.id, one]));
  return assessments
    .flatMap(({ findings }) => findings)
    .every((finding) => {
      const one = known.get(finding.id);
      return one !== undefined && coversCalls(one.calls, finding);
    });
};

const lapsed = ({ state, by, reason }: Override): string =>
  `${by} overrode the result before the latest findings: ${formatRowState(state)}. Reason: ${reason}. Override it again if that still applies.`;

const seenBefore = ({ evidence: { origin } }: Assessment): string =>
  `Found earlier (${origin}). Only later evidence can show that it is gone.`;

/**
 * One collector that shows absence is enough, if it shows it after every sighting. Of source code every scope must show
 * it, as each is another part of the application; windows of traffic are samples of the same.
 */
const absenceShown = (assessments: readonly Assessment[], observations: readonly Assessment[]): boolean => {
  // What is to review may be a call that a week of traffic did not hold.
  if (assessments.some(({ toReview }) => toReview > 0)) return false;
  const source = assessments.filter(({ evidence }) => evidence.collector === 'source');
  const others = assessments.filter(({ evidence }) => evidence.collector !== 'source');
  const shown = (one: Assessment): boolean =>
    one.says === 'absent' && observations.every((observation) => isAfter(one, observation));
  return others.some(shown) || (source.length > 0 && source.every(shown));
};

/** The later one counts; of two at the same time, the one that says present. */
const lastAnswer = (
  row: EligibilityRow,
  answers: VerdictGrounds['answers'],
): VerdictGrounds['answers'][number] | undefined =>
  answers
    .filter((answer) => answer.row === row)
    .map((answer) => ({ answer, at: parseInstant(answer.at, 'at') }))
    .sort(
      (a, b) =>
        b.at - a.at || rank(a.answer) - rank(b.answer) || textOf(a.answer).localeCompare(textOf(b.answer)),
    )
    .at(0)?.answer;

const rank = ({ state }: Said): number => (state === 'present' ? 0 : 1);
const textOf = ({ by, note }: { by: string; note: string }): string => JSON.stringify([by, note]);
