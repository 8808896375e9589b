import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** The public Standard Webhooks scheme. Source: `docs/reference/rules/delivery.md#signature`. */

const prefix = 'whsec_';

/** A new endpoint secret: `whsec_` and base64 of 24 random bytes. */
export const newSecret = (): string => prefix + randomBytes(24).toString('base64');

/** The HMAC key is the decoded bytes. As a KeyObject, since setting up a raw key costs more than the HMAC itself. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64'));

/**
 * The value of `webhook-signature`: one `v1,…` for each key, separated by spaces.
 * @param timestamp Unix seconds of the attempt
 * @param body the exact text that is sent
 */
export const signature = (
  keys: readonly KeyObject[],
  messageId: string,
  timestamp: number,
  body: string,
): string => {
  const head = `${messageId}.${timestamp}.`;
  let value = '';
  for (const key of keys) {
    const digest = createHmac('sha256', key).update(head).update(body).digest('base64');
    value += value === '' ? `v1,${digest}` : ` v1,${digest}`;
  }
  return value;
};
