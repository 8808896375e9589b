import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * A file of slots of one size. Each content is in one place, and is overwritten there: no journal, log or free page has
 * a copy. A slot never crosses a sector of a disk, so that a power cut leaves it as it was, or as it was to be.
 */
export interface SlotFile {
  /** Numbers of free slots, each given once. */
  allocate(count: number): number[];
  /** On the disk when it resolves. @throws the system's error */
  write(slots: readonly { readonly slot: number; readonly content: Buffer }[]): Promise<void>;
  /** Undefined for one that is empty or was never written. */
  read(slots: readonly number[]): (Buffer | undefined)[];
  /** Overwrites slots with zeros, on the disk when it resolves, and lets them be used again. */
  clear(slots: readonly number[]): Promise<void>;
  /** All that are not empty. */
  used(): Generator<{ readonly slot: number; readonly content: Buffer }>;
  /** A number that the file has, 0 at first: it survives the death of the process, and a power cut once something is written after it. */
  note(value: number): void;
  readonly noted: number;
  close(): Promise<void>;
}

export const slotBytes = 128;
/** Read or written at once. */
const slotsAtOnce = 8192;
const empty = Buffer.alloc(slotBytes);
const sync = promisify(fdatasync);

/** What a new file begins with: the first slot says whose it is. */
export const headSlot = (head: string): Buffer => {
  const slot = Buffer.alloc(slotBytes);
  slot.write(head, 'latin1');
  return slot;
};

/** At the end of the first slot. */
const noteBytes = 6;
const noteAt = slotBytes - noteBytes;

/** @throws Error in words if the file is another's; the system's error */
export const openSlotFile = (path: string, head: string): SlotFile => {
  const fd = openSync(path, 'r+');
  try {
    return slotsOf(fd, head);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
};

const slotsOf = (fd: number, head: string): SlotFile => {
  const { size } = fstatSync(fd);
  let end = Math.floor(size / slotBytes);
  const first = readRun(fd, 0, 1);
  if (end === 0 || !first.subarray(0, noteAt).equals(headSlot(head).subarray(0, noteAt)))
    throw new Error('it has another beginning');
  let noted = first.readUIntBE(noteAt, noteBytes);
  // The end of a write that a crash cut off.
  if (size > end * slotBytes) ftruncateSync(fd, end * slotBytes);
  const free = new Set<number>();
  const syncing = new Set<Promise<void>>();

  function* all(): Generator<{ slot: number; content: Buffer }> {
    for (let first = 1; first < end; first += slotsAtOnce) {
      const run = readRun(fd, first, Math.min(slotsAtOnce, end - first));
      for (let at = 0; at * slotBytes < run.length; at++) {
        yield { slot: first + at, content: run.subarray(at * slotBytes, (at + 1) * slotBytes) };
      }
    }
  }
  for (const { slot, content } of all()) if (content.equals(empty)) free.add(slot);

  const toDisk = async (): Promise<void> => {
    const running = sync(fd);
    syncing.add(running);
    await running.finally(() => syncing.delete(running));
  };
  const giveBack = (slots: readonly number[]): void => {
    for (const slot of slots) free.add(slot);
    const before = end;
    while (end > 1 && free.delete(end - 1)) end -= 1;
    if (end < before) ftruncateSync(fd, end * slotBytes);
  };

  return {
    allocate(count) {
      const taken = [...free.values().take(count)];
      for (const slot of taken) free.delete(slot);
      while (taken.length < count) taken.push(end++);
      return taken;
    },
    async write(slots) {
      refuseRemoved(fd);
      const sorted = slots.toSorted((a, b) => a.slot - b.slot);
      for (const run of runsOf(sorted, ({ slot }) => slot)) {
        writeRun(fd, run[0]?.slot ?? 0, Buffer.concat(run.map(({ content }) => content)));
      }
      await toDisk();
    },
    read(slots) {
      const found = new Map<number, Buffer>();
      const known = [...new Set(slots)].filter((slot) => slot > 0 && slot < end).sort((a, b) => a - b);
      for (const run of runsOf(known, (slot) => slot)) {
        const bytes = readRun(fd, run[0] ?? 0, run.length);
        for (const [at, slot] of run.entries()) {
          const content = bytes.subarray(at * slotBytes, (at + 1) * slotBytes);
          if (content.length === slotBytes && !content.equals(empty)) found.set(slot, content);
        }
      }
      return slots.map((slot) => found.get(slot));
    },
    async clear(slots) {
      if (slots.length === 0) return;
      const sorted = slots.toSorted((a, b) => a - b);
      for (const run of runsOf(sorted, (slot) => slot)) {
        writeRun(fd, run[0] ?? 0, Buffer.alloc(run.length * slotBytes));
      }
      await toDisk();
      giveBack(sorted);
    },
    *used() {
      for (const one of all()) if (!one.content.equals(empty)) yield one;
    },
    note(value) {
      noted = value;
      const bytes = Buffer.alloc(noteBytes);
      bytes.writeUIntBE(value, 0, noteBytes);
      writeAt(fd, bytes, noteAt);
    },
    get noted() {
      return noted;
    },
    async close() {
      await Promise.allSettled(syncing);
      closeSync(fd);
    },
  };
};

/** What is written into a file without a name is lost with the process. */
const refuseRemoved = (fd: number): void => {
  if (fstatSync(fd).nlink === 0) throw Object.assign(new Error('The file was removed.'), { code: 'ENOENT' });
};

/** Splits a sorted list where a number does not follow the one before. */
function* runsOf<T>(sorted: readonly T[], slotOf: (one: T) => number): Generator<T[]> {
  let run: T[] = [];
  for (const one of sorted) {
    const last = run.at(-1);
    const follows = last !== undefined && slotOf(one) === slotOf(last) + 1 && run.length < slotsAtOnce;
    if (!follows && run.length > 0) {
      yield run;
      run = [];
    }
    run.push(one);
  }
  if (run.length > 0) yield run;
}

const readRun = (fd: number, first: number, count: number): Buffer => {
  const bytes = Buffer.alloc(count * slotBytes);
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(fd, bytes, length, bytes.length - length, first * slotBytes + length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
};

const writeRun = (fd: number, first: number, bytes: Buffer): void => writeAt(fd, bytes, first * slotBytes);

const writeAt = (fd: number, bytes: Buffer, at: number): void => {
  for (let length = 0; length < bytes.length; ) {
    length += writeSync(fd, bytes, length, bytes.length - length, at + length);
  }
};
