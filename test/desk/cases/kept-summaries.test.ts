import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseAction, CaseSummary } from '#contract/case.ts';
import type { CaseFilter, CaseSort } from '#contract/case-list.ts';
import { createCases } from '#desk/cases/index.ts';
import { stepModules } from '#desk/step-modules.ts';
import { dropSummaries } from '#desk/store/case-summaries.ts';
import { watchedEndpoints } from '#desk/watch/endpoints.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { deskFixture } from '#test/support/desk-fixture.ts';
import { runs } from '#test/support/runs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { actions } from './arbitrary-actions.ts';
import { every } from './every-action.ts';

const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

const edits: fc.Arbitrary<CaseAction> = fc.oneof(
  actions,
  fc.constantFrom<CaseAction>(
    { kind: 'case.changed', content: { changes: { owner: 'Priya Raman' } } },
    { kind: 'case.changed', content: { changes: { owner: 'priya raman' } } },
    { kind: 'case.changed', content: { changes: { owner: null } } },
    { kind: 'case.closed', content: {} },
    { kind: 'case.reopened', content: {} },
    { kind: 'step.changed', content: { id: 'remove-blockers', due: inDays(-2) } },
    { kind: 'step.changed', content: { id: 'check-eligibility', due: inDays(40) } },
    { kind: 'step.changed', content: { id: 'check-eligibility', due: null } },
  ),
);

/** The same filters over summaries in memory. */
const fits: {
  readonly [K in keyof CaseFilter]?: (one: CaseSummary, value: NonNullable<CaseFilter[K]>) => boolean;
} = {
  query: (one, text) =>
    [one.name, one.integrator, one.owner ?? '', one.id].some((field) =>
      field.toLowerCase().includes(text.toLowerCase()),
    ),
  state: (one, state) => one.state === state,
  ownedBy: ({ owner }, who) =>
    who === 'nobody' ? owner === undefined : owner?.toLowerCase() === 'priya raman',
  waitingOn: ({ nextSteps }, party) =>
    nextSteps.some(({ responsible }) => responsible === party || responsible === 'both'),
  due: ({ due }, group) => {
    if (due === undefined) return group === 'none';
    return group === (Date.parse(due) < Date.now() ? 'overdue' : 'later');
  },
};
const filters: readonly CaseFilter[] = [
  { query: 'PRIYA' },
  { state: 'open' },
  { state: 'closed', ownedBy: 'nobody' },
  { ownedBy: 'me' },
  { waitingOn: 'support' },
  { waitingOn: 'integrator', state: 'open' },
  { due: 'overdue' },
  { due: 'none', state: 'open' },
];
const fitting = (all: readonly CaseSummary[], filter: CaseFilter): string[] =>
  all
    .filter((one) =>
      Object.entries(filter).every(([name, value]) =>
        (fits[name as keyof CaseFilter] as (one: CaseSummary, value: unknown) => boolean)(one, value),
      ),
    )
    .map(({ id }) => id)
    .sort();

test('after any edits, a kept summary is the one that is folded anew, and a filter has what it says', async () => {
  const { cases, context, addRows, setProgress } = await deskFixture();
  const ids: string[] = [];
  for (const name of ['acme', 'Brightwell', 'Ćalder']) {
    ids.push((await cases.create({ name, parts: ['webhooks', 'tokens'] }, 'Ada')).id);
  }
  const [tokens] = ids as [string];
  const rows = await addRows(tokens, [
    { ref: 'a', platformKey: 'rwuv', credentials: { accessToken: 'a'.repeat(20) } },
  ]);
  const expectTrue = async (): Promise<void> => {
    const anew = createCases(context, stepModules);
    const listed = await cases.list();
    expect(listed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const one of listed) expect(await anew.view(one.id)).toEqual(expect.objectContaining(one));
    for (const filter of filters) {
      const { results, total } = await cases.page({ ...filter, limit: 10 }, 'Priya Raman');
      expect([filter, results.map(({ id }) => id).sort()]).toEqual([filter, fitting(listed, filter)]);
      expect(total).toBe(results.length);
    }
  };
  const work = fc.oneof(
    { weight: 6, arbitrary: fc.record({ at: fc.nat(2), edit: edits }) },
    { weight: 1, arbitrary: fc.constantFrom('done' as const, 'failed' as const, 'look' as const) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(work, { minLength: 1, maxLength: 12 }), async (all) => {
      for (const one of all) {
        if (one === 'look') await expectTrue();
        else if (typeof one === 'string') await setProgress(tokens, rows, { state: one });
        else await cases.act(ids[one.at] as string, 'Ada', one.edit).catch(() => {});
      }
      await expectTrue();
    }),
    { numRuns: runs(12) },
  );
});

test('a process that dies after an entry leaves a list that knows of it', async () => {
  const dataKey = randomBytes(32);
  const context = await testDeskContext({ dataKey });
  const cases = createCases(context, stepModules);
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  expect(await cases.list()).toHaveLength(1);
  await cases.act(id, 'Ada', { kind: 'case.changed', content: { changes: { owner: 'Priya' } } });
  // As the files are on the disk now: the summary was not derived again.
  const dataDir = temporaryFolder();
  cpSync(context.dataDir, dataDir, { recursive: true });
  const sqlite = new Database(join(dataDir, 'desk.db'), { readonly: true });
  expect(sqlite.prepare('select owner from case_summaries').pluck().all()).toEqual([null]);
  sqlite.close();
  const after = createCases(await testDeskContext({ dataDir, dataKey }), stepModules);
  expect((await after.page({ ownedBy: 'me', limit: 10 }, 'priya')).total).toBe(1);
});

