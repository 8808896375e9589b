import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { createCases } from '#desk/cases/index.ts';
import { stepModules } from '#desk/step-modules.ts';
import { deleteTokenRows, readTokenRows } from '#desk/store/token-rows.ts';
import { runs } from '#test/support/runs.ts';
import { type Act, acts, type World, worldOf } from './world.ts';

const rows = new Map(stepModules.flatMap((module) => module.rows.map((row) => [row.id, row])));

/** Nothing is done while something that it stands on is open. */
const expectSound = (steps: readonly { id: string; state: string }[]) => {
  const states = new Map(steps.map(({ id, state }) => [id, state]));
  for (const { id, state } of steps) {
    if (state !== 'done') continue;
    for (const before of rows.get(id)?.standsOn ?? []) {
      expect([id, before, states.get(before)]).not.toEqual([id, before, 'open']);
    }
  }
};

const statesOf = (steps: readonly { id: string; state: string }[]) =>
  steps.map(({ id, state }) => [id, state]);

/** What is seen twice is derived once from what this desk remembers, and once from the chain and the tables alone. */
const expectTrue = async (world: World) => {
  const shown = await world.cases.view(world.caseId);
  const anew = await createCases(world.context, stepModules).view(world.caseId);
  expect(statesOf(shown.steps)).toEqual(statesOf(anew.steps));
  const [listed] = await world.cases.list();
  expect(anew).toEqual(expect.objectContaining(listed));
  expectSound(shown.steps);
  const all = await world.rows();
  const isMigrated = all.length > 0 && all.every(({ state }) => state === 'done');
  const tokens = shown.steps.find(({ id }) => id === 'migrate-tokens');
  if (tokens?.state === 'done') expect(isMigrated).toBe(true);
  return shown;
};

test('for any order of actions, the state shown is the one recomputed from chain and target', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 25 }), async (order: Act[]) => {
      const world = await worldOf();
      for (const act of order) {
        await act.run(world).catch((error: unknown) => {
          if (!(error instanceof CatalogueError)) throw error;
        });
        const shown = await expectTrue(world);
        if (act.silent) continue;
        // What an act settled is on record: the chain alone tells it.
        const recorded = await createCases(world.context).state(world.caseId);
        const isOpen = recorded.state === 'open';
        if (isOpen && act.settles) expect(statesOf(recorded.steps)).toEqual(statesOf(shown.steps));
      }
      expect((await world.cases.verify(world.caseId)).whole).toBe(true);
      await world.context.store.close();
    }),
    { numRuns: runs(6) },
  );
});

test('what moved a step stands in the chain with its reason', async () => {
  const world = await worldOf();
  await world.migrateAll(['a-1', 'a-2']);
  await world.importRows(['b-1', 'b-2', 'b-3']);
  const moves = (await world.cases.entries(world.caseId, 0, 1000)).flatMap(({ kind, content }) => {
    const { content: said } = { kind, content } as CaseAction & { content: { id?: string; reason?: string } };
    return kind === 'step.changed' && said.id === 'migrate-tokens' ? [said.reason] : [];
  });
  expect(moves).toEqual([
    'Done: every imported company is migrated on the target, or excluded.',
    'Reopened: a new import of 3 companies. 3 companies are not migrated yet.',
  ]);
});

test('a step that was done before is shown as reopened, until it is done again', async () => {
  const world = await worldOf();
  const tokens = async () =>
    (await world.cases.view(world.caseId)).steps.find(({ id }) => id === 'migrate-tokens');
  expect(await tokens()).not.toHaveProperty('reopened');
  await world.migrateAll(['a-1', 'a-2']);
  expect(await tokens()).not.toHaveProperty('reopened');
  await world.importRows(['b-1', 'b-2', 'b-3']);
  expect(await tokens()).toMatchObject({ reopened: true, why: ['3 companies are not migrated yet.'] });
  // What else changes of it leaves it reopened.
  await world.cases.act(world.caseId, 'Ada', {
    kind: 'step.changed',
    content: { id: 'migrate-tokens', note: 'Ask Jo.' },
  });
  expect(await tokens()).toMatchObject({ reopened: true, note: 'Ask Jo.' });
  await world.migrateAll(['b-1', 'b-2', 'b-3']);
  expect(await tokens()).toMatchObject({ state: 'done' });
  expect(await tokens()).not.toHaveProperty('reopened');
});

test('a case that is worked on elsewhere is shown as it was recorded, until its chain says more', async () => {
  const world = await worldOf();
  await world.migrateAll(['a-1']);
  const ids = (await world.context.store.read((reader) => readTokenRows(reader, world.caseId))).map(
    ({ id }) => id,
  );
  await world.context.store.write((tx) => deleteTokenRows(tx, ids));
  const state = async () =>
    (await world.cases.view(world.caseId)).steps.find(({ id }) => id === 'migrate-tokens')?.state;
  expect(await state()).toBe('done');
  await world.ran('undo', { undone: 1 });
  expect(await state()).toBe('open');
});

test('a step set to done by hand in an earlier version is not shown as done', async () => {
  const world = await worldOf();
  // As the versions before wrote it: without a table of facts.
  await createCases(world.context).act(world.caseId, 'Ada', {
    kind: 'step.changed',
    content: { id: 'verify-endpoints', state: 'done' },
  });
  const verify = async () =>
    (await world.cases.view(world.caseId)).steps.find(({ id }) => id === 'verify-endpoints');
  expect(await verify()).toMatchObject({
    state: 'open',
    why: ['No endpoint has been checked.', expect.any(String)],
  });
  await world.cases.act(world.caseId, 'Ada', {
    kind: 'note.added',
    content: { id: world.context.newId(), text: 'x' },
  });
  const recorded = await createCases(world.context).state(world.caseId);
  expect(recorded.steps.find(({ id }) => id === 'verify-endpoints')?.state).toBe('open');
});
