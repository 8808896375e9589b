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
  readonly name: string;
  readonly own: number;
  /** Of children that ended. */
  readonly ended: number;
  readonly children: readonly string[];
}

const ticksASecond = 100;

const factsOf = (pid: string): ProcessFacts | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const ticks = text
      .slice(end + 2)
      .split(' ')
      .slice(11, 15);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = ticks.map(Number);
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '),
    );
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      own: (user + system) / ticksASecond,
      ended: (endedUser + endedSystem) / ticksASecond,
      children: children.filter((child) => child !== ''),
    };
  } catch {
    // It has ended meanwhile, or the system has no such file.
    return undefined;
  }
};

const allOf = ({ own, ended, children }: ProcessFacts): number =>
  children.reduce((sum, pid) => sum + allOf(factsOf(pid) ?? none), own + ended);
const none: ProcessFacts = { name: '', own: 0, ended: 0, children: [] };

const read = (): ProcessorTimes | undefined => {
  const own = factsOf(String(process.pid));
  if (own === undefined) return undefined;
  let [browser, started] = [0, own.ended];
  for (const child of own.children.map((pid) => factsOf(pid) ?? none)) {
    if (/chrom|headless/.test(child.name)) browser += allOf(child);
    else started += allOf(child);
  }
  return { tests: own.own, browser, started };
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
