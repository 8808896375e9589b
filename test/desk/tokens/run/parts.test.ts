import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PullOperation } from '#contract/data.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Announcement } from '#contract/stream.ts';
import type { Duplicate } from '#contract/token-runs.ts';
import { createBeginnings } from '#desk/tokens/run/beginnings.ts';
import { createTurns } from '#desk/tokens/run/in-turn.ts';
import { createLocalTime } from '#desk/tokens/run/local-time.ts';
import { openCredentials } from '#desk/tokens/run/opened-credentials.ts';
import { createRecorder, emptyLedger, type LedgerEntry, ledgerDigest } from '#desk/tokens/run/recorder.ts';
import {
  decisionIn,
  heldIn,
  isUnfinished,
  linkedBefore,
  noCounts,
  runView,
} from '#desk/tokens/run/run-view.ts';
import { createShredder } from '#desk/tokens/run/shredder.ts';
import { createSyncTimes } from '#desk/tokens/run/sync-times.ts';
import { systemRunTime } from '#desk/tokens/run/system-time.ts';
import { createTally } from '#desk/tokens/run/tally.ts';
import { createWatch } from '#desk/tokens/run/watch.ts';
import { ownTimers } from '#test/support/own-timers.ts';
import { planRow, progressOfRow } from './row-desk.ts';

const at = Date.UTC(2026, 0, 15, 9);
let timers: () => number;
const fakeTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: at });
  timers = ownTimers();
};
afterEach(() => void vi.useRealTimers());

/** Whether it is settled, without waiting for it. */
const isOver = async (promise: Promise<unknown>): Promise<boolean> => {
  let over = false;
  const end = (): void => {
    over = true;
  };
  promise.then(end, end);
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return over;
};

describe('the tally', () => {
  const row = (state: string, change: object = {}) =>
    progressOfRow({ id: 1 }, { state: state as never, ...change });
  const failed = (cause: string) => row('failed', { failure: JSON.stringify({ cause }) });

  test('counts rows by state, failures by cause, and those left Linked, as they move', () => {
    const tally = createTally();
    tally.moved(undefined, row('ready'));
    tally.moved(undefined, row('syncing'));
    expect(tally.counts()).toEqual({ ...noCounts, rows: 2, ready: 1, syncing: 1 });
    tally.moved(row('ready'), failed('rate-limit'));
    tally.moved(row('syncing'), failed('rate-limit'));
    expect(tally.counts()).toEqual({ ...noCounts, rows: 2, failed: 2 });
    expect(tally.failures()).toEqual({ 'rate-limit': 2 });
    tally.moved(failed('rate-limit'), row('ready'));
    expect(tally.failures()).toEqual({ 'rate-limit': 1 });
    tally.moved(failed('rate-limit'), failed('our-fault'));
    expect(tally.failures()).toEqual({ 'our-fault': 1 });
    const left = row('done', { connection_origin: 'found', status_before: 'Linked' });
    tally.moved(row('ready'), left);
    expect([tally.alreadyLinked(), tally.counts().done]).toEqual([1, 1]);
    tally.moved(left, row('ready'));
    expect(tally.alreadyLinked()).toBe(0);
    tally.moved(undefined, left);
    expect(tally.alreadyLinked()).toBe(1);
    // A cause that is told of a row that has not failed is none.
    tally.moved(undefined, row('ready', { failure: JSON.stringify({ cause: 'x' }) }));
    tally.moved(undefined, row('failed'));
    expect(tally.failures()).toEqual({ 'our-fault': 1 });
    expect(tally.counts()).not.toBe(tally.counts());
  });

  test('says how fast rows end, from five of them on, over the last minute', () => {
    fakeTime();
    const tally = createTally();
    for (let n = 0; n < 20; n++) tally.moved(undefined, row('ready'));
    vi.advanceTimersByTime(10_000);
    const ends = ['done', 'failed', 'undone', 'done'];
    for (const end of ends) tally.moved(row('running'), row(end));
    tally.moved(row('ready'), row('running'));
    tally.moved(row('done'), row('done'));
    expect([tally.perMinute(), tally.leftMs()]).toEqual([undefined, undefined]);
    tally.moved(row('ready'), row('done'));
    expect(tally.perMinute()).toBe(30);
    const { ready, running, syncing } = tally.counts();
    expect(tally.leftMs()).toBe((ready + running + syncing) * 2000);
    vi.advanceTimersByTime(20_000);
    expect(tally.perMinute()).toBe(10);
    vi.advanceTimersByTime(40_000);
    expect(tally.perMinute()).toBe(5);
    vi.advanceTimersByTime(1);
    expect(tally.perMinute()).toBeUndefined();
    const quick = createTally();
    for (let n = 0; n < 5; n++) {
      quick.moved(undefined, row('ready'));
      quick.moved(row('ready'), row('done'));
    }
    expect(quick.perMinute()).toBe(300_000);
    expect(quick.leftMs()).toBe(0);
  });
});

