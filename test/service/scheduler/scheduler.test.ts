import { describe, expect, test, vi } from 'vitest';
import { systemTime, toIso, type VirtualClock } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { takeClock } from '#service/scheduler/clock-fact.ts';
import { createScheduler, type SchedulerOptions } from '#service/scheduler/scheduler.ts';
import { ownTimers } from '#test/support/own-timers.ts';
import { testContext } from '#test/support/service-context.ts';
import { type Job, scriptedLeased, scriptedTimed } from './scripted-sources.ts';

const at = Date.UTC(2026, 0, 15, 9);
const minute = 60_000;

const started = async (options: Partial<SchedulerOptions> = {}) => {
  const context = await testContext({ now: at });
  const logged: { level: string; fields: Record<string, unknown>; message: string }[] = [];
  const note = (level: string) => (first: Record<string, unknown> | string, message?: string) =>
    void logged.push(
      typeof first === 'string'
        ? { level, fields: {}, message: first }
        : { level, fields: first, message: message ?? '' },
    );
  const log = { ...context.log, warn: note('warn'), error: note('error'), info: note('info') } as never;
  const scheduler = createScheduler({
    store: context.store,
    clock: context.clock,
    log,
    announce: context.announce,
    paused: false,
    generation: 1,
    timed: [],
    leased: [],
    ...options,
  });
  await scheduler.start();
  const clocks = () =>
    context.announced.flatMap((one) => (one.type === 'clock' ? [{ now: one.now, paused: one.paused }] : []));
  return { ...context, clock: context.clock as VirtualClock, scheduler, logged, clocks };
};

const jobs = (count: number, due = at): Job[] =>
  Array.from({ length: count }, (_, n) => ({ id: `job ${n}`, due }));

