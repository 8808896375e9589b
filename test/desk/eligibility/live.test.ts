import { expect, test } from 'vitest';
import type { RowState } from '#contract/eligibility.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { until } from '#test/support/host-process.ts';
import { importTrusting } from '#test/support/importing.ts';
import { startTestService } from '#test/support/test-service.ts';
import { type Fixture, startFixture } from './fixture.ts';

const alertsRow = async (fixture: Fixture, caseId: string): Promise<RowState | undefined> => {
  const { verdict } = await fixture.eligibility.view(caseId);
  return verdict.rows.find(({ row }) => row === 'alerts-endpoints')?.state;
};
const observed = async (fixture: Fixture, caseId: string) =>
  (await fixture.cases.state(caseId)).observations.at(-1);

test('calls are copied into the case within a second or so, and make its check present', async () => {
  const fixture = await startFixture();
  const { id } = await fixture.newCase();
  await fixture.eligibility.observations.open(id, { name: 'first week' }, 'tester');
  await fixture.call('GET', '/rules/alerts?page=2');
  await fixture.call('GET', '/rules/alerts/6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11');
  await fixture.call('GET', '/rules/alerts');
  await fixture.call('GET', '/companies');
  await until(async () => ((await observed(fixture, id))?.calls.length ?? 0) > 0);
  const state = await fixture.cases.state(id);
  expect(state.observations[0]).toMatchObject({
    otherCalls: 1,
    calls: [
      { method: 'GET', path: '/rules/alerts', count: 2, caller: 'acme-app/1.0' },
      { method: 'GET', path: '/rules/alerts/{alertId}', count: 1 },
    ],
  });
  expect(state.verdicts.at(-1)?.verdict.state).toBe('blocked');
  expect(await alertsRow(fixture, id)).toBe('present');
});

test('the desk and the command line never count; an observation may be of one caller', async () => {
  const fixture = await startFixture();
  const { id } = await fixture.newCase();
  await fixture.eligibility.observations.open(id, { name: 'one', caller: 'Acme' }, 'tester');
  await fixture.call('GET', '/rules/alerts', 'carryover-desk/1.0');
  await fixture.call('GET', '/rules/alerts', 'curl/8');
  await fixture.call('GET', '/companies', 'curl/8');
  expect(await alertsRow(fixture, id)).toBe('unknown');
  expect(await observed(fixture, id)).toMatchObject({ calls: [], otherCalls: 0 });
  await fixture.call('GET', '/rules/alerts', 'ACME/2');
  expect(await alertsRow(fixture, id)).toBe('present');
});

test('what was seen outlives a reset of the sandbox, and nothing is counted twice', async () => {
  const fixture = await startFixture();
  const { id } = await fixture.newCase();
  await fixture.eligibility.observations.open(id, { name: 'w' }, 'tester');
  await fixture.call('GET', '/rules/alerts');
  await fixture.service.control.sandbox.reset();
  await fixture.call('GET', '/rules/alerts');
  await fixture.eligibility.view(id);
  await fixture.call('GET', '/rules/alerts');
  await fixture.eligibility.view(id);
  await fixture.eligibility.view(id);
  expect((await observed(fixture, id))?.calls).toMatchObject([{ count: 3 }]);
});

test('an open observation continues after a restart of the desk, with the calls meanwhile', async () => {
  const service = await startTestService();
  const context = await testDeskContext();
  const first = await startFixture({ service, context });
  const { id } = await first.newCase();
  await first.call('GET', '/rules/alerts');
  await first.eligibility.observations.open(id, { name: 'w' }, 'tester');
  await first.call('GET', '/rules/alerts');
  await first.eligibility.stop();
  await first.call('GET', '/rules/alerts');
  const second = await startFixture({ service, context });
  await second.call('GET', '/rules/alerts');
  expect(await alertsRow(second, id)).toBe('present');
  expect((await observed(second, id))?.calls).toMatchObject([{ count: 3 }]);
  await second.call('GET', '/rules/alerts');
  await second.eligibility.view(id);
  expect((await observed(second, id))?.calls).toMatchObject([{ count: 4 }]);
});

test('a closed observation is evidence, once; a later one with the application at work replaces it', async () => {
  const fixture = await startFixture();
  const { id } = await fixture.newCase();
  const before = await fixture.eligibility.observations.open(id, { name: 'before the fix' }, 'tester');
  await fixture.call('GET', '/rules/alerts');
  const closed = await fixture.eligibility.observations.close(id, before.id, 'tester');
  expect(closed.to).toBeDefined();
  const { evidence } = await fixture.cases.state(id);
  expect(evidence).toMatchObject([
    {
      id: before.id,
      collector: 'live',
      scope: 'local service',
      rows: [{ says: 'present' }],
      findingCount: 1,
    },
  ]);
  await expect(fixture.eligibility.observations.close(id, before.id, 'tester')).rejects.toThrow(
    'already closed',
  );
  await fixture.call('GET', '/rules/alerts');
  expect((await observed(fixture, id))?.calls).toMatchObject([{ count: 1 }]);

  const after = await fixture.eligibility.observations.open(id, { name: 'after the fix' }, 'tester');
  expect(await alertsRow(fixture, id)).toBe('present');
  await fixture.call('GET', '/companies');
  expect(await alertsRow(fixture, id)).toBe('unknown');
  await fixture.eligibility.observations.close(id, after.id, 'tester');
  expect(await alertsRow(fixture, id)).toBe('unknown');
  const { history } = await fixture.eligibility.view(id);
  expect(history.map(({ state }) => state)).toEqual(['blocked', 'undetermined']);
  expect(history[1]?.change?.gone).toHaveLength(1);
});

test('what comes while its case is closed is none of its evidence', async () => {
  const fixture = await startFixture();
  const { id } = await fixture.newCase();
  await fixture.eligibility.observations.open(id, { name: 'w' }, 'tester');
  await fixture.cases.act(id, 'tester', { kind: 'case.closed', content: {} });
  await fixture.call('GET', '/rules/alerts');
  await fixture.eligibility.view(id);
  expect((await observed(fixture, id))?.calls).toEqual([]);
});

test('an observation of an imported case takes no calls from the service here, and can be closed', async () => {
  const there = await startFixture();
  const { id } = await there.newCase();
  const opened = await there.eligibility.observations.open(id, { name: 'w' }, 'tester');
  await there.call('GET', '/rules/alerts');
  await there.eligibility.view(id);
  const file = await there.cases.exportFile(id);

  const here = await startFixture();
  await here.call('GET', '/rules/alerts');
  await here.call('GET', '/rules/alerts');
  await importTrusting(here.cases, file, 'colleague');
  await here.call('GET', '/rules/alerts');
  expect(await alertsRow(here, id)).toBe('present');
  await here.eligibility.observations.close(id, opened.id, 'colleague');
  const { evidence } = await here.cases.state(id);
  expect(evidence[0]?.findings).toMatchObject([{ place: { count: 1 } }]);
});

test('unknown observations and findings are refused by name', async () => {
  const fixture = await startFixture();
  const { id } = await fixture.newCase();
  await expect(fixture.eligibility.observations.close(id, id, 'tester')).rejects.toThrow('no observation');
  await expect(fixture.eligibility.evidence(id, id)).rejects.toThrow('no evidence');
});
