import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isFolderLocked } from '#base/folder-lock.ts';
import { packageRoot } from '#base/package-root.ts';
import { readHostRecord } from '#host/discovery.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A host that `npm run` started ends when npm or a shell in between is killed, and no other host does. */

const launcher = join(packageRoot(), 'electron/cli/launcher.cjs');
const hostArguments = (dataDir: string): string[] => ['serve', '--json', ...freePorts, '--data', dataDir];

const isAlive = (pid: number): boolean => {
  try {
    // A zombie has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

interface Started {
  readonly child: ChildProcess;
  readonly dataDir: string;
  readonly hostPid: number;
  /** From the host's parent up to the process that the test started. */
  readonly above: readonly number[];
}

const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

const start = async (
  command: string,
  args: readonly string[],
  dataDir: string,
  options: { readonly detached?: boolean } = {},
): Promise<Started> => {
  const child = spawn(command, args, {
    cwd: packageRoot(),
    stdio: 'ignore',
    env: { ...process.env, npm_lifecycle_event: 'carryover', NODE: process.execPath },
    ...options,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { pid: hostPid } = await until(async () => readHostRecord(dataDir));
  onTestFinished(() => {
    if (isAlive(hostPid)) process.kill(hostPid, 'SIGKILL');
  });
  const above: number[] = [];
  for (let pid = parentOf(hostPid); pid !== process.pid && pid > 1; pid = parentOf(pid)) above.push(pid);
  return { child, dataDir, hostPid, above };
};

const onLinux = test.skipIf(!readdirSync('/').includes('proc'));

onLinux('a killed npm takes its host along, whatever stands between', async () => {
  const dataDir = temporaryFolder();
  const { hostPid, above } = await start(
    'npm',
    ['run', '-s', 'carryover', '--', ...hostArguments(dataDir)],
    dataDir,
  );
  const npm = above.at(-1) as number;
  expect(isAlive(hostPid)).toBe(true);
  process.kill(npm, 'SIGKILL');
  await until(async () => !isAlive(hostPid));
  expect(isFolderLocked(dataDir)).toBe(false);
  // It stopped, as after a signal, and was not cut off.
  expect(readHostRecord(dataDir)).toBeUndefined();
});

/** Two shells between, which wait for what they started. */
const nested = (dataDir: string): [string, string[]] => {
  const inner = `"$NODE" "${launcher}" ${hostArguments(dataDir).join(' ')}; true`;
  return ['sh', ['-c', `sh -c '${inner}'; true`]];
};

onLinux('a killed shell takes the host along, the one next to it or the one above', async () => {
  for (const which of [0, 1]) {
    const dataDir = temporaryFolder();
    const { hostPid, above } = await start(...nested(dataDir), dataDir);
    expect(above).toHaveLength(2);
    process.kill(above[which] as number, 'SIGKILL');
    await until(async () => !isAlive(hostPid));
    expect(isFolderLocked(dataDir)).toBe(false);
  }
});

onLinux('a host stays while its launcher does, and a detached one stays without', async () => {
  const dataDir = temporaryFolder();
  const shell = `setsid "$NODE" "${launcher}" ${hostArguments(dataDir).join(' ')} & sleep 60`;
  const { child, hostPid } = await start('sh', ['-c', shell], dataDir);
  const kept = temporaryFolder();
  const [command, args] = nested(kept);
  const other = await start(command, args, kept);
  child.kill('SIGKILL');
  // The other one is killed later, and is gone when the detached one would have been.
  process.kill(other.above[1] as number, 'SIGKILL');
  await until(async () => !isAlive(other.hostPid));
  expect(isAlive(hostPid)).toBe(true);
});
