import { createHmac, type KeyObject } from 'node:crypto';
import { systemTime } from '#base/clock.ts';
import { type ReceivedSignature, type SignatureVerdict, toleranceSeconds } from '#contract/attempt-check.ts';
import { formatDuration } from '#contract/format.ts';
import type { LiveEndpoint, LiveSecret } from './endpoint-registry.ts';

/** Checking signatures as a consumer does. Source: the public Standard Webhooks scheme; `docs/reference/rules/delivery.md#signature`. */

/** @param now ms UTC, on the service's clock, which secrets run out by */
export const liveSecrets = (endpoint: LiveEndpoint, now: number): LiveSecret[] =>
  endpoint.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);

/** Whether one of the signatures, separated by spaces, is that of the key. */
export const isSignedBy = (
  key: KeyObject,
  sent: { readonly id: string; readonly timestamp: string; readonly signature: string },
  body: string | Uint8Array,
): boolean => {
  const digest = createHmac('sha256', key)
    .update(`${sent.id}.${sent.timestamp}.`)
    .update(body)
    .digest('base64');
  return sent.signature.split(' ').includes(`v1,${digest}`);
};

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
  for (const endpoint of endpoints) {
    const by = liveSecrets(endpoint, now).find(({ key }) =>
      isSignedBy(key, { id, timestamp, signature }, body),
    );
    if (by === undefined) continue;
    const webhookId = endpoint.row.id;
    const offSeconds = Math.abs(systemTime.now() / 1000 - Number(timestamp));
    return offSeconds > toleranceSeconds
      ? {
          state: 'stale',
          webhookId,
          reason: `Signed with a secret of the endpoint, but webhook-timestamp is off by ${formatDuration(Math.round(offSeconds) * 1000)}; consumers reject more than ${formatDuration(toleranceSeconds * 1000)}.`,
        }
      : { state: 'valid', webhookId, reason: signedBy(by) };
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
