import type { CaseState } from '#desk/cases/state.ts';
import { standingGrant } from './on-target.ts';

/** What changed on the endpoints of a cutover after an entry, such as the check that verified it: one sentence each. */
export const driftSince = (state: CaseState, seq: number): string[] =>
  [...watchedIds(state)].flatMap((webhookId) => [
    ...observedDrift(state, webhookId, seq),
    ...headerDrift(state, webhookId, seq),
  ]);

/** Those that the cutover made; of a remote target, which does not tell, those that the case knows there. */
const watchedIds = (state: CaseState): Set<string> => {
  const { targetId, endpoints, headers } = state;
  const made = standingGrant(state)?.result.endpoints.map(({ webhook }) => webhook.id);
  if (made !== undefined) return new Set(made);
  const seen = [...endpoints.values(), ...[...headers].map(([webhookId, one]) => ({ ...one, webhookId }))];
  return new Set(seen.filter((one) => one.targetId === targetId).map(({ webhookId }) => webhookId));
};

const observedDrift = ({ endpoints, targetId }: CaseState, webhookId: string, seq: number): string[] => {
  const found = endpoints.get(webhookId);
  if (found === undefined || found.targetId !== targetId || found.seq < seq || found.state === 'there')
    return [];
  return [`Endpoint ${webhookId} ${drifts[found.state]}.`];
};

const drifts = {
  changed: 'was changed since it was verified',
  disabled: 'is disabled',
  deleted: 'was deleted',
} as const;

const headerDrift = ({ headers, targetId }: CaseState, webhookId: string, seq: number): string[] => {
  const known = headers.get(webhookId);
  if (known === undefined || known.targetId !== targetId) return [];
  const check = known.checks.at(-1);
  const lost =
    check === undefined || check.seq < seq
      ? []
      : check.headers
          .filter(({ result }) => result === 'missing' || result === 'differs')
          .map(({ name }) => name);
  return [
    ...(known.changed > seq ? [`The headers of endpoint ${webhookId} were changed since.`] : []),
    ...lost.map((name) => `Endpoint ${webhookId} lost its header ${name}.`),
  ];
};
