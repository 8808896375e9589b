import { expect, test } from 'vitest';
import { carryOut, lastResults, startFixture } from './fixture.ts';

test('a retry hands over the new credentials of rows that were imported again', async () => {
  const fixture = await startFixture();
  const rows = [
    { ref: 'revoked', behaviour: 'revoked' as const },
    { ref: 'scope', behaviour: 'scope-missing' as const },
    { ref: 'reconnected', behaviour: 'revoked' as const },
    { ref: 'unchanged', behaviour: 'scope-missing' as const },
  ];
  const { desk, caseId, rowIds } = await fixture.migration(rows);
  expect(await carryOut(desk, caseId)).toMatchObject({ counts: { failed: 4 } });
  await expect(desk.runs.start(caseId, {}, 'tester')).rejects.toMatchObject({ code: 'tokens.nothingToRun' });
  const before = (await lastResults(desk.cases, caseId)).companies;

  // Two are imported again with good tokens; one customer has connected again through the link page.
  await desk.addRows(
    caseId,
    await fixture.rowsOf([
      { ref: 'revoked', id: rowIds[0] as number },
      { ref: 'scope', id: rowIds[1] as number },
    ]),
  );
  const { companyId, connectionId } = before[2] as (typeof before)[number];
  const path = `/companies/${companyId}/connections/${connectionId}`;
  await fixture.service.api('PUT', `${path}/authorization`, await fixture.tokens());

  const passed = fixture.remote.passed.length;
  const retry = await carryOut(desk, caseId, { kind: 'retry' });
  expect(retry).toMatchObject({ counts: { rows: 4, done: 3, failed: 1 } });
  const after = (await lastResults(desk.cases, caseId)).companies;
  expect(after).toMatchObject([
    { state: 'done' },
    { state: 'done' },
    { state: 'done' },
    { state: 'failed', cause: 'needs-reauthorization' },
  ]);
  const puts = fixture.remote.passed.slice(passed).filter(({ method }) => method === 'PUT');
  expect(puts.map(({ url }) => url.split('/')[4]).sort()).toEqual(
    [after[0]?.connectionId, after[1]?.connectionId].sort(),
  );
  await desk.end();
});

test('where a connection or a company was taken away, a retry finds what is left and makes the rest anew', async () => {
  const fixture = await startFixture();
  const { service } = fixture;
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }]);
  await carryOut(desk, caseId, { keepSecrets: true });
  const [a, b, c] = (await lastResults(desk.cases, caseId)).companies;
  await service.api('DELETE', `/companies/${a?.companyId}/connections/${a?.connectionId}`);
  await service.api('DELETE', `/companies/${b?.companyId}`);
  expect(await carryOut(desk, caseId, { kind: 'check' })).toMatchObject({ failures: { 'does-not-fit': 2 } });
  expect(await carryOut(desk, caseId, { kind: 'retry' })).toMatchObject({ counts: { rows: 2, done: 2 } });
  const after = (await lastResults(desk.cases, caseId)).companies;
  expect(after).toMatchObject([
    { state: 'done', companyId: a?.companyId, companyOrigin: 'created', connectionOrigin: 'created' },
    { state: 'done', companyOrigin: 'created', connectionOrigin: 'created' },
    { state: 'done', companyId: c?.companyId, connectionId: c?.connectionId },
  ]);
  expect(after[0]?.connectionId).not.toBe(a?.connectionId);
  expect(await fixture.companies('b')).toHaveLength(1);
  await desk.end();
});

test('rows whose credentials are not kept any more are held, and nothing is begun', async () => {
  const fixture = await startFixture();
  const { desk, caseId, rowIds } = await fixture.migration([{ ref: 'a' }]);
  await desk.vault.shred(rowIds);
  await expect(carryOut(desk, caseId)).rejects.toThrow(/credentials are no longer stored/);
  expect(await fixture.companies('a')).toEqual([]);
  await desk.end();
});
