import { createSecretKey, randomBytes } from 'node:crypto';
import { fingerprintBy } from '#base/fingerprint.ts';
import { mask } from '#base/sealing.ts';

/** A header value that may be a secret: to be compared and to be shown, never the value itself. */
export interface SecretValue {
  /** Keyed: the same for equal values. */
  readonly mark: string;
  readonly masked: string;
}

/** A keyed code, hex, of a header's value, such as those of a plan's conflicts. */
export type MarkOf = (header: string, value: string) => string;

/** Few values come very often. */
const keptValues = 1000;

/** @param markOf under a key of its own if left out: then no mark means anything outside */
export const createSecretValues = (markOf: MarkOf = ownMarks()) => {
  const known = new Map<string, SecretValue>();
  return (header: string, value: string): SecretValue => {
    const key = `${header}\n${value}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = { mark: markOf(header, value), masked: mask(value) };
    if (known.size >= keptValues) known.clear();
    known.set(key, made);
    return made;
  };
};

const keyBytes = 32;
const ownMarks = (): MarkOf => {
  const fingerprint = fingerprintBy(createSecretKey(randomBytes(keyBytes)));
  return (header, value) => fingerprint(`${header}\n${value}`);
};
