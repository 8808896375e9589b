import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowParts } from '#desk/tokens/reconciliation/parts.ts';
import { reconcile } from '#desk/tokens/reconciliation/reconcile.ts';
import { anyStep, type ModelRow, playCourse } from './any-course.ts';

type Course = ReturnType<typeof playCourse>;

/** Said of the true rows, without the chain. */
const partOf = ({ excluded, confirmed, gone, isManaged }: Course, row: ModelRow): string => {
  if (row.state === 'done') return row.end === 'done' && !gone.has(row.ref) ? 'migrated' : 'open';
  const seen = excluded.get(row.ref);
  if (seen !== undefined && (row.state !== 'undone' || seen === `undone ${row.undoneBy}`)) return 'excluded';
  if (row.state === 'failed' || row.state === 'invalid') return 'failed';
  return row.state === 'ready' && isManaged && !confirmed.has(row.ref) ? 'held' : 'open';
};

test('whatever is imported, run, excluded, held and undone, with a runbook or without: each source row is in one part, and the parts add up', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 14 }), fc.boolean(), (steps, isManaged) => {
      const course = playCourse(steps, isManaged);
      const { state, results, rows, seen, unended, lost, restated } = course;
      const found = reconcile(state, results);
      expect(found.rows.map(({ company, part }) => [company.ref, part])).toEqual(
        seen.map((row) => [row.ref, partOf(course, row)]),
      );
      const { source, ...parts } = found.total;
      expect(rowParts.reduce((sum, part) => sum + parts[part], 0)).toBe(source);
      expect(source).toBe(Math.max(rows.length, seen.length));
      const fresh = rows.filter((row) => !seen.some(({ ref }) => ref === row.ref));
      const excludedFresh = restated > 0 ? 0 : fresh.filter(({ ref }) => course.excluded.has(ref)).length;
      const unseen = { excluded: excludedFresh, open: source - seen.length - excludedFresh };
      for (const part of rowParts) {
        const told = found.rows.filter((row) => row.part === part).length;
        const others = part === 'open' || part === 'excluded' ? unseen[part] : 0;
        expect([part, parts[part]]).toEqual([part, told + others]);
      }
      expect([...found.open.values()].reduce((sum, one) => sum + one, 0)).toBe(parts.open);
      // By import the same figures come out, and each import is named once.
      const named = found.byImport.flatMap(({ imports }) => imports.map(({ importId }) => importId));
      expect(named.sort()).toEqual(state.tokenImports.map(({ importId }) => importId).sort());
      for (const key of ['source', ...rowParts] as const) {
        const byImport = found.byImport.reduce((sum, { counts }) => sum + counts[key], 0);
        expect([key, byImport]).toEqual([key, found.total[key]]);
      }
      const isSettled = parts.open === 0 && unended + lost + restated === 0;
      expect(found.isWhole).toBe(isSettled);
    }),
    { numRuns: 300 },
  );
});

test('an exclusion from before an undo does not cover the undone row, and one about that undo does', () => {
  const fresh = { what: 'import', fresh: 0, bad: 0, again: 0, dropped: 0 } as const;
  const done = { what: 'run', outcomes: ['done'] } as const;
  const undone = [fresh, done, { what: 'undo', picks: [0] }] as const;
  const partNow = (change: (course: Course) => Course['state']) => {
    const course = playCourse([...undone, { what: 'exclude', picks: [0] }]);
    return reconcile(change(course), course.results).rows[0]?.part;
  };
  expect(partNow(({ state }) => state)).toBe('excluded');
  const decidedAbout = ({ state }: Course, seen: string): Course['state'] => {
    const { runbook } = state;
    if (runbook === undefined) throw new Error('The course has a runbook.');
    const decisions = [...runbook.decisions].map(
      ([key, one]) => [key, { ...one, company: { ...one.company, seen } }] as const,
    );
    return { ...state, runbook: { ...runbook, decisions: new Map(decisions) } };
  };
  expect(partNow((course) => decidedAbout(course, 'failed rate-limit verify'))).toBe('open');
  expect(partNow((course) => decidedAbout(course, 'undone another-run'))).toBe('open');
});
