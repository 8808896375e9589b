import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { createLargeMap } from '#desk/store/large-map.ts';
import { checkForDuplicates } from '#desk/tokens/run/check-for-duplicates.ts';
import { deskIdOf, deskOfMarker, markerOf, readMarker } from '#desk/tokens/run/desk-marker.ts';
import {
  askByRef,
  createDirectory,
  duplicatesIn,
  findExisting,
  type KnownCompanies,
  type KnownCompany,
  queryByRef,
  readCompanies,
  readDirectory,
  refsToFind,
} from '#desk/tokens/run/directory.ts';
import { createFirstReading } from '#desk/tokens/run/first-reading.ts';
import {
  firstReadingFor,
  otherDeskIn,
  otherDeskRemark,
  refuseOtherDesk,
} from '#desk/tokens/run/other-desk.ts';
import { type Own, removeOwn } from '#desk/tokens/run/remove-own.ts';
import { runRowsOf } from '#desk/tokens/run/run-rows.ts';
import { ownTimers } from '#test/support/own-timers.ts';
import { type MemoryTarget, memoryTarget } from './memory-target.ts';
import { memoryPlan, planRow, progressOfRow, rowDesk } from './row-desk.ts';

const since = '2026-01-15T09:00:00.000Z';
const refs = (...all: string[]) => ({ refs: new Set(all) });
const tagged = (ref: string, tags: object = {}) => ({
  name: `Company ${ref}`,
  tags: { migrationRef: ref, ...tags },
});
const largeMapOf = <V>(entries: readonly (readonly [string, V])[]) => {
  const map = createLargeMap<V>();
  for (const [key, value] of entries) map.set(key, value);
  return map;
};
const queries = ({ calls }: MemoryTarget) => calls.map(({ query }) => query?.query);
const rowsOf = (...all: readonly (readonly [Parameters<typeof planRow>[0], object?])[]) =>
  runRowsOf(
    all.map(([row, progress], n) => ({
      row: planRow({ id: n + 1, ...row }),
      progress: progressOfRow({ id: n + 1 }, progress),
    })),
  );

