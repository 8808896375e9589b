import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The one JSON form of a value (RFC 8785), so that equal values have equal digests. @throws Error if it has none */
export const canonical = (value: unknown): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('The value has no JSON form.');
  return text;
};

/** SHA-256 over the canonical form, hex. */
export const canonicalDigest = (value: unknown): string => hash('sha256', canonical(value));
