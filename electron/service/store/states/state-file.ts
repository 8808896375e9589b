import { hash } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Closed, OneOf } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import { clockModes } from '#contract/sandboxes.ts';
import { missingSecrets, secretChoices } from '#contract/states.ts';

/**
 * A saved state is one file: the database itself, page by page, and behind it a head that says what it is. SQLite
 * does not look behind its pages, so that any tool can open it; we look nowhere else before all of it is checked.
 *
 *     pages | head, JSON | SHA-256 of the head | length of the head, 4 bytes | "carryover-state\n"
 *
 * The head has a checksum for each 4 MiB of the pages: reading a file once more is cheap, hashing it by SHA-256 takes
 * longer than copying it. They find damage, and are no signature: what is hostile is found by what is in the database.
 * Source: `docs/reference/rules/states.md#file`.
 */

export const stateFormat = 1;
/** In the first page of the database, where `file` and SQLite's own tools look: "CoSt". */
export const stateApplicationId = 0x43_6f_53_74;

const magic = Buffer.from('carryover-state\n');
const digestBytes = 32;
const footBytes = digestBytes + 4 + magic.length;
const mostHeadBytes = 4 * 1_048_576;
export const chunkBytes = 4 * 1_048_576;
const firstWords = 'SQLite format 3\0';

const Count = Type.Integer({ minimum: 0 });
const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' });

const KeySlot = Closed({
  kind: OneOf('key'),
  /** Which data key opens it. */
  keyId: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  sealed: Type.String({ ...Base64, maxLength: 500 }),
});
/** Bounds of what is tried for somebody's file: at most 256 MiB of memory. */
const PassphraseSlot = Closed({
  kind: OneOf('passphrase'),
  logN: Type.Integer({ minimum: 10, maximum: 18 }),
  r: Type.Integer({ minimum: 1, maximum: 8 }),
  p: Type.Integer({ minimum: 1, maximum: 4 }),
  salt: Type.String({ ...Base64, minLength: 20, maxLength: 100 }),
  sealed: Type.String({ ...Base64, maxLength: 500 }),
});
export const Slot = Type.Union([KeySlot, PassphraseSlot]);
export type Slot = Static<typeof Slot>;
export type PassphraseSlot = Static<typeof PassphraseSlot>;

const LeftOut = Closed({
  what: OneOf(missingSecrets),
  count: Type.Integer({ minimum: 1 }),
  of: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
});
export type LeftOut = Static<typeof LeftOut>;

const Head = Closed({
  format: Type.Integer({ minimum: 1 }),
  version: Type.String({ maxLength: 50 }),
  name: Type.String({ maxLength: 200 }),
  note: Type.Optional(Type.String({ maxLength: 500 })),
  /** ms UTC, of the system's clock. */
  savedAt: Count,
  clock: OneOf(clockModes),
  /** ms UTC */
  now: Count,
  companies: Count,
  endpoints: Count,
  messages: Count,
  waiting: Count,
  secrets: OneOf(secretChoices),
  slots: Type.Array(Slot, { maxItems: 2 }),
  leftOut: Type.Array(LeftOut, { maxItems: missingSecrets.length }),
  pageBytes: Count,
  /** CRC-32 of each chunk, 4 bytes each, big-endian. */
  sums: Base64,
});
export type StateHead = Static<typeof Head>;

export interface OpenedState {
  readonly head: StateHead;
  /** Of the whole file. */
  readonly bytes: number;
}

/**
 * Reads what a file says of itself: cheap, however large it is.
 * @param called what errors call it
 * @throws CatalogueError `state.foreign`, `state.damaged`, `state.newer`; the system's error
 */
export const readHead = (path: string, called: string): OpenedState => {
  const fd = openSync(path, 'r');
  try {
    return headOf(fd, called);
  } finally {
    closeSync(fd);
  }
};

