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
  const rows = new Map<unknown, Kept | undefined>();
  const kept = (): Kept[] => [...rows.values()].filter((row) => row !== undefined);
  let met = 0;
  let firstTotal: number | undefined;
  for (let page = 1; ; page++) {
    const { results, totalResults } = await readPage(call, wanted, page);
    const before = rows.size;
    for (const row of results) rows.set(idOf(row) ?? Symbol('row'), wanted.pick(row));
    met += results.length;
    if (totalResults === undefined) return { rows: kept(), whole: true };
    firstTotal ??= totalResults;
    // A page that brings nothing new ends a pass too: a target that ignores the number would never end.
    const ended = met >= totalResults || results.length === 0 || rows.size === before;
    if (ended) {
      const whole = firstTotal === totalResults && rows.size === totalResults;
      return { rows: kept(), whole };
    }
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

const idOf = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'id' in row ? (row.id ?? undefined) : undefined;
