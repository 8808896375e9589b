import { array, assert, asyncProperty, integer, nat, record, uniqueArray } from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { VirtualClock } from '#base/clock.ts';
import { takeClock } from '#service/scheduler/clock-fact.ts';
import { createScheduler } from '#service/scheduler/scheduler.ts';
import type { LeasedSource } from '#service/scheduler/source.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { type TestContext, testContext } from '#test/support/service-context.ts';
import { startTestService } from '#test/support/test-service.ts';
import { scriptedLeased, scriptedTimed } from './scripted-sources.ts';

const at = Date.UTC(2026, 0, 15, 9);
const minute = 60_000;

interface Retried {
  readonly id: number;
  readonly due: number;
  /** How often it is tried again after this, and after how long, ms. */
  readonly again: readonly number[];
}

/** Jobs that end in the next turn of the event loop, each tried again later as often as it says. */
const retrying = (jobs: readonly Retried[], onStart: () => void) => {
  const waiting = [...jobs];
  const ran: [id: number, at: number][] = [];
  let now = at;
  const source: LeasedSource<Retried, Retried> = {
    name: 'retried',
    recover: async () => 0,
    async lease(_tx, instant) {
      now = instant;
      const due = waiting.filter((job) => job.due <= instant).sort((a, b) => a.id - b.id);
      for (const job of due) waiting.splice(waiting.indexOf(job), 1);
      return due;
    },
    start(job, ended) {
      ran.push([job.id, now]);
      onStart();
      setImmediate(() => ended(job));
    },
    async record(_tx, results) {
      for (const { id, again } of results) {
        const [after, ...later] = again;
        if (after !== undefined) waiting.push({ id, due: now + after, again: later });
      }
    },
    recorded: () => {},
    nextDueAt: async () => (waiting.length === 0 ? undefined : Math.min(...waiting.map(({ due }) => due))),
    upcoming: async () => [],
    countUntil: async () => ({ what: 'retried', count: 0 }),
  };
  return { source, ran, left: () => waiting.map(({ id, due }) => [id, due]).sort() };
};

const job = record({ due: nat(20), again: array(integer({ min: 1, max: 20 }), { maxLength: 3 }) });

test('an advance that is cancelled anywhere and continued does what an uninterrupted one does', async () => {
  const context = await testContext({ now: at });
  const whole = async (jobs: readonly Retried[], cancelAt: readonly number[]) => {
    const clock = new VirtualClock(at);
    let started = 0;
    const cancels: Promise<unknown>[] = [];
    const { source, ran, left } = retrying(jobs, () => {
      if (cancelAt.includes(started++)) cancels.push(scheduler.advances.cancel().catch(() => {}));
    });
    const scheduler = createScheduler({ ...context, clock, paused: false, timed: [], leased: [source] });
    await scheduler.start();
    let cancelled = 0;
    for (;;) {
      const error = await scheduler.advanceTo(at + 30).then(
        () => undefined,
        (reason: { code: string }) => reason,
      );
      await Promise.all(cancels);
      const { ended, outcome } = scheduler.advances.last() ?? {};
      expect(ended).toBe(clock.now());
      expect(left().every(([, due]) => (due as number) > clock.now())).toBe(true);
      if (error === undefined) {
        expect(outcome).toBe('completed');
        await scheduler.stop(0);
        return { ran, left: left(), now: clock.now(), cancelled };
      }
      expect([error.code, outcome]).toEqual(['clock.cancelled', 'cancelled']);
      cancelled++;
    }
  };
  let cancelled = 0;
  await assert(
    asyncProperty(
      array(job, { maxLength: 6 }),
      uniqueArray(nat(20), { minLength: 1, maxLength: 4 }),
      async (drawn, cancelAt) => {
        const jobs = drawn.map(({ due, again }, id) => ({ id, due: at + due, again }));
        const plain = await whole(jobs, []);
        const stopped = await whole(jobs, cancelAt);
        cancelled += stopped.cancelled;
        expect(stopped).toEqual({ ...plain, cancelled: stopped.cancelled });
      },
    ),
    { numRuns: 40 },
  );
  expect(cancelled).toBeGreaterThan(10);
});

const schedulerOn = async (context: TestContext, clock: VirtualClock, due: readonly number[]) => {
  const leased = scriptedLeased(...due.map((instant) => ({ id: `at ${instant - at}`, due: instant })));
  const timed = scriptedTimed(at + 4 * minute);
  const scheduler = createScheduler({ ...context, clock, paused: false, timed: [timed], leased: [leased] });
  await scheduler.start();
  return { scheduler, leased, timed };
};