describe('the times of syncs', () => {
  const dataset = (fields: Partial<PullOperation>) =>
    ({ requested: '2026-01-15T09:00:00.000Z', progress: 0, ...fields }) as PullOperation;
  const ended = (completed: string) => dataset({ completed, progress: 100 });

  test('are those of the slowest dataset, by platform, with a little to spare', () => {
    const times = createSyncTimes();
    expect(times.usualMs('gbol')).toBeUndefined();
    times.found('gbol', [ended('2026-01-15T09:00:08.000Z'), ended('2026-01-15T09:00:02.000Z')], 10_000);
    times.found('gbol', [ended('2026-01-15T09:00:06.000Z')], 10_000);
    expect(times.usualMs('gbol')).toBe(8400);
    expect(times.usualMs('qhyg')).toBeUndefined();
    // One long ago tells nothing any more.
    for (let n = 0; n < 50; n++) times.found('gbol', [ended('2026-01-15T09:00:04.000Z')], 10_000);
    expect(times.usualMs('gbol')).toBe(4200);
  });

  test('follow from the progress until one has ended, unless it tells too little', () => {
    const times = createSyncTimes();
    times.found('gbol', [dataset({ progress: 9 }), ended('2026-01-15T09:00:01.000Z')], 2000);
    expect(times.usualMs('gbol')).toBeUndefined();
    times.found('gbol', [dataset({ progress: 24 }), dataset({ progress: 60 })], 2000);
    expect(Math.round(times.usualMs('gbol') ?? 0)).toBe(Math.round((2000 / 0.245) * 1.05));
    times.found('gbol', [ended('2026-01-15T09:00:04.000Z')], 10_000);
    times.found('gbol', [dataset({ progress: 24 })], 2000);
    expect(times.usualMs('gbol')).toBe(4200);
    times.found('gbol', [dataset({ requested: 'once', completed: 'never' })], 2000);
    expect(times.usualMs('gbol')).toBe(4200);
  });
});

