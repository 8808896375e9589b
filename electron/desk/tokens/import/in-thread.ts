import { runTask } from '#base/worker/run-task.ts';
import type { CheckedRow } from './checked-row.ts';
import { readImport } from './read-import.ts';
import type { FileFacts, ImportTask, ReadSoFar, TakeRows } from './task.ts';

/** A shorter list is read here: to start a thread for it would take longer. Bytes. */
const threadFrom = 65_536;
/**
 * One row is held at a time, and a few batches; what goes far beyond that is a fault. Rows live for a moment only: in a
 * large nursery most of them are gone before the next collection.
 */
const bounds = { timeMs: 60_000, heapMb: 512, nurseryMb: 8 };

/** Rows as they pass between the threads. */
export interface RowsPart {
  readonly rows: readonly CheckedRow[];
  readonly soFar: ReadSoFar;
}

/**
 * Reads and checks a list of tokens, a long one in a thread of its own: while its rows are sealed and written here, the
 * next ones are read there, and other work gets its turn.
 * @throws CatalogueError `tokens.unreadable`, `tokens.columnsUnknown`, `file.unreadable`, `reading.…`; what `take`
 *   throws; the signal's reason
 */
export const readList = async (task: ImportTask, take: TakeRows, signal: AbortSignal): Promise<FileFacts> => {
  let isOver = false;
  let taking: Promise<void> = Promise.resolve();
  const guarded: TakeRows = async (rows, soFar) => {
    signal.throwIfAborted();
    // Batches that were on their way when the reading failed.
    if (isOver) return;
    taking = take(rows, soFar);
    await taking;
  };
  signal.throwIfAborted();
  if (task.source.size < threadFrom) return readImport(task, guarded);
  try {
    return await runTask<FileFacts>('tokens', task, {
      what: task.source.name,
      ...bounds,
      signal,
      part: ({ rows, soFar }: RowsPart) => guarded(rows, soFar),
      isLong: true,
    });
  } finally {
    // The thread may fail while a batch is being sealed: what undoes the import comes after it, or leaves it behind.
    isOver = true;
    await taking.catch(() => undefined);
  }
};
