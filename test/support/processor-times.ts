import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';

/** Notes what processor time the tests of a file took, with the processes that they started, for the reporter. */

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds. Nothing where the system does not tell it, as only Linux does. */
    processor?: ProcessorTimes;
  }
}

export interface ProcessorTimes {
  /** Of the tests' own process. */
  readonly tests: number;
  /** Of browsers that they share. */
  readonly browser: number;
  /** Of other processes that were started, ended or not. */
  readonly started: number;
}

interface ProcessFacts {
  readonly parent: string;
  readonly name: string;
  readonly own: number;
  /** Of children that ended. */
  readonly ended: number;
}

const ticksASecond = 100;

const factsOf = (pid: string): ProcessFacts | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const [, parent = '', ...rest] = text.slice(end + 2).split(' ');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9, 13).map(Number);
    return {
      parent,
      name: text.slice(text.indexOf('(') + 1, end),
      own: (user + system) / ticksASecond,
      ended: (endedUser + endedSystem) / ticksASecond,
    };
  } catch {
    // It has ended meanwhile, or the system has no such file.
    return undefined;
  }
};

const read = (): ProcessorTimes | undefined => {
  const own = factsOf(String(process.pid));
  if (own === undefined) return undefined;
  const children = new Map<string, ProcessFacts[]>();
  const pids = new Map<ProcessFacts, string>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const facts = factsOf(pid);
    if (facts === undefined) continue;
    pids.set(facts, pid);
    children.set(facts.parent, [...(children.get(facts.parent) ?? []), facts]);
  }
  const below = (pid: string): number =>
    (children.get(pid) ?? []).reduce((sum, one) => sum + one.own + one.ended + below(pids.get(one) ?? ''), 0);
  const browser = (children.get(String(process.pid)) ?? [])
    .filter(({ name }) => /chrom|headless/.test(name))
    .reduce((sum, one) => sum + one.own + one.ended + below(pids.get(one) ?? ''), 0);
  return { tests: own.own, browser, started: own.ended + below(String(process.pid)) - browser };
};

let before: ProcessorTimes | undefined;

beforeAll(() => {
  before = read();
});

// biome-ignore lint/correctness/noEmptyPattern: what comes first must be taken apart, says Vitest
afterAll(({}, suite) => {
  const after = read();
  if (before === undefined || after === undefined) return;
  suite.meta.processor = {
    tests: after.tests - before.tests,
    browser: after.browser - before.browser,
    started: after.started - before.started,
  };
});
