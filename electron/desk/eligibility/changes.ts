import {
  type EligibilityRow,
  type Evidence,
  type Finding,
  findingLimit,
  type Verdict,
  type VerdictChange,
} from '#contract/eligibility.ts';

/** What is different since the verdict before: the state, the rows, and the findings that came and went. */
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

/** Whether two verdicts say the same, whichever run of a collector each stands on. */
export const sameVerdict = (a: Verdict | undefined, b: Verdict): boolean =>
  a !== undefined && JSON.stringify(gist(a)) === JSON.stringify(gist(b));

const gist = ({ state, rows, actions }: Verdict) => [
  state,
  rows.map(({ row, state, source, findings }) => [row, state, source, findings]),
  actions.map(({ row, responsible, what }) => [row, responsible, what]),
];

const countedIn = (verdict: Verdict): ReadonlySet<string> =>
  new Set(verdict.rows.flatMap(({ findings }) => findings));

/** Rows and what they are, for comparing two verdicts by their rows alone. */
export const statesOf = (rows: readonly { row: EligibilityRow; state: string }[]): string =>
  JSON.stringify(rows.map(({ row, state }) => [row, state]));
