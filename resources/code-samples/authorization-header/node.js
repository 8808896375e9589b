// Compares in constant time, by digests of the same length. Answer 401 if it is not the expected value.
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text) => createHash('sha256').update(text).digest();

export function isAuthorized(headers, expected) {
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(expected));
}
