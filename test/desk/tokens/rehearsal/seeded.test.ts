import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Company } from '#contract/company.ts';
import { snapshotOf } from '#desk/targets/companies-snapshot.ts';
import { someRows, startFixture } from './fixture.ts';

/** More rows than companies are asked for one by one, and fewer. */
test.each([0, 30])(
  'what the target has of the rows is there, with ids of its own (%i rows besides)',
  async (besides) => {
    const fixture = await startFixture();
    const { api } = fixture.service;
    const given = await api('POST', '/companies', { name: 'Given' });
    const waiting = await api('POST', `/companies/${given.id}/connections`, { platformKey: 'pbtz' });
    await api('POST', `/companies/${given.id}/connections`, { platformKey: 'gbol' });
    await api('POST', '/companies', { name: 'Found', tags: { migrationRef: 'found "one"' } });
    await api('POST', '/companies', { name: 'Unused' });
    const [a, b, c, d, ...rest] = await someRows(fixture.service, { pbtz: 4 + besides });
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('rows');
    await fixture.rows([
      { ...a, ref: 'given', name: 'Given', companyId: given.id, connectionId: waiting.id },
      { ...b, ref: 'found "one"', name: 'Found' },
      { ...c, ref: 'nowhere', companyId: randomUUID() },
      { ...d, ref: 'new' },
      ...rest,
    ]);
    // Another seed than the target's, whose ids would be the same otherwise.
    const { results, run } = await fixture.rehearse({ seed: 99 });
    const byRef = new Map(results.companies.map((company) => [company.ref, company]));
    expect(byRef.get('given')).toMatchObject({
      state: 'done',
      companyOrigin: 'given',
      connectionOrigin: 'given',
    });
    expect([given.id, waiting.id]).not.toContain(byRef.get('given')?.companyId);
    expect(byRef.get('found "one"')).toMatchObject({
      state: 'done',
      companyOrigin: 'found',
      connectionOrigin: 'created',
    });
    expect(byRef.get('nowhere')).toMatchObject({ state: 'failed', cause: 'does-not-fit', step: 'company' });
    expect(byRef.get('new')).toMatchObject({ state: 'done', companyOrigin: 'created' });
    expect(run.calls['POST /companies']).toBe(1 + besides);
    // Not even a connection of the target was touched.
    expect((await api('GET', `/companies/${given.id}/connections/${waiting.id}`)).status).toBe('PendingAuth');
  },
);

test('a remote may know platforms and states that an instance does not', () => {
  const company = {
    id: '1B4E28BA-2FA1-4D2B-883F-0016D3CCA427',
    name: 'Acme',
    dataConnections: [
      { id: 'A', integrationKey: 'gbol', status: 'Linked' },
      { id: 'B', integrationKey: 'zzzz', status: 'Linked' },
      { id: 'C', integrationKey: 'gbol', status: 'Paused' },
    ],
  } as unknown as Company;
  expect(snapshotOf([company], (key) => key === 'gbol')).toEqual({
    companies: [
      {
        id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427',
        name: 'Acme',
        connections: [
          { id: 'a', platformKey: 'gbol', status: 'Linked' },
          { id: 'c', platformKey: 'gbol', status: 'Unlinked' },
        ],
      },
    ],
  });
});
