import { hash } from 'node:crypto';

/** Characters of a path that are kept. */
export const pathLimit = 1000;

/** A copy: a slice would keep the whole text of its file in memory. */
export const copied = (text: string): string => Buffer.from(text).toString();

/** Makes ids that stay the same from scan to scan: of what is the same, one after the other. */
export const createIds = (): ((...parts: readonly string[]) => string) => {
  const counts = new Map<string, number>();
  return (...parts) => {
    const same = parts.join('\0');
    const repeat = (counts.get(same) ?? 0) + 1;
    counts.set(same, repeat);
    return hash('sha256', `${same}\0${repeat}`).slice(0, 16);
  };
};

/** A text without its blanks: an excerpt stays the same where only its indentation changes. */
export const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');
