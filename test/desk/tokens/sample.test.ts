import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readResults } from '#desk/cases/run-results.ts';
import { reconcile } from '#desk/tokens/reconciliation/reconcile.ts';
import { drawSample } from '#desk/tokens/sample/draw.ts';
import { createSamples } from '#desk/tokens/sample/index.ts';
import { carryOut, type Desk, startFixture, undo } from './run/fixture.ts';

test('the draw is the one that the Python lines of the reference make, whatever the order of the rows', () => {
  const rows = [
    ...Array.from({ length: 8 }, (_, n) => ({ platformKey: 'gbol', ref: `customer-${n}` })),
    { platformKey: 'qhyg', ref: 'ÄÖ 株' },
  ];
  // As python3 has drawn them.
  const drawn = ['customer-0', 'customer-2', 'customer-1', 'customer-3', 'customer-4', 'ÄÖ 株', 'customer-7'];
  expect(drawSample(rows, 7, '2026-01').map(({ ref }) => ref)).toEqual(drawn);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(rows, { minLength: rows.length }),
      fc.nat({ max: 9 }),
      (shuffled, size) => {
        expect(drawSample(shuffled, size, '2026-01')).toEqual(drawSample(rows, size, '2026-01'));
      },
    ),
  );
  expect(drawSample(rows, 3, 'another')).not.toEqual(drawSample(rows, 3, '2026-01'));
});

const migrated = async (refs: readonly string[]) => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration(refs.map((ref) => ({ ref })));
  await carryOut(desk, caseId);
  const samples = createSamples(desk.context, desk);
  const readBack = async (size: number, seed = 'seed') => {
    const { id } = await samples.start(caseId, { size, seed }, 'Grace');
    return desk.jobEnd(id);
  };
  return { fixture, desk, caseId, samples, readBack };
};

const outcomesOf = async (desk: Desk, caseId: string) => {
  const { sampleChecks } = await desk.cases.state(caseId);
  return (sampleChecks.at(-1)?.rows ?? [])
    .map(({ ref, outcome, details }) => [ref, outcome, ...details])
    .sort();
};

test('companies are read back by calls that only read, and what differs or cannot be read is recorded', async () => {
  const { fixture, desk, caseId, samples, readBack } = await migrated(['a', 'b', 'c', 'd']);
  const before = fixture.remote.passed.length;
  expect((await readBack(100)).state).toBe('done');
  expect(new Set(fixture.remote.passed.slice(before).map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(await outcomesOf(desk, caseId)).toEqual(['a', 'b', 'c', 'd'].map((ref) => [ref, 'as-expected']));
  const { sampleChecks, tokenRuns } = await desk.cases.state(caseId);
  expect(sampleChecks.at(-1)).toMatchObject({
    ...{ seed: 'seed', of: 4, actor: 'Grace', runId: tokenRuns.at(-1)?.started.runId },
  });

  // One company has lost its tag, one its link, one has a namesake.
  const { api } = fixture.service;
  const [[a], [b], [c]] = [
    await fixture.companies('a'),
    await fixture.companies('b'),
    await fixture.companies('c'),
  ];
  await api('PATCH', `/companies/${a?.id}`, { tags: {} });
  const connectionId = b?.dataConnections[0]?.id;
  await api('PATCH', `/companies/${b?.id}/connections/${connectionId}`, { status: 'Unlinked' });
  const twin = await api('POST', '/companies', { name: 'Twin', tags: { migrationRef: 'c' } });
  await readBack(4);
  expect(await outcomesOf(desk, caseId)).toEqual([
    ['a', 'differs', 'No company with this migrationRef has the recorded id.'],
    ['b', 'differs', 'The connection is Unlinked.'],
    ['c', 'differs', `1 other company has this migrationRef: ${twin.id}.`],
    ['d', 'as-expected'],
  ]);
  expect(c?.id).not.toBe(twin.id);
  // What differs no longer counts as migrated, until it is as expected again.
  const counts = async () => {
    const state = await desk.cases.state(caseId);
    const { total, open } = reconcile(state, await readResults(desk.cases, state));
    return [total.migrated, open.get('differs')];
  };
  expect(await counts()).toEqual([1, 3]);
  await api('DELETE', `/companies/${twin.id}`);
  await readBack(4);
  expect(await counts()).toEqual([2, 2]);
  expect((await samples.list(caseId)).results).toHaveLength(3);
  expect((await desk.cases.verify(caseId)).problems).toEqual([]);
});

test('the same seed reads the same rows; a target that does not answer leaves them unread', async () => {
  const { fixture, desk, caseId, readBack } = await migrated(['a', 'b', 'c', 'd', 'e', 'f']);
  await readBack(2, 'x');
  const first = (await outcomesOf(desk, caseId)).map(([ref]) => ref);
  await readBack(2, 'x');
  expect((await outcomesOf(desk, caseId)).map(([ref]) => ref)).toEqual(first);
  fixture.remote.setPlan(() => ({ statusCode: 403, body: { error: 'No.' } }));
  await readBack(2, 'x');
  const unread = await outcomesOf(desk, caseId);
  expect(unread.map(([ref, outcome]) => [ref, outcome])).toEqual(first.map((ref) => [ref, 'unread']));
  expect(unread[0]?.[2]).toContain('403');
});

test('nothing is read of what was never migrated or is undone, and a cancelled sample records nothing', async () => {
  const { fixture, desk, caseId, samples } = await migrated(['a', 'b']);
  const other = await fixture.migration([{ ref: 'never' }]);
  await expect(
    createSamples(other.desk.context, other.desk).start(other.caseId, { size: 1 }, 'Grace'),
  ).rejects.toMatchObject({ code: 'tokens.noSample' });
  const { id } = await samples.start(caseId, { size: 2 }, 'Grace');
  expect((await desk.jobs.cancel(id)).state).toBe('cancelled');
  expect((await desk.cases.state(caseId)).sampleChecks).toEqual([]);
  await undo(desk, caseId);
  await expect(samples.start(caseId, { size: 1 }, 'Grace')).rejects.toMatchObject({
    code: 'tokens.noSample',
  });
});
