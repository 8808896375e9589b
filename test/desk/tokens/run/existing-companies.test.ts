import { expect, test } from 'vitest';
import { localTargetId } from '#contract/target.ts';
import { writesOf } from '#test/support/faulty-remote.ts';
import {
  carryOut,
  type Fixture,
  lastResults,
  otherPlatform,
  platform,
  startFixture,
  type Wanted,
} from './fixture.ts';

const nowhere = '00000000-0000-4000-8000-000000000000';

/** A company of the target's own, with a connection in a status. */
const made = async (
  { service, tokens }: Fixture,
  ref: string | undefined,
  status?: 'PendingAuth' | 'Linked' | 'Unlinked' | 'Deauthorized',
  about: { name?: string; platformKey?: string } = {},
) => {
  const { name = `Company ${ref}`, platformKey = platform } = about;
  const tags = ref === undefined ? {} : { tags: { migrationRef: ref } };
  const { id: companyId } = await service.api('POST', '/companies', { name, ...tags });
  if (status === undefined) return { companyId, connectionId: '' };
  const connections = `/companies/${companyId}/connections`;
  const { id: connectionId } = await service.api('POST', connections, { platformKey });
  const behaviour = status === 'Deauthorized' ? 'revoked' : 'good';
  if (status !== 'PendingAuth') {
    const credentials = await tokens(behaviour, platformKey);
    await service.api('PUT', `${connections}/${connectionId}/authorization`, credentials);
    await service.api('POST', `/companies/${companyId}/data/all`);
    await service.control.clock.advance({ by: 'PT1M' });
  }
  if (status === 'Unlinked') {
    await service.api('PATCH', `${connections}/${connectionId}`, { status: 'Unlinked' });
  }
  expect((await service.api('GET', `${connections}/${connectionId}`)).status).toBe(status);
  return { companyId, connectionId };
};

