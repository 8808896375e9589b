import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createLargeMap } from '#desk/store/large-map.ts';
import { createDirectory } from '#desk/tokens/run/directory.ts';
import { memoryTarget } from './memory-target.ts';
import { hour, rowDesk } from './row-desk.ts';

const lost = { carriedOut: true, passing: true } as const;
const knownAs = (id: string, change: object = {}) => ({
  id,
  name: 'Company a',
  created: '2026-01-01T00:00:00.000Z',
  connections: [],
  ...change,
});
const directoryOf = (...companies: ReturnType<typeof knownAs>[]) => {
  const known = createLargeMap<typeof companies>();
  known.set('a', companies);
  return createDirectory(known);
};
const whole = [
  'POST /companies',
  'POST /companies/{id}/connections',
  'PUT /companies/{id}/connections/{id}/authorization',
  'POST /companies/{id}/data/all',
];

test('a row is migrated by four calls that write, each with what it stands for', async () => {
  const desk = rowDesk({ description: 'Cakes' });
  const started = desk.plan.clock.now;
  expect(await desk.carryOut()).toMatchObject({
    state: 'done',
    step: 'verify',
    doubt: 0,
    company_origin: 'created',
    connection_origin: 'created',
    status_before: 'PendingAuth',
    connection_status: 'Linked',
    put_mark: 'mark',
    sync_started_at: started,
    ended_at: started,
    failure: null,
    note: null,
    datasets: '{"Complete":2}',
  });
  expect(desk.writes()).toEqual(whole);
  const bodies = desk.target.calls.flatMap(({ body }) => (body === undefined ? [] : [body]));
  expect(bodies).toEqual([
    {
      name: 'Company a',
      description: 'Cakes',
      tags: { migrationRef: 'a', migrationDesk: 'desk-1 2026-01-15T09:00:00.000Z' },
    },
    { platformKey: 'gbol' },
    { accessToken: 'token of 1' },
  ]);
  const [made] = desk.target.companies.values();
  expect(desk.progress()).toMatchObject({
    company_id: made?.id,
    connection_id: made?.dataConnections[0]?.id,
  });
  expect(desk.directory.find('a')).toMatchObject({ id: made?.id, name: 'Company a' });
  // Nothing is looked up that can not be there.
  expect(desk.calls().slice(0, 4)).toEqual(whole);
});

