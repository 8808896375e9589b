import type { KeyedPage } from '#contract/common.ts';
import { api } from './api.ts';

const pageSize = 10_000;

/** All rows of a paged list. */
export const readPages = async <T>(path: string, signal: AbortSignal): Promise<T[]> => {
  const rows: T[] = [];
  let cursor: string | undefined;
  do {
    const page: KeyedPage<T> = await api.get(path, { query: { limit: pageSize, cursor }, signal });
    rows.push(...page.results);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return rows;
};
