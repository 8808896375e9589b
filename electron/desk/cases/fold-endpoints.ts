import type { CaseAction } from '#contract/case.ts';
import type { CaseState, Changes, EndpointHeaders } from './state.ts';

type Kind = Extract<CaseAction['kind'], `headers.${string}` | `firewall.${string}`>;

/** What entries about endpoints' headers and consumers' firewalls change. */
export const foldEndpoints: Changes<Kind> = {
  'headers.planned': (state, { targetId, webhookId, headers, removed }, { seq }) =>
    ofEndpoint(state, webhookId, targetId, (before) => ({
      ...before,
      changed: seq,
      planned: replaced(before.planned, headers, removed),
    })),
  'headers.set': (state, { targetId, webhookId, headers, removed }, { seq }) =>
    ofEndpoint(state, webhookId, targetId, (before) => ({
      ...before,
      changed: seq,
      set: replaced(before.set, headers, removed),
    })),
  'headers.revealed': () => ({}),
  'headers.checked': (state, { targetId, result, endpoint }, record) =>
    ofEndpoint(state, result.webhookId, targetId, (before) => ({
      ...before,
      checks: [...before.checks, { ...record, ...result, ...(endpoint === undefined ? {} : { endpoint }) }],
    })),
  'firewall.checked': ({ firewallChecks }, content, record) => ({
    firewallChecks: [...firewallChecks, { ...content, ...record }],
  }),
};

const ofEndpoint = (
  { headers }: CaseState,
  webhookId: string,
  targetId: string,
  change: (before: EndpointHeaders) => EndpointHeaders,
): Partial<CaseState> => {
  const before = headers.get(webhookId) ?? { targetId, planned: [], set: [], checks: [], changed: 0 };
  return { headers: new Map(headers).set(webhookId, change({ ...before, targetId })) };
};

type Headers = EndpointHeaders['set'];

/** Names are the same in either case; what is not named stays. */
const replaced = (before: Headers, headers: Headers, removed: readonly string[]): Headers => {
  const gone = new Set([...headers.map(({ name }) => name), ...removed].map((name) => name.toLowerCase()));
  return [...before.filter(({ name }) => !gone.has(name.toLowerCase())), ...headers];
};