test('given and existing companies and connections are used, never created', async () => {
  const fixture = await startFixture();
  const given = await made(fixture, undefined, 'PendingAuth', { name: 'Another name' });
  const linked = await made(fixture, undefined, 'Linked', { name: 'Given and Linked' });
  const empty = await made(fixture, undefined);
  const other = await made(fixture, undefined, 'PendingAuth', { platformKey: otherPlatform });
  const found = {
    pending: await made(fixture, 'pending', 'PendingAuth'),
    unlinked: await made(fixture, 'unlinked', 'Unlinked'),
    dead: await made(fixture, 'dead', 'Deauthorized'),
    live: await made(fixture, 'live', 'Linked'),
    bare: await made(fixture, 'bare'),
    elsewhere: await made(fixture, 'elsewhere', 'PendingAuth', { platformKey: otherPlatform }),
  };
  const misnamed = await made(fixture, 'misnamed', 'PendingAuth', { name: 'Quite another one' });
  const theirs = await made(fixture, 'theirs', 'PendingAuth', { name: 'Company g7' });
  const bystander = await made(fixture, undefined, 'PendingAuth', { name: 'Bystander' });
  const rows: [Wanted, object][] = [
    [
      { ref: 'g1', name: 'another NAME', ...given },
      { state: 'done', ...given, companyOrigin: 'given', connectionOrigin: 'given' },
    ],
    [
      { ref: 'g2', name: 'Given and Linked', ...linked },
      { state: 'done', ...linked, companyOrigin: 'given', connectionOrigin: 'given' },
    ],
    [
      { ref: 'g3', name: null, companyId: empty.companyId.toUpperCase() },
      { state: 'done', companyId: empty.companyId, companyOrigin: 'given', connectionOrigin: 'created' },
    ],
    [
      { ref: 'g4', companyId: nowhere },
      { state: 'failed', cause: 'does-not-fit', step: 'company', message: expect.stringContaining(nowhere) },
    ],
    [
      { ref: 'g5', name: null, companyId: given.companyId, connectionId: nowhere },
      {
        state: 'failed',
        cause: 'does-not-fit',
        step: 'connection',
        message: expect.stringContaining(nowhere),
      },
    ],
    [
      { ref: 'g6', name: null, ...other },
      {
        state: 'failed',
        cause: 'does-not-fit',
        step: 'connection',
        message: expect.stringContaining('Plaid'),
      },
    ],
    [
      { ref: 'pending' },
      { state: 'done', ...found.pending, companyOrigin: 'found', connectionOrigin: 'found' },
    ],
    [
      { ref: 'unlinked' },
      { state: 'done', ...found.unlinked, companyOrigin: 'found', connectionOrigin: 'found' },
    ],
    [{ ref: 'dead' }, { state: 'done', ...found.dead, companyOrigin: 'found', connectionOrigin: 'found' }],
    [
      { ref: 'live' },
      { state: 'done', ...found.live, connectionOrigin: 'found', note: expect.stringContaining('left') },
    ],
    [
      { ref: 'bare' },
      { state: 'done', companyId: found.bare.companyId, companyOrigin: 'found', connectionOrigin: 'created' },
    ],
    [
      { ref: 'elsewhere' },
      { state: 'done', companyId: found.elsewhere.companyId, connectionOrigin: 'created' },
    ],
    [
      { ref: 'misnamed' },
      {
        state: 'failed',
        cause: 'does-not-fit',
        step: 'company',
        message: expect.stringContaining('Nothing was sent to it'),
      },
    ],
    [{ ref: 'new' }, { state: 'done', companyOrigin: 'created', connectionOrigin: 'created' }],
    [
      { ref: 'new', platformKey: otherPlatform },
      { state: 'done', companyOrigin: 'found', connectionOrigin: 'created' },
    ],
    [
      { ref: 'g7', companyId: theirs.companyId },
      {
        state: 'failed',
        cause: 'does-not-fit',
        step: 'company',
        message: expect.stringMatching(
          /carries the migrationRef "theirs", and the row is "g7". Nothing was sent/,
        ),
      },
    ],
    [
      { ref: 'g8', name: 'Acme', companyId: bystander.companyId },
      {
        state: 'failed',
        cause: 'does-not-fit',
        step: 'company',
        message: expect.stringMatching(/is called "Bystander", and the row says "Acme". Nothing was sent/),
      },
    ],
  ];
  const { desk, caseId } = await fixture.migration(rows.map(([row]) => row));
  const passed = fixture.remote.passed.length;
  const run = await carryOut(desk, caseId);
  const { companies } = await lastResults(desk.cases, caseId);
  for (const [n, [{ ref }, wanted]] of rows.entries()) expect(companies[n]).toMatchObject({ ref, ...wanted });
  expect(run.duplicates).toEqual([]);

  const writes = writesOf(fixture.remote.passed.slice(passed));
  const touched = (companyId: string) => writes.filter(({ path }) => path.includes(companyId)).length;
  for (const { companyId } of [misnamed, theirs, bystander]) expect(touched(companyId)).toBe(0);
  expect(touched(other.companyId)).toBe(0);
  expect(touched(found.live.companyId)).toBe(0);
  expect(writes.filter(({ call }) => call === 'POST /companies')).toHaveLength(1);
  expect(writes.filter(({ path }) => path.includes(linked.connectionId)).map(({ call }) => call)).toEqual([
    'PUT /companies/{id}/connections/{id}/authorization',
  ]);
  expect(companies[13]?.companyId).toBe(companies[14]?.companyId);
  expect(companies[13]?.connectionId).not.toBe(companies[14]?.connectionId);
  await desk.end();
});

test('only the requested rows run, with their credentials kept on request', async () => {
  const fixture = await startFixture();
  const { desk, caseId, rowIds } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }]);
  await expect(desk.runs.start(caseId, { refs: ['a', 'nobody'] }, 'tester')).rejects.toMatchObject({
    code: 'request.invalid',
    message: expect.stringContaining('"nobody"'),
  });
  const run = await carryOut(desk, caseId, { refs: ['b'], keepSecrets: true });
  expect(run.counts).toMatchObject({ rows: 1, done: 1 });
  expect([...(await desk.vault.keptOf(rowIds))]).toEqual(rowIds);
  expect(await fixture.companies('a')).toEqual([]);
  expect(await carryOut(desk, caseId)).toMatchObject({
    targetId: localTargetId,
    counts: { rows: 2, done: 2 },
  });
  expect([...(await desk.vault.keptOf(rowIds))]).toEqual([rowIds[1]]);
  await desk.end();
});
