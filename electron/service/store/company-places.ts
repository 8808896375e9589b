import { prepared } from '#base/store/prepared.ts';
import type { ServiceSchema } from './schema.ts';
import type { Reader } from './store.ts';

/** Of `seq`; as the migration `0009-company-places` says. */
const blockSize = 2048;

const selectBlocks = prepared<ServiceSchema, object, { block: number }>((db) =>
  db.selectFrom('company_blocks').select('block').orderBy('block'),
);
const selectCounts = prepared<ServiceSchema, object, { count: number }>((db) =>
  db.selectFrom('company_blocks').select('count').orderBy('block'),
);

/**
 * Where the company with so many before it is, in the order of creation: pass over `offset` of those from the `seq`
 * `from` on. Takes a step for each 2,048 companies before it, and at most 2,048 rows are left to pass over.
 */
export const companyPlace = async (
  { db }: Reader,
  before: number,
): Promise<{ from: number; offset: number }> => {
  if (before < blockSize) return { from: 0, offset: before };
  const blocks = await selectBlocks.column(db, {});
  const counts = await selectCounts.column(db, {});
  let offset = before;
  let at = 0;
  for (; at < counts.length; at++) {
    const count = counts[at] as number;
    if (offset < count) break;
    offset -= count;
  }
  const block = at < blocks.length ? (blocks[at] as number) : (blocks.at(-1) ?? -1) + 1;
  return { from: block * blockSize, offset };
};