describe('advancing the clock', () => {
  test('runs each piece of work at its exact instant, in order, and ends at the one that was asked for', async () => {
    const timed = scriptedTimed(at + 3 * minute, at + minute, at + minute + 1);
    const { scheduler, clock, clocks } = await started({ timed: [timed] });
    await scheduler.advanceTo(at + 5 * minute);
    expect(timed.ran).toEqual(
      [at + minute, at + minute + 1, at + 3 * minute].map((due) => ({ due, at: due })),
    );
    expect(clock.now()).toBe(at + 5 * minute);
    expect(clocks()).toEqual([at, at + 5 * minute].map((now) => ({ now: toIso(now), paused: false })));
  });

  test('runs what is due at the very instant at which it ends, and nothing that is due a millisecond later', async () => {
    const timed = scriptedTimed(at + minute, at + minute + 1);
    const { scheduler, clock } = await started({ timed: [timed] });
    await scheduler.advanceTo(at + minute);
    expect(timed.ran).toEqual([{ due: at + minute, at: at + minute }]);
    expect(clock.now()).toBe(at + minute);
  });

  test('to the present instant runs what is due now', async () => {
    const timed = scriptedTimed();
    const { scheduler, clock } = await started({ timed: [timed] });
    await scheduler.idle();
    timed.add(at);
    await scheduler.advanceTo(at);
    expect(timed.ran).toEqual([{ due: at, at }]);
    expect(clock.now()).toBe(at);
  });

  test('waits for what is in flight before time goes on', async () => {
    const leased = scriptedLeased({ id: 'first', due: at + minute }, { id: 'second', due: at + 2 * minute });
    const { scheduler, clock } = await started({ leased: [leased] });
    const advanced = scheduler.advanceTo(at + 3 * minute);
    expect(scheduler.advances.underWay()).toMatchObject({ from: at, to: at + 3 * minute, cancelling: false });
    await vi.waitFor(() => expect([...leased.running.keys()]).toEqual(['first']));
    expect(clock.now()).toBe(at + minute);
    leased.end('first');
    await vi.waitFor(() => expect([...leased.running.keys()]).toEqual(['second']));
    expect(clock.now()).toBe(at + 2 * minute);
    expect(leased.recorded_).toEqual([['first']]);
    leased.end('second');
    await advanced;
    expect(scheduler.advances.underWay()).toBeUndefined();
    expect(clock.now()).toBe(at + 3 * minute);
  });

  test('an instant is in the table before anything happens at it', async () => {
    const seen: number[] = [];
    const timed = scriptedTimed(at + minute);
    const { scheduler, store } = await started({
      timed: [
        {
          ...timed,
          runDue: async (tx, now, limit) => {
            const ran = await timed.runDue(tx, now, limit);
            if (ran > 0) {
              const { clock } = await takeClock(tx, 'virtual');
              seen.push(clock.now());
            }
            return ran;
          },
        },
      ],
    });
    await scheduler.advanceTo(at + 2 * minute);
    expect(seen).toEqual([at + minute]);
    const { clock } = await store.read((reader) => takeClock(reader, 'virtual'));
    expect(clock.now()).toBe(at + 2 * minute);
  });

  test('is refused while another is under way, backwards, and on the system clock', async () => {
    const leased = scriptedLeased({ id: 'slow', due: at });
    const { scheduler } = await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(1));
    const first = scheduler.advanceTo(at + minute);
    await expect(scheduler.advanceTo(at + minute)).rejects.toMatchObject({ code: 'clock.busy' });
    await expect(scheduler.emptying(async () => 1)).rejects.toMatchObject({ code: 'clock.busy' });
    leased.end('slow');
    await first;
    await expect(scheduler.advanceTo(at + minute - 1)).rejects.toMatchObject({
      code: 'clock.backwards',
      message: expect.stringMatching(
        new RegExp(
          `${toIso(at + minute - 1)}.*${toIso(at + minute)}|${toIso(at + minute)}.*${toIso(at + minute - 1)}`,
        ),
      ),
    });

    const onSystem = await started({ clock: systemTime });
    await expect(onSystem.scheduler.advanceTo(at)).rejects.toMatchObject({ code: 'clock.notVirtual' });
    await onSystem.scheduler.stop(0);
  });

  test('ends with an error when someone pauses or stops on the way, and announces where it stands', async () => {
    for (const [end, code] of [
      ['pause', 'clock.paused'],
      ['stop', 'server.stopping'],
    ] as const) {
      const leased = scriptedLeased({ id: 'first', due: at + minute });
      const timed = scriptedTimed(at + 2 * minute);
      const { scheduler, clocks } = await started({ leased: [leased], timed: [timed] });
      const advanced = scheduler.advanceTo(at + 3 * minute).catch((error: unknown) => error);
      await vi.waitFor(() => expect(leased.running.size).toBe(1));
      const ended = end === 'pause' ? scheduler.pause() : scheduler.stop(5000);
      leased.end('first');
      await ended;
      expect(await advanced).toMatchObject({ code });
      expect(timed.ran).toEqual([]);
      expect(clocks().at(-1)).toEqual({ now: toIso(at + minute), paused: end === 'pause' });
      expect(scheduler.advances.underWay()).toBeUndefined();
    }
  });
});

test('a pause at the very instant at which an advance ends is told, too', async () => {
  const leased = scriptedLeased({ id: 'last', due: at + minute });
  const { scheduler, clock } = await started({ leased: [leased] });
  const advanced = scheduler.advanceTo(at + minute).catch((error: unknown) => error);
  await vi.waitFor(() => expect(leased.running.size).toBe(1));
  const paused = scheduler.pause();
  leased.end('last');
  await paused;
  expect(await advanced).toMatchObject({ code: 'clock.paused' });
  expect(clock.now()).toBe(at + minute);
});

