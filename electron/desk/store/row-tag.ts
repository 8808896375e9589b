import { hash } from 'node:crypto';

/** A column of a table as it is now. */
export interface SealedColumn {
  readonly name: string;
  /** What a row has that was there before the column was; null without a default. */
  readonly unset: unknown;
}

export type RowValues = readonly unknown[];

/** A row's tag, which is kept, and its part of the table's sum, which nobody sees: no sum can be made up from tags. */
export interface Sealed {
  /** 16 bytes over the whole row, then 2 for each column, which only tell which one was changed. */
  readonly tag: Buffer;
  /** 8 words of 32 bits. */
  readonly part: Int32Array;
}

const rowBytes = 16;
const columnBytes = 2;
const partWords = 8;

/** Makes tags under a key. @param key hex; nobody has it without the data folder's key */
export const rowTagger = (key: string) => {
  const seed = Number.parseInt(key.slice(0, 8), 16);
  return (table: string, columns: readonly SealedColumn[], values: RowValues): Sealed => {
    // Of the pool: memory of its own for each row costs more than its digest.
    const tag = Buffer.allocUnsafe(rowBytes + columns.length * columnBytes);
    const said: unknown[] = [table];
    for (let at = 0, to = rowBytes; at < columns.length; at += 1, to += columnBytes) {
      const { name, unset } = columns[at] as SealedColumn;
      const value = plain(values[at]);
      const isSaid = value !== null && value !== unset;
      if (isSaid) said.push(name, value);
      const short = isSaid ? quickHash(seed, value) : 0;
      tag[to] = short & 0xff;
      tag[to + 1] = short >>> 8;
    }
    // As text, a character for each byte, for the same reason.
    const digest = hash('sha512', key + JSON.stringify(said), 'binary');
    tag.write(digest, 0, rowBytes, 'latin1');
    const part = new Int32Array(partWords);
    for (let word = 0; word < partWords; word += 1) part[word] = wordAt(digest, 32 + word * 4);
    return { tag, part };
  };
};

const wordAt = (bytes: string, at: number): number =>
  bytes.charCodeAt(at) |
  (bytes.charCodeAt(at + 1) << 8) |
  (bytes.charCodeAt(at + 2) << 16) |
  (bytes.charCodeAt(at + 3) << 24);

/** Names of the columns whose values are not those that a tag was made of; empty where the row is as it was. */
export const changedColumns = (columns: readonly SealedColumn[], kept: Uint8Array, now: Buffer): string[] => {
  const tag = Buffer.from(kept);
  if (tag.length >= rowBytes && tag.subarray(0, rowBytes).equals(now.subarray(0, rowBytes))) return [];
  const names = columns.flatMap(({ name }, at) => {
    const from = rowBytes + at * columnBytes;
    // A column that is newer than the tag.
    const before = from + columnBytes <= tag.length ? tag.readUInt16LE(from) : 0;
    return before === now.readUInt16LE(from) ? [] : [name];
  });
  return names.length > 0 ? names : ['row'];
};

/** Blobs by their digest: they may be large. */
const plain = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return `blob ${hash('sha256', value)}`;
  if (typeof value === 'bigint') return `integer ${value}`;
  return value as string | number;
};

/** FNV-1a folded to 16 bits: quick, and good for nothing but telling values apart. */
const quickHash = (seed: number, value: string | number): number => {
  const text = typeof value === 'string' ? value : `n${value}`;
  let state = seed | 0;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 16777619);
  return ((state >>> 16) ^ state) & 0xffff;
};
