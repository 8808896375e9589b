import { systemTime, toIso, VirtualClock } from '#base/clock.ts';
import type { OutboundRequest } from '#service/outbound/outbound.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { LiveEndpoint } from './endpoint-registry.ts';
import { signature } from './signing.ts';

export interface SignedRequest {
  readonly request: OutboundRequest;
  /** What the log keeps of the headers: custom values masked. */
  readonly headersJson: string;
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
  const keys = endpoint.secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > clock.now())
    .map(({ key }) => key);
  const signed = signature(keys, message.messageId, timestamp, message.body);
  const headers = [
    'content-type',
    'application/json',
    'webhook-id',
    message.messageId,
    'webhook-timestamp',
    String(timestamp),
    'webhook-signature',
    signed,
  ];
  let headersJson = `{"content-type":"application/json","webhook-id":"${message.messageId}","webhook-timestamp":"${timestamp}","webhook-signature":"${signed}"`;
  if (clock instanceof VirtualClock) {
    const virtual = toIso(clock.now());
    headers.push('x-sandbox-time', virtual);
    headersJson += `,"x-sandbox-time":"${virtual}"`;
  }
  headers.push(...endpoint.rawHeaders);
  return {
    request: { url: endpoint.row.url, headers, body: message.body },
    headersJson: `${headersJson}${endpoint.maskedHeadersJson}}`,
  };
};