describe('the company', () => {
  test('without a description has none', async () => {
    const desk = rowDesk();
    await desk.carryOut();
    expect(desk.target.calls[0]?.body).not.toHaveProperty('description');
  });

  test('that carries the ref is used, the oldest of several, if it is called alike', async () => {
    const target = memoryTarget();
    const { id } = target.addCompany({ name: ' COMPANY A ' });
    const directory = directoryOf(knownAs(id, { name: ' COMPANY A ' }), knownAs(randomUUID()));
    const desk = rowDesk({}, {}, { target, directory });
    expect(await desk.carryOut()).toMatchObject({ state: 'done', company_id: id, company_origin: 'found' });
    expect(desk.writes()).toEqual(whole.slice(1));
  });

  test('that carries the ref and is called something else gets nothing', async () => {
    const target = memoryTarget();
    const { id } = target.addCompany({ name: 'Somebody' });
    const desk = rowDesk({}, {}, { target, directory: directoryOf(knownAs(id, { name: 'Somebody' })) });
    await desk.bringOn();
    expect(desk.failure()).toMatchObject({ cause: 'does-not-fit', step: 'company' });
    expect(desk.failure()?.message).toContain('"Somebody", not "Company a"');
    expect(desk.writes()).toEqual([]);
  });

  test.each([
    ['is in doubt', { doubt: 1 }, 'created'],
    ['was created by us', { company_origin: 'created' as const }, 'created'],
    ['was found', { company_origin: 'found' as const }, 'found'],
    ['is new here', {}, 'found'],
  ])('that is found as one that %s is ours or not', async (_, progress, origin) => {
    const target = memoryTarget();
    const { id } = target.addCompany();
    const of = 'company_origin' in progress ? { company_id: id } : {};
    const desk = rowDesk({}, { ...progress, ...of }, { target, directory: directoryOf(knownAs(id)) });
    await desk.bringOn();
    expect(desk.progress()).toMatchObject({ company_id: id, company_origin: origin });
  });

  test('that was created is another one than the one that is found now', async () => {
    const target = memoryTarget();
    const { id } = target.addCompany();
    const desk = rowDesk(
      {},
      { company_origin: 'created', company_id: randomUUID() },
      { target, directory: directoryOf(knownAs(id)) },
    );
    await desk.bringOn();
    expect(desk.progress()).toMatchObject({ company_id: id, company_origin: 'found' });
  });

  test('that the row names is used as it is', async () => {
    const target = memoryTarget();
    const { id } = target.addCompany({ tags: { migrationRef: 'a' } });
    const desk = rowDesk({ companyId: id.toUpperCase() }, {}, { target });
    expect(await desk.carryOut()).toMatchObject({ state: 'done', company_id: id, company_origin: 'given' });
    expect(desk.writes()).toEqual(whole.slice(1));
  });

  test.each([
    ['carries another ref', { tags: { migrationRef: 'b' } }, {}, /carries the migrationRef "b"/],
    ['is called something else', { name: 'Somebody' }, {}, /is called "Somebody"/],
    [
      'is called something else, but the row has no name',
      { name: 'Somebody' },
      { isNamed: false },
      undefined,
    ],
    ['is called alike', { name: 'company A' }, {}, undefined],
    ['has no tags', { tags: undefined as never }, {}, undefined],
  ])('that the row names and that %s', async (_, company, row, message) => {
    const target = memoryTarget();
    const { id } = target.addCompany(company);
    const desk = rowDesk({ companyId: id, ...row }, {}, { target });
    await desk.bringOn();
    if (message === undefined) return expect(desk.failure()).toBeUndefined();
    expect(desk.failure()).toMatchObject({
      cause: 'does-not-fit',
      step: 'company',
      message: expect.stringMatching(message),
    });
    expect(desk.writes()).toEqual([]);
  });

  test('that the row names and that is not there does not fit; other trouble is not taken for that', async () => {
    const companyId = randomUUID();
    const gone = rowDesk({ companyId });
    await gone.bringOn();
    expect(gone.failure()).toMatchObject({
      cause: 'does-not-fit',
      step: 'company',
      message: expect.stringContaining(companyId),
      correlationId: 'c0ffee',
    });
    const troubled = rowDesk({ companyId });
    troubled.target.state.trouble = () => ({ statusCode: 500 });
    await troubled.bringOn();
    expect(troubled.failure()).toMatchObject({ cause: 'service-trouble', step: 'company' });
  });

  test('whose answer was lost is looked for before it is made again', async () => {
    const made = rowDesk();
    made.target.state.trouble = ({ method }, count) => (method === 'POST' && count === 1 ? lost : undefined);
    expect(await made.carryOut()).toMatchObject({ state: 'done', company_origin: 'created', doubt: 0 });
    expect(made.target.companies.size).toBe(1);
    expect(made.calls()[1]).toBe('GET /companies');
    expect(made.target.calls[1]?.query).toEqual({ query: 'tags.migrationRef="a"', pageSize: 100 });

    const notMade = rowDesk();
    notMade.target.state.trouble = (_, count) => (count === 1 ? { passing: true } : undefined);
    expect(await notMade.carryOut()).toMatchObject({ state: 'done', company_origin: 'created' });
    expect(notMade.writes()).toEqual(['POST /companies', ...whole]);
    expect(notMade.target.companies.size).toBe(1);
  });

  test('that we had created and that is gone is made anew', async () => {
    const desk = rowDesk({}, { company_origin: 'created', company_id: randomUUID() });
    expect(await desk.carryOut()).toMatchObject({ state: 'done', company_origin: 'created' });
    expect(desk.target.companies.size).toBe(1);
  });

  test('of which it stays unknown whether it was made is in doubt, for its row and for others of the ref', async () => {
    const desk = rowDesk();
    desk.target.state.trouble = (_, count) => (count === 1 ? { carriedOut: true } : undefined);
    await desk.bringOn();
    expect(desk.failure()).toMatchObject({ cause: 'service-trouble', step: 'company' });
    expect(desk.progress()).toMatchObject({ doubt: 1, company_id: null });
    expect(desk.directory.isDoubtful('a')).toBe(true);
    const other = rowDesk({ id: 2 }, {}, { target: desk.target, directory: desk.directory });
    expect(await other.carryOut()).toMatchObject({ state: 'done', company_origin: 'created' });
    expect(desk.target.companies.size).toBe(1);
  });

  test('that was certainly not made is not in doubt', async () => {
    const desk = rowDesk();
    desk.target.state.trouble = () => ({ statusCode: 409 });
    await desk.bringOn();
    expect(desk.progress()).toMatchObject({ doubt: 0, state: 'failed' });
    expect(desk.directory.isDoubtful('a')).toBe(false);
  });

  test('of another ref, that only looks alike to the target, is not taken for it', async () => {
    const desk = rowDesk({ ref: 'A' });
    desk.target.state.trouble = ({ method }, count) =>
      method === 'POST' && count === 1 ? { passing: true } : undefined;
    const { client } = desk.target;
    const { call } = client;
    // Texts compare without case there.
    client.call = async (one) => {
      const answered = await call.call(client, one);
      return one.method === 'GET' && one.path === '/companies'
        ? ({
            ...answered,
            body: { results: [desk.target.addCompany({ tags: { migrationRef: 'a' } })] },
          } as never)
        : (answered as never);
    };
    expect(await desk.carryOut()).toMatchObject({ company_origin: 'created', state: 'done' });
    expect(desk.writes().filter((one) => one === 'POST /companies')).toHaveLength(2);
  });
});

