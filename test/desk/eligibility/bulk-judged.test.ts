import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import { createBulkDismissals } from '#desk/eligibility/bulk-dismissal.ts';
import { added, caseId, caseInMemory, day, refusal, uuid } from './case-in-memory.ts';
import { findingScan, sourceFinding, traffic } from './evidence.ts';

/** What becomes of each of several findings, on a case in memory. */

const sources = ['a', 'b', 'c', 'd'].map((file) => sourceFinding('rule-id', `src/${file}.ts`));
const known = sources.map(({ id }) => id);
const unknown = ['0123456789abcdef', 'fedcba9876543210'];
const scanned = added(findingScan(sources, { id: uuid(90) }));
const bulkOn = (...actions: readonly CaseAction[]) => {
  const memory = caseInMemory(...actions);
  return { memory, bulk: createBulkDismissals(memory.cases).findings };
};
const dismiss = { kind: 'dismiss', reason: 'Of another API' } as const;
const restore = { kind: 'restore' } as const;

test('each is done, was so before or is refused, as the count said; and only that is on record', async () => {
  const one = fc.record({
    ids: fc.uniqueArray(fc.constantFrom(...known, ...unknown), { minLength: 1 }),
    action: fc.constantFrom(dismiss, restore),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 5 }), async (requests) => {
      const { memory, bulk } = bulkOn(scanned);
      const dismissed = new Set<string>();
      for (const { ids, action } of requests) {
        const selection = { ids };
        const counted = await bulk.count(caseId, { selection, kind: action.kind });
        const entries = memory.kinds().length;
        const result = await bulk.act(caseId, { selection, action }, 'Ada');
        expect(result).toEqual(counted);
        expect(result.items.map(({ id }) => id)).toEqual(ids);
        expect(result.done + result.unchanged + result.refused).toBe(ids.length);
        const isDismissal = action.kind === 'dismiss';
        const changes = ids.filter((id) => known.includes(id) && dismissed.has(id) !== isDismissal);
        expect(result.items.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)).toEqual(changes);
        for (const id of changes) isDismissal ? dismissed.add(id) : dismissed.delete(id);
        expect(new Set(memory.state().dismissals.keys())).toEqual(dismissed);
        const made = memory.kinds().slice(entries);
        expect(made.filter((kind) => kind.startsWith('finding.'))).toHaveLength(changes.length);
        for (const { outcome, why } of result.items) expect(why !== undefined).toBe(outcome !== 'done');
      }
    }),
  );
});

test('a call that was made again since is dismissed again, with all its calls', async () => {
  const before = traffic(day(1), day(2), 3);
  const id = before.findings[0]?.id ?? '';
  const { memory, bulk } = bulkOn(added(before));
  const selection = { ids: [id] };
  expect((await bulk.act(caseId, { selection, action: dismiss }, 'Ada')).done).toBe(1);
  expect((await bulk.count(caseId, { selection, kind: 'dismiss' })).unchanged).toBe(1);
  await memory.act(added(traffic(day(1), day(5), 4)));
  const all = { filter: { row: 'alerts-endpoints' } } as const;
  expect(await bulk.count(caseId, { selection: all, kind: 'dismiss' })).toMatchObject({
    done: 1,
    items: [{ id, outcome: 'done' }],
  });
  await bulk.act(caseId, { selection, action: dismiss }, 'Ada');
  expect(memory.state().dismissals.get(id)?.calls).toEqual({ count: 4, last: day(5) });
  expect((await bulk.count(caseId, { selection: all, kind: 'dismiss' })).items).toEqual([]);
});

test('a case that is not open is left as it is', async () => {
  const { memory, bulk } = bulkOn(scanned, { kind: 'case.closed', content: {} });
  const acted = bulk.act(caseId, { selection: { ids: known }, action: dismiss }, 'Ada');
  expect((await refusal(acted))[0]).toBe('case.notOpen');
  expect(memory.state().dismissals.size).toBe(0);
});
