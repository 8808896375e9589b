import { systemTime } from '#base/clock.ts';
import { isSignedBy, readSignature, timestampProblem } from '#base/webhook-signature.ts';
import type { ReceivedSignature, SignatureVerdict } from '#contract/attempt-check.ts';
import type { LiveEndpoint, LiveSecret } from './endpoint-registry.ts';

/** Checking signatures as a consumer does. Source: the public Standard Webhooks scheme; `docs/reference/rules/delivery.md#signature`. */

/** @param now ms UTC, on the service's clock, which secrets run out by */
export const liveSecrets = (endpoint: LiveEndpoint, now: number): LiveSecret[] =>
  endpoint.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);

/** @param now ms UTC, on the service's clock */
export const verdictOn = (
  { id, timestamp, signature, body }: ReceivedSignature,
  endpoints: readonly LiveEndpoint[],
  now: number,
): SignatureVerdict => {
  if (id === undefined || timestamp === undefined || signature === undefined) {
    return {
      state: 'unsigned',
      reason:
        'No complete signature (webhook-id, webhook-timestamp, webhook-signature): a legacy alert, or not sent by the new service.',
    };
  }
  const headers: Record<string, string> = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
  const read = readSignature((name) => [headers[name] ?? '']);
  if ('problem' in read) return { state: 'wrong', reason: read.problem.reason };
  for (const endpoint of endpoints) {
    const by = liveSecrets(endpoint, now).find(({ key }) => isSignedBy(key, read.parts, body));
    if (by === undefined) continue;
    const webhookId = endpoint.row.id;
    const stale = timestampProblem(timestamp, { now: systemTime.now() });
    return stale === undefined
      ? { state: 'valid', webhookId, reason: signedBy(by) }
      : { state: 'stale', webhookId, reason: `Signed with a secret of the endpoint, but ${stale.reason}` };
  }
  return {
    state: 'wrong',
    reason: `No valid secret of any endpoint (${endpoints.length}) matches: changed on the way, or signed with another secret.`,
  };
};

export const signedBy = ({ expiresAt }: LiveSecret): string =>
  expiresAt === null
    ? 'Signed with the current secret of the endpoint.'
    : 'Signed with the previous secret of the endpoint, valid for 24 h after the rotation.';
