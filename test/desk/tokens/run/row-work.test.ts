import { describe, expect, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import { callFailure, RowFailed, RunHalted, RunStopped } from '#desk/tokens/run/failing.ts';
import { refuseUnreadable } from '#desk/tokens/run/row-driver.ts';
import { runRowsOf } from '#desk/tokens/run/run-rows.ts';
import { memoryTarget, troubleOf } from './memory-target.ts';
import { planRow, progressOfRow, rowDesk } from './row-desk.ts';

const call = { method: 'GET', path: '/companies' } as const;

describe('a call', () => {
  test('is in the ledger before it leaves, and what came of it with the next commit', async () => {
    const desk = rowDesk();
    let before: unknown;
    desk.target.state.trouble = (_, count) => {
      if (count === 1) before = structuredClone({ entries: desk.entries, commit: desk.commits.at(-1) });
      return undefined;
    };
    await desk.bringOn();
    expect(before).toMatchObject({
      entries: [
        { what: 'call', row: 1, step: 'company', method: 'POST', path: '/companies', at: expect.any(Number) },
      ],
      commit: { state: 'running', step: 'company', calls: 1, doubt: 1, started_at: desk.plan.clock.now },
    });
    expect(desk.entries.slice(0, 3)).toMatchObject([
      { what: 'call', step: 'company' },
      {
        what: 'answer',
        step: 'company',
        status: 200,
        attempts: 1,
        correlationId: 'c0ffee',
        ms: expect.any(Number),
      },
      { what: 'call', step: 'connection' },
    ]);
    expect(desk.entries.at(-1)).toMatchObject({ what: 'answer', step: 'sync' });
    expect(desk.entries).toHaveLength(8);
    expect(desk.commits.at(-1)).toEqual(desk.progress());
    expect(desk.progress()).toMatchObject({ calls: 4, state: 'syncing' });
    expect(desk.progress().call_ms).toBeGreaterThanOrEqual(0);
    for (const entry of desk.entries) expect(JSON.stringify(entry)).not.toContain('token of 1');
  });

  test('that reads puts nothing in doubt; one that writes does, until it certainly was not carried out', async () => {
    for (const [method, trouble, doubt] of [
      ['GET', {}, 0],
      ['POST', {}, 1],
      ['POST', { statusCode: 500 }, 1],
      ['POST', { statusCode: 409 }, 0],
      ['POST', { notCarriedOut: true }, 0],
    ] as const) {
      const desk = rowDesk();
      desk.target.state.trouble = () => trouble;
      await expect(desk.work.send('company', { method, path: '/companies' })).rejects.toThrow();
      expect(desk.progress().doubt).toBe(doubt);
    }
    const doubted = rowDesk({}, { doubt: 1 });
    doubted.target.state.trouble = () => ({ statusCode: 409 });
    await expect(doubted.work.send('company', { method: 'POST', path: '/companies' })).rejects.toThrow();
    expect(doubted.progress().doubt).toBe(1);
  });

  test('that failed is in the ledger with why, without what the target repeats of the row', async () => {
    const desk = rowDesk();
    const secret = 'Planted-Access-of-somebody';
    desk.plan.tokens.set(1, { accessToken: secret });
    desk.target.state.trouble = () => ({ statusCode: 400, sentence: `What is ${secret}?` });
    await expect(desk.work.send('sync', call)).rejects.toThrow();
    await desk.work.save();
    expect(desk.entries[1]).toMatchObject({
      what: 'answer',
      step: 'sync',
      status: 400,
      correlationId: 'c0ffee',
      problem: expect.stringContaining('What is ••••?'),
    });
    const silent = rowDesk();
    silent.target.state.trouble = () => ({});
    await expect(silent.work.send('sync', call)).rejects.toThrow();
    await silent.work.save();
    expect(silent.entries[1]).not.toHaveProperty('status');
    expect(silent.entries[1]).not.toHaveProperty('correlationId');
  });

  test('of a row that is under way keeps its state and its beginning', async () => {
    const desk = rowDesk({}, { state: 'syncing', started_at: 5, calls: 7, call_ms: 100 });
    await desk.work.send('verify', call);
    expect(desk.progress()).toMatchObject({ state: 'syncing', started_at: 5, calls: 8 });
    expect(desk.progress().call_ms).toBeGreaterThanOrEqual(100);
  });

  test('is not begun any more once the run is stopped', async () => {
    const desk = rowDesk();
    desk.stop();
    await expect(desk.work.send('company', call)).rejects.toBeInstanceOf(RunStopped);
    expect(desk.calls()).toEqual([]);
    expect(desk.entries).toEqual([]);
  });

  test('that would be tried again ends with the stop, and its row stays where it is', async () => {
    const desk = rowDesk();
    desk.target.state.trouble = () => {
      desk.stop();
      return { statusCode: 503, passing: true };
    };
    await expect(desk.bringOn()).rejects.toBeInstanceOf(RunStopped);
    expect(desk.progress()).toMatchObject({ state: 'running', step: 'company', doubt: 1, failure: null });
    expect(desk.commits.at(-1)).toEqual(desk.progress());
    const refused = rowDesk();
    refused.target.state.trouble = () => {
      refused.stop();
      return { statusCode: 400 };
    };
    await refused.bringOn();
    expect(refused.progress().state).toBe('failed');
  });

  test('that is cut off leaves its row in doubt, and says so', async () => {
    const desk = rowDesk();
    const reason = new CatalogueError('server.stopping');
    desk.target.state.trouble = () => undefined;
    const { client } = desk.target;
    client.call = async ({ signal }) => {
      desk.cutOff(reason);
      throw signal?.reason;
    };
    await expect(desk.bringOn()).rejects.toBe(reason);
    expect(desk.progress()).toMatchObject({ doubt: 1, state: 'running', failure: null });
    expect(desk.entries[1]).toMatchObject({ problem: expect.stringContaining('cut off') });
  });

  test('that never left, as the run was stopped meanwhile, leaves no doubt', async () => {
    const desk = rowDesk();
    desk.target.client.call = async () => {
      throw new RunStopped();
    };
    await expect(desk.bringOn()).rejects.toBeInstanceOf(RunStopped);
    expect(desk.progress().doubt).toBe(0);
    expect(desk.entries[1]).toMatchObject({ problem: expect.stringContaining('stopped') });
  });
});

test('what is not changed is not committed again', async () => {
  const desk = rowDesk();
  await desk.work.save();
  expect(desk.commits).toEqual([]);
  desk.work.change({ note: 'a' });
  await desk.work.save();
  await desk.work.save();
  expect(desk.commits).toHaveLength(1);
});

describe('a row that ends', () => {
  test('for no reason that was foreseen is our fault, and the log has it', async () => {
    const desk = rowDesk();
    const fault = new TypeError('It has a fault');
    desk.target.client.call = async () => {
      throw fault;
    };
    expect(await desk.bringOn()).toBe('other');
    expect(desk.failure()).toMatchObject({ cause: 'our-fault', step: 'company' });
    expect(desk.progress()).toMatchObject({ state: 'failed', ended_at: desk.plan.clock.now });
    expect(desk.logged).toEqual([{ err: fault, runId: 'run' }]);
  });

  test.each([
    [{}, 'unanswered'],
    [{ statusCode: 500 }, 'unanswered'],
    [{ statusCode: 429 }, 'unanswered'],
    [{ statusCode: 400 }, 'other'],
    [{ statusCode: 404 }, 'other'],
  ])('with %j fails by %s', async (trouble, outcome) => {
    const desk = rowDesk();
    desk.target.state.trouble = () => trouble;
    expect(await desk.bringOn()).toBe(outcome);
    expect(desk.logged).toEqual([]);
  });

  test('by its platform is no trouble of the target', async () => {
    const desk = rowDesk();
    desk.target.state.datasets = { a: 'RateLimitError' };
    expect(await desk.bringOn()).toBe('other');
    expect(await desk.look()).toBe('other');
    expect(desk.failure()?.cause).toBe('rate-limit');
  });

  test('well says when', async () => {
    const desk = rowDesk();
    await desk.bringOn();
    desk.plan.clock.now += 5000;
    expect(await desk.look()).toBe('other');
    expect(desk.progress()).toMatchObject({ state: 'done', ended_at: desk.plan.clock.now });
  });

  test('before anything is sent, where its credentials were lost', async () => {
    const desk = rowDesk();
    expect(await refuseUnreadable(desk.context, desk.work)).toBe('other');
    expect(desk.failure()).toMatchObject({ cause: 'credentials-unreadable', step: 'company' });
    expect(desk.calls()).toEqual([]);
  });

  test.each([401, 402, 403])('never by %i, which concerns all: the run halts', async (statusCode) => {
    const desk = rowDesk();
    desk.plan.tokens.set(1, { accessToken: 'Planted-Access-of-somebody' });
    desk.target.state.trouble = () => ({ statusCode, sentence: 'Not with Planted-Access-of-somebody.' });
    const halted = await desk.bringOn().catch((error: unknown) => error);
    expect(halted).toBeInstanceOf(RunHalted);
    expect((halted as Error).message).toContain('Not with ••••');
    expect(desk.progress()).toMatchObject({ state: 'running', failure: null });
  });

  test.each(['store.full', 'store.damaged', 'server.stopping'] as const)('never by %s', async (code) => {
    const desk = rowDesk();
    const error = new CatalogueError(code);
    desk.target.client.call = async () => {
      throw error;
    };
    await expect(desk.bringOn()).rejects.toBe(error);
    expect(desk.progress()).toMatchObject({ state: 'running', failure: null });
  });

  test('stays where it is when the run stops between two of its calls', async () => {
    const desk = rowDesk();
    desk.target.state.trouble = (_, count) => {
      if (count === 2) desk.stop();
      return undefined;
    };
    expect(await desk.bringOn()).toBe('other');
    expect(desk.progress()).toMatchObject({ state: 'running', step: 'authorization' });
    expect(desk.calls()).toHaveLength(2);
  });
});

describe('what a call that failed says of a row', () => {
  const failureOf = (statusCode: number | undefined, step: 'company' | 'authorization' = 'company') => {
    const about = statusCode === undefined ? {} : { statusCode };
    const found = callFailure(troubleOf(call, about), step);
    return found instanceof RowFailed ? found.failure.cause : found?.constructor.name;
  };
  test.each([
    [undefined, 'service-trouble'],
    [300, 'service-trouble'],
    [399, 'service-trouble'],
    [400, 'our-fault'],
    [401, 'RunHalted'],
    [402, 'RunHalted'],
    [403, 'RunHalted'],
    [404, 'does-not-fit'],
    [405, 'our-fault'],
    [409, 'does-not-fit'],
    [413, 'our-fault'],
    [429, 'rate-limit'],
    [499, 'our-fault'],
    [500, 'service-trouble'],
    [503, 'service-trouble'],
  ])('with the status %s', (statusCode, cause) => {
    expect(failureOf(statusCode)).toBe(cause);
  });

  test('400 is of the credentials where they were sent', () => {
    expect(failureOf(400, 'authorization')).toBe('bad-credentials');
    expect(failureOf(405, 'authorization')).toBe('our-fault');
  });

  test('errors of ours are its own, unless they concern all', () => {
    const found = callFailure(new CatalogueError('target.alertsPath', { path: '/x' } as never), 'sync');
    expect(found).toMatchObject({ failure: { cause: 'our-fault', step: 'sync' } });
    for (const code of ['store.full', 'store.damaged', 'server.stopping'] as const) {
      expect(callFailure(new CatalogueError(code), 'sync')).toBeUndefined();
    }
    expect(callFailure(new Error('x'), 'sync')).toBeUndefined();
    expect(callFailure(undefined, 'sync')).toBeUndefined();
  });
});

describe('an undo', () => {
  const migrated = (status = 'Linked') => {
    const target = memoryTarget();
    const company = target.addCompany();
    const connection = target.addConnection(company.id, { status: status as never });
    const there = {
      step: 'unlink',
      company_id: company.id,
      company_origin: 'created',
      connection_id: connection.id,
      connection_origin: 'created',
      connection_status: status,
    } as const;
    return { target, company, connection, there };
  };
  const unlinking = 'PATCH /companies/{id}/connections/{id}';
  const deleting = ['DELETE /companies/{id}/connections/{id}', 'DELETE /companies/{id}'];

  test('unlinks and deletes what was created', async () => {
    const { target, there } = migrated();
    const desk = rowDesk({}, there, { target });
    await desk.bringOn();
    expect(desk.progress()).toMatchObject({
      state: 'undone',
      company_id: null,
      company_origin: null,
      connection_id: null,
      connection_origin: null,
      connection_status: null,
      doubt: 0,
    });
    expect(desk.writes()).toEqual([unlinking, ...deleting]);
    expect(target.companies.size).toBe(0);
  });

  test('unlinks what is Linked, and leaves what was there before', async () => {
    const { target, there, connection } = migrated();
    const desk = rowDesk({}, { ...there, company_origin: 'found', connection_origin: 'found' }, { target });
    await desk.bringOn();
    expect(desk.writes()).toEqual([unlinking]);
    expect(connection.status).toBe('Unlinked');
    expect(desk.progress()).toMatchObject({
      state: 'undone',
      company_id: there.company_id,
      connection_id: there.connection_id,
      connection_status: 'Unlinked',
    });
    const idle = migrated('Deauthorized');
    const other = rowDesk({}, idle.there, { target: idle.target });
    await other.bringOn();
    expect(other.writes()).toEqual(deleting);
  });

  test('of a row that came to no connection deletes its company', async () => {
    const { target, there, company } = migrated();
    company.dataConnections.length = 0;
    const desk = rowDesk({}, { ...there, connection_id: null, connection_origin: null }, { target });
    await desk.bringOn();
    expect(desk.writes()).toEqual(['DELETE /companies/{id}']);
    const none = rowDesk({}, { step: 'unlink' });
    await none.bringOn();
    expect(none.progress().state).toBe('undone');
    expect(none.calls()).toEqual([]);
  });

  test('finds what is gone already undone', async () => {
    const { target, there } = migrated();
    target.companies.clear();
    const desk = rowDesk({}, there, { target });
    await desk.bringOn();
    expect(desk.progress()).toMatchObject({ state: 'undone', company_id: null });
    for (const step of ['unlink', 'delete-connection', 'delete-company'] as const) {
      const troubled = migrated();
      const other = rowDesk({}, { ...troubled.there, step }, { target: troubled.target });
      troubled.target.state.trouble = () => ({ statusCode: 500 });
      await other.bringOn();
      expect(other.failure()).toMatchObject({ cause: 'service-trouble', step });
    }
  });

  test('whose answer was lost is not sent again where it was carried out', async () => {
    const { target, there } = migrated();
    target.state.trouble = ({ method }) =>
      method === 'PATCH' ? { carriedOut: true, passing: true } : undefined;
    const desk = rowDesk({}, there, { target });
    await desk.bringOn();
    expect(desk.writes()).toEqual([unlinking, ...deleting]);
    expect(desk.progress().state).toBe('undone');
  });

  test('leaves a company that has connections of others, and says so', async () => {
    const { target, there, company } = migrated();
    target.addConnection(company.id);
    const desk = rowDesk({}, there, { target });
    await desk.bringOn();
    expect(desk.writes()).toEqual([unlinking, deleting[0]]);
    expect(desk.progress()).toMatchObject({
      state: 'undone',
      company_id: company.id,
      company_origin: 'created',
      note: expect.stringContaining('other connections'),
    });
  });

  test('leaves a company that has still some of its own other rows to the last of them', async () => {
    const { target, there, company } = migrated();
    const other = target.addConnection(company.id, { integrationKey: 'else' });
    const rows = runRowsOf([
      { row: planRow({ id: 1 }), progress: progressOfRow({ id: 1 }, there) },
      { row: planRow({ id: 2 }), progress: progressOfRow({ id: 2 }, { ...there, connection_id: other.id }) },
    ]);
    const desk = rowDesk({}, there, { target, plan: { rows } });
    await desk.bringOn();
    expect(desk.writes()).toEqual([unlinking, deleting[0]]);
    expect(desk.progress()).toMatchObject({
      state: 'undone',
      company_id: null,
      company_origin: null,
      note: null,
    });
    target.calls.length = 0;
    const last = rowDesk({}, { ...there, connection_id: other.id }, { target, plan: { rows } });
    await last.bringOn();
    expect(last.writes()).toEqual(deleting);
    expect(target.companies.size).toBe(0);
  });

  test('takes a connection of another row that is not deleted for one of others', async () => {
    for (const change of [{ connection_origin: 'found' }, { company_origin: 'found' }] as const) {
      const { target, there, company } = migrated();
      const other = target.addConnection(company.id, { integrationKey: 'else' });
      const rows = [{ row: { id: 2 }, progress: { ...there, connection_id: other.id, ...change } }] as never;
      const desk = rowDesk({}, there, { target, plan: { rows } });
      await desk.bringOn();
      expect(desk.progress().company_id).toBe(company.id);
    }
  });
});
