import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRowsWithProgress } from '#desk/store/token-rows.ts';
import type { Vault } from '#desk/tokens/vault.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { access, csv, header, importFixture, line, uuid } from './fixture.ts';

const ids = `${header},companyId,connectionId`;

test('equal or contradicting rows name each other', async () => {
  const { take, rows, kept } = await importFixture();
  const content = [
    ids,
    `${line(1)},,`,
    `${line(2, { ref: 'cust-1', name: 'Company 1' })},,`,
    `${line(3)},${uuid(90)},${uuid(91)}`,
    `${line(4)},${uuid(90)},`,
    `${line(5)},${uuid(92)},${uuid(91)}`,
    `${line(6)},,`,
    `${line(7, { accessToken: access(6), refreshToken: line(6).split(',')[4] ?? '' })},,`,
    `${line(8)},,`,
    `${line(9, { ref: 'cust-8', platform: 'ndsk', name: 'Other' })},,`,
    `${line(10)},,`,
  ].join('\n');
  const { problems, ready, invalid } = await take(content);
  expect(
    problems
      .filter(({ row, field }) => row !== undefined && field !== 'tenantId')
      .map(({ row, message }) => `${row}: ${message}`),
  ).toEqual([
    '3: It has the same ref and platform as row 2. Remove one of them.',
    '5: It has the same companyId and platform as row 4.',
    '6: It has the same connectionId as row 4.',
    '8: It has the same tokens as row 7: they can belong to one company only.',
    '10: realmId (Realm ID) is missing.',
    '10: It has the same ref as row 9, but another name.',
  ]);
  expect([ready, invalid]).toEqual([1, 9]);
  expect((await rows()).filter(({ problems }) => problems === null).map(({ ref }) => ref)).toEqual([
    'cust-10',
  ]);
  expect([...(await kept()).values()].map(({ tenantId }) => tenantId)).toEqual([uuid(10)]);
});

test('a row imported again before its migration gets the new credentials and keeps its id', async () => {
  const { take, rows, kept, progress } = await importFixture();
  await take({ content: csv(line(1), line(2), line(3), line(4)), name: 'first' });
  const before = await rows();
  await progress(before[0]?.id ?? 0, 'done');
  await progress(before[1]?.id ?? 0, 'failed');
  const fresh = (n: number) => line(n, { accessToken: access(n + 100) });
  const result = await take({ content: csv(fresh(1), fresh(2), fresh(3), line(4), line(5)), name: 'second' });
  expect(result).toMatchObject({ rows: 5, ready: 4, replaced: 3, unchanged: 1, invalid: 0, problems: [] });
  const after = await rows();
  expect(after.slice(0, 4).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]).toEqual(before[0]);
  expect(after[1]).toMatchObject({ source: 'second', line: 3 });
  expect(after[1]?.mark).not.toBe(before[1]?.mark);
  expect(after[3]?.mark).toBe(before[3]?.mark);
  expect(after).toHaveLength(5);
  const held = await kept();
  expect(after.map(({ id }) => held.get(id)?.accessToken)).toEqual([1, 102, 103, 4, 5].map(access));
  expect(held.size).toBe(5);
});

test('invalid rows are replaced when the file is imported again, or the row is valid', async () => {
  const { take, rows, cases, caseId } = await importFixture();
  const bad = (n: number) => line(n, { tenantId: 'x' });
  await take({ content: csv(line(1), bad(2), bad(3)), name: 'a' });
  await take({ content: csv(bad(4), line(5, { name: '' })), name: 'b' });
  expect((await rows()).map(({ ref }) => ref)).toEqual(['cust-1', 'cust-2', 'cust-3', 'cust-4', 'cust-5']);
  await take({ content: csv(line(4)), name: 'c' });
  expect((await rows()).map(({ ref }) => ref)).toEqual(['cust-1', 'cust-2', 'cust-3', 'cust-4', 'cust-5']);
  const last = await take({ content: csv(line(1), line(2), bad(3)), name: 'a' });
  expect(last).toMatchObject({ ready: 2, replaced: 1, same: 1, superseded: 2, invalid: 1 });
  expect((await rows()).map(({ ref, problems }) => [ref, problems === null])).toEqual([
    ['cust-1', true],
    ['cust-2', true],
    ['cust-3', false],
    ['cust-4', true],
    ['cust-5', false],
  ]);
  const { tokenImports } = await cases.state(caseId);
  expect(tokenImports.map(({ name, rows, ready, restated }) => [name, rows, ready, restated])).toEqual([
    ['a', 3, 1, 0],
    ['b', 2, 0, 0],
    ['c', 1, 1, 1],
    ['a', 3, 2, 3],
  ]);
});

