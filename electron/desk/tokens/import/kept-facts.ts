import { createLargeMap } from '#desk/store/large-map.ts';
import type { RowFacts } from './checked-row.ts';

/** What is known of the rows of a list, by place, while it is decided what becomes of them: most of it outside of memory. */
export interface KeptFacts extends Iterable<RowFacts> {
  readonly length: number;
  add(rows: readonly RowFacts[]): void;
  at(place: number): RowFacts;
  close(): void;
}

/** Written and read together. */
const chunkRows = 200;
const chunksInMemory = 10;

export const createKeptFacts = (): KeptFacts => {
  const chunks = createLargeMap<readonly RowFacts[]>(chunksInMemory);
  let last: RowFacts[] = [];
  /** The one that was read last. */
  let read: { readonly of: number; readonly rows: readonly RowFacts[] } | undefined;
  const chunkOf = (of: number): readonly RowFacts[] => {
    if (of === chunks.size) return last;
    if (read?.of !== of) read = { of, rows: chunks.get(String(of)) ?? [] };
    return read.rows;
  };
  return {
    get length() {
      return chunks.size * chunkRows + last.length;
    },
    add(rows) {
      for (const row of rows) {
        last.push(row);
        if (last.length < chunkRows) continue;
        chunks.set(String(chunks.size), last);
        last = [];
      }
    },
    at: (place) => chunkOf(Math.floor(place / chunkRows))[place % chunkRows] as RowFacts,
    *[Symbol.iterator]() {
      for (let of = 0; of <= chunks.size; of++) yield* chunkOf(of);
    },
    close: chunks.close,
  };
};
