import { expect, test } from 'vitest';
import type { Company } from '#contract/company.ts';
import { agreeWindow } from './agreed-window.ts';
import { carryOut, type Desk, expectConsistent, type Fixture, progressOf, startFixture } from './fixture.ts';

const why = 'Asked them; they have stopped.';

/** Two desks with one list, each on a data folder and under a key of its own. */
const twoDesks = async (refs: readonly string[]) => {
  const fixture = await startFixture();
  const rows = refs.map((ref) => ({ ref }));
  const [first, second] = [await fixture.migration(rows), await fixture.migration(rows)];
  return { fixture, first, second };
};

const retag = async (
  fixture: Fixture,
  companies: readonly Company[],
  tags: (company: Company) => Record<string, string>,
) => {
  for (const company of companies)
    await fixture.service.api('PATCH', `/companies/${company.id}`, { tags: tags(company) });
};

/** Both have created every company: the second one saw none of the first, as when both begin at once. */
const migratedTwice = async (refs: readonly string[]) => {
  const both = await twoDesks(refs);
  const { fixture, first, second } = both;
  await carryOut(first.desk, first.caseId);
  const made = (await Promise.all(refs.map((ref) => fixture.companies(ref)))).flat();
  await retag(fixture, made, () => ({}));
  await carryOut(second.desk, second.caseId);
  await retag(fixture, made, ({ tags }) => tags);
  return both;
};

const linkedOf = async (fixture: Fixture, ref: string): Promise<number> =>
  (await fixture.companies(ref)).filter(({ dataConnections }) =>
    dataConnections.some(({ status }) => status === 'Linked'),
  ).length;

/** What a run finds at its end; it changes nothing. */
const checked = (desk: Desk, caseId: string) => carryOut(desk, caseId, { kind: 'check' });

test('a second desk is refused with the name of the first, unless a reason is given', async () => {
  const { fixture, first, second } = await twoDesks(['a', 'b']);
  await carryOut(first.desk, first.caseId);
  const [company] = await fixture.companies('a');
  expect(company?.tags.migrationDesk).toMatch(/^[0-9a-f]{12} \d{4}-/);
  expect(Object.keys(company?.tags ?? {})).toHaveLength(2);

  const { desk, caseId } = second;
  await expect(desk.runs.start(caseId, {}, 'Grace')).rejects.toMatchObject({ code: 'tokens.otherDesk' });
  await expect(desk.runs.start(caseId, { kind: 'pilot', refs: ['b'] }, 'Grace')).rejects.toMatchObject({
    code: 'tokens.otherDesk',
  });
  expect((await desk.runs.dryRun(caseId, {})).remark).toMatch(
    /Another desk \([0-9a-f]{12}\) has been migrating this list/,
  );
  expect(await desk.runs.list(caseId)).toEqual([]);

  const run = await carryOut(desk, caseId, { besideOtherDesk: why });
  expect(run).toMatchObject({ counts: { done: 2 }, duplicates: [], options: { besideOtherDesk: why } });
  // The same desk is never told of itself.
  await expect(desk.runs.start(caseId, {}, 'Grace')).rejects.toMatchObject({ code: 'tokens.nothingToRun' });
  await expectConsistent(desk, caseId);
});

test('a run that finds duplicates needs a decision; what the desk created itself is removed, the others stay', async () => {
  const { fixture, first, second } = await migratedTwice(['a', 'b', 'c']);
  const { desk, caseId } = second;
  const run = await checked(desk, caseId);
  expect(run).toMatchObject({ state: 'done', decision: { state: 'open' } });
  expect(run.duplicates).toHaveLength(3);
  const listed = await desk.duplicates.list(caseId);
  expect(listed.duplicates.map(({ ref, own }) => [ref, own])).toEqual([
    ['a', true],
    ['b', true],
    ['c', true],
  ]);

  const decided = await desk.duplicates.decide(caseId, { decision: 'remove', reason: why }, 'Grace');
  expect(decided).toMatchObject({
    duplicates: [],
    removed: 3,
    left: [],
    decision: { state: 'removed', reason: why },
  });
  for (const ref of ['a', 'b', 'c']) expect([ref, await linkedOf(fixture, ref)]).toEqual([ref, 1]);
  expect((await desk.runs.show(caseId, run.id)).decision).toMatchObject({
    state: 'removed',
    removed: 3,
    by: 'Grace',
  });
  const state = await desk.cases.state(caseId);
  expect(state.tokenRuns.at(-1)?.decision).toMatchObject({
    decision: 'remove',
    removedCount: 3,
    leftCount: 0,
  });
  await expectConsistent(desk, caseId);

  // The rows stand on what stays now: an undo leaves it alone, and the first desk has nothing to decide.
  expect((await progressOf(desk, caseId)).map(({ company_origin }) => company_origin)).toEqual([
    'found',
    'found',
    'found',
  ]);
  await expect(desk.runs.undo(caseId, {}, 'Grace')).rejects.toMatchObject({ code: 'tokens.nothingToRun' });
  await expect(
    first.desk.duplicates.decide(first.caseId, { decision: 'remove', reason: why }, 'Ada'),
  ).rejects.toMatchObject({ code: 'tokens.noDuplicates' });
});

