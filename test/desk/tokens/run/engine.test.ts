import { describe, expect, test, vi } from 'vitest';
import { insertRun, readLedger, readRun, updateRun } from '#desk/store/token-runs.ts';
import { memoryDesk } from './memory-desk.ts';
import { memoryTarget } from './memory-target.ts';

const rows = (count: number) => Array.from({ length: count }, () => ({}));
const isCreate = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/companies';
type Desk = Awaited<ReturnType<typeof memoryDesk>>;

/** Pauses at the first company that would be created. */
const pausedDesk = async (count = 2): Promise<Desk & { runId: string }> => {
  const desk = await memoryDesk(rows(count));
  let pausing: Promise<unknown> | undefined;
  desk.target.state.trouble = (call) => {
    if (isCreate(call)) pausing ??= desk.runs.pause(desk.caseId, 'Grace', 'Lunch.');
    return undefined;
  };
  const { id } = await desk.runs.start(desk.caseId, { concurrency: 1 }, 'Ada');
  await desk.ended();
  await pausing;
  desk.target.state.trouble = () => undefined;
  return { ...desk, runId: id };
};

describe('a run', () => {
  test('is recorded before its first call, and with its results at its end', async () => {
    const desk = await memoryDesk(rows(2));
    let atFirst: unknown;
    desk.target.state.trouble = (call) => {
      if (isCreate(call))
        atFirst ??= desk.runs.show(desk.caseId, desk.engine.active(desk.caseId)?.runId ?? '');
      return undefined;
    };
    const begun = await desk.runs.start(desk.caseId, { concurrency: 1, syncWithin: 'PT1H' }, 'Ada');
    expect(begun).toMatchObject({
      state: 'running',
      kind: 'run',
      by: 'Ada',
      targetName: 'memory',
      options: { concurrency: 1, syncWithin: 'PT1H' },
      counts: { rows: 2, ready: 2, done: 0 },
    });
    expect(begun).not.toHaveProperty('ended');
    await desk.ended();
    expect(await atFirst).toMatchObject({ state: 'running', counts: { rows: 2 } });

    const run = await desk.runs.show(desk.caseId, begun.id);
    expect(run).toMatchObject({
      id: begun.id,
      state: 'done',
      ended: expect.any(String),
      counts: { rows: 2, done: 2 },
      failures: {},
      duplicates: [],
      calls: {
        'POST /companies': 2,
        'POST /companies/{id}/connections': 2,
        'PUT /companies/{id}/connections/{id}/authorization': 2,
        'POST /companies/{id}/data/all': 2,
        'GET /companies/{id}/data/history': 2,
        'GET /companies/{id}/connections/{id}': 2,
      },
    });
    expect(run).not.toHaveProperty('remark');
    expect(run).not.toHaveProperty('alreadyLinked');
    const entries = await desk.context.store.read((reader) => readLedger(reader, run.id, 0, 100));
    expect(entries).toHaveLength(run.ledger.entries);
    expect(run.ledger.entries).toBe(24);
    const results = await desk.results(run.id);
    expect(results).toMatchObject({ runId: run.id, kind: 'run', targetName: 'memory', calls: run.calls });
    expect(results.companies.map(({ state, ref }) => [state, ref])).toEqual([
      ['done', 'r1'],
      ['done', 'r2'],
    ]);
    expect((await desk.recorded()).map(({ kind, actor }) => [kind, actor])).toEqual([
      ['tokens.runStarted', 'Ada'],
      ['tokens.runEnded', 'Ada'],
    ]);
    expect(await desk.vault.keptOf(desk.rowIds)).toEqual(new Set());
    expect(desk.engine.active(desk.caseId)).toBeUndefined();
  });

  test('is announced at its start, during it, and at its end', async () => {
    const desk = await memoryDesk(rows(1));
    const run = await desk.carryOut();
    const told = desk.context.announced.flatMap((one) => (one.type === 'run' ? [one] : []));
    expect(told[0]).toEqual({
      type: 'run',
      caseId: desk.caseId,
      runId: run.id,
      kind: 'run',
      state: 'running',
      rows: 1,
      done: 0,
      failed: 0,
      syncing: 0,
    });
    expect(told.slice(1, -1).map(({ state }) => state)).toContain('running');
    expect(told.at(-1)).toMatchObject({ state: 'done', done: 1 });
  });

  test('says while it goes on how far it is, and how fast', async () => {
    const desk = await memoryDesk(rows(8));
    let view: unknown;
    let creations = 0;
    desk.target.state.trouble = (call) => {
      if (isCreate(call) && ++creations === 7) view = desk.engine.active(desk.caseId)?.view();
      return isCreate(call) && creations < 7 ? { statusCode: 409 } : undefined;
    };
    await desk.carryOut({ concurrency: 1 });
    expect(view).toMatchObject({
      state: 'running',
      counts: { rows: 8, failed: 6 },
      failures: { 'does-not-fit': 6 },
      calls: { 'POST /companies': 7 },
      perMinute: expect.any(Number),
      leftMs: expect.any(Number),
    });
    expect(Number.isInteger((view as { perMinute: number }).perMinute)).toBe(true);
  });

  test('works on no more at once than its target takes, and no more than was asked for', async () => {
    for (const [concurrency, most] of [
      [undefined, 3],
      [2, 2],
      [50, 3],
    ] as const) {
      const desk = await memoryDesk(rows(6));
      const state = { now: 0, most: 0 };
      const { call } = desk.target.client;
      desk.target.client.call = async (one) => {
        const counts = one.method === 'GET' ? 0 : 1;
        state.now += counts;
        state.most = Math.max(state.most, state.now);
        try {
          return (await call.call(desk.target.client, one)) as never;
        } finally {
          state.now -= counts;
        }
      };
      await desk.carryOut(concurrency === undefined ? {} : { concurrency });
      expect(state.most).toBe(most);
    }
  });

  test('that finds duplicates names them, and what was linked before', async () => {
    const target = memoryTarget();
    const company = () => target.addCompany({ name: 'Company r1', tags: { migrationRef: 'r1' } });
    const [first, second] = [company(), company()];
    target.addConnection(first.id, { status: 'Linked' });
    target.sync(first);
    const desk = await memoryDesk(rows(1), { target });
    const run = await desk.carryOut();
    expect(run).toMatchObject({
      counts: { done: 1 },
      alreadyLinked: 1,
      duplicates: [{ ref: 'r1', what: 'company', used: first.id, others: [second.id] }],
      decision: { state: 'open' },
    });
    expect((await desk.results(run.id)).alreadyLinked).toBe(1);
    const { tokenRuns, steps } = await desk.cases.state(desk.caseId);
    expect(tokenRuns[0]?.ended).toMatchObject({ duplicates: 1, alreadyLinked: 1 });
    expect(JSON.stringify(steps)).toBeDefined();
  });

  test('whose work fails unexpectedly is paused, and can be resumed', async () => {
    const desk = await memoryDesk(rows(7));
    const { all } = desk.target.client;
    let isFaulty = true;
    desk.target.client.all = async (path, query, signal, reading) => {
      if (isFaulty) throw new TypeError('A fault');
      return all.call(desk.target.client, path, query, signal, reading as never) as never;
    };
    const run = await desk.carryOut();
    expect(run).toMatchObject({
      state: 'paused',
      remark: expect.stringContaining('log'),
      counts: { ready: 7 },
    });
    isFaulty = false;
    await desk.runs.resume(desk.caseId, 'Grace');
    await desk.ended();
    expect(await desk.runs.show(desk.caseId, run.id)).toMatchObject({ state: 'done', counts: { done: 7 } });
  });

  test("that can't be recorded is interrupted", async () => {
    const desk = await memoryDesk(rows(1), {
      engine: {
        heldOf: async () => {
          throw new Error('A fault');
        },
      },
    });
    const run = await desk.carryOut();
    expect(run).toMatchObject({ state: 'interrupted', counts: { done: 1 } });
  });
});

