import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Who holds the folder; undefined after taking it. */
const holder = (lock: string): number | undefined => {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return undefined;
  } catch {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (isAlive(pid)) return pid;
    rmSync(lock, { force: true });
    return holder(lock);
  }
};

/** One instance a user data folder, across processes; what a second one was started with reaches the first. */
export const lockInstance = (
  userData: string,
  handed: unknown,
  onSecond: (argv: string[], folder: string, handed: unknown) => void,
): boolean => {
  const letters = join(userData, 'second-instances');
  mkdirSync(letters, { recursive: true });
  if (holder(join(userData, 'instance.lock')) !== undefined) {
    const letter = join(letters, `${process.pid}`);
    writeFileSync(`${letter}.part`, JSON.stringify({ argv: process.argv, folder: process.cwd(), handed }));
    renameSync(`${letter}.part`, `${letter}.json`);
    return false;
  }
  const read = (): void => {
    for (const name of readdirSync(letters).filter((each) => each.endsWith('.json'))) {
      const { argv, folder, handed: data } = JSON.parse(readFileSync(join(letters, name), 'utf8'));
      rmSync(join(letters, name));
      onSecond(argv, folder, data);
    }
  };
  watch(letters, read).unref();
  return true;
};
