import { createHash } from 'node:crypto';
import { rowsOf } from './rows.ts';
import type { CopySide, Row, TableShape, Value } from './sides.ts';

/** What a table holds: how many rows, and a sum of the SHA-256 of each, which does not depend on their order. */
export interface TableDigest {
  readonly rows: number;
  /** 64 hex digits. */
  readonly sum: string;
}

export const digestOf = async (side: CopySide, table: TableShape): Promise<TableDigest> => {
  let rows = 0;
  let sum = 0n;
  for await (const batch of rowsOf(side, table)) {
    rows += batch.length;
    for (const row of batch) sum += BigInt(`0x${rowHash(row)}`);
  }
  return { rows, sum: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') };
};

const rowHash = (row: Row): string => {
  const hash = createHash('sha256');
  for (const value of row) for (const part of encoded(value)) hash.update(part);
  return hash.digest('hex');
};

/** Each value with its kind and length: no two rows are written alike. */
const encoded = (value: Value): (string | Uint8Array)[] => {
  if (value === null) return ['n'];
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return ['d', bytes];
  }
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return [`${typeof value === 'string' ? 't' : 'b'}${bytes.byteLength}:`, bytes];
};
