import type { KeyObject } from 'node:crypto';
import { systemTime } from '#base/clock.ts';
import { signedBy } from '#base/webhook-signature.ts';
import type { Envelope } from '#contract/events.ts';
import type { DoctorEvents } from './events.ts';
import type { Signed } from './sender.ts';

/** Unix seconds. */
export const nowSeconds = (): number => Math.floor(systemTime.now() / 1000);

/** A message with one signature for each key, as the service signs it. */
export const messageOf = (
  events: DoctorEvents,
  event: Envelope | string,
  keys: readonly KeyObject[],
  given: { readonly timestamp?: number; readonly id?: string } = {},
): Signed & { readonly signature: string; readonly timestamp: number } => {
  const { timestamp = nowSeconds(), id = events.messageId() } = given;
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const signature = signedBy(keys, { id, timestamp: String(timestamp) }, body);
  return { id, body, timestamp, signature };
};