test('a list that takes long to make says how much is read, and is whole for those who ask for all', async () => {
  const dataKey = randomBytes(32);
  const context = await testDeskContext({ dataKey });
  const count = 260;
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    ids.push((await createCases(context).create({ name: `case ${at}` }, 'Ada')).id);
  }
  const cases = createCases(context, stepModules);
  const partly = { limit: 10, partly: true };
  const first = await cases.page(partly, 'Ada');
  expect(first).toMatchObject({ reading: { done: first.total, total: count } });
  expect(await cases.counts({ filters: [{}], partly: true }, 'Ada')).toMatchObject({
    reading: { total: count },
  });
  await cases.stop();
  const read = (await cases.page(partly, 'Ada')).reading?.done;
  expect(read).toBeLessThan(count);
  // Those that are asked for by id are true all the same.
  expect((await cases.byIds(ids)).map(({ id }) => id)).toEqual(ids);
  expect(await cases.page(partly, 'Ada')).not.toHaveProperty('reading');

  await context.store.write(dropSummaries);
  const again = createCases(context, stepModules);
  await again.page(partly, 'Ada');
  await again.stop();
  // As the files are on the disk now: a process that died between.
  const dataDir = temporaryFolder();
  cpSync(context.dataDir, dataDir, { recursive: true });
  const after = createCases(await testDeskContext({ dataDir, dataKey }), stepModules);
  const { reading } = await after.page(partly, 'Ada');
  expect(reading?.total).toBe(count);
  expect(reading?.done).toBeLessThan(count);
  expect((await after.page({ limit: 10 }, 'Ada')).total).toBe(count);
  expect(await after.page(partly, 'Ada')).not.toHaveProperty('reading');
});

test('what the desk watches is found in cases that are not read yet, whatever entry it comes from', async () => {
  const context = await testDeskContext();
  const cases = createCases(context, stepModules);
  const { 'case.opened': _, 'observation.closed': _closed, ...kinds } = every;
  for (const action of Object.values(kinds)) {
    const { id } = await cases.create({ name: `case ${action.kind}`, parts: ['webhooks', 'tokens'] }, 'Ada');
    await cases.act(id, 'Ada', action).catch(() => {});
  }
  const watched = async () => ({
    soaking: (await cases.idsWith('soaking')).sort(),
    observing: (await cases.idsWith('observing')).sort(),
    watched: (await cases.idsWith('watched')).sort(),
  });
  await cases.list();
  const read = await watched();
  expect(read.observing).toHaveLength(1);
  expect(read.watched.length).toBeGreaterThan(4);
  for (const { id } of await cases.list()) {
    const relies = watchedEndpoints(await cases.state(id), () => true).size > 0;
    expect([id, relies && !read.watched.includes(id)]).toEqual([id, false]);
  }
  await context.store.write(dropSummaries);
  expect(await watched()).toEqual(read);
});

test('what another version derived is derived again', async () => {
  const context = await testDeskContext();
  await createCases(context).create({ name: 'acme' }, 'Ada');
  await createCases(context).list();
  const sqlite = new Database(join(context.dataDir, 'desk.db'));
  sqlite.exec(`update case_summaries set version = 0, summary = json_set(summary, '$.name', 'before')`);
  sqlite.close();
  expect((await createCases(context).list()).map(({ name }) => name)).toEqual(['acme']);
});

test('erased texts are gone from the list at once', async () => {
  const context = await testDeskContext();
  const cases = createCases(context, stepModules);
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  await cases.act(id, 'Ada', { kind: 'case.changed', content: { changes: { owner: 'Zebedee Quill' } } });
  expect((await cases.owners()).owners).toEqual([{ name: 'Zebedee Quill', cases: 1 }]);
  await cases.erase(id, { entries: [2], reason: 'asked' }, 'Ada');
  const sqlite = new Database(join(context.dataDir, 'desk.db'), { readonly: true });
  expect(sqlite.prepare('select count(*) from case_summaries').pluck().get()).toBe(0);
  sqlite.close();
  expect(JSON.stringify(await cases.list())).not.toContain('Zebedee');
});

test('windows of a sorted and grouped list make up the whole of it, in one order', async () => {
  const context = await testDeskContext();
  const cases = createCases(context, stepModules);
  const dues = [undefined, -3, 400, -1, undefined, 300, -2];
  for (const [at, days] of dues.entries()) {
    const { id } = await cases.create({ name: `case ${at}`, parts: ['webhooks'] }, 'Ada');
    if (days === undefined) continue;
    await cases.act(id, 'Ada', {
      kind: 'step.changed',
      content: { id: 'check-eligibility', due: inDays(days) },
    });
  }
  const page = async (offset: number, sort: CaseSort | `-${CaseSort}`) =>
    cases.page({ group: 'due', sort, offset, limit: 3, zone: 'Europe/Berlin' }, 'Ada');
  const first = await page(0, 'due');
  expect([first.total, first.groups]).toEqual([
    7,
    [
      { key: 'overdue', count: 3 },
      { key: 'later', count: 2 },
      { key: 'none', count: 2 },
    ],
  ]);
  const all = [first, await page(3, 'due'), await page(6, 'due')].flatMap(({ results }) => results);
  expect(all.map(({ name }) => name)).toEqual([
    'case 1',
    'case 6',
    'case 3',
    'case 5',
    'case 2',
    'case 4',
    'case 0',
  ]);
  const counts = await cases.counts({ filters: [{ due: 'overdue' }, { due: 'none' }, {}] }, 'Ada');
  expect(counts).toEqual({ counts: [3, 2, 7], total: 7 });
  await expect(cases.page({ zone: 'Europe/Nowhere' }, 'Ada')).rejects.toMatchObject({
    code: 'request.invalid',
  });
});
