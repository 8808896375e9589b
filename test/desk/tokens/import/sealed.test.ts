import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { armored } from '#base/age/armor.ts';
import { newSealingSecret, sealingKeyOf } from '#base/age/recipient.ts';
import { sealedTo } from '#base/age/seal.ts';
import { answerStart } from '#contract/answer-file.ts';
import { filesIn, foundIn } from '#test/support/planted.ts';
import { runs } from '#test/support/runs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { access, csv, importFixture, line, refresh } from './fixture.ts';

const sealed = async (list: string | Buffer, recipient: string): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  const content = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(list);
  };
  for await (const part of sealedTo(recipient, content())) parts.push(part);
  return Buffer.concat(parts);
};

/** A desk, and a folder of an integrator that seals to it. */
const exchange = async () => {
  const fixture = await importFixture();
  const { recipient } = fixture.context.sealingKeys;
  const folder = temporaryFolder();
  return {
    ...fixture,
    recipient,
    write(content: string | Buffer, name = 'customers.csv.age'): string {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    recorded: async () => (await fixture.cases.state(fixture.caseId)).tokenImports,
  };
};

/** Read in a thread of its own, of more than one part. */
const long = csv(...Array.from({ length: 1200 }, (_, n) => line(n + 1)));

test.each([
  ['short', csv(line(1), line(2)), 2],
  ['long', long, 1200],
])(
  'a %s sealed list is imported, binary and armored, and what it was sealed in is on record',
  async (_, list, rows) => {
    const { take, write, recipient, recorded } = await exchange();
    const file = await sealed(list, recipient);
    const checked = await take({ path: write(file), dryRun: true, sealed: true });
    const about = { recipient, digest: hash('sha256', file) };
    expect([checked.ready, checked.sealed]).toEqual([rows, about]);
    expect(await recorded()).toEqual([]);
    const result = await take({ path: write(file) });
    expect([result.ready, result.sealed, result.remarks]).toEqual([rows, about, []]);
    expect(await recorded()).toMatchObject([{ sealed: about, ready: rows }]);
    // Sealed anew, it is another file with the same list.
    const again = await take({ content: armored(await sealed(list, recipient)), sealed: true });
    expect(again.remarks).toEqual([expect.stringContaining('The same file was imported on')]);
    const plain = await take({ content: list });
    expect([plain.sealed, plain.remarks]).toEqual([undefined, again.remarks]);
  },
);

test('nothing of a sealed list is in any file of the data folder in the clear, nor the key that opens it', async () => {
  const { take, run, write, recipient, context } = await exchange();
  const file = await sealed(long, recipient);
  await take({ path: write(file) });
  await run({ path: write(file.subarray(0, file.length - 10)) });
  const [{ secret } = { secret: '' }] = context.sealingKeys.secrets();
  const planted = {
    ...Object.fromEntries(
      [1, 600, 1200].flatMap((n) => [
        [`a${n}`, access(n)],
        [`r${n}`, refresh(n)],
      ]),
    ),
    secret: Buffer.from(secret, 'base64').toString('latin1'),
    base64: secret,
  };
  for (const { path, content } of filesIn(context.dataDir))
    expect([path, foundIn(planted, content)]).toEqual([path, []]);
  expect(foundIn(planted, JSON.stringify(context.announced))).toEqual([]);
});

test('what can’t be opened is refused with its reason, and keeps no row', async () => {
  const { refusal, write, recipient } = await exchange();
  const other = sealingKeyOf(newSealingSecret()).recipient;
  const list = csv(line(1));
  const file = await sealed(list, recipient);
  const said = async (content: string | Buffer, name?: string) => refusal({ path: write(content, name) });
  expect(await said(await sealed(list, other))).toMatch(/another recipient.*sealed to age1/);
  expect(await said(await sealed(list, other))).toContain(recipient);
  expect(await said(list)).toContain('is not sealed, and a sealed file (age) was expected');
  expect(await refusal({ content: list, sealed: true })).toContain('is not sealed');
  expect(await refusal({ content: list, name: 'Customers.AGE' })).toContain('is not sealed');
  expect(await said(file.subarray(0, -1))).toContain('it ends too early');
  expect(await said(armored(file).slice(0, 300))).toContain('it ends too early');
  expect(await said(file.toString('latin1').replace('/v1\n', '/v2\n'))).toContain('newer version');
  expect(await said(await sealed(`${answerStart},"version":1}\n${list}`, recipient))).toContain(
    'is a filled-in form, and was not when it was opened first',
  );
});

test('a list sealed before the key was rotated is still imported', async () => {
  const { take, write, recipient, context } = await exchange();
  const file = await sealed(csv(line(1)), recipient);
  await context.sealingKeys.rotate();
  expect((await take({ path: write(file) })).sealed?.recipient).toBe(recipient);
});

test('whatever byte is changed and wherever it is cut, no row is imported and the vault stays empty', async () => {
  const { run, rows, kept, recorded, write, recipient } = await exchange();
  const file = await sealed(long, recipient);
  const anywhere = fc.oneof(fc.integer({ min: 30, max: 250 }), fc.integer({ min: 30, max: file.length - 1 }));
  const damaged = fc.oneof(
    fc.tuple(anywhere, fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
      const copy = Buffer.from(file);
      copy[at] = (copy[at] as number) ^ by;
      return copy;
    }),
    anywhere.map((length) => file.subarray(0, length)),
  );
  await fc.assert(
    fc.asyncProperty(damaged, async (content) => {
      const { state, error } = await run({ path: write(content) });
      expect(state).toBe('failed');
      expect(error).toMatch(/was changed after it was sealed|is incomplete|does not open|with a passphrase/);
      expect([await rows(), await recorded(), (await kept()).size]).toEqual([[], [], 0]);
    }),
    { numRuns: runs(4) },
  );
});
