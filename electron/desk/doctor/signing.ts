import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { secretPrefix } from '#base/new-secret.ts';
import { invalid } from '#contract/errors.ts';

/** Keys of the public Standard Webhooks scheme. Source: `docs/reference/rules/delivery.md#signature`. */

/**
 * The HMAC key of a secret: its decoded bytes.
 * @throws CatalogueError `request.invalid` naming `secret`, which is never repeated
 */
export const keyOf = (secret: string): KeyObject => {
  const text = secret.trim();
  const encoded = text.startsWith(secretPrefix) ? text.slice(secretPrefix.length) : text;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    throw invalid({
      itemId: 'secret',
      message: 'The secret must be whsec_ followed by base64, as the endpoint shows it.',
      validatorName: 'secret',
    });
  }
  return createSecretKey(Buffer.from(encoded, 'base64'));
};

export const randomKey = (): KeyObject => createSecretKey(randomBytes(24));
/** What is left where a secret was never set. */
export const emptyKey = (): KeyObject => createSecretKey(Buffer.alloc(0));
