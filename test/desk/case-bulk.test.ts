import { expect, onTestFinished, test } from 'vitest';
import type { CaseBulkResult } from '#contract/case-bulk.ts';
import { CatalogueError, type ErrorCode } from '#contract/errors.ts';
import type { Job } from '#contract/job.ts';
import { caseBulkRoutes } from '#desk/api/case-bulk.ts';
import { createCases } from '#desk/cases/index.ts';
import { createJobs } from '#desk/jobs/index.ts';
import type { StartJob } from '#desk/jobs/jobs.ts';
import { keptJobsIn } from '#desk/jobs/kept-jobs.ts';
import { stepModules } from '#desk/step-modules.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { addManyCases } from '#test/support/many-cases.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('a host that stops amid an action on many cases leaves the rest to the next one', async () => {
  const dataDir = temporaryFolder();
  const before = await testHost({ dataDir });
  await before.stop(0);
  const count = 300;
  await addManyCases(dataDir, count);
  const host = await testHost({ dataDir });
  const { body: job } = await host.desk('POST', '/api/cases/bulk', {
    selection: { filter: {} },
    action: { kind: 'assign', owner: 'Robin' },
  });
  await expect
    .poll(async () => (await host.desk('GET', `/api/jobs/${job.id}`)).body.progress.done, { interval: 1 })
    .toBeGreaterThan(5);
  await host.stop(0);

  const next = await testHost({ dataDir });
  const ended = async (): Promise<Job> => (await next.desk('GET', `/api/jobs/${job.id}`)).body;
  expect((await ended()).resumed).toBe(1);
  await expect.poll(async () => (await ended()).state, { timeout: 60_000 }).toBe('done');
  const result = (await ended()).result as CaseBulkResult;
  // Each was done once, and its former owner is known, so that it can be undone.
  expect(result).toMatchObject({ done: count, unchanged: 0, refused: 0 });
  expect(result.items.every(({ owner }) => owner !== 'Robin')).toBe(true);
  expect((await next.desk('GET', '/api/cases?owner=robin&limit=1')).body.total).toBe(count);
});

/** The action on a desk, each time by a process of its own, whose changes of cases may be refused. */
const fixture = async () => {
  const context = await testDeskContext();
  const cases = createCases(context, stepModules);
  const ids: string[] = [];
  for (const name of ['Tidewater', 'Northgate', 'Brightwell']) {
    ids.push((await cases.create({ name }, 'Ada')).id);
  }
  const process = async (refusal?: { on: number; code: ErrorCode }) => {
    const jobs = createJobs({ ...context, kept: keptJobsIn(context) });
    onTestFinished(() => jobs.stop());
    let acts = 0;
    const acting: typeof cases.act = (...about) =>
      ++acts === refusal?.on
        ? Promise.reject(new CatalogueError(refusal.code, { server: 'db', problem: 'x', file: 'desk.db' }))
        : cases.act(...about);
    let start: StartJob<unknown> | undefined;
    const defining = {
      ...jobs,
      define: (...about: Parameters<typeof jobs.define>) => {
        start = jobs.define(...about) as StartJob<unknown>;
        return start;
      },
    };
    caseBulkRoutes(
      { post: () => {} } as never,
      { cases: { ...cases, act: acting }, jobs: defining, eligibility: {} } as never,
    );
    await jobs.resume();
    const end = async (jobId: string): Promise<Job> => {
      await expect.poll(() => jobs.show(jobId).state).not.toBe('running');
      return jobs.show(jobId);
    };
    return { jobs, end, acts: () => acts, start: (action: unknown) => start?.({ ids, action }, 'Ada') };
  };
  return { cases, ids, process };
};
const assign = { kind: 'assign', owner: 'Robin' };

test.each<[ErrorCode]>([
  ['store.full'],
  ['store.unreachable'],
  ['store.serverFailing'],
  ['store.uncertain'],
  ['store.readOnly'],
])('%s ends an action on several cases, and no case is refused for it', async (code) => {
  const { process } = await fixture();
  const { start, end, acts } = await process({ on: 2, code });
  const job = (await start(assign)) as Job;
  expect(await end(job.id)).toMatchObject({ state: 'failed', error: expect.stringMatching(/./) });
  expect(acts()).toBe(2);
});

test('one whose process lost the desk is left to the process that has it', async () => {
  const { process } = await fixture();
  const lost = await process({ on: 2, code: 'store.deskTakenOver' });
  const job = (await lost.start(assign)) as Job;
  await expect.poll(lost.acts).toBe(2);
  const next = await process();
  expect(await next.end(job.id)).toMatchObject({ state: 'done', result: { refused: 0 } });
  expect(lost.jobs.show(job.id).state).toBe('running');
});

test('what was refused before its process ended is tried again', async () => {
  const { process, cases, ids } = await fixture();
  const [first] = ids as [string];
  await cases.act(first, 'Ada', { kind: 'case.closed', content: {} });
  const lost = await process({ on: 3, code: 'store.deskTakenOver' });
  const job = (await lost.start(assign)) as Job;
  await expect.poll(lost.acts).toBe(3);
  await cases.act(first, 'Ada', { kind: 'case.reopened', content: {} });
  const next = await process();
  expect(await next.end(job.id)).toMatchObject({ state: 'done', result: { done: 3, refused: 0 } });
});