describe('reading the companies of a target', () => {
  test('asks for a few one by one, and reads the whole list for more', async () => {
    const target = memoryTarget();
    for (const ref of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) target.addCompany(tagged(ref));
    const few = await readCompanies(target.client, refs('a', 'b', 'c', 'd', 'e'));
    expect(queries(target)).toEqual(['a', 'b', 'c', 'd', 'e'].map((ref) => `tags.migrationRef="${ref}"`));
    expect([...few.byRef.keys()]).toEqual(['a', 'b', 'c', 'd', 'e']);
    target.calls.length = 0;
    const many = await readCompanies(target.client, refs('a', 'b', 'c', 'd', 'e', 'f'));
    expect(queries(target)).toEqual([undefined]);
    expect([...many.byRef.keys()]).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(many.byId.size).toBe(6);
  });

  test('finds those of an id, too, and asks for none twice', async () => {
    const target = memoryTarget();
    const { id } = target.addCompany(tagged('a'));
    const other = target.addCompany(tagged('x'));
    const known = await readCompanies(target.client, { ...refs('a'), ids: new Set([id, other.id]) });
    expect(queries(target)).toEqual(['tags.migrationRef="a"', `id="${other.id}"`]);
    expect([...known.byId.keys()]).toEqual([id, other.id]);
    expect([...known.byRef.keys()]).toEqual(['a']);
    const ids = new Set([id, other.id, ...Array.from({ length: 4 }, () => randomUUID())]);
    expect([...(await readCompanies(target.client, { ...refs(), ids })).byId.keys()]).toEqual([id, other.id]);
  });

  test('knows of each what is needed, the oldest first', async () => {
    const target = memoryTarget();
    const id = randomUUID();
    const younger = target.addCompany({ ...tagged('a'), created: '2026-02-01T00:00:00.000Z' });
    target.addCompany({
      ...tagged('a', { migrationDesk: `desk-1 ${since}` }),
      id: id.toUpperCase(),
      created: '2026-01-01T00:00:00.000Z',
    });
    const connection = target.addConnection(id, { status: 'Linked' });
    const { byRef } = await readCompanies(target.client, refs('a'));
    expect(byRef.get('a')).toEqual([
      {
        id,
        name: 'Company a',
        created: '2026-01-01T00:00:00.000Z',
        marker: { desk: 'desk-1', since },
        connections: [{ id: connection.id, platformKey: 'gbol', status: 'Linked' }],
      },
      { id: younger.id, name: 'Company a', created: younger.created, marker: undefined, connections: [] },
    ]);
    const same = { created: '2026-01-01T00:00:00.000Z' };
    const twins = memoryTarget();
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const one of ids) twins.addCompany({ ...tagged('a'), ...same, id: one });
    const known = await readCompanies(twins.client, refs('a'));
    expect(known.byRef.get('a')?.map((one) => one.id)).toEqual(ids.toSorted());
  });

  test('takes one that gave up its ref to be removed for one of it, if it is ours', async () => {
    const target = memoryTarget();
    const ours = target.addCompany({ tags: { migrationRemoved: 'a' } });
    target.addCompany({ tags: { migrationRemoved: 'a' } });
    const ids = new Set([ours.id]);
    const { byRef } = await readCompanies(target.client, { ...refs('a'), ids });
    expect(byRef.get('a')?.map(({ id }) => id)).toEqual([ours.id]);
  });

  test('says whether the list was whole', async () => {
    const target = memoryTarget();
    target.state.isRestless = true;
    const all = refs('a', 'b', 'c', 'd', 'e', 'f');
    expect((await readCompanies(target.client, all)).isWhole).toBe(false);
    expect((await readCompanies(target.client, refs('a'))).isWhole).toBe(true);
  });

  test('asks with the ref quoted, and takes exactly that', async () => {
    expect(queryByRef('a"b\\c')).toBe('tags.migrationRef="a\\"b\\\\c"');
    const company = (ref: string | undefined, created: string) =>
      ({
        id: randomUUID(),
        name: 'x',
        created,
        ...(ref === undefined ? {} : { tags: { migrationRef: ref } }),
      }) as never;
    const asked: string[] = [];
    const found = await askByRef(async (query) => {
      asked.push(query);
      return [company('A', '1'), company('a', '3'), company('a', '2'), company(undefined, '1')];
    }, 'a');
    expect(found.map(({ created }) => created)).toEqual(['2', '3']);
    expect(asked).toEqual(['tags.migrationRef="a"']);
  });
});

