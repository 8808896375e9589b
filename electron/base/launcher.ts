import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Cancel, systemTime } from './clock.ts';

/**
 * A process that `npm run` started ends with it. Neither npm nor a shell in between tells when it is killed, so it is
 * looked at whether they are still there: the parent by its number, as an orphan gets another one, and those above it by
 * whether each is still the parent of the one below.
 */

interface Ancestor {
  readonly pid: number;
  readonly parent: number;
  readonly session: string;
  readonly command: string;
}

const lookMs = 500;
/** From this process up: more shells than that stand between no two programs. */
const mostAncestors = 6;
const shell = /^-?(?:.*[/\\])?(sh|bash|dash|zsh|ash|ksh|fish|busybox|cmd(?:\.exe)?)$/;

/**
 * Calls `work` once when the program that started this one is gone, or a shell in between.
 * Not for a process that was detached: one with a session of its own is meant to stay.
 */
export const whenLauncherGone = (work: () => void): Cancel => {
  const chain = launchers();
  if (chain.length === 0) return () => {};
  const cancel = systemTime.every(lookMs, () => {
    if (areThere(chain)) return;
    cancel();
    work();
  });
  return cancel;
};

/** The parent, and those above it, up to the first one that is no shell. */
const launchers = (): readonly number[] => {
  const own = ancestor(process.pid);
  const pids: number[] = [];
  for (let pid = process.ppid; pid > 1 && pids.length < mostAncestors; ) {
    pids.push(pid);
    const found = ancestor(pid);
    if (own !== undefined && found !== undefined && found.session !== own.session) return [];
    if (found === undefined || !shell.test(found.command)) break;
    pid = found.parent;
  }
  return pids;
};

const areThere = ([parent, ...above]: readonly number[]): boolean => {
  if (process.ppid !== parent || !isThere(parent)) return false;
  let below = parent;
  for (const pid of above) {
    if (process.platform === 'linux' ? ancestor(below)?.parent !== pid : !isThere(pid)) return false;
    below = pid;
  }
  return true;
};

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const ancestor = (pid: number): Ancestor | undefined =>
  process.platform === 'linux' ? readProc(pid) : process.platform === 'win32' ? undefined : askPs(pid);

/** Source: proc_pid_stat(5). The name, in parentheses, may hold anything. */
const readProc = (pid: number): Ancestor | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, , session = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { pid, parent: Number(parent), session, command };
  } catch {
    return undefined;
  }
};

const askPs = (pid: number): Ancestor | undefined => {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,sess=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const parts = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(stdout ?? '');
  if (parts === null) return undefined;
  const [, parent, session = '', command = ''] = parts;
  return { pid, parent: Number(parent), session, command };
};
