import { expect, test } from 'vitest';
import type { CaseBulkResult } from '#contract/case-bulk.ts';
import type { CaseList } from '#contract/case-list.ts';
import { jobEnded } from '#test/support/job-ended.ts';
import { addManyCases } from '#test/support/many-cases.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { testOnFile } from '#test/support/test-store.ts';
import { unzip } from '#test/support/unzip.ts';

const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

const setUp = async () => {
  const desk = await startDesk();
  const { call } = desk;
  const ids: string[] = [];
  for (const name of ['Tidewater', 'Northgate', 'Brightwell']) {
    ids.push((await call('POST', '/api/cases', { name, integrator: `${name} Ltd` })).body.id);
  }
  const list = async (query: string): Promise<CaseList> => (await call('GET', `/api/cases?${query}`)).body;
  const bulk = async (selection: unknown, action: unknown): Promise<CaseBulkResult> => {
    const { status, body } = await call('POST', '/api/cases/bulk', { selection, action });
    expect([status, body.kind]).toEqual([200, 'bulk']);
    const job = await jobEnded(call, body.id);
    expect(job.state).toBe('done');
    return job.result;
  };
  return { ...desk, ids: ids as [string, string, string], list, bulk };
};

test('cases are assigned, given due dates, closed and reopened together, each with its outcome', async () => {
  const { call, ids, list, bulk } = await setUp();
  const [tidewater, northgate, brightwell] = ids;
  expect(await bulk({ ids: [tidewater, northgate] }, { kind: 'assign', owner: 'Priya' })).toMatchObject({
    done: 2,
    refused: 0,
    items: [
      { id: tidewater, outcome: 'done', owner: null },
      { id: northgate, outcome: 'done' },
    ],
  });
  expect(await bulk({ filter: {} }, { kind: 'assign', owner: 'Priya' })).toMatchObject({
    done: 1,
    unchanged: 2,
  });
  expect((await list('owner=priya&limit=10')).total).toBe(3);

  const due = inDays(-2);
  await bulk({ filter: { query: 'tide' } }, { kind: 'due', due });
  const overdue = await list('due=overdue&limit=10&group=due&zone=Europe/Berlin');
  expect(overdue).toMatchObject({
    results: [{ name: 'Tidewater', due, next: { due } }],
    total: 1,
    groups: [{ key: 'overdue', count: 1 }],
  });
  const cleared = await bulk({ ids: [tidewater] }, { kind: 'due', due: null });
  expect(cleared.items[0]).toMatchObject({ outcome: 'done', dues: [{ due }] });
  expect((await list('due=overdue&limit=10')).total).toBe(0);

  expect(await bulk({ filter: {}, except: [brightwell] }, { kind: 'close', reason: 'done' })).toMatchObject({
    done: 2,
  });
  const refused = await bulk({ filter: {} }, { kind: 'assign', owner: 'Sam' });
  expect(refused).toMatchObject({ done: 1, refused: 2 });
  expect(refused.items.find(({ id }) => id === tidewater)?.why).toMatch(/closed/);
  expect(await bulk({ ids: [tidewater, brightwell] }, { kind: 'reopen' })).toMatchObject({
    done: 1,
    unchanged: 1,
  });
  const counts = { filters: [{ state: 'open' }, { state: 'closed' }, { owner: 'Sam' }] };
  expect((await call('POST', '/api/cases/counts', counts)).body).toEqual({ counts: [2, 1, 1], total: 3 });
  const { words } = (await call('GET', `/api/cases/${northgate}/entries`)).body.results[1];
  expect(words).toBe('Changed owner to Priya.');
});

test('a window of the list, cases by id, and filters that are not known', async () => {
  const { call, ids, list } = await setUp();
  expect((await list('sort=name&offset=1&limit=1')).results.map(({ name }) => name)).toEqual(['Northgate']);
  expect((await list('')).results).toHaveLength(3);
  const [tidewater, , brightwell] = ids;
  const missing = '00000000-0000-4000-8000-000000000000';
  const some = await call('POST', '/api/cases/by-id', { ids: [brightwell, missing, tidewater] });
  expect(some.body.results.map(({ id }: { id: string }) => id)).toEqual([brightwell, tidewater]);
  for (const query of ['state=ended', 'zone=Mars', 'unknown=1', 'limit=1001']) {
    expect([query, (await call('GET', `/api/cases?${query}`)).status]).toEqual([query, 400]);
  }
  expect((await call('GET', '/api/running')).body).toEqual({ results: [] });
});

test('the list is exported as a table, and cases as files in an archive', async () => {
  const { deskUrl, authorization, ids } = await setUp();
  const exported = async (body: unknown): Promise<Buffer> => {
    const response = await fetch(`${deskUrl}/api/cases/export`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const csv = await exported({ selection: { filter: { query: 'gate' } }, format: 'csv' });
  const lines = csv.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${ids[1]},Northgate,Northgate Ltd,open,local`);
  const files = await unzip(await exported({ selection: { ids }, format: 'case-files' }));
  expect(Object.keys(files).sort()).toEqual(
    ids.map((id, at) => `${['Tidewater', 'Northgate', 'Brightwell'][at]}-${id.slice(0, 8)}.carryover`).sort(),
  );
});

testOnFile(
  'a folder without summaries is served at once, and says how many cases are read until all are',
  async () => {
    const dataDir = temporaryFolder();
    const before = await testHost({ dataDir });
    await before.stop(0);
    const count = 400;
    const mostOverdue = await addManyCases(dataDir, count);
    const host = await testHost({ dataDir });
    const first = await host.desk('GET', '/api/cases?partly=true&limit=5');
    expect(first).toMatchObject({ status: 200, body: { reading: { total: count } } });
    expect(first.body.reading.done).toBeLessThan(count);
    // Ended between, like a process that is killed: what was read is kept, and the rest is read after the next start.
    await host.stop(0);
    const { desk } = await testHost({ dataDir });
    const again = (await desk('GET', '/api/cases?partly=true&limit=5')).body;
    expect(again.reading.done).toBeGreaterThanOrEqual(first.body.reading.done);
    expect(again.reading.done).toBeLessThan(count);
    expect((await desk('POST', '/api/cases/counts', { filters: [{}], partly: true })).body).toMatchObject({
      reading: { total: count },
    });
    await expect
      .poll(async () => (await desk('GET', '/api/cases?partly=true&limit=5')).body)
      .not.toHaveProperty('reading');
    const { body } = await desk('GET', '/api/cases?partly=true&limit=1&sort=due');
    expect(body).toMatchObject({ total: count, results: [{ name: mostOverdue }] });
  },
);
