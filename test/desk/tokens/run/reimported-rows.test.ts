import { expect, test } from 'vitest';
import type { PullOperation } from '#contract/data.ts';
import { problem } from '#test/support/scripted-server.ts';
import { carryOut, expectConsistent, type Fixture, progressOf, resultOf, startFixture } from './fixture.ts';
import { importerOf, rowOf } from './importing.ts';

const putsOf = ({ remote }: Fixture, from: number): string[] =>
  remote.passed.slice(from).flatMap(({ method, url }) => (method === 'PUT' ? [url] : []));

test('a failed row that names another company now goes there, and sends nothing more to the first', async () => {
  const fixture = await startFixture();
  const wrong = await fixture.service.api('POST', '/companies', { name: 'Company a' });
  const right = await fixture.service.api('POST', '/companies', { name: 'Company a' });
  const { desk, caseId } = await fixture.migration([
    { ref: 'a', companyId: wrong.id, behaviour: 'revoked' },
    { ref: 'b', companyId: wrong.id, platformKey: 'suuo', name: null, behaviour: 'revoked' },
  ]);
  expect(await carryOut(desk, caseId)).toMatchObject({ failures: { 'needs-reauthorization': 2 } });
  const suuo = { platform: 'suuo' };
  const result = await importerOf(desk)(caseId, [
    rowOf('a', await fixture.tokens(), { companyId: right.id }),
    // Without a company: the one that carries its ref, or a new one.
    rowOf('b', await fixture.tokens('good', 'suuo'), suuo),
  ]);
  expect(result).toMatchObject({ ready: 2, replaced: 2, same: 0 });
  const from = fixture.remote.passed.length;
  expect(await carryOut(desk, caseId, { kind: 'retry' })).toMatchObject({ counts: { done: 2 } });
  const puts = putsOf(fixture, from);
  expect([puts.length, puts.some((url) => url.includes(wrong.id))]).toEqual([2, false]);
  expect(await resultOf(desk, caseId)).toMatchObject({
    companyId: right.id,
    note: expect.stringMatching(
      /^The row named another company or connection before. It was created and given tokens/,
    ),
  });
  expect(await resultOf(desk, caseId, 2)).toMatchObject({ companyOrigin: 'created' });
  await expectConsistent(desk, caseId);
  await desk.end();
});

test('an import leaves rows of a run that has not ended unchanged, with a remark', async () => {
  const fixture = await startFixture();
  const [wrong, right] = await Promise.all(
    [1, 2].map(() => fixture.service.api('POST', '/companies', { name: 'Company b' })),
  );
  const tokens = await fixture.tokens();
  const { desk, caseId } = await fixture.migration([
    { ref: 'a' },
    { ref: 'b', companyId: wrong.id, credentials: tokens },
  ]);
  const correct = importerOf(desk);
  const corrected = [rowOf('b', tokens, { companyId: right.id })];
  const results: object[] = [];
  let pausing: Promise<unknown> | undefined;
  fixture.remote.setPlan(async ({ method, url }): Promise<'none'> => {
    if (method !== 'POST' || url !== '/companies') return 'none';
    results.push(await correct(caseId, corrected));
    pausing = desk.runs.pause(caseId, 'tester');
    return 'none';
  });
  await desk.runs.start(caseId, { concurrency: 1 }, 'tester');
  await desk.settled(caseId);
  await pausing;
  results.push(await correct(caseId, corrected));
  const left = { ready: 0, unchanged: 1, remarks: [expect.stringContaining('in a run that has not ended')] };
  expect(results).toMatchObject([left, { ...left, remarks: [expect.anything(), ...left.remarks] }]);
  await desk.runs.cancel(caseId, 'tester');
  expect(await correct(caseId, corrected)).toMatchObject({ ready: 1, replaced: 1, same: 1, unchanged: 0 });
  const from = fixture.remote.passed.length;
  await carryOut(desk, caseId);
  const puts = putsOf(fixture, from);
  expect([right.id, wrong.id].map((id) => puts.some((url) => url.includes(id)))).toEqual([true, false]);
  await desk.end();
});

