import {
  type EligibilityRow,
  type Evidence,
  type Finding,
  findingLimit,
  type Verdict,
  type VerdictChange,
} from '#contract/eligibility.ts';

/** What is different since the verdict before: the state, the checks, and the findings that came and went. */
export const changeBetween = (
  before: Verdict,
  after: Verdict,
  evidence: readonly Evidence[],
): VerdictChange => {
  const countedBefore = countedIn(before);
  const countedAfter = countedIn(after);
  const known = new Map(evidence.flatMap(({ findings }) => findings.map((finding) => [finding.id, finding])));
  const only = (ids: ReadonlySet<string>, others: ReadonlySet<string>): Finding[] =>
    [...ids]
      .filter((id) => !others.has(id))
      .flatMap((id) => known.get(id) ?? [])
      .slice(0, findingLimit);
  const statesBefore = new Map(before.rows.map(({ row, state }) => [row, state]));
  return {
    ...(before.state === after.state ? {} : { state: { from: before.state, to: after.state } }),
    rows: after.rows.flatMap(({ row, state }) => {
      const from = statesBefore.get(row) ?? 'unknown';
      return from === state ? [] : [{ row, from, to: state }];
    }),
    gone: only(countedBefore, countedAfter),
    appeared: only(countedAfter, countedBefore),
  };
};

/**
 * Whether two verdicts say the same, whichever run of a collector each is based on. Texts are not compared: a verdict of
 * an earlier version, which words the same otherwise, is no other verdict.
 */
export const sameVerdict = (a: Verdict | undefined, b: Verdict): boolean =>
  a !== undefined && JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b));

const contentOf = ({ state, rows, actions }: Verdict) => [
  state,
  rows.map(({ row, state: is, source, findings, toReview = 0 }) => [row, is, source, findings, toReview]),
  actions.map(({ row, responsible }) => [row, responsible]),
];

const countedIn = (verdict: Verdict): ReadonlySet<string> =>
  new Set(verdict.rows.flatMap(({ findings }) => findings));

/** Checks with their results, for comparing two verdicts by these alone. */
export const statesOf = (rows: readonly { row: EligibilityRow; state: string }[]): string =>
  JSON.stringify(rows.map(({ row, state }) => [row, state]));
