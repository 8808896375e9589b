import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

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
  expect((await create()).status).toBe(503);

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
  const first = await startHostProcess(['--data', folder]);
  for (let i = 0; i < 50; i++) await first.api('POST', '/companies', { name: `Company ${i}` });
  await first.end('SIGTERM');
  const path = join(folder, 'service.db');
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at(statSync(path).size));
  closeSync(file);
  const before = digest(folder);

  await expect(startHostProcess(['--data', folder])).rejects.toThrow(/service\.db is damaged/);
  expect(digest(folder)).toEqual(before);
});
