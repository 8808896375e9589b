import { Type } from 'typebox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import type { Announcement } from '#contract/stream.ts';
import { createCases } from '#desk/cases/index.ts';
import { continueJournal } from '#desk/continue-journal.ts';
import { createJobs } from '#desk/jobs/index.ts';
import { CancelledByPerson, type JobKind, LeftToNextProcess, type RunningJob } from '#desk/jobs/jobs.ts';
import { type KeptJob, type KeptJobs, keptJobsIn } from '#desk/jobs/kept-jobs.ts';
import { stepModules } from '#desk/step-modules.ts';
import { addJobRow, readJobRows } from '#desk/store/jobs.ts';
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
      record: KeptJobs = kept,
    ) {
      const told: Announcement[] = [];
      const announce = (one: Announcement) => void told.push(one);
      const jobs = createJobs({ ...context, announce, kept: { ...record, host }, uploadsFolder: '/uploads' });
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
  const { process, rows } = await fixture();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const one = process(echo);
  const { id: ended } = await one.start({ text: 'a' }, 'Ada');
  await one.end(ended);
  const { id: cutOff } = await process(endless).start({ text: 'b' }, 'Ada');
  vi.useRealTimers();
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

test('a job is resumed after three interruptions within an hour, and then fails with that', async () => {
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
      'The process that ran this job ended. It was interrupted 4 times within an hour. See the log before you start it again.',
  });
  const after = process(echo);
  await after.jobs.resume();
  expect(after.jobs.show(id).state).toBe('failed');
});

test('interruptions over hours end no job, unless there are many', async () => {
  const { process, kept } = await fixture();
  const { id } = await process(endless).start({ text: 'a' }, 'Ada');
  const hoursAgo = Array.from({ length: 11 }, (_, n) => Date.now() - (n + 2) * 3_600_000);
  const interrupted = async (count: number) => {
    for (const one of await kept.read()) await kept.change({ ...one, interrupted: hoursAgo.slice(0, count) });
    const { jobs } = process(endless);
    await jobs.resume();
    return jobs.show(id);
  };
  expect((await interrupted(9)).state).toBe('running');
  expect(await interrupted(10)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('11 times'),
  });
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

test('what a stop cuts short is left to the next process, also where its work returns', async () => {
  const { process } = await fixture();
  const first = process(
    ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('half'))),
  );
  const { id } = await first.start({ text: 'a' }, 'Ada');
  await first.jobs.stop();
  expect(first.told.filter((one) => one.type === 'job' && one.state !== 'running')).toEqual([]);
  const next = process(echo);
  await next.jobs.resume();
  expect(await next.end(id)).toMatchObject({ state: 'done', result: 'a for Ada' });
});

test('work is told whether a person cancels it or its process stops', async () => {
  const { process } = await fixture();
  const reasons: unknown[] = [];
  const { jobs, start } = process(({ signal }) =>
    endless({ signal } as RunningJob).finally(() => reasons.push(signal.reason)),
  );
  const { id } = await start({ text: 'a' }, 'Ada');
  await start({ text: 'b' }, 'Ada');
  await jobs.cancel(id);
  await jobs.stop();
  expect(reasons).toEqual([expect.any(CancelledByPerson), expect.any(LeftToNextProcess)]);
});

test('a job whose commit was in doubt has the end that is on record, and is never done again', async () => {
  const { process, context, cases, store } = await fixture();
  const { id: caseId } = await cases.create({ name: 'acme', parts: ['tokens'] }, 'Ada');
  // As a server that goes away amid a commit: it is made, and nobody here is told.
  const inDoubt = createCases(
    {
      ...context,
      store: {
        ...store,
        async write(work) {
          await store.write((tx) => work({ ...tx, afterCommit: () => {}, afterSync: () => {} }));
          throw new CatalogueError('store.uncertain', { server: 'db' });
        },
      },
    },
    stepModules,
  );
  const note = { kind: 'note.added' as const, content: { id: crypto.randomUUID(), text: 'once' } };
  const first = process(async (job) => {
    await inDoubt.act(caseId, 'Ada', note, { afterwards: (tx) => job.done(tx, 'written') });
  });
  const { id } = await first.start({ text: 'a', caseId }, 'Ada');
  expect(await first.end(id)).toMatchObject({ state: 'done', result: 'written' });
  expect(first.told.at(-1)).toMatchObject({ state: 'done' });
  const next = process(() => Promise.reject(new Error('It was begun again.')));
  await next.jobs.resume();
  expect(next.jobs.show(id)).toMatchObject({ state: 'done', result: 'written' });
});

test('what ended already is not written a second time', async () => {
  const { process, store, kept } = await fixture();
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const first = process(async (job) => {
    begun.resolve();
    await ended.promise;
    await store.write((tx) => job.done(tx, 'twice'));
  });
  const { id } = await first.start({ text: 'a' }, 'Ada');
  await begun.promise;
  const [one] = await kept.read();
  const job = {
    ...(one as KeptJob).job,
    state: 'done' as const,
    ended: new Date().toISOString(),
    result: 'once',
  };
  await kept.change({ ...(one as KeptJob), job });
  ended.resolve();
  expect(await first.end(id)).toMatchObject({ state: 'done', result: 'once' });
});

