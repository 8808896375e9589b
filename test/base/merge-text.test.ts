import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeText } from '#base/merge-text.ts';

test('changes at different places are merged, also within one line', () => {
  const base = 'Call Jo on Monday.\nSend the report.';
  expect(
    mergeText('Call Jo on Tuesday.\nSend the report.', base, 'Call Kim on Monday.\nSend the report.'),
  ).toEqual({
    text: 'Call Kim on Tuesday.\nSend the report.',
    clean: true,
  });
  expect(mergeText(`First.\n${base}`, base, `${base}\nLast.`)).toEqual({
    text: `First.\n${base}\nLast.`,
    clean: true,
  });
  expect(mergeText('same', base, 'same')).toEqual({ text: 'same', clean: true });
  expect(mergeText(base, base, '')).toEqual({ text: '', clean: true });
});

test('what overlaps or touches is no clean merge, and keeps both versions', () => {
  expect(mergeText('a X c', 'a b c', 'a Y c')).toEqual({ text: 'a X\nY c', clean: false });
  expect(mergeText('a', 'a b', 'a b c')).toMatchObject({ clean: false });
  expect(mergeText('note one', 'note', 'note two')).toEqual({ text: 'note one two', clean: false });
  expect(mergeText('constructor', 'base', '__proto__')).toEqual({
    text: 'constructor\n__proto__',
    clean: false,
  });
});

test('a text of many equal words is compared by lines, or not at all', () => {
  const base = 'a '.repeat(10_000);
  expect(mergeText(`x${base}y`, base, `z${base}w`).clean).toBe(false);
  const lines = 'a a\n'.repeat(400);
  const [ours, theirs] = [`first\n${lines}end of ours\n`, `${lines.replace('a a', 'b a')}`];
  expect(mergeText(ours, lines, theirs).text).toContain('end of ours');
});

test('every word that either of them added is in the result', () => {
  const word = fc.constantFrom('a', 'b', 'c', '\n', ' ', 'toString');
  const text = fc.array(word, { maxLength: 20 });
  const adding = (side: string) =>
    fc.array(fc.tuple(fc.nat(20), fc.nat(3)), { maxLength: 5 }).map((edits) => (base: readonly string[]) => {
      const parts = [...base];
      edits.forEach(([at, removed], index) => void parts.splice(at, removed, ` ${side}${index} `));
      return parts.join('');
    });
  fc.assert(
    fc.property(text, adding('ours'), adding('theirs'), (base, change, other) => {
      const [ours, theirs] = [change(base), other(base)];
      const merged = mergeText(ours, base.join(''), theirs);
      for (const added of [...ours.matchAll(/ours\d/g), ...theirs.matchAll(/theirs\d/g)])
        expect(merged.text).toContain(added[0]);
      expect(mergeText(theirs, base.join(''), ours).clean).toBe(merged.clean);
    }),
    { numRuns: 300 },
  );
});