describe('duplicates', () => {
  /** Two companies for each ref, of which this desk has created one, and the other is Linked. */
  const twice = async (count: number, kind: 'local' | 'remote' = 'remote') => {
    const target = memoryTarget({ kind });
    const desk = await memoryDesk(rows(count), { target });
    const confirmed = async <T>(call: (confirm?: string) => Promise<T>): Promise<T> =>
      call().catch((error) => call(error.info.unconfirmed.confirm));
    await confirmed((confirm) =>
      desk.runs.start(desk.caseId, confirm === undefined ? {} : { confirm }, 'Ada'),
    );
    await desk.ended();
    for (let n = 1; n <= count; n++) {
      const twin = target.addCompany({ name: `Company r${n}`, tags: { migrationRef: `r${n}` } });
      target.addConnection(twin.id, { status: 'Linked' });
    }
    return { ...desk, confirmed };
  };
  const remove = { decision: 'remove', reason: 'They go on.' } as const;

  test.each([
    [1, 'for up to 1 company created by'],
    [2, 'for up to 2 companies created by'],
  ])('of %i refs are removed by calls that are confirmed first', async (count, words) => {
    const { duplicates, caseId, target, confirmed, context } = await twice(count);
    const listed = await duplicates.list(caseId);
    expect(listed.duplicates).toHaveLength(count);
    expect(listed).not.toHaveProperty('removed');
    const before = target.calls.length;
    const asked = await duplicates.decide(caseId, remove, 'Eve').catch((error) => error);
    expect(asked).toMatchObject({ code: 'target.unconfirmed' });
    const { calls } = asked.info.unconfirmed;
    expect(calls.map((one: { method: string }) => one.method)).toEqual(['PATCH', 'DELETE', 'DELETE']);
    for (const { why } of calls) expect(why).toContain(words);
    expect(target.calls.slice(before).every(({ call }) => call.startsWith('GET'))).toBe(true);
    const decided = await confirmed((confirm) =>
      duplicates.decide(caseId, confirm === undefined ? remove : { ...remove, confirm }, 'Eve'),
    );
    expect(decided).toMatchObject({ duplicates: [], removed: count, left: [] });
    expect(target.companies.size).toBe(count);
    const progress = await context.store.read(({ db }) =>
      db.selectFrom('token_progress').selectAll().execute(),
    );
    for (const row of progress) {
      expect([...target.companies.keys()]).toContain(row.company_id);
      const connection = target.companies.get(row.company_id ?? '')?.dataConnections[0];
      expect(row).toMatchObject({
        company_origin: 'found',
        connection_id: connection?.id,
        connection_origin: 'found',
        status_before: 'Linked',
        connection_status: 'Linked',
        note: expect.stringContaining('was removed'),
      });
    }
  });

  test('that are kept need no call; what is not there twice can not be decided', async () => {
    const { duplicates, caseId, target, runs } = await twice(1);
    const check = await runs.start(caseId, { kind: 'check' }, 'Ada').catch((error) => error);
    expect(check).toMatchObject({ code: 'target.unconfirmed' });
    const before = target.calls.length;
    const kept = await duplicates.decide(caseId, { decision: 'keep', reason: 'Two branches.' }, 'Eve');
    expect(kept).toMatchObject({
      decision: { state: 'kept', reason: 'Two branches.', by: 'Eve', removed: 0 },
    });
    expect(target.calls.slice(before).every(({ call }) => call.startsWith('GET'))).toBe(true);
    expect(target.companies.size).toBe(2);

    const single = await memoryDesk(rows(1));
    await expect(single.duplicates.list(single.caseId)).rejects.toThrow(/nothing has run/);
    await single.carryOut();
    expect(await single.duplicates.list(single.caseId)).toMatchObject({ duplicates: [] });
    await expect(single.duplicates.decide(single.caseId, remove, 'Eve')).rejects.toMatchObject({
      code: 'tokens.noDuplicates',
      message: expect.stringContaining('the target has no duplicates'),
    });
  });

  test('that are not of this desk stay, and a removal of them is refused', async () => {
    const target = memoryTarget();
    for (let n = 0; n < 2; n++) target.addCompany({ name: 'Company r1', tags: { migrationRef: 'r1' } });
    const desk = await memoryDesk(rows(1), { target });
    const run = await desk.carryOut();
    expect(run.decision).toEqual({ state: 'open' });
    expect((await desk.duplicates.list(desk.caseId)).duplicates).toMatchObject([{ own: false }]);
    await expect(desk.duplicates.decide(desk.caseId, remove, 'Eve')).rejects.toMatchObject({
      code: 'tokens.noneOwned',
    });
    expect((await desk.duplicates.list(desk.caseId)).decision).toEqual({ state: 'open' });
    expect(target.companies.size).toBe(2);
  });

  test('whose last good copy is left are reported', async () => {
    const { duplicates, caseId, target, confirmed, cases } = await twice(2, 'local');
    const twin = [...target.companies.values()].at(-1);
    Object.assign(twin?.dataConnections[0] ?? {}, { status: 'Unlinked' });
    const decided = await confirmed(() => duplicates.decide(caseId, remove, 'Eve'));
    expect(decided).toMatchObject({
      removed: 1,
      left: [{ ref: 'r2', why: expect.stringContaining('last good copy') }],
      decision: { state: 'open', removed: 1 },
    });
    const { tokenRuns } = await cases.state(caseId);
    expect(tokenRuns.at(-1)?.decision).toMatchObject({ decision: 'remove', removedCount: 1, leftCount: 1 });
  });
});