describe('the connection', () => {
  const withConnections = (...statuses: readonly string[]) => {
    const target = memoryTarget();
    const { id } = target.addCompany();
    const ids = statuses.map((status) => target.addConnection(id, { status: status as never }).id);
    target.addConnection(id, { integrationKey: 'other' });
    return { target, companyId: id, ids };
  };

  test.each([
    [['Linked', 'PendingAuth'], 1],
    [['Deauthorized', 'Unlinked'], 1],
    [['Deauthorized', 'Linked', 'Unlinked'], 1],
    [['PendingAuth', 'PendingAuth'], 0],
    [['Unlinked'], 0],
  ])('of those in %j is the one that waits for its tokens, and the oldest', async (statuses, n) => {
    const { target, companyId, ids } = withConnections(...statuses);
    const desk = rowDesk({ companyId, isNamed: false }, {}, { target });
    await desk.bringOn();
    expect(desk.progress()).toMatchObject({
      connection_id: ids[n],
      connection_origin: 'found',
      status_before: statuses[n],
    });
    expect(desk.writes()).not.toContain('POST /companies/{id}/connections');
    expect(desk.target.calls.find(({ call }) => call.endsWith('/connections'))?.query).toEqual({
      pageSize: 500,
    });
  });

  test('to another platform is none', async () => {
    const { target, companyId } = withConnections();
    const desk = rowDesk({ companyId, isNamed: false }, {}, { target });
    expect(await desk.carryOut()).toMatchObject({ state: 'done', connection_origin: 'created' });
  });

  test('that is Linked already is left as it is, and only looked at', async () => {
    const { target, companyId, ids } = withConnections('Linked');
    target.sync([...target.companies.values()][0] as never);
    const desk = rowDesk({ companyId, isNamed: false }, {}, { target });
    expect(await desk.carryOut()).toMatchObject({
      state: 'done',
      connection_id: ids[0],
      status_before: 'Linked',
      put_mark: null,
      note: expect.stringContaining('linked already'),
    });
    expect(desk.writes()).toEqual([]);
  });

  test('that is Linked already and was never synced is synced, without its tokens', async () => {
    const { target, companyId } = withConnections('Linked');
    const desk = rowDesk({ companyId, isNamed: false }, {}, { target });
    expect(await desk.carryOut()).toMatchObject({ state: 'done', put_mark: null });
    expect(desk.writes()).toEqual(['POST /companies/{id}/data/all']);
  });

  test('whose answer was lost is looked for, and is ours; one that is Linked is not', async () => {
    const made = rowDesk();
    made.target.state.trouble = (_, count) => (count === 2 ? lost : undefined);
    expect(await made.carryOut()).toMatchObject({ state: 'done', connection_origin: 'created' });
    const [company] = made.target.companies.values();
    expect(company?.dataConnections).toHaveLength(1);

    const { target, companyId } = withConnections('Linked');
    target.sync([...target.companies.values()][0] as never);
    const theirs = rowDesk(
      { companyId },
      { step: 'connection', doubt: 1, company_id: companyId, company_origin: 'given' },
      { target },
    );
    await theirs.bringOn();
    expect(theirs.progress()).toMatchObject({ connection_origin: 'found', step: 'verify', doubt: 0 });
  });

  test('that was created before stays ours when it is found again', async () => {
    const { target, companyId, ids } = withConnections('PendingAuth');
    const desk = rowDesk(
      { companyId, isNamed: false },
      { connection_id: ids[0] as string, connection_origin: 'created' },
      { target },
    );
    await desk.bringOn();
    expect(desk.progress()).toMatchObject({ connection_id: ids[0], connection_origin: 'created' });
  });

  test('of a company that was made just now is not looked for, but that of one that has some is', async () => {
    const fresh = rowDesk();
    await fresh.bringOn();
    expect(fresh.calls()).not.toContain('GET /companies/{id}/connections');
    const { target, companyId, ids } = withConnections('PendingAuth');
    const connections = [{ id: ids[0] as string, platformKey: 'gbol', status: 'PendingAuth' }];
    const directory = directoryOf(knownAs(companyId, { connections }));
    const found = rowDesk({}, { company_id: companyId, company_origin: 'created' }, { target, directory });
    await found.bringOn();
    expect(found.progress()).toMatchObject({ company_origin: 'created', connection_id: ids[0] });
    expect(found.writes()).not.toContain('POST /companies/{id}/connections');
  });

  test('that the row names is used, if it is one of the company to the platform', async () => {
    const { target, companyId, ids } = withConnections('Unlinked');
    const connectionId = (ids[0] as string).toUpperCase();
    const desk = rowDesk({ companyId, connectionId, isNamed: false }, {}, { target });
    expect(await desk.carryOut()).toMatchObject({
      state: 'done',
      connection_id: ids[0],
      connection_origin: 'given',
      status_before: 'Unlinked',
    });
    expect(desk.writes()).toEqual(whole.slice(2));

    target.calls.length = 0;
    const other = rowDesk({ companyId, connectionId, platformKey: 'else', isNamed: false }, {}, { target });
    await other.bringOn();
    expect(other.failure()).toMatchObject({ cause: 'does-not-fit', step: 'connection' });
    expect(other.writes()).toEqual([]);

    const gone = rowDesk({ companyId, connectionId: randomUUID(), isNamed: false }, {}, { target });
    await gone.bringOn();
    expect(gone.failure()).toMatchObject({
      cause: 'does-not-fit',
      step: 'connection',
      correlationId: 'c0ffee',
    });
    const troubled = rowDesk({ companyId, connectionId, isNamed: false }, {}, { target });
    target.state.trouble = ({ path }) => (path.includes('/connections/') ? { statusCode: 503 } : undefined);
    await troubled.bringOn();
    expect(troubled.failure()).toMatchObject({ cause: 'service-trouble', step: 'connection' });
  });
});

