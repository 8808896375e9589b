import { expect, test } from 'vitest';
import type { CatalogueError } from '#contract/errors.ts';
import { faultyRemote } from '#test/support/faulty-remote.ts';
import { carryOut, type Desk, expectConsistent, lastResults, startFixture } from './fixture.ts';
import { pausedRun, runsOf } from './steering.ts';

/** What has changed while a run was paused. */

const giveTarget = async (desk: Desk, caseId: string, targetId: string): Promise<void> => {
  const { revision } = await desk.cases.state(caseId);
  const changes = { targetId };
  await desk.cases.act(caseId, 'Ada', { kind: 'case.changed', content: { changes } }, { revision });
};

test("with another target on the case, a run can't be resumed, and is cancelled without a call", async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  const { id } = await pausedRun(fixture, desk, caseId);
  const other = await desk.targets.add({
    name: 'other',
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'a-key-of-the-other',
  });
  await giveTarget(desk, caseId, other.id);
  await expect(desk.runs.resume(caseId, 'Ada')).rejects.toMatchObject({
    code: 'tokens.noRun',
    message: expect.stringContaining('or cancel the run'),
  });
  const calls = fixture.remote.passed.length;
  expect(await desk.runs.cancel(caseId, 'Ada')).toMatchObject({
    id,
    state: 'cancelled',
    counts: { rows: 2, ready: 2 },
    remark: expect.stringMatching(/^Cancelled manually\. .*not checked for duplicates/),
  });
  expect(fixture.remote.passed).toHaveLength(calls);
  expect((await lastResults(desk.cases, caseId)).companies).toHaveLength(2);
  await expectConsistent(desk, caseId);
  await desk.end();
});

test('a target whose base URL is another one now gets no tokens by a resume', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  const elsewhere = await faultyRemote(fixture.service.apiUrl);
  const { apiKey } = fixture.service;
  const target = await desk.targets.add({ name: 'there', baseUrl: fixture.remote.url, apiKey });
  await giveTarget(desk, caseId, target.id);
  const asked = (await desk.runs.start(caseId, {}, 'Ada').catch((error: unknown) => error)) as CatalogueError;
  const at = (method: string) => method === 'POST';
  await pausedRun(fixture, desk, caseId, { at }, asked.info?.unconfirmed?.confirm);

  await desk.targets.change(target.id, { baseUrl: elsewhere.url, apiKey });
  await expect(desk.runs.resume(caseId, 'Ada')).rejects.toMatchObject({
    code: 'tokens.noRun',
    message: expect.stringContaining(`was at ${fixture.remote.url} when the run began`),
  });
  expect(elsewhere.passed).toEqual([]);
  // As it was, it goes on.
  await desk.targets.change(target.id, { baseUrl: fixture.remote.url, apiKey });
  const { id } = await desk.runs.resume(caseId, 'Ada');
  await desk.settled(caseId);
  expect(await desk.runs.show(caseId, id)).toMatchObject({ state: 'done', counts: { done: 2 } });
  await desk.end();
});

test('rows held by the runbook since are left unchanged and counted, or nothing continues', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  let refused: string | undefined;
  const held = (ref: string) => (ref === 'b' ? 'Syncing is not disabled.' : undefined);
  const runs = await runsOf(fixture, desk, {
    gateOf: async () => ({ refused, held: refused === undefined ? () => undefined : held }),
  });
  const { id } = await pausedRun(fixture, desk, caseId, { runs });
  refused = 'Step 3 is open.';
  await expect(runs.resume(caseId, 'Ada')).rejects.toMatchObject({
    code: 'tokens.gate',
    message: expect.stringContaining('Step 3 is open.'),
  });
  const again = await runsOf(fixture, desk, { gateOf: async () => ({ refused: undefined, held }) });
  await again.resume(caseId, 'Ada');
  await desk.settled(caseId);
  expect(await again.show(caseId, id)).toMatchObject({
    state: 'done',
    counts: { rows: 2, done: 1, ready: 1 },
    remark: expect.stringContaining('1 row was held'),
  });
  expect(await fixture.companies('b')).toEqual([]);
  // And is taken up by another run once it may.
  expect(await carryOut(desk, caseId)).toMatchObject({ counts: { rows: 1, done: 1 } });
  await desk.end();
});

test('connections that were linked already are counted apart: their imported credentials were never sent', async () => {
  const fixture = await startFixture();
  const first = await fixture.migration([{ ref: 'a' }]);
  await carryOut(first.desk, first.caseId);
  await first.desk.end();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  const run = await carryOut(desk, caseId, { besideOtherDesk: 'It has ended.' });
  expect(run).toMatchObject({ counts: { done: 2 }, alreadyLinked: 1 });
  const { tokenRuns } = await desk.cases.state(caseId);
  expect(tokenRuns[0]?.ended).toMatchObject({ alreadyLinked: 1 });
  expect((await carryOut(desk, caseId, { kind: 'check' })).alreadyLinked).toBeUndefined();
  await desk.end();
});
