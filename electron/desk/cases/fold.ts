import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import { foldApprovals } from './fold-approvals.ts';
import { foldCase } from './fold-case.ts';
import { foldCutover } from './fold-cutover.ts';
import { foldEligibility } from './fold-eligibility.ts';
import { foldEndpoints } from './fold-endpoints.ts';
import { foldExchange, foldGiven } from './fold-exchange.ts';
import { foldMails } from './fold-mails.ts';
import { foldRunbook } from './fold-runbook.ts';
import { foldTarget } from './fold-target.ts';
import { foldTokens } from './fold-tokens.ts';
import type { CaseState, Change, Changes, OnRecord } from './state.ts';

/** One entry, as the fold takes it. */
export interface FoldedEntry extends OnRecord {
  readonly action: CaseAction;
  /** Of the chain up to here. */
  readonly digest: string;
}

const changes: Changes<Exclude<CaseAction['kind'], 'case.opened'>> = {
  ...foldCase,
  ...foldEligibility,
  ...foldCutover,
  ...foldEndpoints,
  ...foldTarget,
  ...foldTokens,
  ...foldRunbook,
  ...foldExchange,
  ...foldMails,
  ...foldApprovals,
};

/**
 * The case after one entry more.
 * @param state undefined before the first entry, which opens the case
 * @throws Error if the chain does not begin by opening the case, or opens it again
 */
export const fold = (caseId: string, state: CaseState | undefined, entry: FoldedEntry): CaseState => {
  const { action, seq, at, actor, digest } = entry;
  const after = { revision: seq, digest, updated: at };
  if (action.kind === 'case.opened') {
    if (state !== undefined) throw new Error(`Entry ${seq} opens the case a second time.`);
    return { ...opened(caseId, action.content, { seq, at, actor }), ...after };
  }
  if (state === undefined) throw new Error('The first entry does not open the case.');
  const change = changes[action.kind] as Change<typeof action.kind>;
  const changed = change(state, action.content as never, { seq, at, actor });
  return { ...state, ...changed, ...foldGiven(state, action), ...after };
};

const opened = (
  id: string,
  { steps, ...content }: CaseActionOf<'case.opened'>['content'],
  { seq, at }: OnRecord,
): CaseState => ({
  id,
  ...content,
  state: 'open',
  revision: seq,
  digest: '',
  created: at,
  updated: at,
  contacts: [],
  approvals: new Map(),
  mails: [],
  mailTemplates: new Map(),
  notes: [],
  attachments: [],
  steps: steps.map((step) => ({ ...step, state: 'open', since: at })),
  moved: new Map(),
  evidence: [],
  observations: [],
  dismissals: new Map(),
  mentionDismissals: [],
  coverages: new Map(),
  removedEvidence: [],
  answers: [],
  overrides: new Map(),
  verdicts: [],
  grants: [],
  cutoverChecks: [],
  reversals: [],
  plans: [],
  conflictDecisions: [],
  comparisons: [],
  soaks: [],
  completions: [],
  rollbacks: [],
  doctorRuns: [],
  endpoints: new Map(),
  gone: new Map(),
  headers: new Map(),
  firewallChecks: [],
  tokenImports: [],
  tokenRuns: [],
  sampleChecks: [],
  exclusions: new Map(),
  forms: new Map(),
  formAnswers: new Map(),
});