describe('a pause', () => {
  test('is on record with who asked for it and why; a resume goes on where it was', async () => {
    const desk = await pausedDesk();
    const { caseId, runId } = desk;
    expect(await desk.runs.show(caseId, runId)).toMatchObject({
      state: 'paused',
      remark: 'Lunch.',
      counts: { rows: 2, ready: 1, running: 1 },
    });
    await expect(desk.runs.start(caseId, {}, 'Ada')).rejects.toMatchObject({
      code: 'tokens.runActive',
      message: expect.stringContaining('is paused'),
    });
    await expect(desk.results(runId)).rejects.toMatchObject({
      code: 'tokens.noResults',
      message: expect.stringContaining('it has not ended yet'),
    });

    const resumed = await desk.runs.resume(caseId, 'Eve');
    expect(resumed).toMatchObject({ id: runId, state: 'running', by: 'Ada' });
    expect(resumed).not.toHaveProperty('remark');
    await desk.ended();
    const run = await desk.runs.show(caseId, runId);
    expect(run).toMatchObject({
      state: 'done',
      counts: { rows: 2, done: 2 },
      calls: { 'POST /companies': 2 },
    });
    const recorded = await desk.recorded();
    expect(recorded.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['tokens.runStarted', 'Ada'],
      ['tokens.runPaused', 'Grace'],
      ['tokens.runResumed', 'Eve'],
      ['tokens.runEnded', 'Eve'],
    ]);
    expect(recorded[2]?.content).toMatchObject({ after: 'paused' });
    expect(recorded[3]?.content).toMatchObject({ ledger: run.ledger, state: 'done' });
    const entries = await desk.context.store.read((reader) => readLedger(reader, runId, 0, 100));
    expect(entries).toHaveLength(run.ledger.entries);
  });

  test('for a long reason keeps its beginning', async () => {
    const desk = await memoryDesk(rows(2));
    const why = 'x'.repeat(3000);
    let pausing: Promise<unknown> | undefined;
    desk.target.state.trouble = (call) => {
      if (isCreate(call)) pausing ??= desk.runs.pause(desk.caseId, 'Grace', why);
      return undefined;
    };
    await desk.carryOut({ concurrency: 1 });
    expect(await pausing).toMatchObject({ state: 'paused', remark: why });
    const paused = (await desk.recorded()).find(({ kind }) => kind === 'tokens.runPaused');
    expect(paused?.content).toMatchObject({ why: why.slice(0, 2000) });
  });

  test('without a run is refused, and so are a resume and a cancel', async () => {
    const desk = await memoryDesk(rows(1));
    for (const [wanted, call] of [
      ['pause', () => desk.runs.pause(desk.caseId, 'Ada')],
      ['resume', () => desk.runs.resume(desk.caseId, 'Ada')],
      ['cancel', () => desk.runs.cancel(desk.caseId, 'Ada')],
    ] as const) {
      await expect(call()).rejects.toMatchObject({
        code: 'tokens.noRun',
        message: expect.stringContaining(`There is no run to ${wanted}`),
      });
    }
  });
});

