import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { CaseAction } from '#contract/case.ts';
import type { RowState } from '#contract/token-rows.ts';
import type { CompanyResult, RunResults } from '#contract/token-runs.ts';
import type { FoundResults } from '#desk/cases/run-results.ts';
import { every, folded } from '#test/desk/cases/every-action.ts';

/**
 * Any sequence of imports, runs, exclusions, holds and undos, with a runbook or without one, which may be opened later,
 * played on a list of rows that knows nothing of the chain:
 * what the rows truly are, beside what the chain says of them.
 */

export interface ModelRow {
  readonly ref: string;
  importId: string;
  readonly line: number;
  state: RowState;
  /** Of a row that is done: what its datasets came to; only the first is a verified migration. */
  end: 'done' | 'half-done' | 'empty';
  /** The undo that undid it. */
  undoneBy?: string;
}

const outcomes = ['done', 'done', 'done', 'failed', 'syncing', 'ready', 'half-done', 'empty'] as const;
type Outcome = (typeof outcomes)[number];
interface Import {
  readonly what: 'import';
  readonly fresh: number;
  readonly bad: number;
  readonly again: number;
  readonly dropped: number;
}
interface Run {
  /** `cut-off` never ends, `lost` ends without results that can be read; neither has done anything. */
  readonly what: 'run' | 'retry' | 'cut-off' | 'lost';
  readonly outcomes: readonly Outcome[];
}
interface Pick {
  readonly what: 'open' | 'undo' | 'exclude' | 'withdraw' | 'confirm' | 'revoke' | 'gone';
  readonly picks: readonly number[];
}
export type Step = Import | Run | Pick;

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    what: fc.constant('import' as const),
    fresh: fc.nat({ max: 4 }),
    bad: fc.nat({ max: 2 }),
    again: fc.nat({ max: 3 }),
    dropped: fc.nat({ max: 2 }),
  }),
  fc.record({
    what: fc.constantFrom(
      'run' as const,
      'run' as const,
      'retry' as const,
      'cut-off' as const,
      'lost' as const,
    ),
    outcomes: fc.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 8 }),
  }),
  fc.record({
    what: fc.constantFrom(
      'open',
      'undo',
      'exclude',
      'exclude',
      'withdraw',
      'confirm',
      'confirm',
      'revoke',
      'gone',
    ),
    picks: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 }),
  }),
);

const idOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};
const opened = every['runbook.opened'];
const { platformKey } = opened.content;

interface Course {
  readonly actions: CaseAction[];
  readonly results: Map<string, FoundResults>;
  rows: ModelRow[];
  /** As the last run whose results can be read has left them. */
  seen: ModelRow[];
  /** By ref: the state that was decided about. */
  readonly excluded: Map<string, string>;
  readonly confirmed: Set<string>;
  /** It has a runbook: rows are held until they are confirmed. */
  isManaged: boolean;
  readonly gone: Set<string>;
  /** Runs that have not ended, and those that ended without results since. */
  unended: number;
  lost: number;
  /** Rows that were imported again since. */
  restated: number;
  count: number;
}

export const playCourse = (steps: readonly Step[], isManaged = true) => {
  const course: Course = {
    ...{ actions: [], isManaged: false, results: new Map(), rows: [], seen: [] },
    ...{ excluded: new Map(), confirmed: new Set(), gone: new Set() },
    ...{ unended: 0, lost: 0, restated: 0, count: 0 },
  };
  if (isManaged) picking.open(course, []);
  // Something to work on, all of it free to run.
  importRows(course, { what: 'import', fresh: 4, bad: 1, again: 0, dropped: 0 });
  picking.confirm(course, [0, 1, 2, 3]);
  for (const step of steps) {
    if (step.what === 'import') importRows(course, step as Import);
    else if ('outcomes' in step) begin(course, step);
    else picking[step.what](course, step.picks);
  }
  return { ...course, state: folded(...course.actions) };
};

const next = (course: Course): string => `n${++course.count}`;

const importRows = (course: Course, { fresh, bad, again, dropped }: Import): void => {
  const importId = idOf(next(course));
  const open = course.rows.filter(({ state }) => state !== 'done' && state !== 'syncing');
  const old = open.slice(0, again);
  const dropping = open.filter((row) => row.state === 'invalid' && !old.includes(row)).slice(0, dropped);
  for (const row of old)
    Object.assign(row, { importId, state: row.state === 'invalid' ? 'ready' : row.state });
  const made = Array.from(
    { length: fresh + bad },
    (_, at): ModelRow => ({
      ...{ ref: next(course), importId, line: at + 2, end: 'done' as const },
      state: at < fresh ? 'ready' : 'invalid',
    }),
  );
  course.rows = [...course.rows.filter((row) => !dropping.includes(row)), ...made];
  const restated = old.length + dropping.length;
  course.restated += restated;
  const ready = old.length + fresh;
  course.actions.push({
    kind: 'tokens.imported',
    content: {
      ...{ importId, name: 'list.csv', format: 'csv', fingerprint: importId, byPlatform: {} },
      ...{ rows: ready + bad, ready, invalid: bad, replaced: 0, unchanged: 0, restated },
    },
  });
};

const datasetsAt = {
  done: { Complete: 2, NotSupported: 1 },
  'half-done': { Complete: 1, FetchError: 1 },
  empty: {},
} as const satisfies Record<ModelRow['end'], CompanyResult['datasets']>;

const companyOf = ({ ref, importId, line, state, end: is }: ModelRow): CompanyResult => ({
  ...{ ref, importId, line, platformKey, state, calls: 1, callMs: 1, datasets: {} },
  ...(state === 'failed' ? { cause: 'rate-limit' as const, step: 'verify' } : {}),
  ...(state === 'done'
    ? {
        ...{ companyId: idOf(ref), connectionId: idOf(`${ref} c`), connectionStatus: 'Linked' },
        datasets: datasetsAt[is],
      }
    : {}),
});

