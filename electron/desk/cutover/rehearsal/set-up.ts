import { randomBytes } from 'node:crypto';
import { parseInstant } from '#base/clock.ts';
import type { Company } from '#contract/company.ts';
import type { CutoverPlan } from '#contract/cutover.ts';
import { type RuleType, ruleTypes } from '#contract/legacy.ts';
import type { CutoverRequest, SeedResult, Snapshot } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { authSourceOf } from '#desk/cutover/carry-out.ts';
import { snapshotOf } from '#desk/targets/companies-snapshot.ts';
import type { RehearsedCompany } from './companies.ts';

/** What an instance is made of, and what its cutover is asked for. */

type PlannedRule = CutoverPlan['snapshot']['rules'][number];
type RehearsedRule = PlannedRule & { readonly type: RuleType; readonly webhook: string };

const isKnownType = (type: string): type is RuleType => (ruleTypes as readonly string[]).includes(type);

/** Rules that send no webhook have nothing to compare; a type that the service does not know can't be fired. */
export const rehearsedRules = ({ snapshot }: Pick<CutoverPlan, 'snapshot'>): RehearsedRule[] =>
  snapshot.rules.filter(
    (rule): rule is RehearsedRule => rule.webhook !== undefined && isKnownType(rule.type),
  );

export const unknownRuleTypes = ({ snapshot }: Pick<CutoverPlan, 'snapshot'>): string[] => [
  ...new Set(snapshot.rules.flatMap(({ type }) => (isKnownType(type) ? [] : [type]))),
];

/** Fictional values in the place of the real ones, which never get near an instance: they show which one is carried over. */
export interface AuthHeaders {
  /** Which one the plan carries over. */
  readonly source: 'profile' | 'portal' | 'none';
  readonly profile: string | undefined;
  readonly portal: string | undefined;
}

export const authHeadersOf = ({
  snapshot,
  endpoints,
}: Pick<CutoverPlan, 'snapshot' | 'endpoints'>): AuthHeaders => {
  const placeholder = (source: string): string =>
    `Bearer rehearsal-${source}-${randomBytes(12).toString('hex')}`;
  const source = authSourceOf({ endpoints }) ?? 'none';
  return {
    source,
    profile: snapshot.authHeader === undefined ? undefined : placeholder('profile'),
    portal: source === 'portal' ? placeholder('portal') : undefined,
  };
};

/** The portal's header outweighs the profile's; an instance has no portal, so its profile sends it. */
export const sentByLegacy = ({ source, profile, portal }: AuthHeaders): string | undefined =>
  source === 'portal' ? portal : profile;

/**
 * Rules and companies as a seed.
 * @param urlFor where a rule sends to instead
 */
export const seedOf = (
  plan: CutoverPlan,
  companies: readonly RehearsedCompany[],
  auth: AuthHeaders,
  known: { readonly urlFor: (url: string) => string; readonly isKnown: (platformKey: string) => boolean },
): Snapshot => {
  const alertAuthHeader = sentByLegacy(auth);
  return {
    client: { ...(plan.clientId === undefined ? {} : { id: plan.clientId }), name: plan.integrator },
    ...(alertAuthHeader === undefined ? {} : { profile: { alertAuthHeader } }),
    ...snapshotOf(
      companies.map(({ company }) => company as Company),
      known.isKnown,
    ),
    rules: rehearsedRules(plan).map(({ id, type, companyId, webhook }) => ({
      id,
      type,
      ...(companyId === undefined ? {} : { companyId: companyId.toLowerCase() }),
      notifiers: { webhook: known.urlFor(webhook) },
    })),
  };
};

/**
 * The plan, as the instance is to carry it out.
 * @param digest of the plan
 */
export const orderOf = (
  plan: CutoverPlan,
  digest: string,
  auth: AuthHeaders,
  ids: SeedResult,
  urlFor: (url: string) => string,
): CutoverRequest => {
  const seeded = rehearsedRules(plan);
  const idOf = (ruleId: string): string[] => {
    const id = ids.rules[ruleId];
    return id === undefined ? [] : [id];
  };
  return {
    ...(auth.portal === undefined ? {} : { portalAuthHeader: auth.portal }),
    plan: {
      digest,
      authHeader: auth.source,
      ruleIds: seeded.flatMap(({ id }) => idOf(id)),
      endpoints: plan.endpoints.map(({ url, eventTypes, companyId, fromRules }) => ({
        url: urlFor(url),
        eventTypes,
        ...(companyId === undefined
          ? {}
          : { companyId: ids.companies[companyId.toLowerCase()] ?? companyId }),
        ruleIds: fromRules.flatMap(idOf),
      })),
    },
  };
};

const dayMs = 86_400_000;
const beforeMidnightMs = 600_000;

/** Quotas end at midnight: an instance that is about to pass it is moved past it first, so that none changes on the way. */
export const passMidnight = async (clock: ServiceControl['clock']): Promise<void> => {
  const nowMs = parseInstant((await clock.show()).now, 'now');
  const leftMs = dayMs - (nowMs % dayMs);
  if (leftMs < beforeMidnightMs) await clock.advance({ by: `PT${Math.ceil(leftMs / 1000) + 1}S` });
};