describe('a run that a process left behind', () => {
  test('is interrupted, and resumed', async () => {
    const desk = await pausedDesk();
    await desk.context.store.write((tx) => updateRun(tx, desk.runId, { state: 'interrupted' }));
    await expect(desk.runs.start(desk.caseId, {}, 'Ada')).rejects.toThrow(/is interrupted/);
    await desk.runs.resume(desk.caseId, 'Eve');
    await desk.ended();
    expect(await desk.runs.show(desk.caseId, desk.runId)).toMatchObject({
      state: 'done',
      counts: { done: 2 },
    });
    const resumed = (await desk.recorded()).find(({ kind }) => kind === 'tokens.runResumed');
    expect(resumed?.content).toMatchObject({ after: 'interrupted' });
  });

  test('of a rehearsal has lost its instance: it is neither paused nor resumed, and cancelled without results', async () => {
    const desk = await pausedDesk();
    const { caseId, runId, context } = desk;
    await context.store.write((tx) =>
      updateRun(tx, runId, { state: 'interrupted', kind: 'rehearsal' } as never),
    );
    await expect(desk.runs.resume(caseId, 'Ada')).rejects.toThrow(/rehearsal/);
    const run = await desk.runs.cancel(caseId, 'Ada');
    expect(run).toMatchObject({
      state: 'cancelled',
      kind: 'rehearsal',
      counts: { rows: 2, ready: 1, running: 1 },
      remark: 'Cancelled manually.',
      ended: expect.any(String),
    });
    const ended = (await desk.recorded()).at(-1);
    expect(ended).toMatchObject({ kind: 'tokens.runEnded', actor: 'Ada' });
    expect(ended?.content).toMatchObject({
      state: 'cancelled',
      duplicates: 0,
      calls: run.calls,
      ledger: run.ledger,
    });
    expect(ended?.content).not.toHaveProperty('results');
    await expect(desk.results(runId)).rejects.toMatchObject({ code: 'tokens.noResults' });
  });
});