describe('cancelling', () => {
  test('waits for what is in flight, runs nothing after it, and leaves the clock where it stands', async () => {
    const context = await testContext({ now: at });
    const { scheduler, leased, timed } = await schedulerOn(context, context.clock, [at + minute]);
    await expect(scheduler.advances.cancel()).rejects.toMatchObject({ code: 'clock.notAdvancing' });
    const advanced = scheduler.advanceTo(at + 5 * minute).catch((error: unknown) => error);
    await vi.waitFor(() => expect(leased.running.size).toBe(1));
    let hasEnded = false;
    const cancelled = scheduler.advances.cancel().then(() => {
      hasEnded = true;
    });
    expect(scheduler.advances.underWay()).toMatchObject({ cancelling: true });
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasEnded).toBe(false);
    leased.end(`at ${minute}`);
    await cancelled;
    expect(await advanced).toMatchObject({ code: 'clock.cancelled' });
    expect([context.clock.now(), timed.ran, leased.recorded_]).toEqual([at + minute, [], [[`at ${minute}`]]]);
    expect(scheduler.advances.last()).toEqual({
      from: at,
      to: at + 5 * minute,
      ended: at + minute,
      outcome: 'cancelled',
    });
    await scheduler.advanceTo(at + 5 * minute);
    expect(timed.ran).toEqual([{ due: at + 4 * minute, at: at + 4 * minute }]);
  });

  test('at the last instant is too late: the advance is complete', async () => {
    const context = await testContext({ now: at });
    const { scheduler, leased } = await schedulerOn(context, context.clock, [at + minute]);
    const advanced = scheduler.advanceTo(at + minute);
    await vi.waitFor(() => expect(leased.running.size).toBe(1));
    const cancelled = scheduler.advances.cancel();
    leased.end(`at ${minute}`);
    await Promise.all([advanced, cancelled]);
    expect(scheduler.advances.last()).toMatchObject({ outcome: 'completed', ended: at + minute });
  });
});

test('an advance whose process ends on the way is told as interrupted, and the clock stands where it was', async () => {
  const context = await testContext({ now: at });
  const { scheduler, leased } = await schedulerOn(context, context.clock, [at + minute]);
  void scheduler.advanceTo(at + 5 * minute).catch(() => {});
  await vi.waitFor(() => expect(leased.running.size).toBe(1));
  // The process is gone: what it had in flight never ends.
  const { clock } = await context.store.read((reader) => takeClock(reader, 'virtual'));
  const next = await schedulerOn(context, clock as VirtualClock, []);
  const interrupted = { from: at, to: at + 5 * minute, ended: at + minute, outcome: 'interrupted' };
  expect([clock.now(), next.scheduler.advances.last()]).toEqual([at + minute, interrupted]);
  await next.scheduler.advanceTo(at + 5 * minute);
  expect(next.timed.ran).toHaveLength(1);
  const after = await schedulerOn(context, clock as VirtualClock, []);
  expect(after.scheduler.advances.last()).toMatchObject({ outcome: 'completed', ended: at + 5 * minute });
  const moved = await schedulerOn(context, new VirtualClock(at + 6 * minute), []);
  expect(moved.scheduler.advances.last()).toBeUndefined();
});

test('the service cancels between two attempts, keeps what ran, and says where the clock stands', async () => {
  const { control } = await startTestService();
  let answers = 0;
  let cancelled: Promise<unknown> | undefined;
  const consumer = await startConsumer(() => {
    answers++;
    if (answers === 3) cancelled = control.clock.cancelAdvance();
    return 503;
  });
  await control.endpoints.create({ url: consumer.url, eventTypes: ['company.created'] });
  const { messageId } = await control.messages.publishExample({ eventType: 'company.created' });
  await expect.poll(async () => (await control.messages.show(messageId)).attempts.length).toBe(1);
  await expect(control.clock.advance({ by: 'PT28H' })).rejects.toMatchObject({ code: 'clock.cancelled' });
  const view = await cancelled;
  const { attempts } = await control.messages.show(messageId);
  expect([answers, attempts.length]).toEqual([3, 3]);
  expect(view).toMatchObject({ advancing: false, lastAdvance: { outcome: 'cancelled' } });
  expect(view).toEqual(await control.clock.show());
});
