import fc from 'fast-check';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { answerLine, answerLineBytes, splitAnswer } from '#contract/answer-file.ts';
import { ExchangeAnswer } from '#contract/exchange.ts';

const answer: ExchangeAnswer = {
  version: 1,
  formId: '0b7e4c1e-5d0a-4c3e-9d55-0e6d2c1f7a10',
  caseId: '6f1a3c52-8f0e-4a07-9a4b-3f2f0a9a1c11',
  name: 'Kim',
  role: 'CTO',
  at: '2026-11-20T10:00:00.000Z',
  fields: {},
  format: 'carryover-answer',
};

/** In pieces of these sizes, over and over. */
async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const readAll = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 });

test('an answer and its list come out as they went in, however they are cut into pieces', async () => {
  const texts = fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' }));
  await fc.assert(
    fc.asyncProperty(texts, fc.uint8Array({ maxLength: 600 }), sizes, async (fields, list, cut) => {
      const given = { ...answer, fields };
      const whole = Buffer.concat([answerLine(given), list]);
      const split = await splitAnswer(inPieces(whole, cut));
      if (typeof split === 'string') throw new Error(split);
      expect(JSON.parse(split.line)).toEqual(JSON.parse(JSON.stringify(given)));
      expect(await readAll(split.list)).toEqual(Buffer.from(list));
    }),
  );
});

test('what is no answer is told by its first bytes, a line without end by its length', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), sizes, async (bytes, cut) => {
      expect(await splitAnswer(inPieces(bytes, cut))).toBe('other');
    }),
  );
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield answerLine(answer).subarray(0, -1);
    for (;;) yield new Uint8Array(65_536).fill(0x20);
  }
  expect(await splitAnswer(endless())).toBe('longLine');
  const cut = answerLine(answer).subarray(0, -1);
  expect(await splitAnswer(inPieces(cut, [50]))).toBe('other');
  expect(answerLineBytes).toBeGreaterThan(2 * 10_000 * 200);
});

test('an answer keeps to its shape', () => {
  expect(Value.Check(ExchangeAnswer, answer)).toBe(true);
  expect(Value.Check(ExchangeAnswer, { ...answer, name: ' ' })).toBe(false);
  expect(Value.Check(ExchangeAnswer, { ...answer, more: 1 })).toBe(false);
});
