import { mostColumns } from './limits.ts';
import { refuseManyColumns } from './source-row.ts';

/** Rows of JSON each say their columns: rows with the same ones share one list of them. */
export interface HeaderSets {
  /** @throws UnreadableTextError if there are too many columns in the file */
  same(headers: readonly string[]): readonly string[];
}

/** Lists that are kept; rows of others each have a list of their own. */
const keptSets = 1000;

export const createHeaderSets = (): HeaderSets => {
  const sets = new Map<string, readonly string[]>();
  const all = new Set<string>();
  return {
    same(headers) {
      const key = JSON.stringify(headers);
      const found = sets.get(key);
      if (found !== undefined) return found;
      for (const header of headers) all.add(header);
      if (all.size > mostColumns) refuseManyColumns(all.size);
      if (sets.size < keptSets) sets.set(key, headers);
      return headers;
    },
  };
};
