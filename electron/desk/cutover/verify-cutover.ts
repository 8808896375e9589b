import type { CaseActionOf } from '#contract/case.ts';
import type { HeaderSource } from '#contract/cutover.ts';
import type { CutoverCheck } from '#contract/eligibility.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { carriedHeaders, type Webhook } from '#contract/webhook.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { profileMark } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { CoreContext } from '#desk/core/context.ts';
import { endpointMark } from '#desk/targets/endpoint-mark.ts';
import { readRules } from '#desk/targets/read-rules.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { TargetClient, Targets } from '#desk/targets/targets.ts';
import { checkCutover, type PlanFacts } from './check.ts';
import type { EligibilityFacts } from './eligibility-facts.ts';
import { type FrozenPlan, grantOf, planOf } from './on-target.ts';
import { findPlanned } from './planned-endpoints.ts';

export interface CheckParts {
  readonly context: Pick<CoreContext, 'fingerprint'>;
  readonly cases: Cases;
  readonly targets: Pick<Targets, 'client'>;
  readonly control: Pick<ServiceControl, 'sandbox' | 'endpoints'>;
  readonly eligibility: EligibilityFacts;
}

/**
 * Whether endpoints and headers are there: by the frozen plan, or by the rules where there is none. Recorded with the
 * endpoints as they were found, so that what changes later is noticed.
 * @throws CatalogueError `target.unreachable`, `target.refused`, `target.malformed`
 */
export const verifyCutover = async (
  parts: CheckParts,
  caseId: string,
  actor: string,
): Promise<CutoverCheck> => {
  const state = await parts.cases.state(caseId);
  const { check, client, webhooks } = await checkNow(parts, state);
  const plan = planOf(state);
  const content: CaseActionOf<'cutover.checked'>['content'] = {
    targetId: client.target.id,
    check,
    ...(plan === undefined ? {} : { planDigest: plan.digest }),
    endpoints: await marksOf(parts, client, check, webhooks),
  };
  await parts.cases.act(caseId, actor, { kind: 'cutover.checked', content });
  return check;
};

/** The same, not recorded, with the endpoints of the target that it was made of. */
export const checkNow = async (
  parts: CheckParts,
  state: CaseState,
): Promise<{ check: CutoverCheck; client: TargetClient; webhooks: readonly Webhook[] }> => {
  const { targets, control } = parts;
  const client = await targets.client(state.targetId);
  const { target } = client;
  const plan = planOf(state);
  const webhooks = await readWebhooks(client);
  const check = checkCutover({
    rules: await readRules(client),
    webhooks,
    granted: grantOf(state)?.result.endpoints.map(({ webhook }) => webhook) ?? [],
    expectsAuth: expectsAuth(parts, state),
    received: receivedHeaders(state),
    lost: lostHeaders(state),
    ...(target.kind === 'local' ? { details: await control.endpoints.list() } : {}),
    ...(plan === undefined ? {} : { plan: await planFacts(parts, state, plan, client, webhooks) }),
  });
  return { check, client, webhooks };
};

const marksOf = async (
  { context, control }: CheckParts,
  { target }: TargetClient,
  { expectations }: CutoverCheck,
  webhooks: readonly Webhook[],
): Promise<{ webhookId: string; endpoint: string }[]> => {
  const ids = new Set(expectations.flatMap(({ webhookId }) => webhookId ?? []));
  const shown = target.kind === 'local' ? control : undefined;
  const marks = [];
  for (const webhook of webhooks.filter(({ id }) => ids.has(id))) {
    marks.push({ webhookId: webhook.id, endpoint: await endpointMark(context.fingerprint, webhook, shown) });
  }
  return marks;
};

const planFacts = async (
  parts: CheckParts,
  state: CaseState,
  { plan }: FrozenPlan,
  { target }: TargetClient,
  webhooks: readonly Webhook[],
): Promise<PlanFacts> => {
  const { endpoints } = plan;
  if (target.kind !== 'local') return { endpoints };
  const { control, context, cases, eligibility } = parts;
  const clientId = plan.clientId ?? (await control.sandbox.client()).id;
  const portal = await cases.secret(state.id, eligibility.portalHeader.secretName);
  const isPlanned: Readonly<Record<HeaderSource, (value: string) => boolean | undefined>> = {
    always: (value) => value === clientId,
    profile: (value) => {
      const mark = plan.snapshot.authHeader?.mark;
      return mark === undefined ? undefined : profileMark(context, value) === mark;
    },
    portal: (value) => (portal === undefined ? undefined : value === portal),
  };
  const results = new Map<string, boolean | undefined>();
  for (const { planned, webhook } of findPlanned(endpoints, webhooks)) {
    if (webhook === undefined) continue;
    const values = await control.endpoints.headers(webhook.id, true);
    for (const { name, source } of planned.headers) {
      const value = values.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value;
      if (value !== undefined) results.set(JSON.stringify([webhook.id, name]), isPlanned[source](value));
    }
  }
  return {
    endpoints,
    rulesFire: !(await control.sandbox.cutoverState()).cutOver,
    hasValue: (webhookId, { name }) => results.get(JSON.stringify([webhookId, name])),
  };
};

const expectsAuth = ({ eligibility }: CheckParts, state: CaseState): boolean =>
  eligibility.rowState(state, 'auth-header-profile') === 'present' ||
  eligibility.rowState(state, 'auth-header-portal') === 'present' ||
  (grantOf(state)?.result.carriedHeaders.includes(carriedHeaders.auth) ?? false);

/** What the last test event of each endpoint brought to its consumer. */
const receivedHeaders = (state: CaseState): Map<string, Set<string>> =>
  namesByEndpoint(state, ({ passed }, { result }) => passed && result !== 'missing');

/** What it did not bring, or with another value. */
const lostHeaders = (state: CaseState): Map<string, Set<string>> =>
  namesByEndpoint(state, (_, { result }) => result === 'missing' || result === 'differs');

type HeaderCheck = NonNullable<ReturnType<CaseState['headers']['get']>>['checks'][number];

/** In lower case, of the last check of each endpoint. */
const namesByEndpoint = (
  { headers, targetId }: CaseState,
  isWanted: (check: HeaderCheck, header: HeaderCheck['headers'][number]) => boolean,
): Map<string, Set<string>> =>
  new Map(
    [...headers].flatMap(([webhookId, { targetId: of, checks }]) => {
      const last = checks.at(-1);
      if (of !== targetId || last === undefined) return [];
      const wanted = last.headers.filter((header) => isWanted(last, header));
      return [[webhookId, new Set(wanted.map(({ name }) => name.toLowerCase()))]];
    }),
  );
