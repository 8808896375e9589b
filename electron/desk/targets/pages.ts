import { createLargeMap } from '#desk/store/large-map.ts';
import { TargetError } from './target-error.ts';
import type { TargetClient } from './targets.ts';

/** Reading a whole list by numbered pages. Source: `docs/reference/rules/api.md#paging`. */

const pageSize = 500;
/** A list that changes while it is read is read again, so often at most. */
const passes = 3;

interface Wanted<T, Kept> {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>> | undefined;
  readonly signal: AbortSignal | undefined;
  /** Called before each pass. */
  readonly begin: (() => void) | undefined;
  /** What is kept of a row; undefined leaves it out. Long lists need not be held whole. */
  readonly pick: (row: T) => Kept | undefined;
  /** Called where no pass was whole. */
  readonly incomplete: (() => void) | undefined;
  /** The target's name. */
  readonly target: string;
}

/**
 * Rows that come or go meanwhile shift the pages, so that one may be met twice or not at all: a pass counts when it met
 * as many different rows as the list says it has, from its first page to its last. What keeps changing is given as the
 * last pass met it.
 * @throws TargetError
 */
export const readAll = async <T, Kept>(
  call: TargetClient['call'],
  wanted: Wanted<T, Kept>,
): Promise<Kept[]> => {
  let rows: Kept[] = [];
  for (let pass = 1; pass <= passes; pass++) {
    const read = await readOnce(call, wanted);
    rows = read.rows;
    if (read.whole) return rows;
  }
  wanted.incomplete?.();
  return rows;
};

const readOnce = async <T, Kept>(
  call: TargetClient['call'],
  wanted: Wanted<T, Kept>,
): Promise<{ rows: Kept[]; whole: boolean }> => {
  /** The ids of all rows: of a long list little may be kept. */
  const ids = createLargeMap<0>();
  const kept = new Map<string, Kept>();
  const end = (whole: boolean) => {
    ids.close();
    return { rows: [...kept.values()], whole };
  };
  wanted.begin?.();
  let met = 0;
  let firstTotal: number | undefined;
  for (let page = 1; ; page++) {
    const { results, totalResults } = await readPage(call, wanted, page);
    const before = ids.size;
    for (const [at, row] of results.entries()) {
      const id = idOf(row) ?? `row ${met + at}`;
      const picked = wanted.pick(row);
      if (picked === undefined) kept.delete(id);
      else kept.set(id, picked);
      ids.set(id, 0);
    }
    met += results.length;
    if (totalResults === undefined) return end(true);
    firstTotal ??= totalResults;
    // A page that brings nothing new ends a pass too: a target that ignores the number would never end.
    const ended = met >= totalResults || results.length === 0 || ids.size === before;
    if (ended) return end(firstTotal === totalResults && ids.size === totalResults);
  }
};

const readPage = async <T, Kept>(
  call: TargetClient['call'],
  { path, query, signal, target }: Wanted<T, Kept>,
  page: number,
): Promise<{ results: T[]; totalResults: number | undefined }> => {
  const answer = await call<{ results?: unknown; totalResults?: unknown } | undefined>({
    method: 'GET',
    path,
    query: { ...query, page, pageSize },
    ...(signal === undefined ? {} : { signal }),
  });
  const { results, totalResults } = answer.body ?? {};
  if (!Array.isArray(results)) {
    const problem = 'the response is not a list; the server is not the service, or has another version';
    throw new TargetError(
      'target.refused',
      { target, method: 'GET', path, statusCode: answer.statusCode, problem: `${problem}.` },
      { kind: 'notJson', problem, notCarriedOut: true, passing: false },
      { statusCode: answer.statusCode, correlationId: answer.correlationId },
    );
  }
  return { results, totalResults: typeof totalResults === 'number' ? totalResults : undefined };
};

/** As JSON, which tells a number from a text. */
const idOf = (row: unknown): string | undefined =>
  typeof row === 'object' && row !== null && 'id' in row && row.id != null
    ? JSON.stringify(row.id)
    : undefined;