describe('pausing', () => {
  test('starts nothing until it is resumed, and is kept', async () => {
    const timed = scriptedTimed();
    const leased = scriptedLeased();
    const { scheduler, store, clocks } = await started({ timed: [timed], leased: [leased] });
    await scheduler.pause();
    timed.add(at);
    leased.add({ id: 'job', due: at });
    await scheduler.idle();
    expect([timed.ran.length, leased.running.size, scheduler.paused()]).toEqual([0, 0, true]);
    await expect(scheduler.advanceTo(at + 1)).rejects.toMatchObject({ code: 'clock.paused' });
    expect((await store.read((reader) => takeClock(reader, 'virtual'))).paused).toBe(true);

    await scheduler.resume();
    await vi.waitFor(() => expect([timed.ran.length, leased.running.size]).toEqual([1, 1]));
    leased.end('job');
    await scheduler.idle();
    expect(scheduler.paused()).toBe(false);
    expect((await store.read((reader) => takeClock(reader, 'virtual'))).paused).toBe(false);
    expect(clocks()).toEqual([
      { now: toIso(at), paused: true },
      { now: toIso(at), paused: false },
    ]);
  });

  test('a scheduler that was left paused starts nothing, and still writes what comes in', async () => {
    const leased = scriptedLeased({ id: 'job', due: at });
    const timed = scriptedTimed(at);
    const { scheduler } = await started({ paused: true, leased: [leased], timed: [timed] });
    await scheduler.idle();
    expect([leased.running.size, timed.ran.length]).toEqual([0, 0]);
    await scheduler.resume();
    await vi.waitFor(() => expect(leased.running.size).toBe(1));
    await scheduler.pause();
    leased.end('job');
    await scheduler.idle();
    expect(leased.recorded_).toEqual([['job']]);
  });
});

