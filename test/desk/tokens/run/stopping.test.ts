import { expect, test } from 'vitest';
import { expectConsistent, ledgerOf, progressOf, startRoom } from './room.ts';
import { gate } from './steering.ts';

test('a pause while the target hangs: the call in the air ends by its own deadline, and is not tried again', async () => {
  const room = await startRoom();
  const { desks, desk: first, caseId } = await room.migration([{ ref: 'a' }, { ref: 'b' }]);
  await first.end();
  const desk = await desks.start({ timeoutMs: 250 });
  const hanging = gate();
  const began = room.remote.passed.length;
  room.remote.setPlan(({ method }) => {
    if (method === 'GET') return 'none';
    hanging.open();
    return 'late';
  });
  const { id } = await desk.runs.start(caseId, { concurrency: 1 }, 'Ada');
  await hanging.opened;
  const run = await desk.runs.pause(caseId, 'Ada');
  expect(run).toMatchObject({ state: 'paused', counts: { failed: 0, running: 1, ready: 1 } });
  // Before, the lost answer was followed by four looks and three more attempts.
  expect(room.remote.passed.slice(began).map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  expect((await progressOf(desk, caseId)).map(({ doubt }) => doubt)).toEqual([1, 0]);
  expect((await ledgerOf(desk, id)).map(({ what }) => what)).toEqual(['call', 'answer']);

  room.remote.setPlan();
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

test('a pause while the list of companies is waited for ends at once', async () => {
  const room = await startRoom();
  const { desk, caseId } = await room.migration([{ ref: 'a' }]);
  const [asked, answered] = [gate(), gate()];
  room.remote.setPlan(async () => {
    asked.open();
    await answered.opened;
    return 'none' as const;
  });
  await desk.runs.start(caseId, {}, 'Ada');
  await asked.opened;
  expect(await desk.runs.pause(caseId, 'Ada')).toMatchObject({ state: 'paused', remark: 'Paused by hand.' });
  answered.open();
  await desk.end();
});

test('a list of companies that never stands still: one that is there is asked for before it would be created', async () => {
  const room = await startRoom();
  const refs = ['a', 'b', 'c', 'd', 'e', 'f'];
  const { id } = await room.service.api('POST', '/companies', {
    name: 'Company a',
    tags: { migrationRef: 'a' },
  });
  const { desk, caseId } = await room.migration(refs.map((ref) => ({ ref })));
  let total = 10;
  let isReading = true;
  room.remote.setPlan(({ method, url }) => {
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
  expect((await room.companies('a')).map((company) => company.id)).toEqual([id]);
  const [first] = await progressOf(desk, caseId);
  expect(first).toMatchObject({ state: 'done', company_id: id, company_origin: 'found' });
  expect(await room.companies('f')).toHaveLength(1);
  await desk.end();
});
