import type { DecisionContent, DecisionKind } from '#contract/runbook-decisions.ts';
import { companyKey } from './company-key.ts';
import type { CaseState, CompanyDecision, OnRecord } from './state.ts';

/** What was decided about companies that are not migrated: with the runbook of the case, where it has one. */

export type Decisions = ReadonlyMap<string, CompanyDecision>;
export type Deciding = Pick<CaseState, 'runbook' | 'exclusions'>;

export const decisionsIn = ({ runbook, exclusions }: Deciding): Decisions => runbook?.decisions ?? exclusions;

/** Companies that are excluded by name. */
export const exclusionsIn = (state: Deciding): CompanyDecision[] =>
  [...decisionsIn(state).values()].filter(({ kind }) => kind === 'excluded');

export const decided = (
  state: CaseState,
  kind: DecisionKind,
  { companies, by, reason }: DecisionContent<'failuresAccepted'>,
  record: OnRecord,
): Partial<CaseState> => {
  const after = new Map(decisionsIn(state));
  for (const company of companies) after.set(companyKey(company), { kind, company, by, reason, ...record });
  return withDecisions(state, after, record);
};

export const withdrawn = (
  state: CaseState,
  companies: DecisionContent<'decisionsWithdrawn'>['companies'],
  record: OnRecord,
): Partial<CaseState> => {
  const after = new Map(decisionsIn(state));
  for (const company of companies) after.delete(companyKey(company));
  return withDecisions(state, after, record);
};

const withDecisions = ({ runbook }: CaseState, after: Decisions, { seq }: OnRecord): Partial<CaseState> =>
  runbook === undefined ? { exclusions: after } : { runbook: { ...runbook, decisions: after, decided: seq } };
