import { createHmac, type KeyObject } from 'node:crypto';

/** Keyed, hex: tells whether two secret values are the same, and nothing else. */
export const fingerprintBy =
  (key: KeyObject) =>
  (value: string): string =>
    createHmac('sha256', key).update(value).digest('hex');
