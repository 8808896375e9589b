import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import type { Announcement } from '#contract/stream.ts';
import { createJobs } from '#desk/jobs/index.ts';
import type { Jobs, Work } from '#desk/jobs/jobs.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

const fixture = async () => {
  const { log, newId } = await testDeskContext();
  const told: Announcement[] = [];
  const jobs = createJobs({ log, newId, announce: (one) => void told.push(one) });
  onTestFinished(() => jobs.stop());
  const begun: string[] = [];
  const most = { now: 0, ever: 0 };
  /** Work that lasts until it is let go or cancelled. */
  const start = async (name: string) => {
    const gate = Promise.withResolvers<void>();
    const job = await startWork(jobs, async ({ signal }) => {
      begun.push(name);
      most.ever = Math.max(most.ever, ++most.now);
      signal.addEventListener('abort', () => gate.reject(signal.reason), { once: true });
      await gate.promise.finally(() => most.now--);
      return name;
    });
    return { id: job.id, end: () => gate.resolve(), text: () => jobs.show(job.id).progress.text };
  };
  const startAll = async (...names: string[]) => {
    const all = [];
    for (const name of names) all.push(await start(name));
    return all;
  };
  return { jobs, startAll, begun, most, told };
};
/** A job that does this, and nothing else. */
const startWork = (jobs: Jobs, work: Work) =>
  jobs.define('work', { kind: 'check', input: Type.Object({}), begin: async () => work })({}, 'Ada');
const settle = () => new Promise(setImmediate);

test('two jobs run at the same time, and the others wait for their turn and say so', async () => {
  const { jobs, startAll, begun, most } = await fixture();
  const all = await startAll('a', 'b', 'c', 'd', 'e');
  await settle();
  expect(begun).toEqual(['a', 'b']);
  expect(all.map((job) => jobs.show(job.id).state)).toEqual(all.map(() => 'running'));
  expect(all.map((job) => job.text())).toEqual([
    'Starting',
    'Starting',
    ...Array.from({ length: 3 }, () => 'Waiting for other jobs'),
  ]);
  all[1]?.end();
  await settle();
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(all[2]?.text()).toBe('Starting');
  for (const job of all) job.end();
  await settle();
  expect(all.map((job) => jobs.show(job.id))).toMatchObject(
    ['a', 'b', 'c', 'd', 'e'].map((result) => ({ state: 'done', result })),
  );
  expect(most.ever).toBe(2);
});

test('a job that waits is cancelled without its turn, and one that runs makes room', async () => {
  const { jobs, startAll, begun } = await fixture();
  const [a, b, c, d] = await startAll('a', 'b', 'c', 'd');
  await settle();
  expect(await jobs.cancel(c?.id as string)).toMatchObject({ state: 'cancelled' });
  expect(begun).toEqual(['a', 'b']);
  expect(await jobs.cancel(a?.id as string)).toMatchObject({ state: 'cancelled' });
  await settle();
  expect(begun).toEqual(['a', 'b', 'd']);
  b?.end();
  d?.end();
  await settle();
  expect(jobs.list().map(({ state }) => state)).toEqual(['done', 'cancelled', 'done', 'cancelled']);
});

test('stopping ends those that run and those that wait', async () => {
  const { jobs, startAll, begun } = await fixture();
  await startAll('a', 'b', 'c');
  await settle();
  await jobs.stop();
  expect(jobs.list().map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(begun).toEqual(['a', 'b']);
});

test('what fails is told in words, and does not hold up the others', async () => {
  const { jobs } = await fixture();
  const broken = await Promise.all(
    Array.from({ length: 4 }, () => startWork(jobs, () => Promise.reject(new Error('planted detail')))),
  );
  await settle();
  for (const { id } of broken) {
    expect(jobs.show(id)).toMatchObject({ state: 'failed' });
    expect(jobs.show(id).error).not.toContain('planted');
  }
});

test('progress is announced at most ten times a second, and the end always', async () => {
  const { jobs, told } = await fixture();
  await startWork(jobs, async ({ progress }) => {
    for (let done = 0; done < 1000; done++) progress({ done, unit: 'files', text: 'Reading' });
  });
  await settle();
  expect(told.length).toBeLessThan(20);
  expect(told.at(-1)).toMatchObject({ type: 'job', state: 'done', done: 999 });
});
