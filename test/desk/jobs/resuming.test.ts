import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import type { Announcement } from '#contract/stream.ts';
import { createCases } from '#desk/cases/index.ts';
import { continueJournal } from '#desk/continue-journal.ts';
import { createJobs } from '#desk/jobs/index.ts';
import type { JobKind, RunningJob } from '#desk/jobs/jobs.ts';
import { keptJobsIn } from '#desk/jobs/kept-jobs.ts';
import { stepModules } from '#desk/step-modules.ts';
import { readJobRows } from '#desk/store/jobs.ts';
import { readJournal } from '#desk/store/journal.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

const Input = Type.Object({ text: Type.String(), caseId: Type.Optional(Type.String()) });
type Kind = JobKind<typeof Input>;

/** A store, and the jobs of one process after the other on it: one that is left behind was killed. */
const fixture = async () => {
  const context = await testDeskContext();
  const kept = keptJobsIn(context);
  const cases = createCases(context, stepModules);
  const { store } = context;
  return {
    context,
    cases,
    store,
    kept,
    rows: () => store.read(readJobRows),
    /** @param work of jobs of the one kind that there is */
    process(
      work: (job: RunningJob, text: string, actor: string) => Promise<unknown>,
      kind: Partial<Kind> = {},
      host = kept.host,
    ) {
      const told: Announcement[] = [];
      const announce = (one: Announcement) => void told.push(one);
      const jobs = createJobs({ ...context, announce, kept: { ...kept, host }, uploadsFolder: '/uploads' });
      onTestFinished(() => jobs.stop());
      const start = jobs.define('work', {
        kind: 'check',
        input: Input,
        caseOf: ({ caseId }) => caseId,
        begin:
          async ({ text }, actor) =>
          (job) =>
            work(job, text, actor),
        ...kind,
      });
      const end = async (jobId: string) => {
        for (;;) {
          const job = jobs.show(jobId);
          if (job.state !== 'running') return job;
          await new Promise(setImmediate);
        }
      };
      return { jobs, start, end, told };
    },
  };
};

/** Work that does not end before its process does. */
const endless = ({ signal }: RunningJob) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const echo = async (_job: RunningJob, text: string, actor: string) => `${text} for ${actor}`;

test('a job that was under way is started again under its id, for the same person, and says so', async () => {
  const { process, rows } = await fixture();
  const { id } = await process(endless).start({ text: 'secret words' }, 'Ada');
  const [row] = await rows();
  expect(row?.content.includes('secret words')).toBe(false);

  const next = process(echo);
  await next.jobs.resume();
  expect(next.jobs.show(id)).toMatchObject({
    state: 'running',
    resumed: 1,
    progress: { text: 'Resumed, as the process that ran it ended' },
  });
  expect(await next.end(id)).toMatchObject({ state: 'done', result: 'secret words for Ada', resumed: 1 });
});

test('what ended is found by a process that comes later, with its result', async () => {
  const { process } = await fixture();
  const first = process(echo);
  const { id } = await first.start({ text: 'a' }, 'Ada');
  const ended = await first.end(id);
  await first.jobs.stop();
  const next = process(() => Promise.reject(new Error('It was begun again.')));
  await next.jobs.resume();
  expect(next.jobs.show(id)).toEqual(ended);
});

test('what ended days ago is dropped, and what was under way then fails', async () => {
  const { process, kept, rows } = await fixture();
  const one = process(echo);
  const { id: ended } = await one.start({ text: 'a' }, 'Ada');
  await one.end(ended);
  const { id: cutOff } = await process(endless).start({ text: 'b' }, 'Ada');
  const daysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString();
  for (const { job, ...rest } of await kept.read()) {
    const times = { started: daysAgo, ...(job.ended === undefined ? {} : { ended: daysAgo }) };
    await kept.change({ ...rest, job: { ...job, ...times } });
  }
  const next = process(echo);
  await next.jobs.resume();
  expect(next.jobs.list()).toMatchObject([
    { id: cutOff, state: 'failed', error: expect.stringContaining('more than a day ago') },
  ]);
  expect((await rows()).map(({ id }) => id)).toEqual([cutOff]);
});

test('a database that is restored from a backup has no jobs: they were under way at another time', async () => {
  const { process, context, store, rows } = await fixture();
  await process(endless).start({ text: 'a' }, 'Ada');
  const journal = await store.read((reader) => readJournal(reader));
  await continueJournal(context, { journal, backup: 'desk.db', actor: 'Ada' });
  expect(await rows()).toEqual([]);
});

test('with the commit of what it writes a job is done, and never done again', async () => {
  const { process, cases } = await fixture();
  const { id: caseId } = await cases.create({ name: 'acme', parts: ['tokens'] }, 'Ada');
  const note = { kind: 'note.added' as const, content: { id: crypto.randomUUID(), text: 'once' } };
  const writing = Promise.withResolvers<void>();
  const first = process(async (job) => {
    await cases.act(caseId, 'Ada', note, { afterwards: (tx) => job.done(tx, 'written') });
    writing.resolve();
    return endless(job);
  });
  const { id } = await first.start({ text: 'a', caseId }, 'Ada');
  await writing.promise;
  const next = process(() => Promise.reject(new Error('It was begun again.')));
  await next.jobs.resume();
  expect(next.jobs.show(id)).toMatchObject({ state: 'done', result: 'written' });
  // What comes after its commit undoes nothing.
  expect(await first.jobs.cancel(id)).toMatchObject({ state: 'done', result: 'written' });
});