describe('a cancel', () => {
  test('ends what runs, by whom it was asked for', async () => {
    const desk = await memoryDesk(rows(3));
    let cancelling: Promise<unknown> | undefined;
    desk.target.state.trouble = (call) => {
      if (isCreate(call)) cancelling ??= desk.runs.cancel(desk.caseId, 'Grace');
      return undefined;
    };
    const run = await desk.carryOut({ concurrency: 1 });
    expect(await cancelling).toMatchObject({ id: run.id, state: 'cancelled', remark: 'Cancelled manually.' });
    expect(run.counts).toMatchObject({ rows: 3, ready: 2, running: 1 });
    expect((await desk.recorded()).at(-1)).toMatchObject({ kind: 'tokens.runEnded', actor: 'Grace' });
    expect((await desk.results(run.id)).companies.map(({ state }) => state)).toEqual([
      'running',
      'ready',
      'ready',
    ]);
    desk.target.state.trouble = () => undefined;
    expect(await desk.carryOut()).toMatchObject({ counts: { rows: 3, done: 3 } });
    expect(desk.target.companies.size).toBe(3);
  });

  test('of a paused one needs no call, and says that nothing was looked up', async () => {
    const desk = await pausedDesk();
    const before = desk.target.calls.length;
    const run = await desk.runs.cancel(desk.caseId, 'Eve');
    expect(run).toMatchObject({
      id: desk.runId,
      state: 'cancelled',
      remark: expect.stringMatching(/^Cancelled manually\. .*not checked for duplicates/),
    });
    expect(desk.target.calls).toHaveLength(before);
    expect(run.calls).toEqual({ 'POST /companies': 1 });
    expect((await desk.recorded()).at(-1)).toMatchObject({ actor: 'Eve' });
  });
});

