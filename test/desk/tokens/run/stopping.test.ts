import { expect, test } from 'vitest';
import { createEngine } from '#desk/tokens/run/engine.ts';
import { expectConsistent, ledgerOf, progressOf, startFixture } from './fixture.ts';
import { gate, runsOf } from './steering.ts';

test('a pause while the target hangs: the call in the air ends by its own deadline, and is not tried again', async () => {
  const fixture = await startFixture();
  const { desks, desk: first, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  await first.end();
  const desk = await desks.start({ timeoutMs: 250 });
  const hanging = gate();
  const began = fixture.remote.passed.length;
  fixture.remote.setPlan(({ method }) => {
    if (method === 'GET') return 'none';
    hanging.open();
    return 'late';
  });
  const { id } = await desk.runs.start(caseId, { concurrency: 1 }, 'Ada');
  await hanging.opened;
  const run = await desk.runs.pause(caseId, 'Ada');
  expect(run).toMatchObject({ state: 'paused', counts: { failed: 0, running: 1, ready: 1 } });
  // Before, the lost answer was followed by four looks and three more attempts.
  expect(fixture.remote.passed.slice(began).map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  expect((await progressOf(desk, caseId)).map(({ doubt }) => doubt)).toEqual([1, 0]);
  expect((await ledgerOf(desk, id)).map(({ what }) => what)).toEqual(['call', 'answer']);

  fixture.remote.setPlan();
  await desk.runs.resume(caseId, 'Ada');
  await desk.settled(caseId);
  expect(await desk.runs.show(caseId, id)).toMatchObject({
    state: 'done',
    counts: { done: 2 },
    duplicates: [],
  });
  await expectConsistent(desk, caseId);
  await desk.end();
});

/** A target that lets its list of companies be waited for. */
const slowList = async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }]);
  const [asked, answered] = [gate(), gate()];
  fixture.remote.setPlan(async () => {
    asked.open();
    await answered.opened;
    return 'none' as const;
  });
  return { fixture, desk, caseId, asked, answered };
};

test('a pause or a cancel while the list of companies is waited for ends at once', async () => {
  for (const how of ['pause', 'cancel'] as const) {
    const { fixture, desk, caseId, asked, answered } = await slowList();
    const starting = desk.runs.start(caseId, {}, 'Ada');
    await asked.opened;
    if (how === 'pause') {
      const remark = 'Paused manually.';
      expect(await desk.runs.pause(caseId, 'Ada')).toMatchObject({ state: 'paused', remark });
    } else {
      const cancelling = desk.runs.cancel(caseId, 'Ada');
      await starting;
      // It still looks for duplicates, for some seconds.
      answered.open();
      expect(await cancelling).toMatchObject({ state: 'cancelled', counts: { ready: 1 } });
    }
    expect(await starting).toMatchObject({ caseId });
    answered.open();
    expect(fixture.remote.passed.filter(({ method }) => method !== 'GET')).toEqual([]);
    await desk.end();
  }
});

test('a list of companies that is waited for too long: the run begins, and goes on with the same reading', async () => {
  const { fixture, desk, caseId, asked, answered } = await slowList();
  const engine = createEngine(desk.context, {
    cases: desk.cases,
    readingWaitMs: 1,
    heldOf: async () => () => undefined,
    unreadableOf: desk.unreadables.now,
  });
  const runs = await runsOf(fixture, desk, { engine });
  const began = fixture.remote.passed.length;
  const { id } = await runs.start(caseId, {}, 'Ada');
  await asked.opened;
  expect(await runs.show(caseId, id)).toMatchObject({ state: 'running', counts: { ready: 1 } });
  answered.open();
  await engine.active(caseId)?.ended;
  expect(await runs.show(caseId, id)).toMatchObject({ state: 'done' });
  const methods = fixture.remote.passed.slice(began).map(({ method }) => method);
  expect(methods.slice(0, methods.indexOf('POST'))).toEqual(['GET']);
  await desk.end();
});

test('a desk that is stopped while a run is being begun waits for no target, and begins none', async () => {
  const { fixture, desk, caseId, asked } = await slowList();
  const starting = desk.runs.start(caseId, {}, 'Ada');
  await asked.opened;
  await desk.engine.stop(0);
  await starting;
  expect((await desk.runs.list(caseId)).map(({ state }) => state)).toEqual(['paused']);
  await expect(desk.runs.resume(caseId, 'Ada')).rejects.toMatchObject({ code: 'server.stopping' });
  expect(fixture.remote.passed.filter(({ method }) => method !== 'GET')).toEqual([]);
  await desk.end();
});

test('a list of companies that never stands still: one that is there is asked for before it would be created', async () => {
  const fixture = await startFixture();
  const refs = ['a', 'b', 'c', 'd', 'e', 'f'];
  const { id } = await fixture.service.api('POST', '/companies', {
    name: 'Company a',
    tags: { migrationRef: 'a' },
  });
  const { desk, caseId } = await fixture.migration(refs.map((ref) => ({ ref })));
  let total = 10;
  let isReading = true;
  fixture.remote.setPlan(({ method, url }) => {
    isReading &&= method === 'GET' && !url.includes('query=');
    if (!isReading) return 'none';
    total += 1;
    return {
      statusCode: 200,
      body: { results: [{ id: 'other', name: 'Other' }], totalResults: total },
    };
  });
  await desk.runs.start(caseId, { concurrency: 2 }, 'Ada');
  await desk.settled(caseId);
  expect((await fixture.companies('a')).map((company) => company.id)).toEqual([id]);
  const [first] = await progressOf(desk, caseId);
  expect(first).toMatchObject({ state: 'done', company_id: id, company_origin: 'found' });
  expect(await fixture.companies('f')).toHaveLength(1);
  await desk.end();
});
