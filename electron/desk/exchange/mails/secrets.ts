import { isRatherToken } from '#desk/tokens/import/token-like.ts';

/** A long word, as tokens and keys are. */
const longWord = /[^\s"'`<>()[\]{}|,;]{16,}/g;

/**
 * What a person wrote into a text that looks like a token, shortened so that it tells nothing; undefined if nothing does.
 * @param written what Carryover wrote: digests and recipients in it are no secrets
 */
export const tokenIn = (text: string, written: string): string | undefined => {
  const known = new Set(written.match(longWord) ?? []);
  const found = (text.match(longWord) ?? []).find((word) => !known.has(word) && isRatherToken(word));
  return found === undefined
    ? undefined
    : `a word of ${found.length} characters that begins with ${found.slice(0, 2)}`;
};
