import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSealingSecret, sealingKeyOf } from '#base/age/recipient.ts';
import { CatalogueError } from '#contract/errors.ts';
import { readAnswer } from '#desk/exchange/read-answer.ts';
import { answerTo, exampleForm, listOf, sealedAnswer } from '#test/support/exchange-form.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const key = sealingKeyOf(newSealingSecret());
const { recipient } = key;
/** Reads one file after another in a folder of the test. */
const reader = () => {
  const path = join(temporaryFolder(), 'a.age');
  return (bytes: Uint8Array) => {
    writeFileSync(path, bytes);
    return readAnswer({ from: { path }, name: 'a.age', keys: [key], recipients: { recipient, lost: [] } });
  };
};
/** Of more than one part of the age format. */
const list = `ref,accessToken\n${'customer,plantedToken-4rT8wQz1\n'.repeat(3000)}`;

test('an answer with any byte changed, added or cut is refused by name, and its content is never quoted', async () => {
  const reading = reader();
  const answer = answerTo(exampleForm(), { fields: { clientId: 'plantedId' }, tokens: listOf(list) });
  const good = await sealedAnswer(recipient, answer, list);
  expect((await reading(good)).answer).toEqual(answer);
  const refused = async (bytes: Uint8Array): Promise<void> => {
    const error: unknown = await reading(bytes).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(CatalogueError);
    const { code, message } = error as CatalogueError;
    expect(code).toMatch(/^sealed\./);
    expect(message).not.toContain('planted');
  };
  const place = fc.oneof(
    fc.nat(good.length - 1),
    fc.nat(400),
    fc.nat(400).map((at) => good.length - 1 - at),
  );
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, bits) => {
      const changed = Buffer.from(good);
      changed.writeUInt8(changed.readUInt8(at) ^ bits, at);
      await refused(changed);
      await refused(good.subarray(0, at));
    }),
    { numRuns: 60 },
  );
  await refused(Buffer.concat([good, Buffer.from([0])]));
});

test('what is wrong with a file is said in words', async () => {
  const reading = reader();
  const form = exampleForm();
  const sealed = (changes: Parameters<typeof answerTo>[1], content?: string) =>
    sealedAnswer(recipient, answerTo(form, changes), content);
  const good = await sealed({ fields: { clientId: 'a-client' } });
  const damaged = Buffer.from(good);
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 200) ^ 1, damaged.length - 200);
  const stranger = sealingKeyOf(newSealingSecret()).recipient;
  const files: [Uint8Array, RegExp][] = [
    [Buffer.from('{"format":"carryover-answer"}\n'), /is not sealed/],
    [await sealedAnswer(stranger, answerTo(form)), /does not open with the sealing key/],
    [damaged, /was changed|is incomplete/],
    [good.subarray(0, -1), /is incomplete|was changed/],
    [await sealed({ version: 2 as 1 }), /made by a form of version 2; this Carryover reads versions up to 1/],
    [await sealedAnswer(recipient, { format: 'x' } as never), /is not a filled-in form/],
    [await sealed({ name: '' }), /is not as a form makes it/],
    [await sealed({ tokens: listOf('a,b\n') }, 'c,d\n'), /token list is not the one/],
    [await sealed({}, 'c,d\n'), /token list is not the one/],
  ];
  for (const [bytes, words] of files)
    await expect(reading(bytes)).rejects.toMatchObject({ message: expect.stringMatching(words) });
});

test('a line that is no answer is refused by name', async () => {
  const reading = reader();
  const other = async (changes: object, code: string): Promise<void> => {
    const bytes = await sealedAnswer(recipient, { ...answerTo(exampleForm()), ...changes });
    expect(await reading(bytes).catch((error: CatalogueError) => error.code)).toBe(code);
  };
  await other({ format: 'carryover-case' }, 'exchange.notAnswer');
  await other({ version: 9 }, 'exchange.newer');
  await other({ version: 'x' }, 'exchange.malformed');
  await other({ fields: { a: '' } }, 'exchange.malformed');
  await other({ caseId: 'x' }, 'exchange.malformed');
});
