import { scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { packageRoot } from '#base/package-root.ts';
import { createSealer } from '#base/sealing.ts';
import { inTurn, openUnder, sealUnder } from '#desk/cases/passphrase.ts';
import { testHost } from '#test/support/test-host.ts';

/** What leaves the machine under a passphrase, and files that somebody made to wear this machine out. */

const phrase = 'correct horse battery staple';

test('a new file costs a guess at least what OWASP names, with a salt of its own', async () => {
  const [one, other] = [await sealUnder(phrase, 'secret', 'here'), await sealUnder(phrase, 'secret', 'here')];
  // OWASP, Password Storage Cheat Sheet: N = 2^17, r = 8, p = 1.
  expect(one.cost * one.blockSize).toBeGreaterThanOrEqual(2 ** 17 * 8);
  expect(one.blockSize).toBeGreaterThanOrEqual(8);
  expect(Buffer.from(one.salt, 'base64').length).toBeGreaterThanOrEqual(16);
  expect(one.salt).not.toBe(other.salt);
  const policy = readFileSync(join(packageRoot(), 'SECURITY.md'), 'utf8');
  expect(policy).toContain(`scrypt (N = 2^${Math.log2(one.cost)}, r = ${one.blockSize}, p = 1)`);
  // What is written is what was used.
  const key = scryptSync(phrase, Buffer.from(one.salt, 'base64'), 32, {
    N: one.cost,
    r: one.blockSize,
    p: 1,
    maxmem: 2 ** 28,
  });
  expect(createSealer(key).open(Buffer.from(one.content, 'base64'), 'here')).toBe('secret');
  await expect(openUnder(phrase, one, 'elsewhere')).rejects.toMatchObject({ code: 'caseFile.passphrase' });
});

test.each([
  [2 ** 20, 8],
  [2 ** 19, 8],
  [2 ** 17, 32],
  [1_048_576, 32],
])(
  'a file that asks for a cost of %i × %i is refused before anything is derived',
  async (cost, blockSize) => {
    const sealed = { kdf: 'scrypt' as const, cost, blockSize, salt: 'AAAA', content: 'AAAA' };
    const before = performance.now();
    await expect(openUnder(phrase, sealed, 'here')).rejects.toMatchObject({ code: 'caseFile.costly' });
    expect(performance.now() - before).toBeLessThan(100);
  },
);

test('a cost that is no power of two is a file that is not whole, not a wrong passphrase', async () => {
  const sealed = { kdf: 'scrypt' as const, cost: 65_537, blockSize: 8, salt: 'AAAA', content: 'AAAA' };
  await expect(openUnder(phrase, sealed, 'here')).rejects.toMatchObject({ code: 'caseFile.unreadable' });
});

test('a flood of imports is turned away in words, uses the memory of one, and leaves the desk answering', async () => {
  const { desk } = await testHost();
  const file = readFileSync(join(packageRoot(), 'test/fixtures/data-folders/0.1.0/sealed.carryover'), 'utf8');
  // Whatever comes while one is under way waits, up to eight, or is turned away: however slowly it comes.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const underWay = inTurn(() => released);
  const before = process.memoryUsage().rss;
  let most = before;
  let refused = 0;
  const flood = Array.from({ length: 40 }, () =>
    desk('POST', '/api/cases/import', { file, passphrase: 'wrong horse battery staple' }).then((answer) => {
      if (answer.status === 503) refused += 1;
      return answer;
    }),
  );
  await expect.poll(() => refused).toBe(32);
  release();
  await underWay;
  const ended = Promise.all(flood);
  let over = false;
  void ended.then(() => {
    over = true;
  });
  let answered = 0;
  while (!over) {
    expect((await desk('GET', '/api/jobs')).status).toBe(200);
    answered += 1;
    most = Math.max(most, process.memoryUsage().rss);
    // Asking without a break would take more of the processor than the imports.
    await new Promise<void>((resolve) => {
      systemTime.after(5, resolve);
    });
  }
  const statuses = Map.groupBy(await ended, ({ status }) => status);
  expect([...statuses].map(([status, answers]) => [status, answers.length]).sort()).toEqual([
    [400, 8],
    [503, 32],
  ]);
  expect(statuses.get(503)?.[0]?.body).toMatchObject({
    canBeRetried: 'Yes',
    error: expect.stringContaining('Try again'),
  });
  expect(answered).toBeGreaterThan(3);
  expect((most - before) / 2 ** 20).toBeLessThan(400);
  expect((await desk('POST', '/api/cases/import', { file, passphrase: phrase })).status).toBe(200);
});
