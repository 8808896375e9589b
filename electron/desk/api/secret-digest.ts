import { hash, timingSafeEqual } from 'node:crypto';

/** What a secret is kept and compared as: 32 bytes, whatever its length. */
export const secretDigest = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** What is kept of a secret; how long the search takes tells nothing of which. */
export const keptOf = <T extends { readonly digest: Buffer }>(
  all: readonly T[],
  secret: string,
): T | undefined => {
  const digest = secretDigest(secret);
  return all.filter((one) => timingSafeEqual(one.digest, digest))[0];
};
