import { expect, test } from 'vitest';
import { someRows, startFixture } from './fixture.ts';

test('requests are checked before anything is created', async () => {
  const fixture = await startFixture();
  const start = (request: Parameters<typeof fixture.rehearsals.start>[1]) =>
    fixture.rehearsals.start(fixture.caseId, request, 'tester');
  await expect(start({})).rejects.toThrow('Nothing to rehearse: no rows were imported.');
  await fixture.rows(await someRows(fixture.service, { gbol: 2 }));
  await expect(start({ mix: { evil: 1 } })).rejects.toThrow(
    /mix\.evil is not a token behaviour\. Behaviours: good, /,
  );
  await expect(start({ mix: { revoked: 2, slow: 1 } })).rejects.toThrow(
    /behaviours to 3 rows, but only 2 are rehearsed/,
  );
  await expect(start({ again: 'soon' })).rejects.toThrow(/again must be/);
  await expect(start({ refs: ['row-0', 'row-9'] })).rejects.toThrow(/"row-9"/);
  expect(fixture.created).toEqual([]);
  expect((await fixture.rehearse({ refs: ['row-0'], mix: { revoked: 1 } })).run.counts).toMatchObject({
    rows: 1,
    failed: 1,
  });
});

test('a platform without simulated tokens is named, and nothing is left', async () => {
  const fixture = await startFixture();
  const [row] = await someRows(fixture.service, { gbol: 1 });
  if (row === undefined) throw new Error('row');
  await fixture.rows([{ ...row, platformKey: 'pqsw' }]);
  await expect(fixture.rehearsals.start(fixture.caseId, {}, 'tester')).rejects.toThrow(
    /Tokens of platform pqsw can't be simulated \(.*\), so nothing was rehearsed: /,
  );
  expect(fixture.created).toHaveLength(1);
  await expect(fetch(fixture.created[0]?.baseUrl ?? '')).rejects.toThrow();
  expect((await fixture.cases.state(fixture.caseId)).tokenRuns).toEqual([]);
});

test('one at a time; it can be cancelled, and its instance goes', async () => {
  const fixture = await startFixture();
  await fixture.rows(await someRows(fixture.service, { zsth: 100 }));
  const run = await fixture.rehearsals.start(fixture.caseId, {}, 'tester');
  await expect(fixture.rehearsals.start(fixture.caseId, {}, 'tester')).rejects.toMatchObject({
    code: 'tokens.runActive',
  });
  const ended = await fixture.runs.cancel(fixture.caseId, 'tester');
  expect([ended.id, ended.state]).toEqual([run.id, 'cancelled']);
  const { state, behaviours } = await fixture.rehearsals.outcome(fixture.caseId, run.id);
  expect([state, behaviours[0]?.rows]).toEqual(['cancelled', 100]);
  for (const { baseUrl } of fixture.created) await expect(fetch(baseUrl)).rejects.toThrow();
  // Nothing of it stands in the way of the next.
  expect((await fixture.rehearse({ refs: ['row-0'] })).run.state).toBe('done');
});

test('only rehearsals that have ended have results', async () => {
  const fixture = await startFixture();
  const unknown = '1b4e28ba-2fa1-4d2b-883f-0016d3cca427';
  await expect(fixture.rehearsals.outcome(fixture.caseId, unknown)).rejects.toMatchObject({
    code: 'tokens.runNotFound',
  });
  await fixture.rows(await someRows(fixture.service, { zsth: 50 }));
  const { id } = await fixture.rehearsals.start(fixture.caseId, {}, 'tester');
  await expect(fixture.rehearsals.outcome(fixture.caseId, id)).rejects.toMatchObject({
    code: 'rehearsal.notEnded',
  });
});

test('with step 4 of the runbook overridden, unconfirmed companies are still used by the old application', async () => {
  const fixture = await startFixture();
  const [a, b, c] = await someRows(fixture.service, { pbtz: 3 });
  if (a === undefined || b === undefined || c === undefined) throw new Error('rows');
  await fixture.rows([a, b, c]);
  const by = 'Ada';
  const fields = { fields: [], companyFields: [] };
  await fixture.cases.act(fixture.caseId, 'tester', () => [
    { kind: 'runbook.opened', content: { platformKey: 'pbtz', platformName: 'Wave', ...fields } },
    { kind: 'runbook.syncingConfirmed', content: { refs: [a.ref], by, how: 'hand' } },
    { kind: 'runbook.overruled', content: { step: 'disable-syncing', by, reason: 'No time.' } },
  ]);
  const { outcome, run, results } = await fixture.rehearse({ mix: { revoked: 1 }, seed: 5 });
  expect(run.remark).toMatch(/Step 4 of the runbook is overridden: .* sync again after 1 d 1 h/);
  const confirmed = results.companies.find(({ ref }) => ref === a.ref);
  expect(['good', 'revoked']).toContain(confirmed?.behaviour);
  const used = outcome.behaviours.find(({ behaviour }) => behaviour === 'used-by-old-application');
  expect(used).toMatchObject({ done: 0, failed: { 'token-replaced': used?.rows } });
  expect(used?.rows).toBe(confirmed?.behaviour === 'good' ? 1 : 2);

  // Unless the mix itself says how many.
  const plain = await fixture.rehearse({ mix: { 'used-by-old-application': 0 } });
  expect(plain.outcome.behaviours.map(({ behaviour, done }) => [behaviour, done])).toEqual([['good', 3]]);
  expect(plain.run.remark).toBeUndefined();
});
