import type { FastifyReply } from 'fastify';

/** Memory for answers of some ten kilobytes and more: making it anew for each costs more than filling it. */
export interface LentMemory {
  /** So many bytes, until the reply is with the system. */
  lend(bytes: number, reply: Pick<FastifyReply, 'raw'>): Buffer;
}

const smallest = 16 * 1024;
const largest = 1024 * 1024;
/** Kept while nobody needs it, bytes. */
const mostKept = 8 * 1024 * 1024;

export const createLentMemory = (): LentMemory => {
  const free = new Map<number, Buffer[]>();
  let kept = 0;

  const take = (size: number): Buffer => {
    const found = free.get(size)?.pop();
    if (found === undefined) return Buffer.allocUnsafeSlow(size);
    kept -= size;
    return found;
  };
  const giveBack = (memory: Buffer): void => {
    if (kept + memory.length > mostKept) return;
    kept += memory.length;
    const same = free.get(memory.length);
    if (same === undefined) free.set(memory.length, [memory]);
    else same.push(memory);
  };

  return {
    lend(bytes, { raw }) {
      if (bytes < smallest || bytes > largest) return Buffer.allocUnsafe(bytes);
      const memory = take(2 ** Math.ceil(Math.log2(bytes)));
      // Not on 'close': a write that was cut off may still look at it.
      raw.once('finish', () => giveBack(memory));
      return memory.subarray(0, bytes);
    },
  };
};
