import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

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

const made = (): { path: string; remove(): void } => {
  const path = mkdtempSync(join(parentFolder(), 'carryover-test-'));
  // A process that was just killed may still put a file there.
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  return { path, remove };
};

/** A folder of the running test's own, gone when the test ends. */
export const temporaryFolder = (): string => {
  const { path, remove } = made();
  onTestFinished(remove);
  return path;
};

/** One for the tests of a file, gone when they have ended. Called outside of tests. */
export const folderOfFile = (): string => {
  const { path, remove } = made();
  afterAll(remove);
  return path;
};