describe('a directory', () => {
  const known = (id: string) => ({ id, name: 'n', created: '1', connections: [] });
  test('finds the oldest of a ref, and what was made since', () => {
    const directory = createDirectory(
      largeMapOf([
        ['a', [known('1'), known('2')]],
        ['b', []],
      ]),
    );
    expect(directory.find('a')?.id).toBe('1');
    expect(directory.find('b')).toBeUndefined();
    directory.add('b', known('3'));
    expect(directory.find('b')?.id).toBe('3');
    expect(directory.isDoubtful('a')).toBe(false);
    directory.doubt('a');
    expect([directory.isDoubtful('a'), directory.isDoubtful('b')]).toEqual([true, false]);
    expect([directory.isWhole, createDirectory(undefined, false).isWhole]).toEqual([true, false]);
  });

  test('is read only if a row has still to find its place, and shown before anything is written', async () => {
    const rows = rowsOf(
      [{ ref: 'a' }],
      [{ ref: 'b' }, { step: 'connection' }],
      [{ ref: 'c' }, { step: 'authorization' }],
      [{ ref: 'd' }, { step: 'verify' }],
    );
    expect([...(await refsToFind(rows)).keys()]).toEqual(['a', 'b']);
    const target = memoryTarget();
    target.addCompany(tagged('a'));
    const { signal } = new AbortController();
    const seen: string[][] = [];
    const check = async ({ byRef }: KnownCompanies) => void seen.push([...byRef.keys()]);
    const directory = await readDirectory(target.client, rows, signal, { check });
    expect(directory.find('a')?.name).toBe('Company a');
    expect(seen).toEqual([['a']]);
    expect(
      (await readDirectory(target.client, [...rows].slice(2), signal, { check })).find('a'),
    ).toBeUndefined();
    expect(seen).toHaveLength(1);
    expect(target.calls).toHaveLength(2);

    const read = {
      byRef: largeMapOf([['a', [known('9')]]]),
      byId: largeMapOf<KnownCompany>([]),
      isWhole: false,
    };
    const taken = await readDirectory(target.client, rows, signal, { check, takeRead: async () => read });
    expect([taken.find('a')?.id, taken.isWhole]).toEqual(['9', false]);
    expect(target.calls).toHaveLength(2);
  });

  test('that is not whole is asked again before a company is made', async () => {
    const { signal } = new AbortController();
    for (const [isWhole, row, progress, asks] of [
      [false, {}, {}, true],
      [true, {}, {}, false],
      [false, { companyId: randomUUID() }, {}, false],
      [false, {}, { step: 'connection' }, false],
    ] as const) {
      const directory = createDirectory(undefined, isWhole);
      const desk = rowDesk(row, progress, { directory });
      const { id } = desk.target.addCompany(tagged('a'));
      await findExisting(desk.target.client, directory, desk.work, signal);
      expect(directory.find('a')?.id).toBe(asks ? id : undefined);
      expect(desk.calls()).toHaveLength(asks ? 1 : 0);
      if (asks) await findExisting(desk.target.client, directory, desk.work, signal);
      expect(desk.calls()).toHaveLength(asks ? 1 : 0);
    }
    const directory = createDirectory(undefined, false);
    const desk = rowDesk({}, {}, { directory });
    await findExisting(desk.target.client, directory, desk.work, signal);
    expect(directory.find('a')).toBeUndefined();
  });
});

