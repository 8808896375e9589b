import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonWalker } from '#base/json/walk-json.ts';

const strings = new Set(['a', 'list.*.a', 'list.*.b.a']);
const numbers = new Set(['list.*.b']);

const walked = (json: string, pieceBytes: number, valueLimit = 1000) => {
  const told: string[] = [];
  const walker = createJsonWalker(
    { strings, numbers, valueLimit },
    {
      value: (path, text, isCut) => told.push(`${path}=${text}${isCut ? '…' : ''}`),
      listStart: (path) => told.push(`[ ${path}`),
      end: (path) => told.push(`end ${path}`),
    },
  );
  const bytes = Buffer.from(json);
  for (let from = 0; from < bytes.length; from += pieceBytes)
    walker.write(bytes.subarray(from, from + pieceBytes));
  return { told, isWhole: walker.isWhole() };
};

const item = fc.record(
  {
    a: fc.oneof(fc.string({ unit: 'grapheme' }), fc.double({ noNaN: true })),
    b: fc.oneof(fc.integer(), fc.record({ a: fc.string({ unit: 'grapheme' }), list: fc.array(fc.string()) })),
    'b.a': fc.string(),
  },
  { requiredKeys: [] },
);

test('values, lists and ends are those of the document, however it is cut into pieces', () => {
  fc.assert(
    fc.property(fc.array(item), fc.integer({ min: 1, max: 50 }), (list, pieceBytes) => {
      const json = JSON.stringify({ list, other: { list } });
      const wanted = JSON.parse(json).list.flatMap(({ a, b }: { a?: unknown; b?: unknown }) => [
        ...(typeof a === 'string' ? [`list.*.a=${a}`] : []),
        ...(typeof b === 'number' ? [`list.*.b=${b}`] : []),
        ...(typeof b === 'object' ? [`list.*.b.a=${(b as { a: string }).a}`] : []),
      ]);
      const { told, isWhole } = walked(json, pieceBytes);
      expect(isWhole).toBe(true);
      expect(told.filter((one) => /^list[^=]*=/s.test(one)).sort()).toEqual(wanted.sort());
      expect(told.filter((one) => one === 'end list.*')).toHaveLength(list.length);
      expect(told[0]).toBe('[ list.*');
    }),
  );
});

test('a key that looks like a part of a path is none', () => {
  expect(walked('{"list":{"*":{"a":"x"}},"list.*.a":"y","a":"z"}', 100).told).toEqual([
    'end list',
    'a=z',
    'end ',
  ]);
  expect(walked('{"list":{"*":{"a":"x"}},"list":[{"a":"y"}]}', 1).told).toEqual([
    ...['end list', '[ list.*', 'list.*.a=y', 'end list.*', 'end list', 'end '],
  ]);
});

test('a long value is cut, a document that ends early is not whole, and what is no JSON or too deep is refused', () => {
  expect(walked('{"a":"12345"}', 100, 5).told).toEqual(['a=12345', 'end ']);
  expect(walked('{"a":"123456"}', 1, 5).told).toEqual(['a=12345…', 'end ']);
  expect(walked('{"a":"12345"', 100).isWhole).toBe(false);
  expect(() => walked('{"a" 5}', 100)).toThrow();
  expect(() => walked('['.repeat(501), 100)).toThrow('it is nested too deeply');
  expect(walked('['.repeat(500), 100).isWhole).toBe(false);
});