test('rows of earlier imports are compared, and a repeated file is remarked', async () => {
  const { take } = await importFixture();
  await take({ content: csv(line(1), line(2)), name: 'first' });
  const stolen = line(1, { ref: 'cust-9', name: 'Nine' });
  const other = await take({ content: csv(stolen, line(3)), name: 'second' });
  expect(other.problems.map(({ message }) => message)).toEqual([
    'It has the same tokens as row 2 of "first", imported before: they can belong to one company only.',
  ]);
  const swapped = csv(
    line(1, { accessToken: access(2), refreshToken: line(2).split(',')[4] ?? '' }),
    line(2, { accessToken: access(1), refreshToken: line(1).split(',')[4] ?? '' }),
  );
  expect(await take({ content: swapped, name: 'third' })).toMatchObject({
    ready: 2,
    replaced: 2,
    problems: [],
  });
  const again = await take({ content: swapped, name: 'fourth' });
  expect(again.remarks).toEqual([expect.stringMatching(/^The same file was imported on .* by tester\.$/)]);
});

test('a dry run has the same result and keeps nothing', async () => {
  const { take, rows, kept, caseId, cases } = await importFixture();
  const content = csv(line(1), line(2, { tenantId: 'x' }));
  const dry = await take({ content, dryRun: true });
  expect([await rows(), await kept(), (await cases.state(caseId)).tokenImports]).toEqual([[], new Map(), []]);
  const { importId, ...real } = await take(content);
  expect(dry).toEqual(real);
  expect(importId).toMatch(/^[0-9a-f-]{36}$/);
});

test('an import cancelled or failed at any moment leaves nothing', async () => {
  const content = csv(...Array.from({ length: 1600 }, (_, n) => line(n)));
  for (const broken of ['cancel', 'keep', 'commit'] as const) {
    let keeps = 0;
    let cancel = (): unknown => undefined;
    const wrap = (vault: Vault): Vault => ({
      ...vault,
      async keep(caseId, rows) {
        await vault.keep(caseId, rows);
        if (++keeps < 2) return;
        if (broken === 'cancel') cancel();
        if (broken === 'keep') throw new Error('the disk is gone');
      },
    });
    const fixture = await importFixture({ wrap });
    const { imports, jobs, cases, caseId, rows, kept } = fixture;
    const { id } = await imports.start(caseId, { content }, 'tester');
    cancel = () => jobs.cancel(id);
    if (broken === 'commit') {
      const { revision } = await cases.view(caseId);
      await cases.act(caseId, 'tester', { kind: 'case.closed', content: {} }, { revision });
    }
    while (jobs.show(id).state === 'running') await new Promise(setImmediate);
    expect(jobs.show(id).state).toBe(broken === 'cancel' ? 'cancelled' : 'failed');
    expect([broken, await rows(), (await kept()).size]).toEqual([broken, [], 0]);
  }
});

test('what was being sealed as an import was cancelled is undone too, however long the sealing takes', async () => {
  const content = csv(...Array.from({ length: 1500 }, (_, n) => line(n)));
  let cancel = (): unknown => undefined;
  let isSealed = false;
  const wrap = (vault: Vault): Vault => ({
    ...vault,
    async keep(caseId, rows) {
      cancel();
      // So long that an undo which did not wait would be over.
      for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);
      await vault.keep(caseId, rows);
      isSealed = true;
    },
  });
  const { imports, jobs, caseId, vault } = await importFixture({ wrap });
  const { id } = await imports.start(caseId, { content }, 'tester');
  cancel = () => jobs.cancel(id);
  while (jobs.show(id).state === 'running' || !isSealed) await new Promise(setImmediate);
  expect([jobs.show(id).state, await vault.countOf()]).toEqual(['cancelled', 0]);
});

test('a failed import restores the credentials of earlier rows', async () => {
  let fail = false;
  const wrap = (vault: Vault): Vault => ({
    ...vault,
    shred: (ids) => vault.shred(ids),
    async keep(caseId, rows) {
      await vault.keep(caseId, rows);
      // The second write is the exchange.
      if (fail && rows.some(({ rowId }) => rowId === 1)) {
        fail = false;
        await progress(1, 'running');
      }
    },
  });
  const { take, run, rows, kept, progress } = await importFixture({ wrap });
  await take(csv(line(1), line(2)));
  const before = [await rows(), await kept()];
  fail = true;
  const job = await run({ content: csv(line(1, { accessToken: access(101) }), line(2)) });
  expect(job.error).toMatch(/A run processed rows of this import/);
  expect([await rows(), await kept()]).toEqual(before);
});

test('imports take turns: no two get the same ids', async () => {
  const { run, rows, kept } = await importFixture();
  const many = (from: number) => csv(...Array.from({ length: 1200 }, (_, n) => line(from + n)));
  const ended = await Promise.all([run({ content: many(0) }), run({ content: many(9000) })]);
  expect(ended.map(({ state }) => state)).toEqual(['done', 'done']);
  const all = await rows();
  expect(new Set(all.map(({ id }) => id)).size).toBe(2400);
  const held = await kept();
  expect(all.every(({ id, ref }) => held.get(id)?.accessToken === access(Number(ref?.slice(5))))).toBe(true);
});

