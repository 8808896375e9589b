import { formatCount } from '#contract/format.ts';
import { profileReplaced } from '#desk/cases/profile-header.ts';
import type { CaseState, EndpointHeaders } from '#desk/cases/state.ts';
import { stepModule } from '#desk/cases/steps/table.ts';
import { endpointsOfCase } from './of-case.ts';

/** What the last steps of a webhook migration depend on. Source: `docs/reference/rules/cutover.md#headers`. */
export const headerSteps = stepModule([
  {
    id: 'set-headers',
    standsOn: ['await-confirmation'],
    facts: 'all endpoints of the case have the expected headers',
    decide: (state) => ({ missing: missingOf(state, hasHeaders) }),
  },
  {
    id: 'verify-endpoints',
    standsOn: ['set-headers'],
    facts: 'all endpoints of the case passed a test event and are unchanged since',
    decide: (state) => ({ missing: missingOf(state, passedCheck) }),
  },
]);

type Shown = (state: CaseState, webhookId: string) => string | undefined;

const missingOf = (state: CaseState, whyNot: Shown): string[] => {
  const ids = wantedEndpoints(state);
  if (ids.length === 0) return needsNone(state) ? [] : ['No endpoint has been checked.'];
  const missing = ids.flatMap((id) => goneOrChanged(state, id) ?? whyNot(state, id) ?? []);
  return [...missing.slice(0, toldEndpoints), ...more(missing.length - toldEndpoints)];
};

const toldEndpoints = 5;
const more = (count: number): string[] =>
  count > 0 ? [`Also open: ${formatCount(count, 'endpoint')}.`] : [];

/** Those that the case waits for; where it waits for none, those that it checked. */
const wantedEndpoints = (state: CaseState): string[] => {
  const counted = endpointsOfCase(state);
  if (counted.size > 0) return [...counted];
  return [...state.headers].flatMap(([id, { targetId }]) => (targetId === state.targetId ? [id] : []));
};

/** The cutover had no rule with a webhook to carry over. */
const needsNone = ({ grants, targetId }: CaseState): boolean =>
  grants.findLast((one) => one.targetId === targetId)?.result.endpoints.length === 0;

/** As the target was found last. */
const goneOrChanged: Shown = ({ endpoints, headers, targetId }, id) => {
  const observed = endpoints.get(id);
  const checked = lastCheck(headers.get(id));
  if (observed === undefined || observed.targetId !== targetId) return undefined;
  // A check that passed since saw it at work.
  if (checked?.passed && checked.seq > observed.seq) return undefined;
  if (observed.state === 'deleted') return `Endpoint ${id} was deleted on the target.`;
  if (observed.state === 'disabled') return `Endpoint ${id} is disabled on the target.`;
  const isAnother =
    checked !== undefined &&
    checked.seq < observed.seq &&
    checked.endpoint !== undefined &&
    observed.endpoint !== checked.endpoint;
  return isAnother ? `Endpoint ${id} changed since its check.` : undefined;
};

const passedCheck: Shown = (state, id) => {
  const of = state.headers.get(id);
  const check = lastCheck(of);
  if (check === undefined) return `Endpoint ${id} has not been checked.`;
  if (!check.passed) return `The last check of endpoint ${id} failed.`;
  if (check.seq < (of?.changed ?? 0)) {
    return `The headers of endpoint ${id} changed since its check.`;
  }
  return check.seq < profileReplaced(state)
    ? `The auth header of the profile changed since endpoint ${id} was checked.`
    : undefined;
};

/** Seen by a check of the endpoint, whatever its consumer answered, or by one of the whole cutover. */
const hasHeaders: Shown = (state, id) => {
  const whyNot = passedCheck(state, id);
  if (whyNot === undefined) return undefined;
  const { cutoverChecks, targetId, headers } = state;
  const of = headers.get(id);
  const own = lastCheck(of);
  const changed = Math.max(of?.changed ?? 0, profileReplaced(state));
  const sent = own?.headers.filter(({ result }) => result !== 'extra') ?? [];
  const arrived = sent.length > 0 && sent.every(({ result }) => result === 'as-set');
  if (own !== undefined && own.seq > changed && arrived) return undefined;
  const check = cutoverChecks.findLast((one) => one.targetId === targetId);
  const sawHeaders = check?.expectations.some(({ what }) => what.startsWith('Header ')) ?? false;
  return check?.done && sawHeaders && check.seq > Math.max(changed, own?.seq ?? 0) ? undefined : whyNot;
};

const lastCheck = (of: EndpointHeaders | undefined) => of?.checks.at(-1);