describe('duplicates', () => {
  const company = (id: string, ...connections: [string, string][]) => ({
    id,
    name: 'n',
    created: '1',
    connections: connections.map(([one, platformKey]) => ({ id: one, platformKey, status: 'Linked' })),
  });
  const inTarget = (...companies: ReturnType<typeof company>[]) => ({
    byRef: new Map([['a', companies]]),
    byId: new Map(companies.map((one) => [one.id, one])),
  });
  const used = (companyId: string | null, connectionId: string | null, platformKey = 'gbol') => ({
    row: { ref: 'a', platformKey },
    companyId,
    connectionId,
  });

  test('are companies of one ref, listed once, with the one in use', async () => {
    const target = inTarget(company('1'), company('2'));
    const twice = { ref: 'a', what: 'company', used: '1', others: ['2'] };
    expect(await duplicatesIn(target, [used('1', null)])).toEqual([twice]);
    expect(await duplicatesIn(target, [used('1', null), used('1', null, 'other')])).toEqual([twice]);
    expect(await duplicatesIn(target, [used(null, null)])).toEqual([
      { ref: 'a', what: 'company', others: ['1', '2'] },
    ]);
    expect(await duplicatesIn(inTarget(company('1')), [used('1', null)])).toEqual([]);
    // One that it did not use, as the row names another one.
    expect(await duplicatesIn(inTarget(company('1')), [used('3', null)])).toEqual([]);
    expect(await duplicatesIn({ byRef: new Map(), byId: new Map() }, [used('1', 'x')])).toEqual([]);
  });

  test('are connections of one company to one platform that no row uses', async () => {
    const target = inTarget(company('1', ['x', 'gbol'], ['y', 'gbol'], ['z', 'other']));
    const twice = { ref: 'a', what: 'connection', platformKey: 'gbol', used: 'x', others: ['y'] };
    expect(await duplicatesIn(target, [used('1', 'x')])).toEqual([twice]);
    expect(await duplicatesIn(target, [used('1', 'x'), used('1', 'y')])).toEqual([]);
    expect(await duplicatesIn(target, [used('1', 'z', 'other')])).toEqual([]);
    expect(await duplicatesIn(target, [used('1', null)])).toEqual([]);
  });

  test('are looked for once more when a run has ended', async () => {
    const target = memoryTarget();
    const [first, second] = [target.addCompany(tagged('a')), target.addCompany(tagged('a'))];
    const rows = rowsOf([{ ref: 'a' }]);
    const plan = memoryPlan(target, rows);
    const progress = new Map([[1, progressOfRow({ id: 1 }, { company_id: first.id })]]);
    const recorder = { read: async () => progress };
    const duplicates = [{ ref: 'a', what: 'company', used: first.id, others: [second.id] }];
    expect(await checkForDuplicates(plan, recorder, false)).toEqual({ duplicates });
    expect(await checkForDuplicates({ ...plan, kind: 'undo' }, recorder, false)).toEqual({ duplicates: [] });
    const none = { read: async () => new Map() };
    expect((await checkForDuplicates(plan, none, true)).duplicates).toMatchObject([
      { others: [first.id, second.id] },
    ]);

    target.state.trouble = () => ({ statusCode: 500, sentence: 'Something broke.' });
    expect(await checkForDuplicates(plan, recorder, false)).toEqual({
      duplicates: [],
      remark: expect.stringMatching(/could not be checked for duplicates\. .*Something broke/),
    });
    target.client.all = async () => {
      throw new Error('A fault');
    };
    expect((await checkForDuplicates(plan, recorder, false)).remark).toMatch(/See the log for details\.$/);
    const many = memoryTarget();
    many.state.isRestless = true;
    const restless = memoryPlan(
      many,
      rowsOf(...Array.from({ length: 6 }, (_, n) => [{ ref: `r${n}` }] as const)),
    );
    expect((await checkForDuplicates(restless, none, false)).remark).toMatch(/kept changing/);
  });

  test('are looked for ten seconds only after a cancel', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const timers = ownTimers();
    try {
      const plan = memoryPlan(
        memoryTarget(),
        rowsOf(...Array.from({ length: 6 }, (_, n) => [{ ref: `r${n}` }] as const)),
      );
      plan.client.all = (_path, _query, signal) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      const looked = checkForDuplicates(plan, { read: async () => new Map() }, true);
      let isOver = false;
      void looked.then(() => {
        isOver = true;
      });
      await vi.advanceTimersByTimeAsync(9999);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect((await looked).remark).toMatch(/did not respond in time/);
      expect(timers()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('another desk', () => {
  const about = {
    kind: 'run' as const,
    options: {},
    targetName: 'T',
    marker: `desk-1 ${since}`,
    rows: rowsOf([{ ref: 'a' }], [{ ref: 'b' }]),
  };
  const withMarks = (...marks: readonly (readonly [ref: string, mark: string])[]) => {
    const target = memoryTarget();
    for (const [ref, mark] of marks) target.addCompany(tagged(ref, { migrationDesk: mark }));
    return target;
  };

  test('is known by its marker, which is short and plain', () => {
    const fingerprint = (text: string) => `${'0123456789abcdef'}${text}`;
    expect(deskIdOf({ fingerprint } as never)).toBe('0123456789ab');
    expect(markerOf('desk', Date.UTC(2026, 0, 15, 9))).toBe(`desk ${since}`);
    expect(deskOfMarker(`desk ${since}`)).toBe('desk');
    const read = (mark?: string) =>
      readMarker({ tags: mark === undefined ? undefined : { migrationDesk: mark } } as never);
    expect(read(`desk ${since}`)).toEqual({ desk: 'desk', since });
    for (const wrong of [
      undefined,
      '',
      'desk',
      `<b> ${since}`,
      `${'x'.repeat(41)} ${since}`,
      'desk yesterday',
      ` ${since}`,
    ]) {
      expect(read(wrong)).toBeUndefined();
    }
  });

  test('that runs the same list is named: the latest, with its number of companies', async () => {
    const target = withMarks(
      ['a', `desk-2 ${since}`],
      ['b', 'desk-3 2026-01-16T09:00:00.000Z'],
      ['a', `desk-1 ${since}`],
    );
    const known = await readCompanies(target.client, refs('a', 'b'));
    const refused = await otherDeskIn(about, about.rows, known);
    expect(refused?.code).toBe('tokens.otherDesk');
    expect(refused?.message).toContain('(desk-3)');
    expect(refused?.message).toContain(
      'since 2026-01-16T09:00:00.000Z: 2 of its companies have that tag, such as "b"',
    );
    const aside = { ...about, options: { besideOtherDesk: 'They know.' } };
    expect(await otherDeskIn(aside, about.rows, known)).toBeUndefined();
    const own = await readCompanies(
      withMarks(['a', `desk-1 ${since}`], ['b', 'no mark']).client,
      refs('a', 'b'),
    );
    expect(await otherDeskIn(about, about.rows, own)).toBeUndefined();
    expect(await otherDeskIn(about, about.rows, { byRef: largeMapOf<KnownCompany[]>([]) })).toBeUndefined();
  });

  test('is of no interest to rows that have their company, or whose own call may have made it', async () => {
    const known = await readCompanies(withMarks(['a', `desk-2 ${since}`]).client, refs('a'));
    for (const [row, progress] of [
      [{}, { step: 'connection' }],
      [{}, { company_id: 'x' }],
      [{}, { doubt: 1 }],
      [{ companyId: randomUUID() }, {}],
    ] as const) {
      expect(await otherDeskIn(about, rowsOf([{ ref: 'a', ...row }, progress]), known)).toBeUndefined();
    }
  });

  test('is looked for before what may create companies begins, unless a reason was given', () => {
    const plan = { ...about, client: memoryTarget().client };
    for (const kind of ['run', 'pilot', 'retry'] as const)
      expect(firstReadingFor({ ...plan, kind })).toBeDefined();
    for (const kind of ['check', 'undo', 'rehearsal'] as const)
      expect(firstReadingFor({ ...plan, kind })).toBeUndefined();
    expect(firstReadingFor({ ...plan, options: { besideOtherDesk: 'x' } })).toBeUndefined();
    expect(firstReadingFor({ ...plan, rows: rowsOf([{}, { step: 'sync' }]) })).toBeUndefined();
  });

  test('keeps a run from beginning, and is told by a dry run', async () => {
    const { client } = withMarks(['a', `desk-2 ${since}`]);
    const refused = refuseOtherDesk(about, createFirstReading({ client, rows: about.rows }));
    await expect(refused).rejects.toMatchObject({ code: 'tokens.otherDesk' });
    expect(await otherDeskRemark({ ...about, client })).toContain('desk-2');
    const free = memoryTarget();
    await refuseOtherDesk(about, createFirstReading({ client: free.client, rows: about.rows }));
    await refuseOtherDesk(about, undefined);
    expect(await otherDeskRemark({ ...about, client: free.client })).toBeUndefined();
    free.state.trouble = () => ({ statusCode: 500 });
    await refuseOtherDesk(about, createFirstReading({ client: free.client, rows: about.rows }));
    expect(await otherDeskRemark({ ...about, client: free.client })).toBeUndefined();
  });
});

describe('the first look', () => {
  const rows = rowsOf([{ ref: 'a' }]);
  const slow = () => {
    const { promise, resolve } = Promise.withResolvers<never[]>();
    const signals: AbortSignal[] = [];
    const target = memoryTarget();
    target.client.all = (_path, _query, signal) => {
      if (signal !== undefined) signals.push(signal);
      return Promise.race([
        promise,
        new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      ]) as never;
    };
    return { client: target.client, resolve: () => resolve([]), signals };
  };
  const many = rowsOf(...Array.from({ length: 6 }, (_, n) => [{ ref: `r${n}` }] as const));
  const { signal } = new AbortController();

  test('reads once, for who waits and for who goes on with it', async () => {
    const target = memoryTarget();
    target.addCompany(tagged('a'));
    const look = createFirstReading({ client: target.client, rows });
    expect((await look.wait())?.byRef.size).toBe(1);
    expect((await look.take(signal))?.byRef.size).toBe(1);
    expect(target.calls).toHaveLength(1);
    expect(await look.take(signal)).toBeUndefined();
  });

  test('that fails says nothing to who waits, and leaves the reading to the run', async () => {
    const target = memoryTarget();
    target.state.trouble = () => ({ statusCode: 500 });
    const look = createFirstReading({ client: target.client, rows });
    expect(await look.wait()).toBeUndefined();
    expect(await look.take(signal)).toBeUndefined();
  });

  test('is waited for ten seconds, or until somebody is in a hurry', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const timers = ownTimers();
    try {
      const { client, resolve } = slow();
      const look = createFirstReading({ client, rows: many });
      let isOver = false;
      const waited = look.wait().then((known) => {
        isOver = true;
        return known;
      });
      await vi.advanceTimersByTimeAsync(9999);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(await waited).toBeUndefined();
      const hurried = look.wait();
      look.hurry();
      expect(await hurried).toBeUndefined();
      expect(timers()).toBe(0);
      const taken = look.take(signal);
      resolve();
      expect((await taken)?.isWhole).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test('ends with who took it, or when nobody needs it', async () => {
    const reason = new Error('stopped');
    const taken = slow();
    const aborter = new AbortController();
    const taking = createFirstReading({ client: taken.client, rows: many }).take(aborter.signal);
    aborter.abort(reason);
    await expect(taking).rejects.toBe(reason);
    const late = slow();
    await expect(
      createFirstReading({ client: late.client, rows: many }).take(AbortSignal.abort(reason)),
    ).rejects.toBe(reason);
    const needless = slow();
    const unneeded = createFirstReading({ client: needless.client, rows: many });
    await vi.waitFor(() => expect(needless.signals).toHaveLength(1));
    unneeded.end();
    expect(needless.signals[0]?.aborted).toBe(true);
  });
});

describe('removing duplicates created by this desk', () => {
  const twice = () => {
    const target = memoryTarget();
    const own = target.addCompany(tagged('a', { region: 'uk' }));
    const connection = target.addConnection(own.id, { status: 'Linked' });
    const twin = target.addCompany(tagged('a'));
    const theirs = target.addConnection(twin.id, { status: 'Linked' });
    const progress = progressOfRow(
      { id: 1 },
      { company_id: own.id, connection_id: connection.id, company_origin: 'created' },
    );
    const one: Own = { ref: 'a', companyId: own.id, rows: [{ progress, platformKey: 'gbol' }] };
    return { target, own, connection, twin, theirs, one };
  };
  const calls = ({ calls: all }: MemoryTarget) => all.map(({ call }) => call);
  const store = { write: async () => undefined } as never;

  test('gives up its ref, looks for the other one, and goes', async () => {
    const { target, own, twin, one } = twice();
    const { removed, left } = await removeOwn({ store }, target.client, [one]);
    expect(left).toEqual([]);
    expect(removed).toMatchObject([{ ref: 'a', companyId: own.id, twin: { id: twin.id } }]);
    expect(calls(target)).toEqual([
      'GET /companies/{id}',
      'PATCH /companies/{id}',
      'GET /companies',
      'DELETE /companies/{id}/connections/{id}',
      'DELETE /companies/{id}',
    ]);
    expect(target.calls[1]?.body).toEqual({ tags: { region: 'uk', migrationRemoved: 'a' } });
    expect([...target.companies.keys()]).toEqual([twin.id]);
  });

  test.each([
    [
      'there is no other one',
      ({ target, twin }: ReturnType<typeof twice>) => void target.companies.delete(twin.id),
    ],
    [
      'the other one is not Linked',
      ({ theirs }: ReturnType<typeof twice>) => void Object.assign(theirs, { status: 'PendingAuth' }),
    ],
    [
      'the other one is of another platform',
      ({ theirs }: ReturnType<typeof twice>) => void Object.assign(theirs, { integrationKey: 'x' }),
    ],
  ])('takes its ref back where %s', async (_, change) => {
    const all = twice();
    change(all);
    const { removed, left } = await removeOwn({ store }, all.target.client, [all.one]);
    expect(removed).toEqual([]);
    expect(left).toMatchObject([
      { ref: 'a', companyId: all.own.id, why: expect.stringContaining('last good copy') },
    ]);
    expect(all.own.tags).toEqual({ migrationRef: 'a', region: 'uk' });
    expect(all.own.dataConnections).toHaveLength(1);
  });

  test('takes its ref back where the others can not be looked at', async () => {
    const { target, one, own } = twice();
    target.state.trouble = ({ method, path }) =>
      method === 'GET' && path === '/companies'
        ? { statusCode: 500, sentence: 'Something broke.' }
        : undefined;
    const { left } = await removeOwn({ store }, target.client, [one]);
    expect(left).toMatchObject([{ why: expect.stringContaining('Something broke') }]);
    expect(own.tags).toEqual({ migrationRef: 'a', region: 'uk' });
  });

  test('leaves what has connections that are not of this migration', async () => {
    const { target, one, own } = twice();
    target.addConnection(own.id);
    const { left } = await removeOwn({ store }, target.client, [one]);
    expect(left).toMatchObject([{ why: expect.stringContaining('this migration did not create') }]);
    expect(calls(target)).toEqual(['GET /companies/{id}']);
  });

  test('finds what is gone already removed, if a good one is left', async () => {
    const { target, one, own, twin } = twice();
    target.companies.delete(own.id);
    expect((await removeOwn({ store }, target.client, [one])).removed).toMatchObject([
      { twin: { id: twin.id } },
    ]);
    target.companies.delete(twin.id);
    expect((await removeOwn({ store }, target.client, [one])).left).toMatchObject([
      { why: expect.stringContaining('missing on the target') },
    ]);
    const halfway = twice();
    halfway.target.state.trouble = ({ method }) => (method === 'DELETE' ? { statusCode: 404 } : undefined);
    expect((await removeOwn({ store }, halfway.target.client, [halfway.one])).removed).toHaveLength(1);
    const troubled = twice();
    troubled.target.state.trouble = ({ method }) => (method === 'DELETE' ? { statusCode: 500 } : undefined);
    expect((await removeOwn({ store }, troubled.target.client, [troubled.one])).removed).toEqual([]);
  });

  test('goes on with the others, whatever is wrong with one; a fault is no reason to', async () => {
    const { target, one } = twice();
    const all = Array.from({ length: 5 }, () => ({ ...one, companyId: randomUUID() }));
    const { left } = await removeOwn({ store }, target.client, [...all, one]);
    expect(left).toEqual([]);
    target.client.call = async () => {
      throw new Error('A fault');
    };
    await expect(removeOwn({ store }, target.client, [one])).rejects.toThrow('A fault');
    expect(await removeOwn({ store }, target.client, [])).toEqual({ removed: [], left: [] });
  });
});
