import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSealer } from '#base/sealing.ts';
import { readRowSecrets, refOf } from '#desk/store/vault-store.ts';
import { foundIn } from '#test/support/planted.ts';
import { carryOut, type Desk, startFixture } from './fixture.ts';
import { importerOf, rowOf } from './importing.ts';

const databases = ['vault.db', 'vault.db-wal'];

test('when a row is done, neither its key nor its content is left, and the data key opens nothing of a saved copy', async () => {
  const fixture = await startFixture();
  const { desks, desk, caseId, rowIds, rows } = await fixture.migration([
    { ref: 'a' },
    { ref: 'b' },
    { ref: 'c', behaviour: 'revoked' },
  ]);
  const saved = await desk.vaultStore.read((reader) => readRowSecrets(reader, rowIds));
  const refs = saved.flatMap(refOf);
  const keys = await desk.vaultStore.keys.get(refs);
  expect(keys.map((key) => key.length)).toEqual([32, 32, 32]);
  const contents = () =>
    databases.map((name) => {
      try {
        return readFileSync(join(desks.dataDir, name));
      } catch {
        return Buffer.alloc(0);
      }
    });
  const holds = (bytes: Buffer) => contents().some((content) => content.includes(bytes));
  const planted = Object.fromEntries(
    rows.flatMap(({ credentials }, n) =>
      ['accessToken', 'refreshToken'].map((name) => [`${n} ${name}`, credentials[name] as string]),
    ),
  );
  for (const { content } of saved) expect(holds(content)).toBe(true);

  await carryOut(desk, caseId);
  expect([...(await desk.vault.keptOf(rowIds))]).toEqual([rowIds[2]]);
  expect(saved.map(({ content }) => holds(content))).toEqual([false, false, true]);
  expect(await desk.vaultStore.keys.get(refs)).toEqual(['missing', 'missing', keys[2]]);
  const sealer = createSealer(desks.dataKey);
  for (const { row_id, content } of saved) {
    for (const context of [`token row ${row_id}`, `token row key ${row_id}`]) {
      expect(sealer.openIfPossible(content, context)).toBeUndefined();
    }
  }
  for (const content of contents()) expect(foundIn(planted, content)).toEqual([]);
  await desk.end();
});

test('what a process that died did not come to shred is shredded when the next one starts', async () => {
  const fixture = await startFixture();
  const {
    desks,
    desk: first,
    caseId,
    rowIds,
  } = await fixture.migration([{ ref: 'a' }, { ref: 'b', behaviour: 'slow' }]);
  let doomed: Desk | undefined = first;
  const done = async (): Promise<number> => (await first.runs.list(caseId))[0]?.counts.done ?? 0;
  fixture.remote.setPlan(async ({ url }) => {
    // The first look at the slow one after the other has ended.
    if (doomed !== undefined && url.includes('/data/history') && (await done()) === 1) {
      doomed.die();
      doomed = undefined;
      return 'reset';
    }
    return 'none';
  });
  await first.runs.start(caseId, { concurrency: 1 }, 'tester');
  expect(await first.settled(caseId)).toBe(false);
  await first.end();
  const desk = await desks.start();
  expect([...(await desk.vault.keptOf(rowIds))]).toEqual([rowIds[1]]);
  await desk.runs.resume(caseId, 'tester');
  await desk.settled(caseId);
  expect([...(await desk.vault.keptOf(rowIds))]).toEqual([]);
  await desk.end();
});

test('what is still to be sent to the target that the case has now outlives a restart; a closed case keeps nothing', async () => {
  const fixture = await startFixture();
  const { desks, desk: first, caseId, rowIds } = await fixture.migration([{ ref: 'a' }]);
  expect(await carryOut(first, caseId)).toMatchObject({ counts: { done: 1 } });
  const { id: targetId } = await first.targets.add({
    name: 'production',
    baseUrl: fixture.remote.url,
    apiKey: 'a key of its own',
  });
  const act = async ({ cases }: Desk, action: Parameters<Desk['cases']['act']>[2]) =>
    cases.act(caseId, 'tester', action, { revision: (await cases.state(caseId)).revision });
  await act(first, { kind: 'case.changed', content: { changes: { targetId } } });
  await importerOf(first)(caseId, [rowOf('a', await fixture.tokens())]);
  await first.end();
  const second = await desks.start();
  expect([...(await second.vault.keptOf(rowIds))]).toEqual(rowIds);
  await act(second, { kind: 'case.closed', content: {} });
  await second.end();
  const third = await desks.start();
  expect([...(await third.vault.keptOf(rowIds))]).toEqual([]);
  await third.end();
});
