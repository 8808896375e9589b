import { expect, test } from 'vitest';
import { writesOf } from '#test/support/faulty-remote.ts';
import {
  carryOut,
  expectConsistent,
  lastResults,
  otherPlatform,
  platform,
  startFixture,
  type Wanted,
} from './fixture.ts';

test('a second run of the same rows changes nothing', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'a', platformKey: otherPlatform }]);
  await carryOut(desk, caseId);
  const before = fixture.remote.passed.length;
  const entries = (await desk.cases.entries(caseId, 0, 1000)).length;
  await expect(desk.runs.start(caseId, {}, 'tester')).rejects.toMatchObject({
    code: 'tokens.nothingToRun',
    message: expect.stringContaining('2 left out: It is migrated already'),
  });
  expect(fixture.remote.passed).toHaveLength(before);
  expect(await desk.cases.entries(caseId, 0, 1000)).toHaveLength(entries);
  await desk.end();
});

test('the same rows in another case find everything on the target, and send nothing', async () => {
  const fixture = await startFixture();
  const rows: Wanted[] = Array.from({ length: 7 }, (_, n) => ({ ref: `r${n}` }));
  rows.push({ ref: 'r0', platformKey: otherPlatform });
  const first = await fixture.migration(rows);
  await carryOut(first.desk, first.caseId);
  const before = await lastResults(first.desk.cases, first.caseId);
  await first.desk.end();

  const { desk, caseId, rowIds } = await fixture.migration(rows);
  const passed = fixture.remote.passed.length;
  expect(await carryOut(desk, caseId, { besideOtherDesk: 'It has ended.' })).toMatchObject({
    state: 'done',
    counts: { done: 8 },
    alreadyLinked: 8,
  });
  expect(writesOf(fixture.remote.passed.slice(passed))).toEqual([]);
  const after = await lastResults(desk.cases, caseId);
  expect([before.alreadyLinked, after.alreadyLinked, after.duplicates]).toEqual([undefined, 8, []]);
  for (const [n, company] of after.companies.entries()) {
    const { companyId, connectionId, datasets } = before.companies[n] ?? {};
    expect(company).toMatchObject({
      companyId,
      connectionId,
      datasets,
      state: 'done',
      companyOrigin: 'found',
      connectionOrigin: 'found',
      connectionStatus: 'Linked',
      note: expect.stringMatching(/It was linked already.* were not sent, and are shredded/),
    });
  }
  expect([...(await desk.vault.keptOf(rowIds))]).toEqual([]);
  await expectConsistent(desk, caseId);
  await desk.end();
});

test('a connection that a lost run linked and never synced is synced, without its tokens', async () => {
  const fixture = await startFixture();
  const { service } = fixture;
  const { id } = await service.api('POST', '/companies', { name: 'Company a', tags: { migrationRef: 'a' } });
  const connection = await service.api('POST', `/companies/${id}/connections`, { platformKey: platform });
  await service.api(
    'PUT',
    `/companies/${id}/connections/${connection.id}/authorization`,
    await fixture.tokens(),
  );
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }]);
  const passed = fixture.remote.passed.length;
  expect(await carryOut(desk, caseId)).toMatchObject({ state: 'done', counts: { done: 1 } });
  expect(writesOf(fixture.remote.passed.slice(passed)).map(({ call }) => call)).toEqual([
    'POST /companies/{id}/data/all',
  ]);
  await desk.end();
});

test('of two concurrent starts one wins, and the other is refused', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  const starts = await Promise.allSettled([1, 2, 3].map(() => desk.runs.start(caseId, {}, 'tester')));
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const start of starts) {
    if (start.status === 'rejected') expect(start.reason).toMatchObject({ code: 'tokens.runActive' });
  }
  await desk.settled(caseId);
  expect(await desk.runs.list(caseId)).toMatchObject([{ state: 'done', counts: { done: 2 } }]);
  expect(await fixture.companies('a')).toHaveLength(1);
  await desk.end();
});

test('of two concurrent resumes one wins', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  let pausing: Promise<unknown> | undefined;
  fixture.remote.setPlan((_request, count) => {
    if (count === 3) pausing = desk.runs.pause(caseId, 'tester');
    return 'none';
  });
  await desk.runs.start(caseId, { concurrency: 1 }, 'tester');
  await desk.settled(caseId);
  await pausing;
  const resumes = await Promise.allSettled([1, 2, 3].map(() => desk.runs.resume(caseId, 'tester')));
  expect(resumes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await desk.settled(caseId);
  expect(await desk.runs.list(caseId)).toMatchObject([{ state: 'done', counts: { done: 2 } }]);
  await expectConsistent(desk, caseId);
  await desk.end();
});
