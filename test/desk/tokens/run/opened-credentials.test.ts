import { expect, test } from 'vitest';
import { openCredentials } from '#desk/tokens/run/opened-credentials.ts';
import type { PlannedRow, PlanRow } from '#desk/tokens/run/plan.ts';
import { notBegun } from '#desk/tokens/run/progress.ts';

const about = { runId: 'run', caseId: 'case', scope: 'target:local', options: {} };
const rowOf = (id: number): PlanRow => ({
  id,
  line: id,
  ref: `r${id}`,
  name: `r${id}`,
  description: undefined,
  platformKey: 'gbol',
  companyId: undefined,
  connectionId: undefined,
  mark: undefined,
});

test('credentials are opened together, given once, and forgotten with a row that never takes its own', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => rowOf(n + 1)).map((row) => ({
    row,
    progress: notBegun(about, row),
  }));
  // One that has ended already is not opened at all.
  const planned: PlannedRow[] = rows.map((one) =>
    one.row.id === 3 ? { ...one, progress: { ...one.progress, state: 'done', step: 'verify' } } : one,
  );
  const asked: number[][] = [];
  const handed: Map<number, Record<string, string>>[] = [];
  const openedCredentials = openCredentials({
    async open(wanted) {
      asked.push(wanted.map(({ id }) => id));
      const found = new Map(wanted.map(({ id }) => [id, { accessToken: `token ${id}` }]));
      handed.push(found);
      return found;
    },
  });
  openedCredentials.expect(planned);
  expect(await openedCredentials.take(rowOf(1))).toEqual({ accessToken: 'token 1' });
  expect(asked).toEqual([[1, 2, ...Array.from({ length: 30 }, (_, n) => n + 4)]]);
  // Found Linked: it goes on without them. Then nothing of it is there to be given.
  openedCredentials.heed({ ...notBegun(about, rowOf(2)), state: 'syncing', step: 'verify' });
  await openedCredentials.take(rowOf(2));
  expect(asked.at(-1)).toEqual([2]);
  expect(await openedCredentials.take(rowOf(4))).toEqual({ accessToken: 'token 4' });
  expect(asked).toHaveLength(2);
  // Once more, as after a lost answer.
  expect(await openedCredentials.take(rowOf(4))).toEqual({ accessToken: 'token 4' });
  expect(asked.at(-1)).toEqual([4]);
  await openedCredentials.take(rowOf(34));
  expect(asked.at(-1)?.slice(0, 2)).toEqual([34, 35]);
});
