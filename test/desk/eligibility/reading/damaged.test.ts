import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { ReadError } from '#desk/eligibility/reading/read-error.ts';
import type { Reading } from '#desk/eligibility/reading/task.ts';
import { readSource } from '#desk/eligibility/source/scan.ts';
import { readLogs } from '#desk/eligibility/traffic/read.ts';
import { runs } from '#test/support/runs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { zipOf } from '#test/support/zip-writer.ts';

const code = 'const alerts = await client.get(baseUrl + "/rules/alerts");\n'.repeat(5);
const files = ['a.js', 'src/b.ts', 'src/.gitignore'].map((name) => ({ name, content: code }));

const tar = async (): Promise<Buffer> => {
  const packer = pack();
  for (const { name, content } of files) packer.entry({ name }, content);
  packer.finalize();
  const parts: Buffer[] = [];
  for await (const part of packer) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

const time = '2026-11-01T08:00:00Z';
const entries = Array.from({ length: 5 }, () => ({
  startedDateTime: time,
  request: { method: 'GET', url: '/rules/alerts' },
}));
const logs = {
  har: JSON.stringify({ log: { version: '1.2', entries } }),
  jsonl: JSON.stringify({ time, method: 'GET', path: '/rules/alerts' }).concat('\n').repeat(5),
  csv: `time,method,path\n${`"${time}","GET","/rules/alerts"\n`.repeat(5)}`,
  log: '::1 - - [01/Nov/2026:08:00:00 +0000] "GET /rules/alerts HTTP/2.0" 200 5\n'.repeat(5),
};

/** Some bytes changed, and the end cut off, or not. */
const damage = fc.record({
  changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
  cut: fc.option(fc.nat()),
});

const damaged = (
  bytes: Buffer,
  { changes, cut }: { changes: [number, number][]; cut: number | null },
): Buffer => {
  const copy = Buffer.from(bytes);
  for (const [at, value] of changes) copy[at % copy.length] = value;
  return cut === null ? copy : copy.subarray(0, cut % copy.length);
};

/** In this thread, as a thread for each would take most of the time. */
const holds = async (
  name: string,
  whole: Buffer,
  read: (path: string) => Promise<Reading>,
): Promise<void> => {
  const path = join(temporaryFolder(), name);
  await fc.assert(
    fc.asyncProperty(damage, async (how) => {
      writeFileSync(path, damaged(whole, how as Parameters<typeof damaged>[1]));
      const reading = await read(path).catch((error: unknown) => error);
      if (reading instanceof ReadError) return;
      expect(reading).toMatchObject({ findings: expect.any(Array) });
      const { read: told, rows } = reading as Reading;
      // Whatever is not read again as it was is told; it is never taken for nothing.
      for (const { says } of rows) expect(says === 'absent' && told.files === 0).toBe(false);
    }),
    { numRuns: runs(15) },
  );
};

const dataDir = '/no-data-folder';

test('damaged archives give evidence or an error with a reason, whatever is damaged', async () => {
  const scan = (path: string) => readSource({ kind: 'source', path, dataDir }, () => {});
  const whole = await tar();
  await holds('code.zip', zipOf(...files), scan);
  await holds('code.tar', whole, scan);
  await holds('code.tgz', gzipSync(whole), scan);
});

test.each(Object.entries(logs))('damaged logs do too: %s', async (name, content) => {
  const read = (path: string) => readLogs({ kind: 'traffic', paths: [path], dataDir }, () => {});
  await holds(`a.${name}`, Buffer.from(content), read);
  await holds(`a.${name}.gz`, gzipSync(content), read);
});
