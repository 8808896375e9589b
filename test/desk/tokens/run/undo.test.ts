import { expect, test } from 'vitest';
import { writesOf } from '#test/support/faulty-remote.ts';
import {
  carryOut,
  expectConsistent,
  type Fixture,
  lastResults,
  otherPlatform,
  platform,
  startFixture,
  undo,
  type Wanted,
} from './fixture.ts';

const statusOf = async ({ service }: Fixture, companyId?: string, connectionId?: string): Promise<string> => {
  const answer = await service.call('GET', `/companies/${companyId}/connections/${connectionId}`);
  return answer.status === 404 ? 'gone' : ((await answer.json()) as { status: string }).status;
};

test('an undo deletes what was created, unlinks what was used, leaves the rest, and previews it', async () => {
  const fixture = await startFixture();
  const { service } = fixture;
  const company = async (name: string, ref?: string): Promise<string> => {
    const tags = ref === undefined ? {} : { tags: { migrationRef: ref } };
    return (await service.api('POST', '/companies', { name, ...tags })).id;
  };
  const connection = async (companyId: string): Promise<string> =>
    (await service.api('POST', `/companies/${companyId}/connections`, { platformKey: platform })).id;
  const given = await company('Given');
  const givenLinked = await company('Given and Linked');
  const linkedId = await connection(givenLinked);
  const path = `/companies/${givenLinked}/connections/${linkedId}/authorization`;
  await service.api('PUT', path, await fixture.tokens());
  const found = await company('Company found', 'found');
  const foundId = await connection(found);
  const rows: Wanted[] = [
    { ref: 'new' },
    { ref: 'new', platformKey: otherPlatform },
    { ref: 'revoked', behaviour: 'revoked' },
    { ref: 'given', name: null, companyId: given },
    { ref: 'linked', name: null, companyId: givenLinked, connectionId: linkedId },
    { ref: 'found' },
    { ref: 'grown' },
  ];
  const { desk, caseId } = await fixture.migration(rows);
  expect(await carryOut(desk, caseId)).toMatchObject({ counts: { done: 6, failed: 1 } });
  const before = (await lastResults(desk.cases, caseId)).companies;
  const grown = before[6]?.companyId as string;
  const theirs = (
    await service.api('POST', `/companies/${grown}/connections`, { platformKey: otherPlatform })
  ).id;

  const plan = await desk.runs.undoPlan(caseId, {});
  expect(plan.rows).toBe(6);
  expect(Object.fromEntries(plan.calls.map(({ call, count }) => [call, count]))).toEqual({
    'PATCH /companies/{companyId}/connections/{connectionId}': 6,
    'DELETE /companies/{companyId}/connections/{connectionId}': 5,
    'DELETE /companies/{companyId}': 3,
  });
  expect(plan.notUndone.join('\n')).toMatch(/may be invalid/);
  expect(plan.notUndone.join('\n')).toMatch(/2 companies existed before and stay/);
  expect(plan.notUndone.join('\n')).toMatch(/1 connection existed before: it is unlinked and stays/);
  expect(plan.notUndone.join('\n')).toMatch(/1 row is left unchanged: Its connection was Linked before/);

  const passed = fixture.remote.passed.length;
  const run = await undo(desk, caseId);
  expect(run).toMatchObject({ kind: 'undo', state: 'done', counts: { rows: 6, undone: 6 } });
  for (const ref of ['new', 'revoked']) expect(await fixture.companies(ref)).toEqual([]);
  expect((await service.api('GET', `/companies/${given}`)).dataConnections).toEqual([]);
  expect(await statusOf(fixture, givenLinked, linkedId)).toBe('Linked');
  expect(await statusOf(fixture, found, foundId)).toBe('Unlinked');
  expect(await statusOf(fixture, grown, theirs)).toBe('PendingAuth');
  expect((await service.api('GET', `/companies/${grown}`)).dataConnections).toHaveLength(1);
  const after = (await lastResults(desk.cases, caseId)).companies;
  expect(after[6]).toMatchObject({ state: 'undone', note: expect.stringContaining('other connections') });
  expect([after[0]?.note, after[1]?.note]).toEqual([undefined, undefined]);
  // Deauthorized: there was nothing to unlink.
  const writes = writesOf(fixture.remote.passed.slice(passed));
  expect(writes.filter(({ call }) => call.startsWith('PATCH'))).toHaveLength(5);
  await expectConsistent(desk, caseId);

  await expect(desk.runs.undo(caseId, {}, 'tester')).rejects.toMatchObject({ code: 'tokens.nothingToRun' });
  await desk.end();
});

test('an undo of which a part fails is undone to its end, not retried as a migration', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([
    { ref: 'a' },
    { ref: 'a', platformKey: otherPlatform },
    { ref: 'b' },
  ]);
  await carryOut(desk, caseId);
  const [, second] = (await lastResults(desk.cases, caseId)).companies;
  fixture.remote.setPlan(({ method, url }) =>
    method === 'DELETE' && url.endsWith(second?.connectionId as string) ? '500' : 'none',
  );
  const run = await undo(desk, caseId);
  expect(run).toMatchObject({ counts: { undone: 2, failed: 1 }, failures: { 'service-trouble': 1 } });
  expect(await fixture.companies('a')).toHaveLength(1);
  for (const kind of ['run', 'retry', 'check'] as const) {
    const { leftOut } = await desk.runs.dryRun(caseId, { kind, refs: ['a'] });
    expect(leftOut.find(({ line }) => line === 2)?.why).toMatch(
      kind === 'check' ? /not migrated/ : /Finish the undo first/,
    );
  }
  fixture.remote.setPlan();
  expect(await undo(desk, caseId)).toMatchObject({ counts: { rows: 1, undone: 1 } });
  expect(await fixture.companies('a')).toEqual([]);
  await desk.end();
});

test('what is in doubt is not taken for undone; what was undone can be migrated again', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  fixture.remote.setPlan(({ body }) => (body.includes('"migrationRef":"a"') ? 'notJson after' : 'none'));
  expect(await carryOut(desk, caseId, { keepSecrets: true })).toMatchObject({
    counts: { done: 1, failed: 1 },
  });
  fixture.remote.setPlan();
  const plan = await desk.runs.undoPlan(caseId, {});
  expect(plan.rows).toBe(1);
  expect(plan.notUndone.join('\n')).toMatch(/It is not known yet whether its company was created/);
  expect(await undo(desk, caseId)).toMatchObject({ counts: { undone: 1 } });
  expect(await carryOut(desk, caseId, { kind: 'retry' })).toMatchObject({ counts: { rows: 1, done: 1 } });
  expect(await carryOut(desk, caseId)).toMatchObject({ counts: { rows: 1, done: 1 } });
  for (const ref of ['a', 'b']) expect(await fixture.companies(ref)).toHaveLength(1);
  expect(await undo(desk, caseId)).toMatchObject({ counts: { rows: 2, undone: 2 } });
  for (const ref of ['a', 'b']) expect(await fixture.companies(ref)).toEqual([]);
  // The credentials of one were kept by choice; those of the other were shredded when it was done.
  const shredded = { ref: 'b', why: expect.stringContaining('shredded') };
  expect(await desk.runs.dryRun(caseId, {})).toMatchObject({ rows: 1, leftOut: [shredded] });
  await desk.end();
});
