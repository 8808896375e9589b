import { createSecretKey, randomBytes } from 'node:crypto';
import { fingerprintBy } from '#base/fingerprint.ts';
import { mask } from '#base/sealing.ts';
import { secretForms } from '#base/secret-forms.ts';

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
/** Of so many values it is known wherever else they stand. */
const searchedValues = 20;

export interface SecretValues {
  of(header: string, value: string): SecretValue;
  /** The same, without the values that were seen: a broken recording may have them anywhere. */
  without<T>(shown: T): T;
}

/** @param markOf under a key of its own if left out: then no mark means anything outside */
export const createSecretValues = (markOf: MarkOf = ownMarks()): SecretValues => {
  const known = new Map<string, SecretValue>();
  const searched = new Set<string>();
  return {
    of(header, value) {
      const key = `${header}\n${value}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const made = { mark: markOf(header, value), masked: mask(value) };
      if (known.size >= keptValues) known.clear();
      known.set(key, made);
      if (searched.size < searchedValues) searched.add(value);
      return made;
    },
    without(shown) {
      const forms = secretForms(searched);
      return forms.isEmpty
        ? shown
        : (mapTexts(shown, (text) => forms.maskText(text, text.endsWith('…'))) as typeof shown);
    },
  };
};

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, mapTexts(held, change)]));
};

const keyBytes = 32;
const ownMarks = (): MarkOf => {
  const fingerprint = fingerprintBy(createSecretKey(randomBytes(keyBytes)));
  return (header, value) => fingerprint(`${header}\n${value}`);
};
