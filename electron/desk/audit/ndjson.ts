import { hash } from 'node:crypto';
import { keyOfSecret, signedBy } from '#base/webhook-signature.ts';
import type { AuditEvent } from '#contract/audit.ts';
import type { StreamSettings } from './stream.ts';

/** One event a line, as one message of Standard Webhooks. Source: `docs/reference/rules/audit.md#ndjson`. */

export const ndjsonBody = (events: readonly AuditEvent[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');

/** The same body of the same stream has the same id, so that a repetition shows before anything is parsed. */
export const ndjsonHeaders = (
  streamId: string,
  body: string,
  secrets: StreamSettings['secrets'],
  nowMs: number,
): Record<string, string> => ({
  'content-type': 'application/x-ndjson',
  ...signedHeaders(`audit_${hash('sha256', `${streamId}\n${body}`).slice(0, 32)}`, body, secrets, nowMs),
});

/** The headers of Standard Webhooks; after a rotation by both secrets. */
export const signedHeaders = (
  id: string,
  body: string,
  secrets: StreamSettings['secrets'],
  nowMs: number,
): Record<string, string> => {
  const timestamp = String(Math.floor(nowMs / 1000));
  const keys = secrets
    .filter(({ until }) => until === undefined || until > nowMs)
    .map(({ text }) => keyOfSecret(text));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signedBy(keys, { id, timestamp }, body),
  };
};
