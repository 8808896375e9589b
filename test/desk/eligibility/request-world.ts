import { expect } from 'vitest';
import { canonicalDigest } from '#base/canonical.ts';
import type { CaseAction } from '#contract/case.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CutoverRequest, CutoverResult } from '#contract/sandbox.ts';
import type { Target } from '#contract/target.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { createGrants } from '#desk/cutover/grant.ts';
import { makePlan } from '#desk/cutover/plan/make-plan.ts';
import { planFacts } from '#desk/cutover/plan/plan-facts.ts';
import { eligibilityFacts } from '#desk/eligibility/facts.ts';
import { createMigrationRequests } from '#desk/eligibility/migration-request.ts';
import type { TargetCall, Targets } from '#desk/targets/targets.ts';
import { answered, caseInMemory, day, drafted, stateAfter, uuid } from './case-in-memory.ts';

/** Requests and grants on a case in memory, with a target and a service that answer what they are told to. */

const url = 'https://acme.example/hook';
export const endpoint = (id: string, change: Partial<Webhook> = {}): Webhook => ({
  id,
  url,
  eventTypes: ['expenses.sync.successful'],
  disabled: false,
  companyTags: [],
  ...change,
});
export const rule = { id: 'r', type: 'Sync Completed', notifiers: { emails: [], webhook: url } };
export const made: CutoverResult = {
  at: day(1),
  endpoints: [{ ruleIds: ['r'], webhook: endpoint('w') }],
  notCarried: [],
  carriedHeaders: ['X-Service-ClientId'],
};
export const done = new CatalogueError('cutover.done', {} as never);
export const header = (webhookId: string, ...names: string[]) => ({
  id: webhookId,
  headers: names.map((name) => ({ name, value: '••' })),
});
/** A document that says so much as the case does. */
export const drafting = (...before: CaseAction[]): CaseAction[] => [
  ...before,
  drafted(stateAfter(...before)),
];

export interface World {
  readonly target?: Partial<Target>;
  readonly answers?: Record<string, unknown>;
  readonly details?: readonly object[];
  readonly cutover?: CutoverResult | Error;
}

/** A plan of one rule, as it is frozen by a grant. */
const frozen = (state: CaseState, profile: unknown, given: string | undefined): CaseAction => {
  const authHeader = (profile as { alertAuthHeader?: string } | undefined)?.alertAuthHeader;
  const kept = (value: string | undefined) =>
    value === undefined ? undefined : { masked: '••', mark: `mark of ${value}` };
  const [ofProfile, ofPortal] = [kept(authHeader), kept(given)];
  const facts = planFacts(state, eligibilityFacts, undefined);
  const snapshot = {
    rules: [{ id: rule.id, type: rule.type, emails: [], webhook: url }],
    webhooks: [],
    ...(ofProfile && { authHeader: ofProfile }),
    ...(ofPortal && { portalHeader: ofPortal }),
  };
  const plan = makePlan(snapshot, state.targetId, { ...facts, ...(ofPortal && { portal: 'value' }) });
  const [conflict] = plan.conflicts;
  if (conflict !== undefined) conflict.use = 'portal';
  const content = { targetId: state.targetId, digest: canonicalDigest(plan), plan };
  return { kind: 'cutover.planned', content };
};

export const world = (actions: readonly CaseAction[], given: World = {}) => {
  const memory = caseInMemory(...actions);
  const log: string[] = [];
  const { target = {}, answers = {}, details = [], cutover = made } = given;
  const known = { id: 'local', name: 'local', kind: 'local', baseUrl: 'http://x', ...target } as Target;
  const find = (id: string): Target => {
    if (id !== known.id) throw new CatalogueError('target.notFound', { targetId: id });
    return known;
  };
  const answer = (path: string): unknown => {
    const found = answers[path];
    if (found instanceof Error) throw found;
    return found;
  };
  const targets = {
    show: async (id: string) => find(id),
    list: async () => [{ ...known, id: 'other', clientId: uuid(99) }, known],
    client: async (id: string) => ({
      target: find(id),
      all: async (path: string) => answer(path) ?? [],
      call: async ({ path }: TargetCall) => ({ statusCode: 200, body: answer(path) ?? {} }),
    }),
  } as unknown as Targets;
  const control = {
    sandbox: {
      cutoverState: async () => ({ cutOver: cutover === done }),
      cutover: async ({ plan, ...request }: CutoverRequest) => {
        // The plan is another matter: what is told here is what goes along with it.
        expect(plan?.digest).toBe(memory.state().plans.at(-1)?.digest);
        log.push(`cutover ${JSON.stringify(request)}`);
        if (cutover instanceof Error) throw cutover;
        return cutover;
      },
    },
    endpoints: {
      list: async () => details as EndpointDetail[],
      headers: async () => [],
      show: async () => ({ channels: [] }),
    },
  } as never;
  const live = {
    catchUp: async (id: string) => {
      log.push(`catch up ${id}`);
    },
  };
  return {
    memory,
    log,
    requests: createMigrationRequests({ cases: memory.cases, targets, live }),
    grants: createGrants({
      context: { fingerprint: (value) => `mark of ${value.length}` },
      cases: memory.cases,
      targets,
      control,
      eligibility: { ...eligibilityFacts, catchUp: live.catchUp },
      freeze: async (id, _by, actor, given) => {
        await memory.cases.act(id, actor, (state) => [frozen(state, answers['/profile'], given)]);
      },
    }),
  };
};
export const webhooks = { '/webhooks': { results: [endpoint('w')] } };
export const inPortal = answered('auth-header-portal', 'present');
export const supplied: CaseAction = { kind: 'portalHeader.supplied', content: { by: 'Jo', masked: '••' } };
export const equal: CaseAction = {
  kind: 'portalHeader.supplied',
  content: { by: 'Jo', equalsProfile: true },
};