describe('the tokens', () => {
  const linkedTarget = (status = 'PendingAuth') => {
    const target = memoryTarget();
    const { id: companyId } = target.addCompany();
    const { id: connectionId } = target.addConnection(companyId, { status: status as never });
    const there = {
      step: 'authorization',
      company_id: companyId,
      company_origin: 'created',
      connection_id: connectionId,
      connection_origin: 'created',
      connection_status: status,
    } as const;
    return { target, there };
  };
  const puts = (desk: ReturnType<typeof rowDesk>) => desk.writes().filter((call) => call.startsWith('PUT'));

  test('whose answer was lost are not sent again to a connection that is Linked by them', async () => {
    const desk = rowDesk();
    desk.target.state.trouble = ({ method }) => (method === 'PUT' ? lost : undefined);
    expect(await desk.carryOut()).toMatchObject({ state: 'done', put_mark: 'mark', doubt: 0 });
    expect(puts(desk)).toHaveLength(1);
  });

  test('that certainly did not arrive are sent again', async () => {
    const desk = rowDesk();
    let count = 0;
    desk.target.state.trouble = ({ method }) =>
      method === 'PUT' && count++ < 2 ? { statusCode: 429, passing: true, notCarriedOut: true } : undefined;
    expect(await desk.carryOut()).toMatchObject({ state: 'done' });
    expect(puts(desk)).toHaveLength(3);
  });

  test('are tried four times, and not more', async () => {
    const desk = rowDesk();
    desk.target.state.trouble = ({ method }) =>
      method === 'PUT' ? { statusCode: 503, passing: true } : undefined;
    await desk.bringOn();
    expect(puts(desk)).toHaveLength(4);
    expect(desk.failure()).toMatchObject({ cause: 'service-trouble', step: 'authorization' });
  });

  test('that were refused are not on record as handed over', async () => {
    const desk = rowDesk();
    desk.target.state.trouble = ({ method }) => (method === 'PUT' ? { statusCode: 400 } : undefined);
    await desk.bringOn();
    expect(desk.failure()).toMatchObject({ cause: 'bad-credentials', step: 'authorization' });
    expect(desk.progress()).toMatchObject({ put_mark: null, doubt: 0 });
    const { target, there } = linkedTarget();
    target.state.trouble = ({ method }) => (method === 'PUT' ? { statusCode: 400 } : undefined);
    const again = rowDesk({}, { ...there, put_mark: 'older' }, { target });
    await again.bringOn();
    expect(again.progress().put_mark).toBe('older');
  });

  test('are recorded before they are sent', async () => {
    const desk = rowDesk();
    desk.target.state.trouble = ({ method }) => (method === 'PUT' ? {} : undefined);
    await desk.bringOn();
    expect(desk.progress()).toMatchObject({ put_mark: 'mark', doubt: 1, state: 'failed' });
    const before = desk.commits.find(({ step, doubt }) => step === 'authorization' && doubt === 1);
    expect(before?.put_mark).toBe('mark');
  });

  test('that are refused leave the connection on record as it was found', async () => {
    const { target, there } = linkedTarget('Deauthorized');
    target.state.trouble = ({ method }) => (method === 'PUT' ? { statusCode: 400 } : undefined);
    const desk = rowDesk({}, { ...there, doubt: 1, connection_status: 'PendingAuth' }, { target });
    await desk.bringOn();
    expect(desk.progress()).toMatchObject({ state: 'failed', connection_status: 'Deauthorized' });
  });

  test('that do not link the connection are trouble of the service', async () => {
    const desk = rowDesk();
    desk.target.state.afterTokens = () => 'PendingAuth';
    await desk.bringOn();
    expect(desk.failure()).toMatchObject({
      cause: 'service-trouble',
      step: 'authorization',
      message: expect.stringContaining('PendingAuth'),
    });
  });

  test('that are not kept any more are not sent', async () => {
    const desk = rowDesk();
    desk.plan.tokens.clear();
    await desk.bringOn();
    expect(desk.failure()).toMatchObject({ cause: 'credentials-unreadable', step: 'authorization' });
    expect(puts(desk)).toEqual([]);
  });

  test.each([
    ['by these tokens', { put_mark: 'mark', doubt: 1, connection_status: 'PendingAuth' }, 0],
    ['by other tokens of the row', { put_mark: 'other', doubt: 1, connection_status: 'PendingAuth' }, 1],
    ['before they were sent', { put_mark: 'mark', doubt: 1, connection_status: 'Linked' }, 1],
    ['by these tokens, and synced since', { put_mark: 'mark', sync_started_at: 1 }, 0],
    ['by other tokens, and synced since', { put_mark: 'other', sync_started_at: 1 }, 1],
    ['without anything having been sent', { put_mark: 'mark' }, 1],
  ])('of a connection that was Linked %s', async (_, progress, sent) => {
    const { target, there } = linkedTarget('Linked');
    const desk = rowDesk({}, { ...there, ...progress }, { target });
    await desk.bringOn();
    expect(puts(desk)).toHaveLength(sent);
    expect(desk.progress()).toMatchObject({ step: 'verify', put_mark: 'mark', connection_status: 'Linked' });
  });

  test('that replace the ones before take the note away that they were left', async () => {
    const { target, there } = linkedTarget('Linked');
    const left = rowDesk({}, { ...there, step: 'connection', connection_id: null }, { target });
    await left.bringOn();
    const { note } = left.progress();
    const desk = rowDesk({}, { ...there, note }, { target });
    await desk.bringOn();
    expect(desk.progress().note).toBeNull();
    const noted = rowDesk({}, { ...there, note: `Something else. ${note}` }, { target });
    await noted.bringOn();
    expect(noted.progress().note).toBe('Something else.');
  });

  test('without a mark are handed over, too', async () => {
    const desk = rowDesk({ mark: undefined });
    expect(await desk.carryOut()).toMatchObject({ state: 'done', put_mark: null });
  });
});