describe('what a run is made of', () => {
  test('is every row that may continue; the others are listed with the reason', async () => {
    const held = (ref: string) => (ref === 'r2' ? 'Not confirmed.' : undefined);
    const desk = await memoryDesk(rows(3), {
      parts: { gateOf: async () => ({ refused: undefined, held }) },
    });
    const dry = await desk.runs.dryRun(desk.caseId, {});
    expect(dry).toMatchObject({
      rows: 2,
      leftOut: [{ line: 2, ref: 'r2', why: 'Not confirmed.' }],
      leftOutCount: 1,
    });
    expect(dry.calls.map(({ count }) => count)).toEqual([2, 2, 2, 2]);
    await desk.runs.start(desk.caseId, {}, 'Ada');
    await desk.ended();
    const [run] = await desk.runs.list(desk.caseId);
    expect(run).toMatchObject({ counts: { rows: 2, done: 2 } });
    await expect(desk.runs.start(desk.caseId, {}, 'Ada')).rejects.toMatchObject({
      code: 'tokens.nothingToRun',
      message: expect.stringMatching(/2 left out: It is migrated already.*1 left out: Not confirmed\.$/),
    });
  });

  test('is nothing where the runbook refuses, no rows were imported, or refs are not known', async () => {
    const refusing = await memoryDesk(rows(1), {
      parts: { gateOf: async () => ({ refused: 'Step 3 is open.', held: () => undefined }) },
    });
    for (const call of [
      () => refusing.runs.start(refusing.caseId, {}, 'Ada'),
      () => refusing.runs.dryRun(refusing.caseId, {}),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'tokens.gate',
        message: expect.stringContaining('Step 3'),
      });
    }
    const empty = await memoryDesk([]);
    await expect(empty.runs.start(empty.caseId, {}, 'Ada')).rejects.toMatchObject({
      code: 'tokens.nothingToRun',
      message: expect.stringContaining('no rows were imported'),
    });
    const desk = await memoryDesk(rows(1));
    const refs = ['r1', ...Array.from({ length: 7 }, (_, n) => `x${n}`)];
    await expect(desk.runs.dryRun(desk.caseId, { refs })).rejects.toMatchObject({
      code: 'request.invalid',
      validation: [{ itemId: 'refs', message: expect.stringMatching(/names 7 .*"x0".*"x4"(?!.*x5)/) }],
    });
    await expect(desk.runs.start(desk.caseId, { syncWithin: 'soon' }, 'Ada')).rejects.toMatchObject({
      code: 'request.invalid',
    });
    expect(await desk.runs.dryRun(desk.caseId, { refs: ['r1'] })).not.toHaveProperty('remark');
  });

  test('is confirmed first where its target is a remote one', async () => {
    const desk = await memoryDesk(rows(1), { target: memoryTarget({ kind: 'remote' }) });
    const asked = await desk.runs.start(desk.caseId, {}, 'Ada').catch((error: unknown) => error);
    expect(asked).toMatchObject({ code: 'target.unconfirmed' });
    expect(desk.target.calls).toEqual([]);
    const { confirm } = (asked as { info: { unconfirmed: { confirm: string } } }).info.unconfirmed;
    expect(await desk.carryOut({ confirm })).toMatchObject({ state: 'done' });
  });

  test.each([
    ['name', { name: 'Another' }],
    ['company', { companyId: '0d9a8f35-1d39-4c3c-8a4f-0a9d6f6c1b11' }],
    ['platform', { platformKey: 'else' }],
    ['nothing', {}],
  ])('is not started when rows are imported again meanwhile, with another %s', async (what, change) => {
    let meanwhile = async (): Promise<unknown> => undefined;
    const desk = await memoryDesk(rows(2), {
      parts: {
        // The last that is asked before the rows are on record.
        unreadableOf: async () => {
          await meanwhile();
          return new Map();
        },
      },
    });
    const same = { ref: 'r2', platformKey: 'gbol', credentials: { accessToken: 'token of 2' } };
    meanwhile = () =>
      desk.context.store
        .write(({ db }) =>
          db
            .deleteFrom('token_rows')
            .where('id', '=', desk.rowIds[1] as number)
            .execute(),
        )
        .then(() => desk.addRows(desk.caseId, [{ ...same, id: desk.rowIds[1] as number, ...change }]))
        .then(() =>
          // As its line was.
          desk.context.store.write(({ db }) =>
            db
              .updateTable('token_rows')
              .set({ line: 2 })
              .where('id', '=', desk.rowIds[1] as number)
              .execute(),
          ),
        );
    const begun = await desk.runs.start(desk.caseId, {}, 'Ada').catch((error: unknown) => error);
    await desk.ended();
    if (what === 'nothing') {
      expect(begun).toMatchObject({ state: 'running' });
      return;
    }
    expect(begun).toMatchObject({
      code: 'tokens.rowsChanged',
      message: expect.stringMatching(/^1 of the selected rows .*such as "r2"/),
    });
    expect(await desk.runs.list(desk.caseId)).toEqual([]);
    expect(await desk.recorded()).toEqual([]);
    expect(desk.target.calls.every(({ call }) => call.startsWith('GET'))).toBe(true);
  });

  test("holds rows whose credentials don't open", async () => {
    const desk = await memoryDesk(rows(3));
    await desk.vault.shred([desk.rowIds[1] as number]);
    const dry = await desk.runs.dryRun(desk.caseId, {});
    expect(dry).toMatchObject({
      rows: 2,
      leftOut: [{ ref: 'r2', cause: 'credentials-unreadable' }],
      heldCauses: { 'credentials-unreadable': 1 },
      remark: expect.any(String),
    });
    const run = await desk.carryOut();
    expect(run).toMatchObject({ counts: { rows: 2, done: 2 }, heldCauses: { 'credentials-unreadable': 1 } });
    expect((await desk.results(run.id)).companies[1]).toMatchObject({
      state: 'ready',
      cause: 'credentials-unreadable',
    });
    expect((await desk.recorded())[0]?.content).toMatchObject({
      heldCauses: { 'credentials-unreadable': 1 },
    });
  });
});