const start = ({ actions, ...course }: Course, kind: 'run' | 'retry' | 'undo'): string => {
  const runId = idOf(`run ${actions.length} ${course.count}`);
  const content = { ...every['tokens.runStarted'].content, runId, kind, targetId: 'local' };
  actions.push({ kind: 'tokens.runStarted', content });
  return runId;
};

const end = (course: Course, runId: string, kind: 'run' | 'retry' | 'undo'): void => {
  course.actions.push({ kind: 'tokens.runEnded', content: { ...every['tokens.runEnded'].content, runId } });
  const results: RunResults = {
    ...{ format: 'carryover-run-results', version: 1, runId, kind, targetName: 'local' },
    ...{ calls: {}, duplicates: [], companies: course.rows.map(companyOf) },
  };
  course.results.set(runId, { results });
  course.seen = course.rows.map((row) => ({ ...row }));
  Object.assign(course, { lost: 0, restated: 0 });
};

const begin = (course: Course, { what, outcomes: chosen }: Run): void => {
  const kind = what === 'retry' ? 'retry' : 'run';
  const runId = start(course, kind);
  if (what === 'cut-off') course.unended += 1;
  else if (what === 'lost') {
    course.lost += 1;
    course.actions.push({ kind: 'tokens.runEnded', content: { ...every['tokens.runEnded'].content, runId } });
    course.results.set(runId, { problem: 'The attachment with the results was removed from the case.' });
  } else {
    carryOut(course, kind, chosen);
    end(course, runId, kind);
  }
};

const carryOut = (
  { rows, confirmed, excluded, isManaged }: Course,
  kind: 'run' | 'retry',
  chosen: Run['outcomes'],
): void => {
  const wanted = kind === 'run' ? 'ready' : 'failed';
  const isFree = (ref: string): boolean => (!isManaged || confirmed.has(ref)) && !excluded.has(ref);
  const free = rows.filter(({ state, ref }) => state === wanted && isFree(ref));
  for (const [at, row] of free.entries()) {
    const outcome = chosen[at % chosen.length] as Outcome;
    const isEnd = outcome === 'done' || outcome === 'half-done' || outcome === 'empty';
    if (isEnd) row.end = outcome;
    row.state = isEnd ? 'done' : outcome;
  }
};

type Picking = (course: Course, picks: readonly number[]) => void;

const picked = (picks: readonly number[], from: readonly ModelRow[]): ModelRow[] => [
  ...new Set(picks.flatMap((pick) => from[pick % Math.max(1, from.length)] ?? [])),
];
const seenOf = ({ state, undoneBy }: ModelRow): string => {
  if (state === 'undone') return `undone ${undoneBy}`;
  return state === 'failed' ? 'failed rate-limit verify' : state;
};
const isDone = ({ state }: ModelRow): boolean => state === 'done';

const picking: Record<Pick['what'], Picking> = {
  open(course) {
    if (course.isManaged) return;
    course.isManaged = true;
    course.actions.push(opened);
  },
  undo(course, picks) {
    const runId = start(course, 'undo');
    for (const row of picked(picks, course.rows.filter(isDone))) {
      Object.assign(row, { state: 'undone', undoneBy: runId });
    }
    end(course, runId, 'undo');
  },
  exclude({ actions, rows, excluded, isManaged }, picks) {
    const those = picked(
      picks,
      rows.filter((row) => !isDone(row)),
    );
    if (those.length === 0) return;
    for (const row of those) excluded.set(row.ref, seenOf(row));
    const companies = those.map((row) => ({ ref: row.ref, line: row.line, platformKey, seen: seenOf(row) }));
    const content = { companies, by: 'Kim', reason: 'Sold.' };
    actions.push({ kind: isManaged ? 'runbook.companiesExcluded' : 'tokens.excluded', content });
  },
  withdraw({ actions, rows, excluded, isManaged }, picks) {
    const those = picked(
      picks,
      rows.filter(({ ref }) => excluded.has(ref)),
    );
    if (those.length === 0) return;
    for (const { ref } of those) excluded.delete(ref);
    const companies = those.map(({ ref, line }) => ({ ref, line, platformKey }));
    const kind = isManaged ? 'runbook.decisionsWithdrawn' : 'tokens.included';
    actions.push({ kind, content: { companies, reason: 'They stay.' } });
  },
  confirm({ actions, rows, confirmed, isManaged }, picks) {
    if (!isManaged) return;
    const refs = picked(picks, rows).map(({ ref }) => ref);
    if (refs.length === 0) return;
    for (const ref of refs) confirmed.add(ref);
    actions.push({ kind: 'runbook.syncingConfirmed', content: { refs, by: 'Kim', how: 'hand' } });
  },
  revoke({ actions, rows, confirmed, isManaged }, picks) {
    if (!isManaged) return;
    const refs = picked(picks, rows).map(({ ref }) => ref);
    if (refs.length === 0) return;
    for (const ref of refs) confirmed.delete(ref);
    actions.push({ kind: 'runbook.syncingRevoked', content: { refs, reason: 'On again.' } });
  },
  gone({ actions, rows, gone }, picks) {
    const those = picked(picks, rows.filter(isDone));
    if (those.length === 0) return;
    for (const { ref } of those) gone.add(ref);
    const companies = those.map(({ ref }) => ({
      ...{ companyId: idOf(ref), connectionId: idOf(`${ref} c`) },
      state: 'deleted' as const,
    }));
    actions.push({ kind: 'companies.observed', content: { targetId: 'local', companies } });
  },
};
