import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carryOut, type Desk, startFixture } from './fixture.ts';
import { importerOf, rowOf } from './importing.ts';

const whysOf = async ({ unreadables, rowsOf }: Desk, caseId: string): Promise<string[]> => {
  const rows = await rowsOf(caseId);
  const asked = rows.map(({ id, platform_key, mark }) => ({
    id,
    platformKey: platform_key ?? '',
    mark: mark ?? '',
  }));
  return [...(await unreadables.now(asked)).values()];
};

test('rows whose keys are on another machine are held with that reason, sent nothing, and migrated once the folder is here', async () => {
  const fixture = await startFixture();
  const { desks, desk: first, caseId, rowIds } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  await first.end();
  const folder = join(desks.dataDir, 'row-keys');
  const elsewhere = `${folder}-elsewhere`;
  renameSync(folder, elsewhere);

  const second = await desks.start();
  const whys = await whysOf(second, caseId);
  expect(whys).toEqual(
    Array(2).fill(expect.stringMatching(/is not on this machine.*Serve the desk from there/)),
  );
  // One of them is imported again here.
  await importerOf(second)(caseId, [rowOf('b', await fixture.tokens())]);
  expect(await whysOf(second, caseId)).toHaveLength(1);
  expect(await carryOut(second, caseId)).toMatchObject({
    counts: { done: 1 },
    heldCauses: { 'credentials-unreadable': 1 },
  });
  expect(await fixture.companies('a')).toEqual([]);
  expect([...(await second.vault.keptOf(rowIds))]).toEqual([rowIds[0]]);
  await second.end();

  rmSync(folder, { recursive: true });
  renameSync(elsewhere, folder);
  const third = await desks.start();
  expect(await carryOut(third, caseId)).toMatchObject({ counts: { done: 1 } });
  expect(await fixture.companies('a')).toHaveLength(1);
  await third.end();
});