describe('an undo', () => {
  test('is planned, and takes back what was done', async () => {
    const desk = await memoryDesk(rows(2));
    await desk.carryOut();
    const plan = await desk.runs.undoPlan(desk.caseId, {});
    expect(plan.rows).toBe(2);
    expect(plan.calls.map(({ count }) => count)).toEqual([2, 2, 2]);
    expect(plan.notUndone).toHaveLength(2);
    const { id } = await desk.runs.undo(desk.caseId, { refs: ['r1'] }, 'Ada');
    await desk.ended();
    expect(await desk.runs.show(desk.caseId, id)).toMatchObject({
      kind: 'undo',
      state: 'done',
      counts: { rows: 1, undone: 1 },
    });
    expect(desk.target.companies.size).toBe(1);
    expect((await desk.runs.undoPlan(desk.caseId, {})).rows).toBe(1);
    // Its credentials were shredded when it was done.
    expect(await desk.runs.dryRun(desk.caseId, {})).toMatchObject({ rows: 0, leftOutCount: 2 });
    await expect(desk.runs.undo(desk.caseId, { refs: ['r1'] }, 'Ada')).rejects.toMatchObject({
      code: 'tokens.nothingToRun',
    });
  });
});

describe('runs', () => {
  test('are listed, the latest first, and shown of their own case alone', async () => {
    const desk = await memoryDesk(rows(1));
    const first = await desk.carryOut();
    const check = await desk.carryOut({ kind: 'check' });
    expect((await desk.runs.list(desk.caseId)).map(({ id }) => id)).toEqual([check.id, first.id]);
    const { id: other } = await desk.cases.create({ name: 'other', parts: ['tokens'] }, 'Ada');
    expect(await desk.runs.list(other)).toEqual([]);
    await expect(desk.runs.show(other, first.id)).rejects.toMatchObject({ code: 'tokens.runNotFound' });
    await expect(desk.runs.results(other, first.id)).rejects.toMatchObject({ code: 'tokens.runNotFound' });
    const nobody = '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11';
    await expect(desk.runs.show(desk.caseId, nobody)).rejects.toMatchObject({ code: 'tokens.runNotFound' });
    await expect(desk.runs.list(nobody)).rejects.toMatchObject({ code: 'case.notFound' });
  });

  test('that wait for syncs on a virtual clock say so', async () => {
    for (const [mode, says] of [
      ['virtual', true],
      ['system', false],
    ] as const) {
      const gate = Promise.withResolvers<void>();
      const desk = await memoryDesk(rows(1), {
        clock: { mode, now: '2026-03-01T00:00:00.000Z', paused: false },
        parts: { time: { now: () => 0, until: () => gate.promise } },
      });
      desk.target.state.datasets = { invoices: 'Fetching' };
      const { id } = await desk.runs.start(desk.caseId, {}, 'Ada');
      await vi.waitFor(async () => expect((await desk.runs.show(desk.caseId, id)).counts.syncing).toBe(1));
      const { remark } = await desk.runs.show(desk.caseId, id);
      if (says) expect(remark).toContain('2026-03-01T00:00:00.000Z');
      else expect(remark).toBeUndefined();
      const cancelled = desk.runs.cancel(desk.caseId, 'Ada');
      gate.resolve();
      await cancelled;
    }
  });

  test('of a desk that stops are paused, and cut off after a grace', async () => {
    const desk = await memoryDesk(rows(2));
    const { call } = desk.target.client;
    const hanging = Promise.withResolvers<void>();
    desk.target.client.call = (one) => {
      if (!isCreate(one)) return call.call(desk.target.client, one) as never;
      hanging.resolve();
      return new Promise((_, reject) =>
        one.signal?.addEventListener('abort', () => reject(one.signal?.reason), { once: true }),
      );
    };
    const { id } = await desk.runs.start(desk.caseId, { concurrency: 1 }, 'Ada');
    await hanging.promise;
    await desk.engine.stop(20);
    expect(await desk.runs.show(desk.caseId, id)).toMatchObject({
      state: 'paused',
      remark: expect.stringContaining('stopped'),
      counts: { running: 1, ready: 1, failed: 0 },
    });
    await expect(desk.runs.resume(desk.caseId, 'Ada')).rejects.toMatchObject({ code: 'server.stopping' });
  });

  test('recorded otherwise meanwhile are not ended twice', async () => {
    const desk = await pausedDesk();
    const record = await desk.context.store.read((reader) => readRun(reader, desk.runId));
    await desk.runs.cancel(desk.caseId, 'Ada');
    await expect(
      desk.engine.end(record as NonNullable<typeof record>, { actor: 'Eve', why: 'Again.' }),
    ).rejects.toMatchObject({ code: 'tokens.noRun' });
    const twin = { ...(record as NonNullable<typeof record>), id: '0d9a8f35-1d39-4c3c-8a4f-0a9d6f6c1b11' };
    await desk.context.store.write((tx) => insertRun(tx, { ...twin, state: 'interrupted' }));
    await expect(desk.engine.end(twin, { actor: 'Eve', why: 'Again.' })).rejects.toMatchObject({
      code: 'tokens.runActive',
    });
  });
});