test('new rows open the step again; repeated rows do not', async () => {
  const { take, rows, progress, cases, caseId } = await importFixture();
  const step = async () => (await cases.state(caseId)).steps.find(({ id }) => id === 'migrate-tokens')?.state;
  await take(csv(line(1)));
  await progress((await rows())[0]?.id ?? 0, 'done');
  const { revision } = await cases.view(caseId);
  const done = { kind: 'step.changed', content: { id: 'migrate-tokens', state: 'done' } } as const;
  await cases.act(caseId, 'tester', done, { revision });
  await take(csv(line(1)));
  expect(await step()).toBe('done');
  await take(csv(line(1), line(2)));
  expect(await step()).toBe('open');
});

test('a later paste replaces only the rows it repeats', async () => {
  const { take, rows } = await importFixture();
  await take(csv(line(1), line(2, { ref: '' }), line(3, { platform: 'xerro' }), line(4, { tenantId: 'x' })));
  expect(await take(csv(line(5)))).toMatchObject({ superseded: 0, remarks: [] });
  const corrected = await take(csv(line(3), line(2), line(4, { tenantId: 'y' })));
  expect(corrected).toMatchObject({
    ready: 2,
    invalid: 1,
    superseded: 3,
    remarks: ['3 earlier invalid rows were replaced by this import.'],
  });
  const all = (await rows()).map(({ ref, problems }) => [ref, problems === null]);
  expect(all.sort()).toEqual([1, 2, 3, 4, 5].map((n) => [`cust-${n}`, n !== 4]));
});

test('two files of one name are two; a file read again replaces its earlier rows', async () => {
  const { take, rows } = await importFixture();
  const [here, there] = [temporaryFolder(), temporaryFolder()].map((folder) => join(folder, 'customers.csv'));
  const write = (path = '', ...lines: string[]) => {
    writeFileSync(path, csv(...lines));
    return take({ path });
  };
  const nothing = line(1, { ref: '', name: '' });
  await write(here, nothing, line(2));
  expect(await write(there, line(3))).toMatchObject({ superseded: 0 });
  expect(await rows()).toHaveLength(3);
  expect(await write(here, line(2), line(4))).toMatchObject({ superseded: 1, same: 1 });
  expect((await rows()).map(({ ref }) => ref).sort()).toEqual(['cust-2', 'cust-3', 'cust-4']);
});

test('a row that becomes invalid loses its old tokens and waits for a correction', async () => {
  const { cases, take, rows, kept, progress, context, caseId } = await importFixture();
  await take(csv(line(1), line(2), line(3)));
  const ids = (await rows()).map(({ id }) => id);
  await progress(ids[0] ?? 0, 'done');
  await progress(ids[1] ?? 0, 'failed');
  const spoil = (n: number) => line(n, { accessToken: 'x y' });
  const spoiled = await take(csv(spoil(1), spoil(2), spoil(3), spoil(3)));
  expect(spoiled).toMatchObject({ ready: 0, invalid: 4, superseded: 0 });
  expect(spoiled.remarks).toEqual([expect.stringMatching(/^2 rows were valid before and invalid now/)]);
  expect((await rows()).map(({ id, problems }) => [ids.indexOf(id) + 1, problems === null])).toEqual([
    [1, true],
    [2, false],
    [3, false],
    [0, false],
    [0, false],
  ]);
  expect([...(await kept()).keys()]).toEqual([ids[0]]);
  const corrected = csv(line(1), line(2, { accessToken: access(20) }), line(3));
  expect(await take(corrected)).toMatchObject({ ready: 2, unchanged: 1, replaced: 0, superseded: 4 });
  // What was done for the second one still counts.
  const after = await rows();
  expect(after.map(({ id, problems }) => [id, problems])).toEqual(ids.map((id) => [id, null]));
  const scope = 'target:local';
  const page = await context.store.read((reader) => readRowsWithProgress(reader, { caseId, scope }));
  expect(page.map((one) => one.progress?.state)).toEqual(['done', 'failed', undefined]);
  const held = await kept();
  expect(ids.map((id) => held.get(id)?.accessToken)).toEqual([1, 20, 3].map(access));
  // The chain alone tells how many rows there are.
  const { tokenImports } = await cases.state(caseId);
  const inAll = tokenImports.map(({ ready, invalid, restated = 0 }) => ready + invalid - restated);
  expect(inAll.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
});

test('one company of the target has one ref, and needs no name', async () => {
  const { take, rows } = await importFixture();
  const given = (n: number, other: Parameters<typeof line>[1]) => `${line(n, other)},${uuid(90)},`;
  const other = line(2, { platform: 'ndsk', tenantId: '' });
  const { problems } = await take(
    [`${header},realmId,companyId`, `${line(1)},,${uuid(90)}`, `${other},9341453172058861,${uuid(90)}`].join(
      '\n',
    ),
  );
  expect(problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'companyId: It has the same companyId as row 2, but another ref.',
  ]);
  expect(await take([ids, given(3, { name: '' })].join('\n'))).toMatchObject({ ready: 1, problems: [] });
  expect((await rows()).at(-1)).toMatchObject({ ref: 'cust-3', name: null });
});
