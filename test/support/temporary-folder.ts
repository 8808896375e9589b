import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Room that a file system in memory must have to be used, bytes. */
const roomNeeded = 4 * 2 ** 30;

/**
 * In memory, where Linux offers that: a quarter of the time of the tests would go into waiting for a disk. What is tried is
 * the end of processes, which loses nothing that was written, not that of the machine.
 */
const parentFolder = (): string => {
  const inMemory = '/dev/shm';
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > roomNeeded ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
};

/** A folder of the running test's own, gone when the test ends. */
export const temporaryFolder = (): string => {
  const path = mkdtempSync(join(parentFolder(), 'carryover-test-'));
  // A process that was just killed may still put a file there.
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return path;
};
