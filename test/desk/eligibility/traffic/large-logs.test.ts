import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTraffic } from '#desk/eligibility/collect-files.ts';
import { filesIn, saysOf, skipsOf, traffic } from '#test/support/collecting.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const line = (day: number, path = '/companies') =>
  `10.0.0.7 - - [${String(day).padStart(2, '0')}/Nov/2026:08:00:00 +0000] "GET ${path} HTTP/1.1" 200 512`;
const days = (from: number, to: number) =>
  Array.from({ length: (to - from + 1) * 20 }, (_, n) => line(from + Math.floor(n / 20)));

test('a line of 200 MB is skipped, and the rest is read', async () => {
  const path = join(temporaryFolder(), 'a.log');
  const file = openSync(path, 'w');
  const before = `${days(1, 5).join('\n')}\n`;
  writeSync(file, before);
  const long = 200 * 1024 * 1024;
  ftruncateSync(file, before.length + long);
  writeSync(file, `\n${line(8, '/rules/alerts')}\n${days(5, 9).join('\n')}\n`, before.length + long);
  closeSync(file);
  const peakBefore = process.resourceUsage().maxRSS;
  const evidence = await traffic(path);
  expect(skipsOf(evidence)).toEqual(['a.log line-too-long']);
  expect(evidence.read.skipped[0]?.detail).toContain('Line 101 is 210 MB long');
  expect(evidence.read.entries).toBe(201);
  expect(saysOf(evidence)).toBe('present');
  // The thread lives in this process. In kilobytes.
  expect(process.resourceUsage().maxRSS - peakBefore).toBeLessThan(150 * 1024);
});

test('progress rises to the size of the log, and the cancel ends it', async () => {
  const content = `${days(1, 28).join('\n')}\n`.repeat(500);
  const path = join(filesIn({ 'a.log': content }), 'a.log');
  const done: number[] = [];
  const options = { paths: [path], dataDir: '/no-data-folder', newId: () => randomUUID() };
  const progress = (now: { done: number }) => done.push(now.done);
  await readTraffic({ ...options, signal: new AbortController().signal, progress });
  expect(done.length).toBeGreaterThan(1);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.at(-1)).toBe(content.length);
  const cancel = new AbortController();
  const stop = () => cancel.abort(new Error('enough'));
  const reading = readTraffic({ ...options, signal: cancel.signal, progress: stop });
  await expect(reading).rejects.toThrow('enough');
});
