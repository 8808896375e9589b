import { writeFileSync } from 'node:fs';

/**
 * What every process that handles secrets does first: whatever it writes, databases above all, is for its owner alone,
 * and a crash leaves none of its memory on the disk.
 */
export const keepToOwner = (): void => {
  process.umask(0o077);
  emptyCoreDumps();
};

/**
 * Linux alone lets a process say so by itself: which parts of its memory a core dump holds, here none of them. Its own
 * children inherit it. Elsewhere: electron/cli/no-core-dumps.cjs.
 */
const emptyCoreDumps = (): void => {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0x0');
  } catch {
    // Without /proc, or built without core dumps.
  }
};
