import { describe, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import { createActiveRun } from '#desk/tokens/run/active-run.ts';
import type { RunPlan } from '#desk/tokens/run/plan.ts';
import { runRowsOf } from '#desk/tokens/run/run-rows.ts';
import { createTally } from '#desk/tokens/run/tally.ts';
import { type MemoryTarget, memoryTarget, type Trouble } from './memory-target.ts';
import { memoryPlan, memoryRecorder, planRow, progressOfRow } from './row-desk.ts';

type Row = Parameters<typeof planRow>[0] & { progress?: Partial<TokenProgress> };

/** A whole run over a target in memory. */
const started = (
  all: readonly Row[],
  {
    target = memoryTarget(),
    lanes = 2,
    ...change
  }: Partial<RunPlan> & { target?: MemoryTarget; lanes?: number } = {},
) => {
  const rows = all.map(({ progress, ...row }, n) => {
    const planned = planRow({ id: n + 1, ref: `r${n + 1}`, name: `Company r${n + 1}`, ...row });
    return { row: planned, progress: progressOfRow(planned, progress) };
  });
  const plan = memoryPlan(target, rows, change);
  const { recorder, commits } = memoryRecorder();
  let inWork = (): number => 0;
  const tally = createTally();
  for (const { progress } of rows) tally.moved(undefined, progress);
  for (const { progress } of change.held ?? []) tally.moved(undefined, { ...progress, state: 'ready' });
  const logged: object[] = [];
  let moves = 0;
  const run = createActiveRun(plan, {
    recorder: {
      ...recorder,
      read: async (rowIds) =>
        new Map([
          ...rows
            .filter(({ row }) => rowIds.includes(row.id))
            .map(({ progress }) => [progress.row_id, progress] as const),
          ...(await recorder.read(rowIds)),
        ]),
      expect: (asked) => {
        inWork = asked;
      },
    },
    tally,
    log: { ...silentLog(), error: (fields: object) => void logged.push(fields) } as never,
    backoffMs: 1,
    lanes,
    moved: () => {
      moves += 1;
    },
  });
  const stateOf = (id: number) =>
    commits.findLast(({ row_id }) => row_id === id) ?? rows.find(({ row }) => row.id === id)?.progress;
  return { run, plan, target, tally, logged, commits, moves: () => moves, inWork: () => inWork(), stateOf };
};
const calls = ({ calls: all }: MemoryTarget, call: string) => all.filter((one) => one.call === call).length;
const create = 'POST /companies';
const isCreate = ({ method, path }: { method: string; path: string }) => `${method} ${path}` === create;
const rows = (count: number): Row[] => Array.from({ length: count }, () => ({}));
const after = (count: number, what: Trouble) => {
  let n = 0;
  return (call: { method: string; path: string }) => (isCreate(call) && n++ >= count ? what : undefined);
};

describe('a run', () => {
  test('brings every row to its end, shreds what is done, and tells of each move', async () => {
    const { run, tally, plan, target, moves, stateOf } = started(rows(7));
    expect(await run.work()).toBeUndefined();
    expect(tally.counts()).toMatchObject({ rows: 7, done: 7 });
    expect(plan.shredded.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(calls(target, create)).toBe(7);
    expect(moves()).toBe(14);
    expect(stateOf(7)).toMatchObject({ state: 'done', connection_status: 'Linked' });
  });

  test('keeps the credentials of rows that failed, or whose owner wants them kept', async () => {
    const { run, plan, target } = started([{}, { progress: { kept: 1 } }, {}]);
    target.state.trouble = ({ method, body }) =>
      method === 'PUT' && JSON.stringify(body).includes('token of 3') ? { statusCode: 400 } : undefined;
    await run.work();
    expect(plan.shredded).toEqual([1]);
  });

  test('works on as many rows at once as it has lanes, and on rows of one company one after the other', async () => {
    const state = { now: 0, most: 0 };
    for (const [all, lanes, most] of [
      [rows(9), 3, 3],
      [rows(2), 3, 2],
      [rows(4).map(() => ({ ref: 'a', name: 'Company a' })), 3, 1],
    ] as const) {
      Object.assign(state, { now: 0, most: 0 });
      const { run, target, inWork } = started(all, { lanes });
      const { call } = target.client;
      target.client.call = async (one) => {
        const counts = one.method === 'GET' ? 0 : 1;
        state.now += counts;
        state.most = Math.max(state.most, state.now);
        expect(inWork()).toBeLessThanOrEqual(lanes);
        try {
          return (await call.call(target.client, one)) as never;
        } finally {
          state.now -= counts;
        }
      };
      await run.work();
      expect(state.most).toBe(most);
    }
  });

  test('makes one company for rows of one ref', async () => {
    const { run, target, stateOf } = started([
      { ref: 'a', name: 'A' },
      { ref: 'a', name: 'A', platformKey: 'other' },
    ]);
    await run.work();
    expect(calls(target, create)).toBe(1);
    expect(stateOf(2)).toMatchObject({
      state: 'done',
      company_origin: 'found',
      company_id: stateOf(1)?.company_id,
    });
  });

  test('leaves rows that have ended, and counts held ones as ready', async () => {
    const held = [{ row: planRow({ id: 9 }), progress: progressOfRow({ id: 9 }, { state: 'syncing' }) }];
    const { run, target, tally } = started(
      [{ progress: { state: 'done', step: 'verify' } }, { progress: { state: 'failed' } }, {}],
      { held: runRowsOf(held) },
    );
    await run.work();
    expect(tally.counts()).toMatchObject({ rows: 4, ready: 1, done: 2, failed: 1, syncing: 0 });
    expect(calls(target, create)).toBe(1);
  });

  test('finds what is there already', async () => {
    const target = memoryTarget();
    const { id } = target.addCompany({ name: 'Company r1', tags: { migrationRef: 'r1' } });
    const { run, stateOf } = started(rows(2), { target });
    await run.work();
    expect(stateOf(1)).toMatchObject({ company_id: id, company_origin: 'found', state: 'done' });
    expect(calls(target, create)).toBe(1);
  });

  test('looks again for what is not whole before it creates anything', async () => {
    const target = memoryTarget();
    target.state.isRestless = true;
    const { run } = started(rows(7), { target });
    const { all } = target.client;
    let isLate = false;
    target.client.all = async (path, query, signal, reading) => {
      const found = await all.call(target.client, path, query, signal, reading as never);
      // It came while the list was read.
      if (!isLate) target.addCompany({ name: 'Company r3', tags: { migrationRef: 'r3' } });
      isLate = true;
      return found as never;
    };
    await run.work();
    expect(calls(target, create)).toBe(6);
  });

  test('sends nothing for a row whose credentials were lost', async () => {
    const { run, plan, stateOf, target } = started(rows(2));
    plan.tokens.delete(1);
    await run.work();
    expect(JSON.parse(stateOf(1)?.failure ?? '')).toMatchObject({
      cause: 'credentials-unreadable',
      step: 'company',
    });
    expect(stateOf(2)?.state).toBe('done');
    expect(calls(target, create)).toBe(1);
  });
});

describe('syncs', () => {
  test('are looked at soon, then ever more seldom, until they end', async () => {
    const { run, target, plan, stateOf } = started(rows(1));
    const looks: number[] = [];
    const began = plan.clock.now;
    target.state.datasets = { invoices: 'Fetching' };
    target.state.trouble = ({ path }) => {
      if (path.endsWith('/history')) looks.push(plan.clock.now - began);
      if (looks.length === 9) for (const one of target.datasets) one.status = 'Complete';
      return undefined;
    };
    await run.work();
    expect(stateOf(1)?.state).toBe('done');
    expect(looks).toEqual([2, 5, 10, 18, 31, 51, 81, 111, 141].map((seconds) => seconds * 1000));
  });

  test('tell of what has changed alone', async () => {
    const { run, target, moves } = started(rows(1));
    let looks = 0;
    target.state.datasets = { invoices: 'Fetching' };
    target.state.trouble = ({ path }) => {
      if (path.endsWith('/history') && ++looks === 5)
        for (const one of target.datasets) one.status = 'Complete';
      return undefined;
    };
    await run.work();
    expect([looks, moves()]).toEqual([5, 2]);
  });

  test('of a connection that was Linked before is looked at without waiting', async () => {
    const target = memoryTarget();
    const company = target.addCompany({ name: 'Company r1', tags: { migrationRef: 'r1' } });
    target.addConnection(company.id, { status: 'Linked' });
    target.sync(company);
    const { run, plan } = started(rows(1), { target });
    const began = plan.clock.now;
    await run.work();
    expect(plan.clock.now).toBe(began);
  });

  test('wait 24 hours, or as long as requested', async () => {
    for (const [options, hours] of [
      [{}, 24],
      [{ syncWithin: 'PT1H' }, 1],
    ] as const) {
      const { run, target, plan, stateOf } = started(rows(1), { options });
      target.state.datasets = { invoices: 'Fetching' };
      const began = plan.clock.now;
      await run.work();
      expect(JSON.parse(stateOf(1)?.failure ?? '')).toMatchObject({
        cause: 'service-trouble',
        step: 'verify',
      });
      const waited = plan.clock.now - began;
      expect(waited).toBeGreaterThan(hours * 3_600_000);
      expect(waited).toBeLessThanOrEqual(hours * 3_600_000 + 30_000);
    }
  });

  test('already in progress continue where they are', async () => {
    const target = memoryTarget();
    const company = target.addCompany();
    const connection = target.addConnection(company.id, { status: 'Linked' });
    target.sync(company);
    const there = {
      company_id: company.id,
      connection_id: connection.id,
      state: 'syncing',
      step: 'verify',
    } as const;
    const { run, stateOf } = started([{ progress: there }], { target });
    await run.work();
    expect(stateOf(1)?.state).toBe('done');
    expect(target.calls.every(({ call }) => call.startsWith('GET'))).toBe(true);
  });

  test('are looked at before new rows are begun', async () => {
    const { run, target, plan } = started(rows(3), { lanes: 1 });
    target.state.trouble = ({ path }) => {
      if (path.endsWith('/data/all')) plan.clock.now += 5000;
      return undefined;
    };
    await run.work();
    const order = target.calls.flatMap(({ call }) =>
      call === create || call.endsWith('/history') ? [call.split('/').at(-1)] : [],
    );
    expect(order).toEqual(['companies', 'companies', 'history', 'companies', 'history', 'history']);
  });
});

describe('trouble', () => {
  test('of twice as many rows in a row as there are lanes pauses the run', async () => {
    for (const [lanes, failures] of [
      [1, 2],
      [2, 4],
    ] as const) {
      const { run, target, tally } = started(rows(9), { lanes });
      target.state.trouble = (call) =>
        isCreate(call) ? { statusCode: 500, sentence: 'Something broke.' } : undefined;
      const stop = await run.work();
      expect(stop).toMatchObject({ how: 'pause' });
      expect(stop?.why).toMatch(
        new RegExp(`^${failures} companies in a row failed with the same error: .*Something broke`),
      );
      expect(tally.counts().failed).toBeLessThan(failures + lanes);
      expect(tally.counts().failed).toBeGreaterThanOrEqual(failures);
      expect(stop).not.toHaveProperty('by');
    }
  });

  test('of single rows does not', async () => {
    const { run, target, tally } = started(rows(8), { lanes: 1 });
    let n = 0;
    target.state.trouble = (call) => (isCreate(call) && n++ % 2 === 0 ? { statusCode: 500 } : undefined);
    expect(await run.work()).toBeUndefined();
    expect(tally.counts()).toMatchObject({ done: 4, failed: 4 });
  });

  test('that is of the rows themselves does not', async () => {
    const { run, target, tally } = started(rows(6), { lanes: 1 });
    target.state.trouble = (call) => (isCreate(call) ? { statusCode: 409 } : undefined);
    expect(await run.work()).toBeUndefined();
    expect(tally.counts()).toMatchObject({ failed: 6 });
  });

  test('is not over by a look that finds a sync under way', async () => {
    const target = memoryTarget();
    const company = target.addCompany({ name: 'Company r1', tags: { migrationRef: 'r1' } });
    const connection = target.addConnection(company.id, { status: 'Linked' });
    target.state.datasets = { a: 'Fetching' };
    target.sync(company);
    const there = {
      company_id: company.id,
      connection_id: connection.id,
      state: 'syncing',
      step: 'verify',
    } as const;
    const { run, plan } = started([{ progress: there }, ...rows(4)], { target, lanes: 1 });
    target.state.trouble = (call) => {
      if (!isCreate(call)) return undefined;
      // The look of the first row is due between any two of these.
      plan.clock.now += 30_000;
      return { statusCode: 500 };
    };
    expect(await run.work()).toMatchObject({ how: 'pause', why: expect.stringMatching(/^2 companies/) });
  });

  test('with the key halts the run at once, and fails no row', async () => {
    const { run, target, tally } = started(rows(5), { lanes: 1 });
    target.state.trouble = after(2, { statusCode: 401, sentence: 'Not with this key.' });
    expect(await run.work()).toMatchObject({
      how: 'pause',
      why: expect.stringContaining('Not with this key'),
    });
    expect(tally.counts()).toMatchObject({ failed: 0 });
    expect(calls(target, create)).toBe(3);
  });

  test('with the store pauses the run', async () => {
    const { run, target, logged } = started(rows(3), { lanes: 1 });
    const { call } = target.client;
    target.client.call = async (one) => {
      if (isCreate(one)) throw new CatalogueError('store.full');
      return call.call(target.client, one) as never;
    };
    const stop = await run.work();
    expect(stop).toEqual({ how: 'pause', why: new CatalogueError('store.full').message });
    expect(logged).toEqual([]);
  });

  test('that nobody foresaw, such as with the ledger, pauses the run, and is logged', async () => {
    const { run, plan, logged } = started(rows(3), { lanes: 1 });
    const fault = new TypeError('A fault');
    plan.credentials.open = async () => {
      throw fault;
    };
    expect(await run.work()).toMatchObject({ how: 'pause' });
    expect(logged).toEqual([{ err: fault, runId: 'run' }]);
  });

  test('with reading the list of companies pauses or fails the run, as it says', async () => {
    const { run, target } = started(rows(1));
    target.client.all = async () => {
      throw new TypeError('A fault');
    };
    await expect(run.work()).rejects.toThrow('A fault');
  });
});

describe('a stop', () => {
  test('waits for calls in progress, and starts no others', async () => {
    const { run, target, tally, stateOf } = started(rows(5), { lanes: 1 });
    let puts = 0;
    target.state.trouble = ({ method }) => {
      if (method === 'PUT' && ++puts === 2) run.stop({ how: 'pause', why: 'Lunch.', by: 'Ada' });
      return undefined;
    };
    expect(await run.work()).toEqual({ how: 'pause', why: 'Lunch.', by: 'Ada' });
    expect(stateOf(2)).toMatchObject({ state: 'running', step: 'sync', connection_status: 'Linked' });
    expect(calls(target, create)).toBe(2);
    expect(tally.counts()).toMatchObject({ ready: 3 });
  });

  test('is the first one that was asked for, but a cancel comes before a pause', async () => {
    const ways = ['pause', 'cancel'] as const;
    for (const [first, second, how, why] of [
      ['pause', 'pause', 'pause', 'first'],
      ['pause', 'cancel', 'cancel', 'second'],
      ['cancel', 'pause', 'cancel', 'first'],
      ['cancel', 'cancel', 'cancel', 'first'],
    ] as const) {
      expect(ways).toContain(first);
      const { run, target } = started(rows(3), { lanes: 1 });
      target.state.trouble = (call) => {
        if (isCreate(call)) {
          run.stop({ how: first, why: 'first' });
          run.stop({ how: second, why: 'second' });
        }
        return undefined;
      };
      expect(await run.work()).toEqual({ how, why });
    }
  });

  test('ends waiting for syncs, and for the list of companies', async () => {
    const { run, target, plan, stateOf } = started(rows(1));
    target.state.datasets = { a: 'Fetching' };
    const { until } = plan.time;
    plan.time.until = async (atMs, signal) => {
      run.stop({ how: 'cancel', why: 'No more.' });
      await until(atMs, signal);
    };
    expect(await run.work()).toEqual({ how: 'cancel', why: 'No more.' });
    expect(stateOf(1)).toMatchObject({ state: 'syncing' });

    const hanging = started(rows(7));
    hanging.target.client.all = (_path, _query, signal) =>
      new Promise((_, reject) => {
        signal?.throwIfAborted();
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const working = hanging.run.work();
    hanging.run.stop({ how: 'pause', why: 'Lunch.' });
    expect(await working).toEqual({ how: 'pause', why: 'Lunch.' });
  });

  test('of trouble with waiting itself is a fault', async () => {
    const { run, target, plan } = started(rows(1));
    target.state.datasets = { a: 'Fetching' };
    plan.time.until = async () => {
      throw new TypeError('A fault');
    };
    await expect(run.work()).rejects.toThrow('A fault');
  });

  test('that cuts off leaves rows where they are, and fails none', async () => {
    const { run, target, stateOf, logged } = started(rows(3), { lanes: 1 });
    const { call } = target.client;
    target.client.call = async (one) => {
      if (isCreate(one)) {
        run.abort(new Error('The end.'));
        throw one.signal?.reason;
      }
      return call.call(target.client, one) as never;
    };
    expect(await run.work()).toMatchObject({ how: 'pause' });
    expect(stateOf(1)).toMatchObject({ state: 'running', step: 'company', doubt: 1, failure: null });
    expect(stateOf(2)?.state).toBe('ready');
    expect(logged).toEqual([]);
  });
});

describe('another desk', () => {
  test('that is found only by the run itself halts it before anything is written', async () => {
    const target = memoryTarget();
    const tags = { migrationRef: 'r1', migrationDesk: 'desk-2 2026-01-14T09:00:00.000Z' };
    target.addCompany({ name: 'Company r1', tags });
    const { run, tally } = started(rows(2), { target });
    expect(await run.work()).toMatchObject({ how: 'pause', why: expect.stringContaining('desk-2') });
    expect(tally.counts()).toMatchObject({ ready: 2 });
    expect(target.calls.every(({ call }) => call.startsWith('GET'))).toBe(true);
  });
});

describe('a second pass', () => {
  test('syncs what it is asked to, until nothing more is', async () => {
    const passes: (readonly number[])[] = [[2], [1, 2], []];
    let asked = 0;
    const { run, target, tally } = started(rows(2), { again: async () => passes[asked++] ?? [] });
    expect(await run.work()).toBeUndefined();
    expect(asked).toBe(3);
    expect(calls(target, 'POST /companies/{id}/data/all')).toBe(5);
    expect(calls(target, create)).toBe(2);
    expect(tally.counts()).toMatchObject({ rows: 2, done: 2 });
  });

  test('is not begun where the run was stopped meanwhile', async () => {
    const { run, target } = started(rows(1), {
      again: async () => {
        run.stop({ how: 'cancel', why: 'No more.' });
        return [1];
      },
    });
    expect(await run.work()).toMatchObject({ how: 'cancel' });
    expect(calls(target, 'POST /companies/{id}/data/all')).toBe(1);
  });
});
