import { setFlagsFromString } from 'node:v8';

/**
 * How much of its size the old part of the heap may grow by before it is collected, percent. Of a small heap V8 takes
 * several hundred: what became garbage with each company of a long run stayed in memory, without need. Collections of
 * so little cost less than a hundredth of the processor.
 */
const growthPercent = 30;

/**
 * For the whole process, from the next collection on. The nursery that the host was started with is its own thread's:
 * as a flag it would hold for worker threads too, whatever their bounds say, and each of them would take 32 MB.
 */
export const boundHeapGrowth = (): void => {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  setFlagsFromString('--max-semi-space-size=0');
};