describe('the sync', () => {
  const linked = () => {
    const target = memoryTarget();
    const company = target.addCompany();
    const connection = target.addConnection(company.id, { status: 'Linked' });
    const there = {
      step: 'sync',
      company_id: company.id,
      company_origin: 'created',
      connection_id: connection.id,
      connection_origin: 'created',
      connection_status: 'Linked',
    } as const;
    return { target, company, connection, there };
  };
  const syncs = (desk: ReturnType<typeof rowDesk>) =>
    desk.writes().filter((call) => call.endsWith('/data/all'));

  test('of a connection of ours has no past; of another one, what ended before is not taken for it', async () => {
    const ours = linked();
    const own = rowDesk({}, ours.there, { target: ours.target });
    await own.bringOn();
    expect(own.calls()).toEqual(['POST /companies/{id}/data/all']);
    expect(own.progress()).toMatchObject({ state: 'syncing', step: 'verify', synced_after: null, doubt: 0 });

    for (const past of [{ connection_origin: 'found' as const }, { sync_started_at: 5 }]) {
      const { target, company, there } = linked();
      target.sync(company);
      const last = target.datasets.at(-1)?.requested;
      target.state.datasets = { invoices: 'FetchError' };
      const desk = rowDesk({}, { ...there, ...past, datasets: '{"Complete":9}' }, { target });
      await desk.bringOn();
      expect(desk.progress()).toMatchObject({ synced_after: last, datasets: null });
      expect(desk.target.calls[0]?.query).toMatchObject({ orderBy: '-requested', pageSize: 100 });
      await desk.look();
      expect(desk.failure()).toMatchObject({ cause: 'platform-trouble' });
      expect(desk.progress().datasets).toBe('{"FetchError":1}');
    }
  });

  test('under way of another row is waited for as its own', async () => {
    const { target, company, there } = linked();
    target.state.datasets = { invoices: 'Queued' };
    target.sync(company);
    const desk = rowDesk({}, { ...there, connection_origin: 'found' }, { target });
    await desk.bringOn();
    expect(desk.progress().synced_after).toBeNull();
  });

  test('whose answer was lost is not started twice: datasets since are its own', async () => {
    const { target, there } = linked();
    const desk = rowDesk({}, there, { target });
    target.state.trouble = ({ method }) => (method === 'POST' ? lost : undefined);
    await desk.bringOn();
    expect(syncs(desk)).toHaveLength(1);
    expect(desk.progress()).toMatchObject({ state: 'syncing', step: 'verify', doubt: 0 });
  });

  test('whose answer was lost and of which nothing came is started again', async () => {
    const { target, company, there } = linked();
    target.sync(company);
    const synced_after = target.datasets.at(-1)?.requested as string;
    const desk = rowDesk({}, { ...there, doubt: 1, synced_after }, { target });
    await desk.bringOn();
    expect(syncs(desk)).toHaveLength(1);
    expect(desk.progress().synced_after).toBe(synced_after);
    // What is later than what was there before is of it.
    const later = rowDesk({}, { ...there, doubt: 1, synced_after: '2026-01-15T09:00:00.000Z' }, { target });
    await later.bringOn();
    expect(syncs(later)).toEqual(syncs(desk));
    const none = linked();
    const empty = rowDesk({}, { ...none.there, doubt: 1 }, { target: none.target });
    await empty.bringOn();
    expect(syncs(empty)).toHaveLength(1);
  });

  test.each([
    ['Deauthorized', 'needs-reauthorization'],
    ['Linked', 'our-fault'],
  ])('that is refused says why by its connection, which is %s', async (status, cause) => {
    const { target, connection, there } = linked();
    Object.assign(connection, { status });
    target.state.trouble = ({ method }) => (method === 'POST' ? { statusCode: 405 } : undefined);
    const desk = rowDesk({}, there, { target });
    await desk.bringOn();
    expect(desk.failure()).toMatchObject({ cause, step: 'sync', correlationId: 'c0ffee' });
    expect(desk.progress()).toMatchObject({ connection_status: status, doubt: 0 });
  });

  test('that fails unforeseen asks nothing of the connection', async () => {
    const { target, there } = linked();
    const { call } = target.client;
    target.client.call = async (one) => {
      const answered = await call.call(target.client, one);
      if (one.method === 'POST') throw new TypeError('A fault');
      return answered as never;
    };
    const desk = rowDesk({}, there, { target });
    await desk.bringOn();
    expect(desk.failure()).toMatchObject({ cause: 'our-fault', step: 'sync' });
    expect(desk.calls()).toEqual(['POST /companies/{id}/data/all']);
  });

  test('that is refused as the connection is gone does not fit', async () => {
    const { target, company, there } = linked();
    company.dataConnections.length = 0;
    target.state.trouble = ({ method }) => (method === 'POST' ? { statusCode: 400 } : undefined);
    const desk = rowDesk({}, there, { target });
    await desk.bringOn();
    expect(desk.failure()).toMatchObject({ cause: 'does-not-fit', step: 'sync' });
    // Where the connection can't be asked, the refusal itself is told.
    const silent = linked();
    silent.target.state.trouble = () => ({ statusCode: 400 });
    const other = rowDesk({}, silent.there, { target: silent.target });
    await other.bringOn();
    expect(other.failure()).toMatchObject({ cause: 'our-fault', step: 'sync' });
  });
});