test('a Linked connection is not taken for one of new tokens after the response to earlier ones was lost', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }]);
  let lost = false;
  fixture.remote.setPlan(({ method }) => {
    if (method === 'PUT') lost = true;
    return method === 'PUT' ? 'reset after' : lost ? 'reset' : 'none';
  });
  expect(await carryOut(desk, caseId)).toMatchObject({ counts: { failed: 1 } });
  expect(await progressOf(desk, caseId)).toMatchObject([
    { step: 'authorization', doubt: 1, put_mark: expect.anything() },
  ]);
  fixture.remote.setPlan();
  await importerOf(desk)(caseId, [rowOf('a', await fixture.tokens())]);
  const from = fixture.remote.passed.length;
  expect(await carryOut(desk, caseId, { kind: 'retry' })).toMatchObject({ counts: { done: 1 } });
  expect(putsOf(fixture, from)).toHaveLength(1);
  await desk.end();
});

test('refused tokens are not taken as handed over when earlier ones linked the connection', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a', behaviour: 'scope-missing' }]);
  await carryOut(desk, caseId);
  await importerOf(desk)(caseId, [rowOf('a', await fixture.tokens())]);
  const refusal = { statusCode: 400, body: problem(400, 'Not today.') };
  fixture.remote.setPlan(({ method }) => (method === 'PUT' ? refusal : 'none'));
  expect(await carryOut(desk, caseId, { kind: 'retry' })).toMatchObject({
    failures: { 'bad-credentials': 1 },
  });
  fixture.remote.setPlan();
  const from = fixture.remote.passed.length;
  expect(await carryOut(desk, caseId, { kind: 'retry' })).toMatchObject({ counts: { done: 1 } });
  expect(putsOf(fixture, from)).toHaveLength(1);
  await desk.end();
});

test('credentials of another row are never sent', async () => {
  const fixture = await startFixture();
  const { desk, caseId, rowIds } = await fixture.migration([{ ref: 'a' }]);
  const [rowId] = rowIds as [number];
  await desk.vault.keep(caseId, [{ rowId, credentials: await fixture.tokens() }]);
  await expect(carryOut(desk, caseId)).rejects.toMatchObject({ code: 'tokens.nothingToRun' });
  expect(putsOf(fixture, 0)).toEqual([]);
  await desk.end();
});

test('on a remote target no row is done while datasets may still arrive; usually without a further call', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'slow', behaviour: 'slow' }]);
  const target = { name: 'remote', baseUrl: fixture.remote.url, apiKey: fixture.service.apiKey };
  const { id: targetId } = await desk.targets.add(target);
  const { revision } = await desk.cases.state(caseId);
  const moved = { kind: 'case.changed', content: { changes: { targetId } } } as const;
  await desk.cases.act(caseId, 'tester', moved, { revision });
  const onRemote = async (ref: string) => {
    const asked = await desk.runs.start(caseId, { refs: [ref] }, 'tester').catch((error: unknown) => error);
    const { confirm } = (asked as { info: { unconfirmed: { confirm: string } } }).info.unconfirmed;
    return carryOut(desk, caseId, { refs: [ref], confirm });
  };
  expect(await onRemote('slow')).toMatchObject({ counts: { done: 1 } });
  const looks = fixture.remote.passed.filter(({ url }) => url.includes('/data/history'));
  const isEnded = ({ isCompleted }: PullOperation): boolean => isCompleted;
  const ended = looks.filter(({ answer }) => JSON.parse(answer?.body ?? '').results.every(isEnded));
  expect([ended.length, looks.length > 1]).toEqual([1, true]);

  await desk.addRows(caseId, await fixture.rowsOf([{ ref: 'early' }]));
  let first = true;
  fixture.remote.setPlan(({ url }) => {
    if (!url.includes('/data/history') || !first) return 'none';
    first = false;
    const dataset = { dataType: 'company', status: 'Complete', requested: '2099-01-01T00:00:00Z' };
    return { statusCode: 200, body: { results: [{ ...dataset, isCompleted: true, isErrored: false }] } };
  });
  expect(await onRemote('early')).toMatchObject({ counts: { done: 1 } });
  const { datasets } = await resultOf(desk, caseId, 2);
  expect(datasets).toEqual((await resultOf(desk, caseId, 1)).datasets);
  expect(Object.values(datasets).reduce((sum, count) => sum + count)).toBeGreaterThan(1);
  await desk.end();
});
