import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Health } from '#contract/about.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** A file system of its own of 12 MiB, so that a disk can really be full. */
const smallDisk = (): string | undefined => {
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder]).status !== 0) return undefined;
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
  });
  return folder;
};

/** Writes until the file system itself says that there is no room. */
const fillUp = (path: string): void => {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(4096, 1);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
};

test('a full disk: a clear error, nothing half-written, and work goes on when there is room again', async (context) => {
  const folder = smallDisk();
  if (folder === undefined) return context.skip('mounting a small file system is not permitted here');
  const gate = Promise.withResolvers<void>();
  const consumer = await startConsumer(() => ({ status: 200, after: gate.promise }));
  const host = await startHostProcess(['--data', folder]);
  await host.api('POST', '/webhooks', { url: consumer.url, eventTypes: ['company.created'] });

  const accepted: string[] = [];
  const create = async (): Promise<{ status: number; error?: string; canBeRetried?: string }> => {
    const response = await host.api('POST', '/companies', {
      name: 'Bright Bakery',
      description: 'x'.repeat(1500),
    });
    const answer = (await response.json()) as { id: string; error?: string; canBeRetried?: string };
    if (response.status === 200) accepted.push(answer.id);
    return { status: response.status, ...answer };
  };
  for (let i = 0; i < 20; i++) expect((await create()).status).toBe(200);

  // Attempts are in flight while the disk fills up.
  const filler = join(folder, 'filler');
  fillUp(filler);
  const refused = await until(async () => {
    const answer = await create();
    return answer.status === 503 && answer;
  }, 1);
  expect(refused).toMatchObject({ canBeRetried: 'Yes', error: expect.stringContaining('disk is full') });
  await consumer.receivedAtLeast(20);
  // Now the answers come, and what they mean can't be written either.
  gate.resolve();
  await until(async () => host.stderr().includes('on hold'));
  const total = async () =>
    ((await (await host.api('GET', '/companies')).json()) as { totalResults: number }).totalResults;
  expect(await total()).toBe(accepted.length);
  // What is refused before it is tried says 429.
  expect([429, 503]).toContain((await create()).status);

  rmSync(filler);
  await until(async () => (await create()).status === 200);
  expect(await total()).toBe(accepted.length);
  await until(async () => {
    const { results } = (await (await host.desk('GET', '/api/endpoints')).json()) as {
      results: { health: { succeeded: number } }[];
    };
    return results[0]?.health.succeeded === accepted.length;
  });
  const delivered = new Set(consumer.received.map(({ headers }) => headers['webhook-id']));
  expect(delivered.size).toBe(accepted.length);
  const [one] = consumer.received;
  expect(
    consumer.received.filter(({ headers }) => headers['webhook-id'] === one?.headers['webhook-id']),
  ).toHaveLength(1);
  expect(await host.end('SIGTERM')).toBe(0);
});

test('a full disk that nobody writes to: health says full, and ok once there is room', async (context) => {
  const folder = smallDisk();
  if (folder === undefined) return context.skip('mounting a small file system is not permitted here');
  const host = await startHostProcess(['--data', folder]);
  const store = async () =>
    ((await (await host.desk('GET', '/api/health')).json()) as { store: string }).store;
  expect(await store()).toBe('ok');
  const filler = join(folder, 'filler');
  fillUp(filler);
  // Nothing is due, so that only the question itself can find out.
  await until(async () => (await store()) === 'full');
  expect([429, 503]).toContain((await host.api('POST', '/companies', { name: 'Bright Bakery' })).status);
  expect(await store()).toBe('full');
  const notReady = await host.desk('GET', '/ready');
  expect(notReady.status).toBe(503);
  expect(((await notReady.json()) as { reasons: unknown[] }).reasons).toContainEqual({
    what: 'store',
    text: expect.stringContaining('service.db takes no writes. The disk is full.'),
  });
  expect((await host.desk('GET', '/health')).status).toBe(200);
  rmSync(filler);
  await until(async () => (await store()) === 'ok');
  await until(async () => (await host.api('POST', '/companies', { name: 'Bright Bakery' })).status === 200);
});

test('a disk that is nearly full: nothing new is accepted, and what was accepted is delivered', async (context) => {
  const folder = smallDisk();
  if (folder === undefined) return context.skip('mounting a small file system is not permitted here');
  const consumer = await startConsumer();
  const host = await startHostProcess(['--data', folder]);
  await host.api('POST', '/webhooks', { url: consumer.url, eventTypes: ['company.created'] });
  const { id: keptId } = (await (await host.api('POST', '/companies', { name: 'Bright Bakery' })).json()) as {
    id: string;
  };
  await host.desk('POST', '/api/clock/pause');
  for (let n = 0; n < 20; n++) await host.api('POST', '/companies', { name: `Company ${n}` });

  // 5 % of 12 MiB is the limit; the rest of it is left.
  const filler = join(folder, 'filler');
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - 400 * 1024, 1));
  const health = async () => (await (await host.desk('GET', '/api/health')).json()) as Health;
  await until(async () => (await health()).resources.disk.state === 'refusing');
  const refused = await host.api('POST', '/companies', { name: 'Corner Cafe' });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(((await refused.json()) as { error: string }).error).toMatch(/KiB of disk space is left|kB of disk/);
  expect(host.stderr()).toContain('nothing new is accepted');

  await host.desk('POST', '/api/clock/resume');
  await consumer.receivedAtLeast(21);
  await until(async () => (await health()).waiting === 0);
  expect((await host.api('DELETE', `/companies/${keptId}`)).status).toBe(204);

  rmSync(filler);
  await until(async () => (await host.api('POST', '/companies', { name: 'Corner Cafe' })).status === 200);
  expect(await host.end('SIGTERM')).toBe(0);
});

const digest = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('service.db'))
    .sort()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    );

test.each([
  ['its head is overwritten', () => 0],
  ['a page in its middle is overwritten', (bytes: number) => Math.floor(bytes / 2 / 4096) * 4096],
] as const)('a damaged database, where %s: a clear error, and nothing is overwritten', async (_, at) => {
  const folder = temporaryFolder();
  const first = await testHost({ dataDir: folder });
  for (let i = 0; i < 50; i++) await first.api('POST', '/companies', { name: `Company ${i}` });
  await first.stop(0);
  const path = join(folder, 'service.db');
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at(statSync(path).size));
  closeSync(file);
  const before = digest(folder);

  const host = await testHost({ dataDir: folder });
  const { status, body } = await host.api('POST', '/companies', { name: 'Bright Bakery' });
  expect([status, body.error]).toEqual([503, expect.stringContaining('service.db) is damaged')]);
  expect((await host.desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).status).toBe(200);
  await host.stop(0);
  expect(digest(folder)).toEqual(before);
});