test('a commit that fails leaves the job to the next process', async () => {
  const { process, store } = await fixture();
  const failing = Promise.withResolvers<void>();
  const first = process(async (job) => {
    await store
      .write(async (tx) => {
        await job.done(tx, 'written');
        throw new Error('rolled back');
      })
      .catch(() => {});
    failing.resolve();
    return endless(job);
  });
  const { id } = await first.start({ text: 'a' }, 'Ada');
  await failing.promise;
  const next = process(echo);
  await next.jobs.resume();
  expect(await next.end(id)).toMatchObject({ state: 'done', result: 'a for Ada' });
});

test('a job that ends its process is resumed three times, and then says so', async () => {
  const { process } = await fixture();
  const { id } = await process(endless).start({ text: 'a' }, 'Ada');
  for (const resumed of [1, 2, 3]) {
    const { jobs } = process(endless);
    await jobs.resume();
    expect(jobs.show(id)).toMatchObject({ state: 'running', resumed });
  }
  const last = process(echo);
  await last.jobs.resume();
  expect(last.jobs.show(id)).toMatchObject({
    state: 'failed',
    error:
      'The process that ran this job ended. That is process 4 to end amid it: see the log. Start it again.',
  });
  const after = process(echo);
  await after.jobs.resume();
  expect(after.jobs.show(id).state).toBe('failed');
});

test.each<[string, Partial<Kind>, string | undefined, RegExp]>([
  [
    'can not be repeated',
    { once: () => 'Some requests may have left.' },
    undefined,
    /Some requests may have left/,
  ],
  ['read what was uploaded', { filesOf: () => ['/uploads/1/list.csv'] }, undefined, /upload it again/],
  [
    'read files of another machine',
    { filesOf: () => ['/data/list.csv'] },
    'other',
    /this process runs on other/,
  ],
  [
    'came from another version',
    { input: Type.Object({ new: Type.String() }) as never },
    undefined,
    /another version/,
  ],
])('a job that %s fails with the reason', async (_name, kind, host, reason) => {
  const { process } = await fixture();
  const { input: _, ...first } = kind;
  const { id } = await process(endless, first).start({ text: 'a' }, 'Ada');
  const { jobs } = process(echo, kind, host);
  await jobs.resume();
  expect(jobs.show(id)).toMatchObject({ state: 'failed', error: expect.stringMatching(reason) });
});

test('what is refused now fails the job with that, and a case that is deleted takes its jobs along', async () => {
  const { process, cases, rows } = await fixture();
  const { id: caseId } = await cases.create({ name: 'acme', parts: ['tokens'] }, 'Ada');
  const { id } = await process(endless).start({ text: 'a', caseId }, 'Ada');
  const begin: Kind['begin'] = async () => {
    await cases.act(caseId, 'Ada', { kind: 'case.closed', content: {} });
    await cases.act(caseId, 'Ada', { kind: 'note.added', content: { id: crypto.randomUUID(), text: 'x' } });
    return async () => {};
  };
  const next = process(echo, { begin });
  await next.jobs.resume();
  expect(await next.end(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('closed') });
  const { digest } = await cases.removal(caseId);
  await cases.remove(caseId, digest, 'Ada');
  expect(await rows()).toEqual([]);
});

test('a stop leaves what has not ended, and what a job noted is there when it is resumed', async () => {
  const { process } = await fixture();
  const noting = Promise.withResolvers<void>();
  const first = process(async (job) => {
    await job.note(['a']);
    noting.resolve();
    return endless(job);
  });
  const { id } = await first.start({ text: 'a' }, 'Ada');
  await noting.promise;
  await first.jobs.stop();
  expect(first.told.filter((one) => one.type === 'job' && one.state !== 'running')).toEqual([]);
  const next = process(async ({ noted }) => noted);
  await next.jobs.resume();
  expect(await next.end(id)).toMatchObject({ state: 'done', result: ['a'] });
});

test('a process that is stopped counts for nothing: a job is left to one after the other', async () => {
  const { process } = await fixture();
  let one = process(endless);
  const { id } = await one.start({ text: 'a' }, 'Ada');
  for (const resumed of [1, 2, 3, 4, 5]) {
    await one.jobs.stop();
    one = process(endless);
    await one.jobs.resume();
    expect(one.jobs.show(id)).toMatchObject({ state: 'running', resumed });
  }
});

test('a cancelled job stays cancelled', async () => {
  const { process } = await fixture();
  const first = process(endless);
  const { id } = await first.start({ text: 'a' }, 'Ada');
  await first.jobs.cancel(id);
  const next = process(echo);
  await next.jobs.resume();
  expect(next.jobs.show(id).state).toBe('cancelled');
});