test('the last good copy is never removed: neither when the other one is not Linked, nor when both remove at once', async () => {
  const { fixture, first, second } = await migratedTwice(['a', 'b']);
  // The first desk's copy of "a" is no good.
  const theirs = (await progressOf(first.desk, first.caseId)).find(
    ({ company_id, row_id }) => company_id !== null && row_id === first.rowIds[0],
  );
  await fixture.service.api(
    'PATCH',
    `/companies/${theirs?.company_id}/connections/${theirs?.connection_id}`,
    {
      status: 'Unlinked',
    },
  );
  for (const { desk, caseId } of [first, second]) await checked(desk, caseId);
  const remove = ({ desk, caseId }: typeof first) =>
    desk.duplicates.decide(caseId, { decision: 'remove', reason: why }, 'Ada');

  for (let round = 0; round < 3; round++) await Promise.allSettled([remove(first), remove(second)]);
  for (const ref of ['a', 'b']) expect(await linkedOf(fixture, ref), ref).toBeGreaterThanOrEqual(1);
  const { left = [] } = await remove(second).catch(() => ({ left: undefined }));
  for (const one of left) expect(one.why).toMatch(/last good copy/);
  for (const ref of ['a', 'b']) expect(await linkedOf(fixture, ref), ref).toBe(1);
});

test('duplicates may be kept, with a recorded reason', async () => {
  const { fixture, second } = await migratedTwice(['a']);
  const { desk, caseId } = second;
  const run = await checked(desk, caseId);
  const kept = await desk.duplicates.decide(caseId, { decision: 'keep', reason: 'Two branches.' }, 'Grace');
  expect(kept).toMatchObject({ decision: { state: 'kept', reason: 'Two branches.', by: 'Grace' } });
  expect((await desk.runs.show(caseId, run.id)).decision?.state).toBe('kept');
  expect(await fixture.companies('a')).toHaveLength(2);
});

test('a removal that was cut off after a company gave up its ref is found and ended', async () => {
  const { fixture, second } = await migratedTwice(['a']);
  const { desk, caseId } = second;
  await checked(desk, caseId);
  const [own] = await progressOf(desk, caseId);
  const company = await fixture.service.api('GET', `/companies/${own?.company_id}`);
  await retag(fixture, [company], ({ tags: { migrationRef, ...others } }) => ({
    ...others,
    migrationRemoved: migrationRef as string,
  }));
  expect((await desk.duplicates.list(caseId)).duplicates).toHaveLength(1);
  const { removed } = await desk.duplicates.decide(caseId, { decision: 'remove', reason: why }, 'Grace');
  expect(removed).toBe(1);
  expect(await fixture.companies('a')).toHaveLength(1);
});

test('a removal outside the agreed window needs an override, recorded before it', async () => {
  const { fixture, second } = await migratedTwice(['a']);
  const { desk, caseId } = second;
  const { id: runId } = await checked(desk, caseId);
  await agreeWindow(desk, caseId, 2, 4);
  const remove = { decision: 'remove', reason: why } as const;
  await expect(desk.duplicates.decide(caseId, remove, 'Grace')).rejects.toMatchObject({
    code: 'tokens.outsideWindow',
    message: expect.stringMatching(/^Nothing was sent: the removal of duplicates would start .* before/),
  });
  expect(await fixture.companies('a')).toHaveLength(2);
  expect((await desk.runs.show(caseId, runId)).decision).toEqual({ state: 'open' });

  const decided = await desk.duplicates.decide(caseId, { ...remove, overrideWindow: 'Asked for' }, 'Grace');
  expect(decided).toMatchObject({ removed: 1, decision: { state: 'removed' } });
  expect((await desk.cases.state(caseId)).runbook?.windowOverrides).toMatchObject([
    { runId, kind: 'duplicates', reason: 'Asked for', actor: 'Grace' },
  ]);
});

test('a removal where the desk created nothing is refused, as nothing would have been removed', async () => {
  const { fixture, second } = await migratedTwice(['a']);
  const { desk, caseId } = second;
  const { id: runId } = await checked(desk, caseId);
  await desk.duplicates.decide(caseId, { decision: 'remove', reason: why }, 'Grace');
  // Somebody else makes another one: what this desk uses is not its own any more.
  const [company] = await fixture.companies('a');
  await fixture.service.api('POST', '/companies', { name: 'again', tags: company?.tags });
  const again = await checked(desk, caseId);
  expect(again.id).not.toBe(runId);
  await expect(
    desk.duplicates.decide(caseId, { decision: 'remove', reason: why }, 'Grace'),
  ).rejects.toMatchObject({ code: 'tokens.noneOwned' });
  expect((await desk.runs.show(caseId, again.id)).decision).toEqual({ state: 'open' });
});