describe('the watch', () => {
  const work = (ref: string) => ({ id: 1, ref });
  test('checks again soon at first, then ever less often', () => {
    for (const [checks, wait] of [
      0, 2000, 3000, 5000, 8000, 13_000, 20_000, 30_000, 30_000, 30_000,
    ].entries()) {
      const watch = createWatch();
      expect(watch.nextAt()).toBeUndefined();
      watch.add(work('a'), checks, at);
      expect([watch.nextAt(), watch.size]).toEqual([at + wait, 1]);
      expect(watch.take(at + wait - 1)).toBeUndefined();
      expect(watch.take(at + wait)).toEqual({ row: { id: 1, ref: 'a' }, checks });
      expect([watch.nextAt(), watch.size, watch.take(at + 1e6)]).toEqual([undefined, 0, undefined]);
    }
  });

  test('gives the one that is due first, whoever came first', () => {
    const watch = createWatch();
    watch.add(work('late'), 7, at);
    watch.add(work('soon'), 1, at + 1);
    watch.add(work('next'), 1, at + 2);
    expect(watch.nextAt()).toBe(at + 2001);
    const order = [];
    for (let due = watch.take(at + 1e6); due !== undefined; due = watch.take(at + 1e6))
      order.push(due.row.ref);
    expect(order).toEqual(['soon', 'next', 'late']);
  });

  test('waits for the probable end of a sync, half a minute at most, and goes on as usual after it', () => {
    const waits = (checks: number, endsMs: number): number | undefined => {
      const watch = createWatch();
      watch.add(work('a'), checks, at, endsMs);
      return (watch.nextAt() ?? 0) - at;
    };
    expect(waits(1, at + 8400)).toBe(8400);
    expect(waits(1, at + 100)).toBe(100);
    expect(waits(2, at - 1)).toBe(3000);
    expect(waits(1, at + 60_000)).toBe(30_000);
    // One that was Linked before needs no waiting.
    expect(waits(0, at + 8400)).toBe(0);
  });

  test('is in order whatever the waits', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 40_000 }), fc.boolean())), (added) => {
        const watch = createWatch();
        let taken = 0;
        for (const [checks, left, takes] of added) {
          watch.add(work('a'), checks, at, at + left);
          if (takes && watch.take(at + 5000) !== undefined) taken += 1;
        }
        const order: number[] = [];
        for (let next = watch.nextAt(); next !== undefined; next = watch.nextAt()) {
          expect(watch.take(next - 1)).toBeUndefined();
          order.push(next);
          watch.take(next);
        }
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        expect(order.length + taken).toBe(added.length);
      }),
    );
  });

  test('keeps its order over thousands', () => {
    const watch = createWatch();
    for (let n = 0; n < 2500; n++) watch.add({ id: n, ref: `r${n}` }, 0, at + n);
    const order = [];
    for (let n = 0; n < 2200; n++) order.push(watch.take(at + 1e6)?.row.id);
    for (let n = 2500; n < 2600; n++) watch.add({ id: n, ref: `r${n}` }, 0, at + n);
    expect(watch.size).toBe(400);
    for (let n = 0; n < 400; n++) order.push(watch.take(at + 1e6)?.row.id);
    expect(order).toEqual(Array.from({ length: 2600 }, (_, n) => n));
    expect(watch.take(at + 1e9)).toBeUndefined();
  });
});

describe('turns', () => {
  test('of one thing come one after the other, whatever becomes of each; of different things, side by side', async () => {
    const inTurn = createTurns();
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<string>());
    const begun: number[] = [];
    const work = (n: number) => () => {
      begun.push(n);
      return (gates[n] as (typeof gates)[number]).promise;
    };
    const [first, second, other] = [inTurn('a', work(0)), inTurn('a', work(1)), inTurn('b', work(2))];
    const [failed, went] = [expect(first).rejects.toThrow('no'), expect(second).resolves.toBe('yes')];
    expect(await isOver(second)).toBe(false);
    expect(begun).toEqual([0, 2]);
    gates[0]?.reject(new Error('no'));
    await failed;
    expect(begun).toEqual([0, 2, 1]);
    const third = inTurn('a', async () => 'third');
    expect(await isOver(third)).toBe(false);
    gates[1]?.resolve('yes');
    await went;
    expect(await third).toBe('third');
    gates[2]?.resolve('other');
    expect(await other).toBe('other');
    // Nobody is before it: it begins at once.
    let isBegun = false;
    void inTurn('a', async () => {
      isBegun = true;
    });
    expect(isBegun).toBe(true);
  });
});

