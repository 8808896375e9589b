import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import type { JobProgress } from '#contract/job.ts';
import { scanSource } from '#desk/eligibility/collect-files.ts';
import { filesIn } from '#test/support/collecting.ts';

const innocent = 'export const add = (a, b) => a + b;\n'.repeat(2000);
const many = () =>
  filesIn(Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`src/${n}.js`, innocent])));

test('the host goes on meanwhile, and hears how far it is', async () => {
  const heard: JobProgress[] = [];
  let turns = 0;
  const stop = systemTime.every(5, () => turns++);
  const evidence = await scanSource({
    path: many(),
    dataDir: '/no-data-folder',
    signal: new AbortController().signal,
    progress: (progress) => heard.push(progress),
    newId: () => randomUUID(),
  });
  stop();
  expect(evidence.read.files).toBe(1500);
  expect(turns).toBeGreaterThan(5);
  expect(heard.length).toBeGreaterThan(1);
  expect(heard.map(({ done }) => done)).toEqual(heard.map(({ done }) => done).sort((a, b) => a - b));
  expect(heard.at(-1)).toMatchObject({ done: evidence.read.bytes, unit: 'bytes' });
});

test('cancelled in the middle it ends, with the reason of the signal', async () => {
  const cancel = new AbortController();
  const reason = new Error('cancelled by a test');
  const scanning = scanSource({
    path: many(),
    dataDir: '/no-data-folder',
    signal: cancel.signal,
    progress: () => cancel.abort(reason),
    newId: () => randomUUID(),
  });
  await expect(scanning).rejects.toBe(reason);
});

test('a signal that is aborted already starts nothing', async () => {
  const signal = AbortSignal.abort();
  await expect(
    scanSource({ path: '/', dataDir: '/', signal, progress: () => {}, newId: () => '' }),
  ).rejects.toThrow('abort');
});

test('the named options alone reach the thread: others may not be plain data', async () => {
  const options = {
    path: filesIn({ 'src/a.js': innocent }),
    dataDir: '/no-data-folder',
    signal: new AbortController().signal,
    progress: () => {},
    newId: () => randomUUID(),
    notPlain: () => {},
  };
  expect((await scanSource(options)).read.files).toBe(1);
});
