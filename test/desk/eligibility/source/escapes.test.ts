import { describe, expect, it } from 'vitest';
import { escapeAt, isPrefix } from '#desk/eligibility/source/mentions/bytes.ts';

/** What an escape at the beginning of a text stands for, and how many bytes it takes. */
const escapes: readonly (readonly [text: string, character: string | undefined, length?: number])[] = [
  ['%52x', 'R', 3],
  ['%5fx', '_', 3],
  ['%5F', '_', 3],
  ['%5', undefined],
  ['%5g', undefined],
  ['%1f', undefined],
  ['%20', ' ', 3],
  ['%7e', '~', 3],
  ['%7f', undefined],
  ['%u0052x', 'R', 6],
  ['%u052', undefined],
  ['%u0152', undefined],
  ['\\x52x', 'R', 4],
  ['\\x5', undefined],
  ['\\x{52}x', 'R', 6],
  ['\\x{000052}', 'R', 10],
  ['\\x{0000052}', undefined],
  ['\\x{}', undefined],
  ['\\x{52', undefined],
  ['\\u0052x', 'R', 6],
  ['\\u{52}x', 'R', 6],
  ['\\u52', undefined],
  ['\\U00000052x', 'R', 10],
  ['\\U0000052', undefined],
  ['\\122x', 'R', 4],
  ['\\12', undefined],
  ['\\182', undefined],
  ['\\040', ' ', 4],
  ['\\n', undefined],
  ['&#82;x', 'R', 5],
  ['&#82x', 'R', 4],
  ['&#0000082;', 'R', 10],
  ['&#;', undefined],
  ['&#x52;x', 'R', 6],
  ['&#X52;', 'R', 6],
  ['&#x52g', 'R', 5],
  ['&#x;', undefined],
  ['&quot;x', '"', 6],
  ['&apos;', "'", 6],
  ['&amp;', '&', 5],
  ['&lowbar;', '_', 8],
  ['&hyphen;', '-', 8],
  ['&sol;', '/', 5],
  ['&nbsp;', ' ', 6],
  ['&quot', undefined],
  ['&quo;', undefined],
  ['&other;', undefined],
];

describe('Escapes', () => {
  const cases = escapes.map(([text, character, length]) => ({ text, character, length }));

  it.each(cases)('$text stands for $character', ({ text, character, length }) => {
    const expected = character === undefined ? undefined : { code: character.charCodeAt(0), length };
    expect(escapeAt(Buffer.from(text), 0)).toEqual(expected);
    expect(escapeAt(Buffer.from(`ab${text}`), 2)).toEqual(expected);
  });

  it.each([
    [' f"', true],
    ['(r"', true],
    ['+f"', true],
    [',b"', true],
    ['\nf"', true],
    ['af"', false],
    ['"f"', false],
    [' 1"', false],
    [' _"', false],
    ['  "', false],
  ])('of %j, the letter before the quote belongs to it: %s', (text, belongs) => {
    expect(isPrefix(Buffer.from(text), 2)).toBe(belongs);
  });
});
