import { type Context, createContext, Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';

/**
 * Patterns that a person's `integrations.json` or a colleague's case file brings along. A regular expression can take
 * longer than anybody lives, so on the main thread it gets a deadline; a worker thread has one already.
 */
export interface WholeValue {
  /** Whether all of `value` matches, which has at most 65,536 characters. @throws SlowPatternError */
  test(value: string): boolean;
}

/** The pattern did not come to an end with a value in time. */
export class SlowPatternError extends Error {
  override readonly name = 'SlowPatternError';
  constructor() {
    super(`the pattern takes more than ${deadlineMs} ms`);
  }
}

const deadlineMs = 50;
/** So often in a row, before a pattern counts as slow: once it may have been the collection of garbage. */
const tries = 2;
/** What was once too slow gets little time from then on, so that no list of requests adds up to hours. */
const slow = new LRUCache<string, true>({ max: 10_000 });
const shortDeadlineMs = 5;
/** More of them: a collection, or a host that lends its processor to others, takes longer than so short a deadline. */
const shortTries = 3;
/** With so many that were too slow, somebody makes them: the others get as little. */
const manySlow = 10;

/** No token comes near it. */
const longestValue = 65_536;

/** @throws SyntaxError if it is no regular expression */
export const wholeValue = (pattern: string): WholeValue => {
  const expression = new RegExp(`^(?:${pattern})$`, 'u');
  const quick = isQuick(pattern);
  return {
    test: (value) =>
      value.length <= longestValue &&
      (quick || !isMainThread ? expression.test(value) : testInTime(pattern, expression, value)),
  };
};

/** As `test`, for whom a pattern that is too slow is one that does not match. */
export const fitsWhole = (pattern: WholeValue, value: string): boolean => {
  try {
    return pattern.test(value);
  } catch (error) {
    if (error instanceof SlowPatternError) return false;
    throw error;
  }
};

/** The only way of Node to end a regular expression: V8 checks for an interruption at each backtrack. */
const holder: { expression?: RegExp | undefined; value?: string } = {};
let made: { readonly context: Context; readonly script: Script } | undefined;

/** Made when it is first needed: most processes never do. */
const contained = () => {
  made ??= {
    context: createContext(holder, { codeGeneration: { strings: false, wasm: false } }),
    script: new Script('expression.test(value)'),
  };
  return made;
};

const testInTime = (pattern: string, expression: RegExp, value: string): boolean => {
  const isShort = slow.has(pattern) || slow.size >= manySlow;
  const timeout = isShort ? shortDeadlineMs : deadlineMs;
  let triesLeft = isShort ? shortTries : tries;
  holder.expression = expression;
  holder.value = value;
  try {
    while (triesLeft > 0) {
      const outcome = tryOnce(timeout);
      if (typeof outcome === 'boolean') return outcome;
      if (outcome === 'too slow') triesLeft -= 1;
    }
  } finally {
    holder.expression = undefined;
    holder.value = '';
  }
  slow.set(pattern, true);
  throw new SlowPatternError();
};

/** `interrupted`: on a busy machine a deadline passes without anything having been done. */
const tryOnce = (timeout: number): boolean | 'too slow' | 'interrupted' => {
  const { context, script } = contained();
  const began = cpuMs();
  try {
    return script.runInContext(context, { timeout }) as boolean;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return cpuMs() - began < timeout / 2 ? 'interrupted' : 'too slow';
  }
};

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** A class, an escape or a character, repeated or not; or a bar. Not: groups, references, properties. */
const part =
  /(?:\[(?:[^\]\\]|\\.)*\]|\\[^\dkpPux]|[^()[\]\\|*+?{}])(?:\{\d+\}|([*+?]|\{\d+,\d*\}))?\??|\|/suy;
const longestQuickPattern = 200;

/**
 * Whether a pattern takes little time with any value: with one repetition of a free length there is but one thing to try
 * again. Almost all are so, and asking with a deadline costs a quarter of a millisecond.
 */
const isQuick = (pattern: string): boolean => {
  if (pattern.length > longestQuickPattern) return false;
  let free = 0;
  part.lastIndex = 0;
  while (part.lastIndex < pattern.length) {
    const found = part.exec(pattern);
    if (found === null) return false;
    if (found[1] !== undefined) free++;
  }
  return free <= 1;
};
