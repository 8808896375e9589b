import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { systemTime } from '#base/clock.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import type { StateHead } from './state-file.ts';

/** Where a state goes on: its time, and the ids that it makes from then on, which none may know already. */
export interface Begin {
  /**
   * `timed`: as after a restored backup, whatever has run since. `counted`: the same for the same steps, for tests; the
   * next after `after`, which is the highest that ran in the place of this one.
   */
  readonly ids: 'timed' | 'counted';
  readonly after?: number;
  /** The number of a fork: it has a seed of its own, which follows from that of the state. */
  readonly fork?: number;
}

export const beginAt = (sqlite: Database, head: StateHead, clock: ClockMode, begin: Begin): void => {
  const put = sqlite.prepare('insert or replace into facts (name, value_json) values (?, ?)');
  const fact = (name: string): unknown => {
    const text = sqlite.prepare('select value_json from facts where name = ?').pluck().get(name);
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  };
  const generation = wholeOr(fact('generation'), 0);
  const highest = Math.max(generation, begin.after ?? 0);
  const next = begin.ids === 'counted' ? highest : Math.max(highest + 1, Math.floor(systemTime.now() / 1000));
  put.run('generation', JSON.stringify(next));
  if (begin.fork !== undefined) put.run('seed', JSON.stringify(forkedSeed(fact('seed'), begin.fork)));
  // A state of system time begins in virtual time at the moment of its saving.
  if (clock === 'virtual') {
    put.run('clock', JSON.stringify({ mode: 'virtual', now: head.now, paused: pausedOf(fact('clock')) }));
  }
};

const pausedOf = (clock: unknown): boolean => (clock as { paused?: unknown } | undefined)?.paused === true;

const wholeOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fallback;

const forkedSeed = (seed: unknown, fork: number): number =>
  hash('sha256', `fork:${wholeOr(seed, 0)}:${fork}`, 'buffer').readUIntBE(0, 6) % 2 ** 47;
