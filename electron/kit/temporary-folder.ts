import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'carryover-kit-';
let isSwept = false;

/** A folder for the life of a service, for its owner alone. */
export const makeTemporaryFolder = (): string => {
  // A process that was killed has left its own; once is enough for all services of this one.
  if (!isSwept) sweep();
  isSwept = true;
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
};

/** `stops` removes it. */
export const takeTemporaryFolder = (stops: AsyncDisposableStack): string => {
  const folder = makeTemporaryFolder();
  stops.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
};

/** Removes folders of processes that are gone. Those of other users stay: they can't be removed. */
const sweep = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^carryover-kit-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Not ours.
    }
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