test('an end that can not be written is told so, and is on record later', async () => {
  const { process, kept } = await fixture();
  let fails = true;
  const flaky: KeptJobs = {
    ...kept,
    change: (one) =>
      fails
        ? Promise.reject(new CatalogueError('store.serverFailing', { server: 'db', problem: 'x' }))
        : kept.change(one),
  };
  const first = process(() => Promise.reject(new Error('planted')), {}, kept.host, flaky);
  const { id } = await first.start({ text: 'a' }, 'Ada');
  const told = await first.end(id);
  expect(told).toMatchObject({ state: 'failed', error: expect.stringContaining('not on record yet') });
  expect(told.error).not.toContain('run it again');
  fails = false;
  // Also where the process ends meanwhile.
  await first.jobs.stop();
  const next = process(echo);
  await next.jobs.resume();
  expect(next.jobs.show(id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('run it again'),
  });
});

test('a job that can not be resumed, nor ended on record, is not to be started again until it is', async () => {
  const { process, kept } = await fixture();
  const { id } = await process(endless, { once: () => undefined }).start({ text: 'a' }, 'Ada');
  let fails = true;
  const flaky: KeptJobs = {
    ...kept,
    change: (one) => (fails ? Promise.reject(new Error('planted')) : kept.change(one)),
  };
  const other = process(echo, { input: Type.Object({ new: Type.String() }) as never }, kept.host, flaky);
  await other.jobs.resume();
  expect(other.jobs.show(id).error).toMatch(/another version of Carryover\. This is not on record yet/);
  fails = false;
  await expect.poll(() => other.jobs.show(id).error).toMatch(/Start it again\.$/);
  expect((await kept.read())[0]?.job.state).toBe('failed');
});

test('a job is resumed only once that is counted', async () => {
  const { process, kept } = await fixture();
  const { id } = await process(endless).start({ text: 'a' }, 'Ada');
  let fails = true;
  const begun: string[] = [];
  const flaky: KeptJobs = {
    ...kept,
    change: (one) => (fails ? Promise.reject(new Error('planted')) : kept.change(one)),
  };
  const next = process(async (_, text) => void begun.push(text), {}, kept.host, flaky);
  await next.jobs.resume();
  expect([next.jobs.show(id).state, begun]).toEqual(['running', []]);
  fails = false;
  await expect.poll(() => next.jobs.show(id).state).toBe('done');
  expect(begun).toEqual(['a']);
});

test('a job that a newer build wrote in its own way is left to that, and what is not ours is dropped', async () => {
  const { process, context, store, rows } = await fixture();
  const newer = async (started: number, ended: number | null = null) => {
    const id = context.newId();
    const content = context.sealer.seal(JSON.stringify({ form: 'newer', job: { id } }), `job ${id}`);
    await store.write((tx) => addJobRow(tx, { id, case_id: null, started, ended, content }));
    return id;
  };
  const dayMs = 86_400_000;
  const waiting = await newer(Date.now() - 2 * dayMs);
  await newer(Date.now() - 8 * dayMs);
  await newer(Date.now() - 2 * dayMs, Date.now() - 2 * dayMs);
  const ended = await newer(Date.now() - 2 * dayMs, Date.now());
  const { id } = await process(endless).start({ text: 'a' }, 'Ada');
  await store.write(({ db }) =>
    db
      .updateTable('desk_jobs')
      .set({ content: context.sealer.seal('{}', 'other') })
      .where('id', '=', id)
      .execute(),
  );
  const { jobs } = process(echo);
  await jobs.resume();
  expect(jobs.list()).toEqual([]);
  expect((await rows()).map((row) => row.id).sort()).toEqual([waiting, ended].sort());
});

test('a long-lived process forgets jobs a day after their end, too', async () => {
  const { process, rows } = await fixture();
  const { jobs, start, end } = process(echo);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await jobs.resume();
  const { id } = await start({ text: 'a' }, 'Ada');
  await end(id);
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(jobs.list()).toHaveLength(1);
  vi.advanceTimersByTime(2 * 3_600_000);
  await expect.poll(rows).toEqual([]);
  expect(jobs.list()).toEqual([]);
});

test('what is erased or deleted is in no result of a job that ended any more, of the case or of several', async () => {
  const { process, context, rows } = await fixture();
  const { jobs, start, end } = process(echo);
  const cases = createCases(context, stepModules, jobs.forget);
  const create = (name: string) => cases.create({ name, parts: ['tokens'] }, 'Ada');
  const [{ id: first }, { id: other }] = [await create('acme'), await create('other')];
  const ended = async (caseId?: string) => {
    const { id } = await start({ text: 'acme', ...(caseId === undefined ? {} : { caseId }) }, 'Ada');
    await end(id);
    return id;
  };
  const kept = await ended(other);
  const onlyKept = async () => {
    expect(jobs.list().map(({ id }) => id)).toEqual([kept]);
    expect((await rows()).map(({ id }) => id)).toEqual([kept]);
  };
  await ended(first);
  await ended();
  await cases.act(first, 'Ada', {
    kind: 'note.added',
    content: { id: crypto.randomUUID(), text: 'Jane Roe' },
  });
  await cases.erase(first, { notes: true, reason: 'asked' }, 'Ada');
  await onlyKept();
  await ended(first);
  await ended();
  const { digest } = await cases.removal(first);
  await cases.remove(first, digest, 'Ada');
  await onlyKept();
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
