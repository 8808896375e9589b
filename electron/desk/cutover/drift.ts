import type { CaseState } from '#desk/cases/state.ts';
import { standingGrant } from './on-target.ts';

type Check = Pick<CaseState['cutoverChecks'][number], 'seq' | 'endpoints'>;

/** What changed on the endpoints of a cutover since it was verified: one sentence each. */
export const driftSince = (state: CaseState, check: Check): string[] =>
  [...watchedIds(state, check)].flatMap((webhookId) => [
    ...observedDrift(state, webhookId, check),
    ...headerDrift(state, webhookId, check.seq),
  ]);

/** Those that the cutover made, and those that it was verified by. */
const watchedIds = (state: CaseState, { endpoints = [] }: Check): Set<string> =>
  new Set([
    ...(standingGrant(state)?.result.endpoints.map(({ webhook }) => webhook.id) ?? []),
    ...endpoints.map(({ webhookId }) => webhookId),
  ]);

const observedDrift = (
  { endpoints, targetId }: CaseState,
  webhookId: string,
  { seq, endpoints: verified }: Check,
): string[] => {
  const found = endpoints.get(webhookId);
  if (found === undefined || found.targetId !== targetId || found.seq < seq) return [];
  const mark = verified?.find((one) => one.webhookId === webhookId)?.endpoint;
  const isOther = mark !== undefined && found.endpoint !== mark;
  const is = found.state === 'there' && isOther ? 'changed' : found.state;
  return is === 'there' ? [] : [`Endpoint ${webhookId} ${drifts[is]}.`];
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