describe('the end of a sync', () => {
  const syncing = (
    datasets: Record<string, string>,
    about: { kind?: 'local' | 'remote'; error?: string } = {},
  ) => {
    const target = memoryTarget({ kind: about.kind ?? 'local' });
    const company = target.addCompany();
    const connection = target.addConnection(company.id, { status: 'Linked' });
    target.state.datasets = datasets;
    target.sync(company);
    for (const one of target.datasets) if (about.error !== undefined) one.errorMessage = about.error;
    const there = {
      state: 'syncing',
      step: 'verify',
      company_id: company.id,
      company_origin: 'created',
      connection_id: connection.id,
      connection_origin: 'created',
      sync_started_at: Date.UTC(2026, 0, 15, 9),
      connection_status: 'Linked',
    } as const;
    const active = (errorMessage: string, status = 'Active') => ({ errorMessage, status }) as never;
    return { target, company, connection, there, active };
  };

  test.each([
    [{ a: 'Complete', b: 'Complete' }, undefined],
    [{ a: 'Complete', b: 'NotSupported' }, undefined],
    [{ a: 'AuthError', b: 'FetchError' }, 'needs-reauthorization'],
    [{ a: 'FetchError', b: 'PermissionsError' }, 'needs-reauthorization'],
    [{ a: 'FetchError', b: 'RateLimitError' }, 'rate-limit'],
    [{ a: 'Complete', b: 'FetchError' }, 'platform-trouble'],
    [{ a: 'MapError', b: 'InternalError' }, 'platform-trouble'],
    [{ a: 'ProcessingError', b: 'Cancelled' }, 'platform-trouble'],
    [{ a: 'InternalError' }, 'service-trouble'],
    [{ a: 'Cancelled' }, 'service-trouble'],
  ])('%j has the most telling cause', async (datasets, cause) => {
    const { target, there } = syncing(datasets);
    const desk = rowDesk({}, there, { target });
    await desk.look();
    expect(desk.progress().state).toBe(cause === undefined ? 'done' : 'failed');
    expect(desk.failure()?.cause).toBe(cause);
    const counts = Object.groupBy(Object.values(datasets), (end) => end);
    expect(JSON.parse(desk.progress().datasets ?? '')).toEqual(
      Object.fromEntries(Object.entries(counts).map(([end, all]) => [end, all?.length])),
    );
    const types = Object.groupBy(Object.keys(datasets), (type) => datasets[type as 'a'] as string);
    expect(JSON.parse(desk.progress().data_types ?? '')).toEqual(types);
  });

  test('names how many, which and why', async () => {
    const two = syncing({ a: 'FetchError', b: 'FetchError', c: 'Complete' }, { error: 'It answered 500.' });
    const desk = rowDesk({}, two.there, { target: two.target });
    await desk.look();
    expect(desk.failure()).toEqual({
      cause: 'platform-trouble',
      step: 'verify',
      message: '2 of 3 datasets ended in FetchError (c and 1 more): It answered 500.'.replace('(c', '(b'),
      correlationId: 'c0ffee',
    });
    const one = syncing({ a: 'FetchError', c: 'Complete' });
    const other = rowDesk({}, one.there, { target: one.target });
    await other.look();
    expect(other.failure()?.message).toBe('1 of 2 datasets ended in FetchError (a): it gave no reason');
  });

  test.each([
    'another application refreshed the token',
    'the refresh token has been replaced',
    'the code was already used',
    'the token has already been exchanged',
    'the refresh token was used before',
  ])('recognizes a replaced token by the message: %s', async (error) => {
    const { target, there } = syncing({ a: 'AuthError' }, { error });
    const desk = rowDesk({}, there, { target });
    await desk.look();
    expect(desk.failure()?.cause).toBe('token-replaced');
    const fetched = syncing({ a: 'FetchError' }, { error });
    const other = rowDesk({}, fetched.there, { target: fetched.target });
    await other.look();
    expect(other.failure()?.cause).toBe('platform-trouble');
  });

  test('is not yet there while datasets run, and too late after its time', async () => {
    const { target, there } = syncing({ a: 'Complete', b: 'Fetching' });
    const desk = rowDesk({}, there, { target });
    for (const after of [0, hour]) {
      desk.plan.clock.now = there.sync_started_at + after;
      await desk.look();
      expect(desk.progress()).toMatchObject({ state: 'syncing', datasets: '{"Fetching":1,"Complete":1}' });
      expect(desk.progress().data_types).toBeNull();
    }
    desk.plan.clock.now += 1;
    await desk.look();
    expect(desk.failure()).toMatchObject({
      cause: 'service-trouble',
      step: 'verify',
      message: expect.stringContaining('has not ended in 60 min: 1 of 2 datasets have'),
    });
  });

  test('counts its time from its first call where no sync of ours was started', async () => {
    const { target, there } = syncing({ a: 'Fetching' });
    const desk = rowDesk(
      {},
      { ...there, sync_started_at: null, started_at: there.sync_started_at },
      { target },
    );
    desk.plan.clock.now += hour + 1;
    await desk.look();
    expect(desk.progress().state).toBe('failed');
  });

  test.each([
    ['Linked', undefined],
    ['Unlinked', 'needs-reauthorization'],
  ])('never comes without datasets where the connection is %s', async (status, cause) => {
    const { target, connection, there } = syncing({});
    Object.assign(connection, { status });
    const desk = rowDesk({}, { ...there, datasets: null }, { target });
    await desk.look();
    expect(desk.failure()?.cause).toBe(cause);
    expect(desk.progress()).toMatchObject({ connection_status: status, datasets: null });
    desk.plan.clock.now += hour + 1;
    if (cause === undefined) {
      await desk.look();
      expect(desk.failure()?.message).toContain('0 of 0');
    }
  });

  test('of a connection that is not Linked any more says why, in its last active error', async () => {
    const { target, connection, there, active } = syncing({ a: 'Complete' });
    Object.assign(connection, {
      status: 'Deauthorized',
      dataConnectionErrors: [active('first'), active('second'), active('third', 'Resolved')],
    });
    const desk = rowDesk({}, there, { target });
    await desk.look();
    expect(desk.failure()).toMatchObject({
      cause: 'needs-reauthorization',
      message: 'The connection is Deauthorized: second',
      correlationId: 'c0ffee',
    });
    const silent = syncing({ a: 'Complete' });
    Object.assign(silent.connection, { status: 'Unlinked', dataConnectionErrors: undefined });
    const other = rowDesk({}, silent.there, { target: silent.target });
    await other.look();
    expect(other.failure()).toMatchObject({
      cause: 'needs-reauthorization',
      message: 'The sync is complete, but the connection is Unlinked.',
    });
    const replaced = syncing({ a: 'Complete' });
    Object.assign(replaced.connection, {
      status: 'Deauthorized',
      dataConnectionErrors: [replaced.active('it has been replaced')],
    });
    const third = rowDesk({}, replaced.there, { target: replaced.target });
    await third.look();
    expect(third.failure()?.cause).toBe('token-replaced');
  });

  test('on a remote target is there once two looks find as many datasets', async () => {
    const { target, company, there } = syncing({ a: 'Complete' }, { kind: 'remote' });
    const desk = rowDesk({}, there, { target });
    await desk.look();
    expect(desk.progress()).toMatchObject({ state: 'syncing', datasets: '{"Complete":1}' });
    target.state.datasets = { b: 'Complete' };
    target.sync(company);
    await desk.look();
    expect(desk.progress()).toMatchObject({ state: 'syncing', datasets: '{"Complete":2}' });
    await desk.look();
    expect(desk.progress().state).toBe('done');
    const found = syncing({ a: 'Complete' }, { kind: 'remote' });
    const linked = rowDesk({}, { ...found.there, sync_started_at: null }, { target: found.target });
    await linked.look();
    expect(linked.progress().state).toBe('done');
  });

  test('is that of the newest dataset of each type, and of this sync alone', async () => {
    const { target, company, there } = syncing({ a: 'FetchError', b: 'Complete' });
    target.state.datasets = { a: 'Complete' };
    target.sync(company);
    const desk = rowDesk({}, there, { target });
    await desk.look();
    expect(desk.progress()).toMatchObject({ state: 'done', datasets: '{"Complete":2}' });
    const synced_after = target.datasets.at(-1)?.requested as string;
    const later = rowDesk({}, { ...there, synced_after }, { target });
    await later.look();
    expect(later.progress()).toMatchObject({ state: 'syncing', datasets: null });
  });

  test('notes once how many data types the platform has not', async () => {
    const { target, there } = syncing({ a: 'Complete', b: 'NotSupported', c: 'NotSupported' });
    const desk = rowDesk({}, { ...there, note: 'Before.' }, { target });
    await desk.look();
    const { note } = desk.progress();
    expect(note).toMatch(/^Before\. 2 data types are not supported/);
    const again = rowDesk({}, { ...there, note }, { target });
    await again.look();
    expect(again.progress().note).toBe(note);
  });

  test('in a state that nobody knows is not waited for as long as it may take', async () => {
    const { target, there } = syncing({ a: 'Complete' });
    (target.datasets[0] as { status: string }).status = 'Nonsense';
    const desk = rowDesk({}, there, { target });
    await desk.look();
    expect(desk.progress().state).toBe('syncing');
  });
});