describe('turns', () => {
  test('start nothing before the start, and say how much interrupted work is repeated', async () => {
    const leased = scriptedLeased({ id: 'job', due: at });
    leased.interrupted = 3;
    const context = await testContext({ now: at });
    const options = { ...context, paused: false, timed: [], leased: [leased] };
    const scheduler = createScheduler(options);
    await scheduler.idle();
    expect(leased.running.size).toBe(0);
    const { logged } = await started({ leased: [leased] });
    expect(logged).toEqual([
      { level: 'warn', fields: { source: 'leased', count: 3 }, message: 'Interrupted work is repeated' },
    ]);
    const none = await started({ leased: [scriptedLeased()] });
    expect(none.logged).toEqual([]);
  });

  test('timed work that makes more of itself runs to its end', async () => {
    const timed = scriptedTimed(...Array.from({ length: 1201 }, () => at));
    const { scheduler } = await started({ timed: [timed] });
    await scheduler.idle();
    expect(timed.ran).toHaveLength(1201);
  });

  test('results are written in batches of at most 256, each once, in the order in which they ended', async () => {
    const leased = scriptedLeased(...jobs(600));
    const { scheduler } = await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(600));
    const ids = [...leased.running.keys()];
    leased.end(...ids);
    await scheduler.idle();
    expect(leased.recorded_.flat()).toEqual(ids);
    expect(Math.max(...leased.recorded_.map(({ length }) => length))).toBeLessThanOrEqual(256);
    expect(leased.recorded_.length).toBeGreaterThanOrEqual(3);
    expect(leased.tried).toEqual(leased.recorded_);
  });

  test('on the system clock, a timer runs what falls due, and is not asked for again and again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: at });
    try {
      const timed = scriptedTimed(at + 70_000);
      const { scheduler } = await started({ clock: systemTime, timed: [timed] });
      await idleIn(scheduler);
      const looks = timed.looks();
      await vi.advanceTimersByTimeAsync(69_000);
      await idleIn(scheduler);
      expect(timed.ran).toEqual([]);
      expect(timed.looks() - looks).toBeLessThan(8);
      await vi.advanceTimersByTimeAsync(1000);
      await vi.waitFor(() => expect(timed.ran).toEqual([{ due: at + 70_000, at: at + 70_000 }]));
      await scheduler.stop(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a machine that slept sees what fell due within half a minute of waking', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: at });
    try {
      const timed = scriptedTimed(at + 60 * minute);
      const { scheduler } = await started({ clock: systemTime, timed: [timed] });
      await idleIn(scheduler);
      // Timers stood still while the machine slept; its clock did not.
      vi.setSystemTime(at + 61 * minute);
      await vi.advanceTimersByTimeAsync(30_000);
      await vi.waitFor(() => expect(timed.ran).toHaveLength(1));
      await scheduler.stop(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('results wait 2 ms for company, unless more wait than are in flight', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const leased = scriptedLeased(...jobs(5));
      await started({ leased: [leased] });
      await until(() => leased.running.size === 5);
      await vi.advanceTimersByTimeAsync(2);
      await settled();
      leased.end('job 0');
      await settled();
      expect(leased.tried).toEqual([]);
      await vi.advanceTimersByTimeAsync(2);
      await until(() => leased.tried.length === 1);
      await vi.advanceTimersByTimeAsync(2);
      await settled();
      leased.end('job 1', 'job 2');
      await settled();
      expect(leased.tried).toEqual([['job 0']]);
      leased.end('job 3');
      await until(() => leased.tried.length === 2);
      expect(leased.tried).toEqual([['job 0'], ['job 1', 'job 2', 'job 3']]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a turn that writes results asks timed sources only once something of theirs is due', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: at });
    try {
      const timed = scriptedTimed(at + 60 * minute);
      const leased = scriptedLeased(...jobs(3));
      const { scheduler } = await started({ clock: systemTime, timed: [timed], leased: [leased] });
      await until(() => leased.running.size === 3);
      await vi.advanceTimersByTimeAsync(2);
      await settled();
      const looks = timed.looks();
      const write = async (id: string): Promise<void> => {
        leased.end(id);
        await vi.advanceTimersByTimeAsync(2);
        await until(() => leased.recorded_.flat().includes(id));
        await settled();
      };
      await write('job 0');
      expect(timed.looks()).toBe(looks);
      // The clock is ahead of the timer, as on a machine that slept: a millisecond too early, and then in time.
      vi.setSystemTime(at + 60 * minute - 10);
      await write('job 1');
      expect([timed.looks(), timed.ran]).toEqual([looks, []]);
      vi.setSystemTime(at + 60 * minute - 2);
      await write('job 2');
      expect(timed.ran).toEqual([{ due: at + 60 * minute, at: at + 60 * minute }]);
      await scheduler.stop(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('the virtual clock sets no timer: nothing happens until it is moved', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const waiting = ownTimers();
      const timed = scriptedTimed(at + minute);
      const { scheduler } = await started({ timed: [timed] });
      // Those that gather results, or belong to a turn that is under way, end; one for what falls due is set anew.
      for (let round = 0; round === 0 || (round < 100 && waiting() > 0); round++) {
        await idleIn(scheduler);
        await vi.advanceTimersByTimeAsync(2 * minute);
      }
      expect([waiting(), timed.ran]).toEqual([0, []]);
    } finally {
      vi.useRealTimers();
    }
  });
});

/** As `idle`, while timers are held: results gather for 2 ms. */
const idleIn = async (scheduler: { idle(): Promise<void> }): Promise<void> => {
  let quiet = false;
  const idle = scheduler.idle().then(() => {
    quiet = true;
  });
  while (!quiet) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!quiet) await vi.advanceTimersByTimeAsync(2);
  }
  await idle;
};

describe('trouble with the store', () => {
  const full = () => new CatalogueError('store.full');
  const refuses = 'Store refuses writes: work is on hold';
  const again = 'Store takes writes again: work continues';
  const said = (logged: readonly { readonly message: string }[]): string[] =>
    logged.flatMap(({ message }) => (message.startsWith('Store ') ? [message] : []));

  test('holds work back, tries again after waits that double up to 5 s, and loses no result', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const leased = scriptedLeased(...jobs(2));
      const { scheduler, logged } = await started({ leased: [leased] });
      for (let turn = 0; turn < 20 && leased.running.size < 2; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      const tried = new Set<number>();
      let elapsed = 0;
      leased.trouble = () => {
        tried.add(elapsed);
        return full();
      };
      leased.end('job 0', 'job 1');
      await until(() => tried.size === 1);
      for (const wait of [250, 500, 1000, 2000, 4000, 5000, 5000]) {
        const tries = tried.size;
        await settled();
        scheduler.wake();
        elapsed += wait - 1;
        await vi.advanceTimersByTimeAsync(wait - 1);
        await settled();
        expect(tried.size, `before ${wait} ms`).toBe(tries);
        elapsed += 1;
        await vi.advanceTimersByTimeAsync(1);
        await until(() => tried.size === tries + 1);
      }
      expect(said(logged)).toEqual([refuses]);
      expect(scheduler.figures()).toMatchObject({ state: 'on hold', problem: full().message, results: 2 });
      expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1);

      leased.trouble = undefined;
      await settled();
      await vi.advanceTimersByTimeAsync(5000);
      await until(() => leased.recorded_.length === 1);
      expect(leased.recorded_).toEqual([['job 0', 'job 1']]);
      await until(() => said(logged).length === 2);
      expect(said(logged)).toEqual([refuses, again]);
      expect(scheduler.figures()).toEqual({ state: 'running', inFlight: 0, results: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  test('is told each time, and that it ended each time', async () => {
    const leased = scriptedLeased(...jobs(2));
    const { scheduler, logged } = await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(2));
    for (const [n, id] of ['job 0', 'job 1'].entries()) {
      leased.trouble = full;
      leased.end(id);
      await vi.waitFor(() => expect(said(logged)).toHaveLength(2 * n + 1));
      leased.trouble = undefined;
      await vi.waitFor(() => expect(leased.recorded_.flat()).toContain(id), 5000);
    }
    await scheduler.idle();
    expect(said(logged)).toEqual([refuses, again, refuses, again]);
  });

  test('is not tried again once it stopped', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const leased = scriptedLeased(...jobs(1));
      const { scheduler, logged } = await started({ leased: [leased] });
      await until(() => leased.running.size === 1);
      leased.trouble = full;
      leased.end('job 0');
      await vi.advanceTimersByTimeAsync(2);
      await until(() => leased.tried.length === 1);
      await settled();
      await scheduler.stop(0);
      const tried = leased.tried.length;
      await vi.advanceTimersByTimeAsync(10_000);
      await settled();
      expect(leased.tried).toHaveLength(tried);
      expect(logged.filter(({ message }) => message.startsWith('Results could not'))).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('says when it is damaged', async () => {
    const leased = scriptedLeased(...jobs(1));
    const { logged } = await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(1));
    leased.trouble = () => new CatalogueError('store.damaged');
    leased.end('job 0');
    await vi.waitFor(() => expect(said(logged)).toEqual([refuses]));
    leased.trouble = undefined;
  });

  test.each(['store.readOnly', 'store.failing'] as const)('of the kind %s drops no result', async (code) => {
    const leased = scriptedLeased(...jobs(1));
    const { logged } = await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(1));
    leased.trouble = () => new CatalogueError(code, { file: 'service.db', problem: 'x' });
    leased.end('job 0');
    await vi.waitFor(() => expect(said(logged)).toEqual([refuses]));
    leased.trouble = undefined;
    await vi.waitFor(() => expect(leased.recorded_.flat()).toEqual(['job 0']), 5000);
    expect(logged.filter(({ message }) => message.includes('dropped'))).toEqual([]);
  });

  test('a result that can not be written is dropped, and holds up no other', async () => {
    const leased = scriptedLeased(...jobs(3));
    const { scheduler, logged, announced } = await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(3));
    leased.trouble = (batch) => (batch.includes('job 1') ? new Error('It has a fault') : undefined);
    leased.end('job 0', 'job 1', 'job 2');
    await vi.waitFor(() => expect(leased.recorded_.flat()).toEqual(['job 0', 'job 2']));
    expect(leased.tried).toEqual([['job 0', 'job 1', 'job 2'], ['job 0'], ['job 1'], ['job 2']]);
    leased.add({ id: 'next', due: at });
    await vi.waitFor(() => {
      scheduler.wake();
      expect([...leased.running.keys()]).toEqual(['next']);
    });
    leased.end('next');
    await vi.waitFor(() => expect(leased.recorded_.at(-1)).toEqual(['next']));
    expect(logged.filter(({ message }) => message.startsWith('A result is dropped'))).toHaveLength(1);
    expect(announced.filter(({ type }) => type === 'store')).toEqual([]);
  });

  test('a result that the store had no room for when written by itself is kept', async () => {
    const leased = scriptedLeased(...jobs(2));
    await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(2));
    leased.trouble = (batch) => (batch.length > 1 ? new Error('It has a fault') : full());
    leased.end('job 0', 'job 1');
    await vi.waitFor(() => expect(leased.tried.length).toBeGreaterThanOrEqual(3));
    leased.trouble = undefined;
    await vi.waitFor(() => expect(leased.recorded_).toEqual([['job 0', 'job 1']]), 5000);
  });
});

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const until = async (isSo: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 500 && !isSo(); turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(isSo()).toBe(true);
};

describe('emptying the tables', () => {
  test('starts nothing meanwhile, forgets what was in flight, and goes on afterwards', async () => {
    const leased = scriptedLeased({ id: 'old', due: at });
    const timed = scriptedTimed();
    const { scheduler } = await started({ leased: [leased], timed: [timed] });
    await vi.waitFor(() => expect(leased.running.size).toBe(1));
    const answer = await scheduler.emptying(async (abandon) => {
      leased.add({ id: 'new', due: at });
      timed.add(at);
      await expect(scheduler.advanceTo(at + minute)).rejects.toMatchObject({ code: 'clock.busy' });
      scheduler.wake();
      await settled();
      expect([leased.running.size, timed.ran.length]).toEqual([1, 0]);
      abandon();
      return 'emptied';
    });
    expect(answer).toBe('emptied');
    await vi.waitFor(() => expect(leased.running.has('new')).toBe(true));
    leased.end('old', 'new');
    await scheduler.idle();
    expect(leased.recorded_).toEqual([['new']]);
    expect(timed.ran).toHaveLength(1);
  });

  test('results that wait to be written are forgotten too', async () => {
    const leased = scriptedLeased(...jobs(1));
    const { scheduler } = await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(1));
    await scheduler.emptying(async (abandon) => {
      leased.end('job 0');
      abandon();
    });
    await scheduler.idle();
    expect(leased.recorded_).toEqual([]);
  });

  test('goes on also after the work failed', async () => {
    const timed = scriptedTimed();
    const { scheduler } = await started({ timed: [timed] });
    await expect(
      scheduler.emptying(async () => {
        timed.add(at);
        throw new Error('It has a fault');
      }),
    ).rejects.toThrow('It has a fault');
    await vi.waitFor(() => expect(timed.ran).toHaveLength(1));
  });
});

describe('stopping', () => {
  test('waits for what is in flight, writes it, and starts nothing more', async () => {
    const leased = scriptedLeased(...jobs(300));
    const { scheduler } = await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(300));
    const ids = [...leased.running.keys()];
    const stopped = scheduler.stop(60_000);
    leased.add({ id: 'late', due: at });
    scheduler.wake();
    await settled();
    leased.end(...ids);
    await stopped;
    expect(leased.recorded_.flat()).toEqual(ids);
    expect(leased.running.size).toBe(0);
  });

  test('waits no longer than it is told, and writes what came in', async () => {
    const leased = scriptedLeased(...jobs(2));
    const { scheduler } = await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(2));
    leased.end('job 0');
    await scheduler.stop(0);
    expect(leased.recorded_).toEqual([['job 0']]);
    expect([...leased.running.keys()]).toEqual(['job 1']);
  });

  test('those who wait for quiet are told, and a store that takes nothing keeps it from nothing', async () => {
    const leased = scriptedLeased(...jobs(1));
    const { scheduler, logged } = await started({ leased: [leased] });
    await vi.waitFor(() => expect(leased.running.size).toBe(1));
    const idle = scheduler.idle();
    leased.trouble = () => new CatalogueError('store.full');
    leased.end('job 0');
    await scheduler.stop(0);
    await idle;
    expect(logged.at(-1)).toMatchObject({
      level: 'error',
      message: 'Results could not be written at the end',
    });
  });
});

describe('the forecast', () => {
  test('lists all sources, soonest first, cut to the limit, and counts by kind without those that have none', async () => {
    const timed = scriptedTimed(at + 3 * minute, at + minute);
    const leased = scriptedLeased({ id: 'job', due: at + 2 * minute });
    const { scheduler } = await started({ timed: [timed], leased: [leased] });
    expect((await scheduler.upcoming(10)).map(({ what, at: due }) => [what, due - at])).toEqual([
      ['timed', minute],
      ['leased', 2 * minute],
      ['timed', 3 * minute],
    ]);
    expect(await scheduler.upcoming(2)).toHaveLength(2);
    expect(await scheduler.countUntil(at + minute)).toEqual([{ what: 'timed', count: 1 }]);
    expect(await scheduler.countUntil(at + 2 * minute)).toEqual([
      { what: 'timed', count: 1 },
      { what: 'leased', count: 1 },
    ]);
    expect(await scheduler.countUntil(at)).toEqual([]);
  });
});
