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
