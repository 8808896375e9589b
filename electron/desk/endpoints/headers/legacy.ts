import { mask } from '#base/sealing.ts';
import type { LegacyHeader } from '#contract/header-setup.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { TargetError } from '#desk/targets/target-error.ts';
import { clientIdOf, type Place } from './place.ts';
import { findHeader, type KnownHeader } from './values.ts';

/** What the legacy set-up sends. Sources: `docs/reference/rules/legacy.md#delivery-of-alerts`, `docs/reference/rules/eligibility.md#auth-headers`. */
export interface LegacySetup {
  /** `unknown`: the profile can't be read. */
  readonly profile:
    | { readonly state: 'set' | 'none'; readonly value: string }
    | { readonly state: 'unknown' };
  readonly portal: 'present' | 'absent' | 'unknown';
  readonly clientId: string | undefined;
}

export const readLegacySetup = async (place: Place): Promise<LegacySetup> => ({
  profile: await readProfile(place),
  portal: portalAnswer(place.state),
  clientId: clientIdOf(place),
});

const readProfile = async ({ client }: Place): Promise<LegacySetup['profile']> => {
  try {
    const { body } = await client.call<{ alertAuthHeader?: unknown } | null>({
      method: 'GET',
      path: '/profile',
    });
    const value = body?.alertAuthHeader;
    return typeof value === 'string' && value !== '' ? { state: 'set', value } : { state: 'none', value: '' };
  } catch (error) {
    // A target without the legacy API, or a key without the right: that is not known, and no reason to fail.
    if (error instanceof TargetError && error.statusCode !== undefined) return { state: 'unknown' };
    throw error;
  }
};

const portalAnswer = ({ answers, overrules }: CaseState): LegacySetup['portal'] =>
  overrules.get('auth-header-portal')?.state ??
  answers.findLast(({ row }) => row === 'auth-header-portal')?.state ??
  'unknown';

/**
 * Each legacy header with what becomes of it on this endpoint.
 * @param missing lower-case names that did not arrive at the last check
 */
export const legacyHeaders = (
  setup: LegacySetup,
  headers: readonly KnownHeader[],
  local: boolean,
  missing: ReadonlySet<string>,
): LegacyHeader[] => {
  const { profile, portal, clientId } = setup;
  const found: LegacyHeader[] = [];
  const judge = (name: string, value: string | undefined) =>
    fate(name, value, findHeader(headers, name), local, missing.has(name.toLowerCase()));
  if (profile.state === 'set') {
    const { value } = profile;
    found.push({
      name: carriedHeaders.auth,
      value: mask(value),
      from: 'profile',
      ...judge(carriedHeaders.auth, value),
    });
  }
  if (profile.state === 'unknown') {
    found.push({
      name: carriedHeaders.auth,
      value: '',
      from: 'profile',
      state: 'unknown',
      advice:
        "The profile can't be read on this target. Ask the integrator whether an auth header was set by it.",
    });
  }
  if (portal === 'present') {
    found.push({
      name: carriedHeaders.auth,
      value: '',
      from: 'portal',
      ...judge(carriedHeaders.auth, undefined),
    });
  }
  if (portal === 'unknown') {
    found.push({
      name: carriedHeaders.auth,
      value: '',
      from: 'portal',
      state: 'unknown',
      advice:
        'Unknown whether an auth header is set in the portal. Ask the integrator, and answer the check "Auth header set in the portal" (auth-header-portal) manually.',
    });
  }
  found.push({
    name: carriedHeaders.clientId,
    value: clientId === undefined ? '' : mask(clientId),
    from: 'always-sent',
    ...judge(carriedHeaders.clientId, clientId),
  });
  return found;
};

type Fate = Pick<LegacyHeader, 'state' | 'advice'>;

const fate = (
  name: string,
  value: string | undefined,
  now: KnownHeader | undefined,
  local: boolean,
  missing: boolean,
): Fate => {
  if (missing) {
    return { state: 'lost', advice: `${name} did not arrive at the last check. Set it on the endpoint.` };
  }
  if (now === undefined) {
    return local
      ? {
          state: 'lost',
          advice: `The endpoint does not send ${name}, but the legacy set-up did. Set it on the endpoint.`,
        }
      : {
          state: 'unknown',
          advice: `The migration carries ${name} over, but headers of remote endpoints are not readable. Set it in this case, so that a check can compare it.`,
        };
  }
  if (value === undefined || now.value === undefined) {
    return {
      state: 'unknown',
      advice: `${name} is set, but its value can't be compared. Compare it with the integrator.`,
    };
  }
  if (now.value === value) return { state: 'kept' };
  return {
    state: 'differs',
    advice: `${name} differs from the legacy set-up. Make sure that the consumer accepts the new value.`,
  };
};
