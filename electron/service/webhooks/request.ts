import { systemTime, toIso, VirtualClock } from '#base/clock.ts';
import type { OutboundRequest } from '#service/outbound/outbound.ts';
import type { SentHeaders } from '#service/store/attempts.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { LiveEndpoint } from './endpoint-registry.ts';
import { signBody } from './signing.ts';
import { liveSecrets } from './verify.ts';

export interface SignedRequest {
  readonly request: OutboundRequest;
  /** What the log keeps of the headers: custom values masked. */
  readonly sent: SentHeaders;
}

/**
 * The request of one attempt. `webhook-timestamp` is the system's time also on a virtual clock, since consumers
 * refuse one that is five minutes off; `x-sandbox-time` then says the virtual instant.
 */
export const signedRequest = (
  { clock }: Pick<ServiceContext, 'clock'>,
  endpoint: LiveEndpoint,
  message: { readonly messageId: string; readonly body: string },
): SignedRequest => {
  const timestamp = Math.floor(systemTime.now() / 1000);
  const keys = liveSecrets(endpoint, clock.now()).map(({ key }) => key);
  const { signature, bytes } = signBody(keys, message.messageId, timestamp, message.body);
  const headers = [
    'content-type',
    'application/json',
    'webhook-id',
    message.messageId,
    'webhook-timestamp',
    String(timestamp),
    'webhook-signature',
    signature,
  ];
  const onVirtualClock = clock instanceof VirtualClock;
  if (onVirtualClock) headers.push('x-sandbox-time', toIso(clock.now()));
  headers.push(...endpoint.rawHeaders);
  return {
    request: { url: endpoint.row.url, headers, body: bytes },
    sent: { timestamp, signature, onVirtualClock, customJson: endpoint.maskedHeadersJson },
  };
};