describe('the time of the system', () => {
  test('is waited for, unless that is stopped before or meanwhile', async () => {
    fakeTime();
    const aborter = new AbortController();
    expect(systemRunTime.now()).toBe(at);
    const waited = systemRunTime.until(at + 1000, aborter.signal);
    await vi.advanceTimersByTimeAsync(999);
    expect(await isOver(waited)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waited;
    const stopped = systemRunTime.until(at + 5000, aborter.signal);
    expect(timers()).toBe(1);
    const reason = new Error('stopped');
    aborter.abort(reason);
    expect(timers()).toBe(0);
    await expect(stopped).rejects.toBe(reason);
    const refused = systemRunTime.until(at, aborter.signal);
    expect(timers()).toBe(0);
    await expect(refused).rejects.toBe(reason);
  });
});

describe('the time of a run on the local service', () => {
  const started = (mode: 'virtual' | 'system') => {
    fakeTime();
    const listeners = new Set<(announcement: Announcement) => void>();
    const time = createLocalTime({
      clock: { show: async () => ({ mode, now: '2026-03-01T00:00:00.000Z', paused: false }) } as never,
      subscribe: (listener: (announcement: Announcement) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    } as never);
    const tell = async (announcement: Announcement): Promise<void> => {
      for (const listener of listeners) listener(announcement);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    };
    return { time, tell, listeners, moved: (now: string) => tell({ type: 'clock', now, paused: false }) };
  };

  test('goes on with the system, and jumps with the virtual clock', async () => {
    const { time, moved, tell, listeners } = started('virtual');
    const { signal } = new AbortController();
    expect(time.now()).toBe(at);
    const waited = time.until(at + 60_000, signal);
    await moved('2026-03-01T00:00:59.000Z');
    expect(time.now()).toBe(at + 59_000);
    expect(await isOver(waited)).toBe(false);
    await tell({ type: 'sandbox', change: 'reset' });
    await vi.advanceTimersByTimeAsync(1000);
    await waited;
    expect(time.now()).toBe(at + 60_000);
    const other = time.until(at + 120_000, signal);
    await moved('2026-03-01T00:01:59.000Z');
    await other;
    // One that was reset to an earlier instant takes nothing back.
    await moved('2026-02-01T00:00:00.000Z');
    expect(time.now()).toBe(at + 120_000);
    await moved('2026-02-01T00:00:01.000Z');
    expect(time.now()).toBe(at + 121_000);
    await time.until(at, signal);
    time.end();
    expect(listeners.size).toBe(0);
  });

  test('is that of the system where the service has no other', async () => {
    const { time, moved } = started('system');
    await moved('2027-01-01T00:00:00.000Z');
    expect(time.now()).toBe(at);
    const aborter = new AbortController();
    const waited = time.until(at + 1000, aborter.signal);
    const reason = new Error('stopped');
    const refused = expect(waited).rejects.toBe(reason);
    aborter.abort(reason);
    await refused;
  });
});

describe('shredding', () => {
  const started = () => {
    fakeTime();
    const done: (readonly number[])[] = [];
    const failures: unknown[] = [];
    const state = { trouble: undefined as Error | undefined };
    const shredder = createShredder(
      {
        done: async (rowIds) => {
          if (state.trouble !== undefined) throw state.trouble;
          done.push(rowIds);
        },
      },
      (error) => void failures.push(error),
    );
    return { shredder, done, failures, state };
  };

  test('takes some rows at a time: two hundred, or those of half a second', async () => {
    const { shredder, done } = started();
    shredder.add(1);
    await vi.advanceTimersByTimeAsync(300);
    shredder.add(2);
    await vi.advanceTimersByTimeAsync(199);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual([[1, 2]]);
    for (let n = 0; n < 199; n++) shredder.add(n);
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveLength(1);
    shredder.add(199);
    await vi.advanceTimersByTimeAsync(0);
    expect(done.map(({ length }) => length)).toEqual([2, 200]);
    expect(timers()).toBe(0);
  });

  test('is over when it was flushed, and asks for nothing where nothing waits', async () => {
    const { shredder, done, failures, state } = started();
    await shredder.flush();
    expect(done).toEqual([]);
    shredder.add(1);
    await shredder.flush();
    expect(done).toEqual([[1]]);
    expect(timers()).toBe(0);
    state.trouble = new Error('No.');
    shredder.add(2);
    await shredder.flush();
    expect(failures).toEqual([state.trouble]);
    state.trouble = undefined;
    shredder.add(3);
    await shredder.flush();
    expect(done).toEqual([[1], [3]]);
  });
});

describe('beginnings', () => {
  const look = () => {
    const told: string[] = [];
    return {
      told,
      look: { hurry: () => void told.push('hurry'), end: () => void told.push('end') } as never,
    };
  };

  test('are hurried by case, and awaited', async () => {
    const beginnings = createBeginnings();
    const [a, b] = [look(), look()];
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const begun = beginnings.begin(
      'a',
      () => a.look,
      () => first.promise,
    );
    const failed = beginnings.begin(
      'b',
      () => b.look,
      () => second.promise,
    );
    const refused = expect(failed).rejects.toThrow('no');
    const hurried = beginnings.hurry('a');
    expect([a.told, b.told]).toEqual([['hurry'], []]);
    expect(await isOver(hurried)).toBe(false);
    first.resolve('yes');
    expect(await begun).toBe('yes');
    await hurried;
    await beginnings.hurry('a');
    expect(a.told).toEqual(['hurry']);

    const stopped = beginnings.stop();
    expect(b.told).toEqual(['hurry']);
    expect(await isOver(stopped)).toBe(false);
    second.reject(new Error('no'));
    await refused;
    await stopped;
    expect(b.told).toEqual(['hurry', 'end']);
    let isBegun = false;
    const late = beginnings.begin(
      'c',
      () => undefined,
      async () => {
        isBegun = true;
      },
    );
    await expect(late).rejects.toMatchObject({ code: 'server.stopping' });
    expect(isBegun).toBe(false);
  });

  test('without a look are waited for alike', async () => {
    const beginnings = createBeginnings();
    const gate = Promise.withResolvers<void>();
    const begun = beginnings.begin(
      'a',
      () => undefined,
      () => gate.promise,
    );
    const hurried = beginnings.hurry('a');
    expect(await isOver(hurried)).toBe(false);
    gate.resolve();
    await begun;
    await hurried;
  });
});

describe('credentials that are opened ahead', () => {
  const started = (kept: readonly number[] = [1, 2, 3]) => {
    const asked: number[][] = [];
    const rows = [1, 2, 3].map((id) => ({ row: planRow({ id }), progress: progressOfRow({ id }) }));
    const openedCredentials = openCredentials({
      open: async (wanted) => {
        asked.push(wanted.map(({ id }) => id));
        return new Map(
          wanted.flatMap(({ id }) => (kept.includes(id) ? [[id, { token: String(id) }] as const] : [])),
        );
      },
    });
    openedCredentials.expect(rows);
    return { openedCredentials, asked };
  };

  test('are known to be missing before a row is begun, and stay to be taken', async () => {
    const { openedCredentials, asked } = started([1, 3]);
    expect(await openedCredentials.lacks(planRow({ id: 1 }), progressOfRow({ id: 1 }))).toBe(false);
    expect(await openedCredentials.lacks(planRow({ id: 2 }), progressOfRow({ id: 2 }))).toBe(true);
    expect(
      await openedCredentials.lacks(
        planRow({ id: 2 }),
        progressOfRow({ id: 2 }, { state: 'syncing', step: 'verify' }),
      ),
    ).toBe(false);
    expect(await openedCredentials.take(planRow({ id: 1 }))).toEqual({ token: '1' });
    expect(await openedCredentials.take(planRow({ id: 2 }))).toBeUndefined();
    expect(asked).toEqual([[1, 2, 3]]);
  });

  test('of a row that needs none any more are forgotten; one that was not expected is asked for alone', async () => {
    const { openedCredentials, asked } = started();
    openedCredentials.heed(progressOfRow({ id: 1 }));
    await openedCredentials.take(planRow({ id: 1 }));
    openedCredentials.heed(progressOfRow({ id: 3 }, { state: 'done', step: 'verify' }));
    expect(await openedCredentials.take(planRow({ id: 2 }))).toEqual({ token: '2' });
    await openedCredentials.take(planRow({ id: 3 }));
    expect(asked).toEqual([[1, 2, 3], [3]]);
    expect(await openedCredentials.take(planRow({ id: 9 }))).toBeUndefined();
    expect(asked.at(-1)).toEqual([9]);
  });
});

describe('the recorder', () => {
  const call = (row: number, path = '/companies'): LedgerEntry => ({
    what: 'call',
    row,
    step: 'company',
    method: 'POST',
    path,
    at: 1,
  });
  const answer: LedgerEntry = { what: 'answer', row: 1, step: 'company', at: 1, ms: 1 };
  const started = (begun: Parameters<typeof createRecorder>[2] = { ledger: emptyLedger, calls: {} }) => {
    fakeTime();
    const state = {
      commits: 0,
      trouble: undefined as Error | undefined,
      gate: undefined as Promise<void> | undefined,
    };
    const store = {
      write: async () => {
        state.commits += 1;
        await state.gate;
        if (state.trouble !== undefined) throw state.trouble;
      },
    } as never;
    return {
      state,
      recorder: createRecorder(store, { runId: 'run', caseId: 'case', scope: 'target:local' }, begun),
    };
  };
  const progress = progressOfRow({ id: 1 });

  test('chains what is committed, and counts calls by their path template', async () => {
    const { recorder } = started();
    expect(recorder.ledger()).toEqual({ entries: 0, digest: '0'.repeat(64) });
    const id = '0d9a8f35-1d39-4c3c-8a4f-0a9d6f6c1b11';
    const entries = [call(1), answer, call(1, `/companies/${id}/connections/${id}`), call(2)];
    for (const entry of entries) await recorder.record([entry], progress);
    let digest = emptyLedger.digest;
    for (const entry of entries) digest = ledgerDigest(digest, JSON.stringify(entry));
    expect(recorder.ledger()).toEqual({ entries: 4, digest });
    expect(recorder.calls()).toEqual({ 'POST /companies': 2, 'POST /companies/{id}/connections/{id}': 1 });
    const further = started({ ledger: recorder.ledger(), calls: recorder.calls() }).recorder;
    await further.record([call(3)], progress);
    expect(further.ledger()).toEqual({ entries: 5, digest: ledgerDigest(digest, JSON.stringify(call(3))) });
    expect(further.calls()['POST /companies']).toBe(3);
  });

  test('commits together what all that are worked on wait for, or after a short while', async () => {
    const { recorder, state } = started();
    recorder.expect(() => 2);
    const first = recorder.record([call(1)], progress);
    expect(await isOver(first)).toBe(false);
    const second = recorder.record([call(2)], progress);
    await Promise.all([first, second]);
    expect(state.commits).toBe(1);
    const alone = recorder.record([call(3)], progress);
    await vi.advanceTimersByTimeAsync(7);
    expect(await isOver(alone)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await alone;
    expect([state.commits, recorder.ledger().entries, timers()]).toEqual([2, 3, 0]);
  });

  test('commits one after the other', async () => {
    const { recorder, state } = started();
    const gate = Promise.withResolvers<void>();
    state.gate = gate.promise;
    const first = recorder.record([call(1)], progress);
    const second = recorder.record([call(2)], progress);
    const third = recorder.record([call(3)], progress);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    expect(state.commits).toBe(1);
    gate.resolve();
    await Promise.all([first, second, third]);
    expect(state.commits).toBe(2);
  });

  test('counts nothing that was not committed, and goes on after it', async () => {
    const { recorder, state } = started();
    state.trouble = new CatalogueError('store.full');
    await expect(recorder.record([call(1)], progress)).rejects.toBe(state.trouble);
    expect([recorder.ledger(), recorder.calls()]).toEqual([emptyLedger, {}]);
    state.trouble = undefined;
    await recorder.record([call(1)], progress);
    expect([recorder.ledger().entries, recorder.calls()]).toEqual([1, { 'POST /companies': 1 }]);
  });
});

describe('a run as it is shown', () => {
  const record = {
    id: 'run',
    case_id: 'case',
    target_id: 't',
    target_name: 'T',
    base_url: null,
    scope: 's',
    kind: 'run',
    state: 'running',
    options: '{"concurrency":2}',
    actor: 'Ada',
    started_at: at,
    ended_at: null,
    ledger_entries: 3,
    ledger_digest: 'd',
    calls: '{"POST /companies":1}',
    outcome: null,
  } as const;
  const duplicates: Duplicate[] = [{ ref: 'a', what: 'company', others: ['x'] }];
  const shown = {
    id: 'run',
    caseId: 'case',
    targetId: 't',
    targetName: 'T',
    kind: 'run',
    state: 'running',
    options: { concurrency: 2 },
    by: 'Ada',
    started: '2026-01-15T09:00:00.000Z',
    counts: noCounts,
    failures: {},
    calls: { 'POST /companies': 1 },
    ledger: { entries: 3, digest: 'd' },
    duplicates: [],
  };

  test('is what its record says, with what was counted', () => {
    expect(runView(record)).toEqual(shown);
    const counts = { ...noCounts, rows: 1, done: 1 };
    const failures = { 'rate-limit': 1 };
    expect(runView(record, { counts, failures, alreadyLinked: 1 })).toEqual({
      ...shown,
      counts,
      failures,
      alreadyLinked: 1,
    });
    const outcome = { counts, failures, alreadyLinked: 2, heldCauses: { x: 1 }, duplicates, remark: 'r' };
    const ended = {
      ...record,
      state: 'done',
      ended_at: at + 1000,
      outcome: JSON.stringify(outcome),
    } as const;
    expect(runView(ended)).toEqual({
      ...shown,
      state: 'done',
      ended: '2026-01-15T09:00:01.000Z',
      ...outcome,
      decision: { state: 'open' },
    });
    expect(runView(ended, { counts: noCounts, failures: {} })).toMatchObject({
      counts: noCounts,
      failures: {},
      alreadyLinked: 2,
    });
  });

  test('is unfinished until it is done or cancelled', () => {
    const states = ['running', 'paused', 'interrupted', 'done', 'cancelled'] as const;
    expect(states.map(isUnfinished)).toEqual([true, true, true, false, false]);
  });

  test('tells of rows that were linked before where that matters, and of those that are held where there are any', () => {
    for (const kind of ['run', 'pilot', 'retry', 'rehearsal'] as const)
      expect(linkedBefore(kind, 2)).toEqual({ alreadyLinked: 2 });
    for (const kind of ['check', 'undo'] as const) expect(linkedBefore(kind, 2)).toEqual({});
    expect([linkedBefore('run', 0), linkedBefore('run', undefined)]).toEqual([{}, {}]);
    expect([heldIn({}), heldIn({ heldCauses: {} })]).toEqual([{}, {}]);
    expect(heldIn({ heldCauses: { x: 1 } })).toEqual({ heldCauses: { x: 1 } });
  });

  test('waits for a decision about duplicates', () => {
    const kept = { state: 'kept', reason: 'r', by: 'Ada', removed: 0 } as const;
    expect(decisionIn('run', { duplicates })).toEqual({ state: 'open' });
    expect(decisionIn('run', { duplicates, decision: kept })).toBe(kept);
    expect(decisionIn('run', { duplicates: [] })).toBeUndefined();
    expect(decisionIn('run', {})).toBeUndefined();
    for (const kind of ['rehearsal', 'undo'] as const)
      expect(decisionIn(kind, { duplicates })).toBeUndefined();
  });
});
