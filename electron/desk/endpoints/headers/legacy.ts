import { mask } from '#base/sealing.ts';
import type { LegacyHeader } from '#contract/header-setup.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { readAuthHeader } from '#desk/targets/read-profile.ts';
import { clientIdOf, type Place } from './place.ts';
import { findHeader, type KnownHeader } from './values.ts';

/** What the legacy set-up sends. Sources: `docs/reference/rules/legacy.md#delivery-of-alerts`, `docs/reference/rules/eligibility.md#auth-headers`. */
export interface LegacySetup {
  /** Of the profile; `''`: none, undefined: the profile can't be read. */
  readonly authHeader: string | undefined;
  readonly portal: 'present' | 'absent' | 'unknown';
  readonly clientId: string | undefined;
}

export const readLegacySetup = async (place: Place): Promise<LegacySetup> => ({
  authHeader: await readAuthHeader(place.client),
  portal: portalAnswer(place.state),
  clientId: clientIdOf(place),
});

const portalAnswer = ({ answers, overrides }: CaseState): LegacySetup['portal'] =>
  overrides.get('auth-header-portal')?.state ??
  answers.findLast(({ row }) => row === 'auth-header-portal')?.state ??
  'unknown';

const unknownProfile = {
  state: 'unknown',
  advice:
    "The profile can't be read on this target. Ask the integrator whether an auth header was set by it.",
} as const;
const unknownPortal = {
  state: 'unknown',
  advice:
    'Unknown whether an auth header is set in the portal. Ask the integrator, and answer the check "Auth header set in the portal" (auth-header-portal) manually.',
} as const;

/**
 * Each legacy header with its state on this endpoint.
 * @param missing lower-case names that did not arrive at the last check
 */
export const legacyHeaders = (
  { authHeader, portal, clientId }: LegacySetup,
  headers: readonly KnownHeader[],
  local: boolean,
  missing: ReadonlySet<string>,
): LegacyHeader[] => {
  const header = (
    from: LegacyHeader['from'],
    name: string,
    value: string | undefined,
    state: HeaderState = stateOf(name, value, findHeader(headers, name), local, missing),
  ): LegacyHeader => ({ name, value: value === undefined ? '' : mask(value), from, ...state });
  const { auth } = carriedHeaders;
  return [
    ...(authHeader === ''
      ? []
      : [header('profile', auth, authHeader, authHeader === undefined ? unknownProfile : undefined)]),
    ...(portal === 'absent'
      ? []
      : [header('portal', auth, undefined, portal === 'unknown' ? unknownPortal : undefined)]),
    header('always-sent', carriedHeaders.clientId, clientId),
  ];
};

type HeaderState = Pick<LegacyHeader, 'state' | 'advice'>;

const stateOf = (
  name: string,
  value: string | undefined,
  now: KnownHeader | undefined,
  local: boolean,
  missing: ReadonlySet<string>,
): HeaderState => {
  if (missing.has(name.toLowerCase())) {
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
