import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadyLine } from '#contract/desk.ts';
import { freePorts } from '#test/support/free-ports.ts';

/** What a benchmark started, and how to end it again. */
const undo: (() => void)[] = [];
export const cleanUp = (): void => {
  for (const end of undo.splice(0).reverse()) end();
};

/** @param end called once what is running ends, however it does */
export const onCleanUp = (end: () => void): void => {
  undo.push(end);
};

export const benchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const end = (child: ChildProcess): void => {
  child.kill('SIGKILL');
};

/** A module of this folder in a process of its own that sends its port when it listens. */
export const startModule = async (name: string, ...args: readonly string[]): Promise<string> => {
  const child = fork(join(import.meta.dirname, name), args, { execArgv: [] });
  undo.push(() => end(child));
  const [port] = (await once(child, 'message')) as [number];
  return `http://127.0.0.1:${port}`;
};

/** A module of this folder in a process of its own, to the one message that it sends. */
export const runModule = async <T>(name: string, ...args: readonly string[]): Promise<T> => {
  const child = fork(join(import.meta.dirname, name), args, { execArgv: [] });
  undo.push(() => end(child));
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code} and said nothing.`);
  });
  const [message] = (await Promise.race([once(child, 'message'), failed])) as [T];
  return message;
};

export interface BenchHost {
  readonly ready: ReadyLine;
  /** From the start of the process to its ready line, ms. */
  readonly startMs: number;
  /** The most memory it has held so far, MB. */
  peakMemoryMb(): number;
  /** What it holds now, MB. */
  memoryMb(): number;
  /** Processor time of all its threads so far, s. */
  cpuSeconds(): number;
  /** The peak counts from here on. */
  forgetPeak(): void;
  /** Collects its garbage, where it was started so. */
  collect(): Promise<void>;
  /** Processor time of all its threads so far, ms. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** Processor time of a process so far, s. */
export const cpuSecondsOf = (pid: number | undefined): number => {
  // Behind the name, which may hold blanks: user and system time are the fields 14 and 15, in hundredths.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

const launcher = join(import.meta.dirname, '..', '..', 'electron', 'cli', 'launcher.cjs');

/** Collects garbage when asked to by a signal. */
const collector = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => gc())")}`,
];
const collectionMs = 1500;

/** The clock's ticks a second that /proc counts in. */
const ticks = 100;

/** A host as it is installed, on free ports. */
export const startHost = async (
  options: readonly string[],
  { collects = false, env = {} }: { readonly collects?: boolean; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<BenchHost> => {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    // As `npm start` does.
    [
      '--max-semi-space-size=16',
      ...(collects ? collector : []),
      launcher,
      'serve',
      '--json',
      ...freePorts,
      ...options,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } },
  );
  undo.push(() => end(child));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const memory = (name: 'VmHWM' | 'VmRSS'): number => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024;
  };
  return {
    ready: JSON.parse(line.toString()) as ReadyLine,
    startMs: performance.now() - startedAt,
    peakMemoryMb: () => memory('VmHWM'),
    memoryMb: () => memory('VmRSS'),
    cpuSeconds: () => cpuSecondsOf(child.pid),
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    async collect() {
      child.kill('SIGUSR2');
      await new Promise((resolve) => setTimeout(resolve, collectionMs));
    },
    cpuMs() {
      // After the name of the process, which may hold blanks: the 12th and 13th field are user and system time.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
    },
    async stop() {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
};