const headOf = (fd: number, called: string): OpenedState => {
  const { size } = fstatSync(fd);
  const begins = readAt(fd, 0, Math.min(size, firstWords.length)).toString('latin1') === firstWords;
  if (!begins) throw foreign(called, 'it does not begin like a database');
  const applicationId = size >= 72 ? readAt(fd, 68, 4).readUInt32BE() : 0;
  if (applicationId !== stateApplicationId) {
    throw foreign(called, 'it is a database, but not one that was saved as a state');
  }
  const foot = size > footBytes ? readAt(fd, size - footBytes, footBytes) : Buffer.alloc(footBytes);
  if (!foot.subarray(digestBytes + 4).equals(magic)) throw damaged(called, 'its end is missing');
  const length = foot.readUInt32BE(digestBytes);
  const at = size - footBytes - length;
  if (length > mostHeadBytes || at < 0) throw damaged(called, 'its end does not fit');
  const bytes = readAt(fd, at, length);
  if (!hash('sha256', bytes, 'buffer').equals(foot.subarray(0, digestBytes))) {
    throw damaged(called, 'its end was changed');
  }
  const head = parsed(bytes, called);
  if (head.pageBytes !== at) throw damaged(called, 'its size is not the one that it was saved with');
  if (Buffer.from(head.sums, 'base64').length !== 4 * Math.ceil(at / chunkBytes)) {
    throw damaged(called, 'it lacks checksums');
  }
  return { head, bytes: size };
};

const parsed = (bytes: Buffer, called: string): StateHead => {
  let head: unknown;
  try {
    head = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw damaged(called, 'its end is unreadable');
  }
  const { format } = head as { format?: unknown };
  if (typeof format === 'number' && format > stateFormat) {
    throw new CatalogueError('state.newer', { name: called, problem: `format ${format}` });
  }
  if (!Value.Check(Head, head)) throw damaged(called, 'its end says nothing that can be used');
  return head;
};

export const damaged = (name: string, problem: string): CatalogueError =>
  new CatalogueError('state.damaged', { name, problem });
const foreign = (name: string, problem: string): CatalogueError =>
  new CatalogueError('state.foreign', { name, problem });

/** Reads so much from a place of a file; less where it ends. */
const readAt = (fd: number, at: number, length: number): Buffer => {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(fd, buffer, 0, length, at));
};

/** @param alive called for each chunk */
export const sumsOf = (fd: number, size: number, alive: (bytes: number) => void): Buffer =>
  sumsAgain(fd, size, Buffer.alloc(0), new Set(), alive);

/** As `sumsOf`, where `before` has the sums of all chunks but those that were changed or added since. */
export const sumsAgain = (
  fd: number,
  size: number,
  before: Buffer,
  changed: ReadonlySet<number>,
  alive: (bytes: number) => void,
): Buffer => {
  const sums = Buffer.alloc(4 * Math.ceil(size / chunkBytes));
  before.copy(sums);
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size));
  for (let index = 0; index * chunkBytes < size; index += 1) {
    const at = index * chunkBytes;
    const length = Math.min(chunkBytes, size - at);
    // The last one may have become longer or shorter.
    const isKnown = before.length >= 4 * (index + 1) && length === chunkBytes && !changed.has(index);
    if (isKnown) continue;
    const read = readSync(fd, chunk, 0, length, at);
    sums.writeUInt32BE(crc32(chunk.subarray(0, read)), 4 * index);
    alive(at);
  }
  return sums;
};

/** Puts the head behind the pages. */
export const writeHead = (fd: number, head: StateHead): void => {
  const end = endOf(head);
  writeSync(fd, end, 0, end.length, head.pageBytes);
  ftruncateSync(fd, head.pageBytes + end.length);
};

/** What comes behind the pages. */
export const endOf = (head: StateHead): Buffer => {
  const text = Buffer.from(JSON.stringify(head));
  const foot = Buffer.alloc(4);
  foot.writeUInt32BE(text.length);
  return Buffer.concat([text, hash('sha256', text, 'buffer'), foot, magic]);
};
