import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliverySchedule } from '#contract/schedule.ts';
import type { Store } from '#service/store/store.ts';
import type { LeasedAttempt } from '#service/webhooks/lanes.ts';
import type { FinishedAttempt } from '#service/webhooks/record.ts';
import { type DeliveryEngine, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { leaseDue } from '#test/support/lease-due.ts';
import { runs } from '#test/support/runs.ts';
import { scriptedOutbound } from '#test/support/scripted-outbound.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const hour = 3_600_000;

/** What a scheduler, consumers, people and a killer can do to attempts, one at a time. */
type Step =
  | { do: 'publish' | 'resend' | 'lease' | 'failed lease' | 'failed record' | 'kill' | 'wait' }
  | { do: 'send'; count: number }
  /** 0: this machine kept it from leaving. */
  | { do: 'answer'; count: number; newestFirst: boolean; status: number }
  | { do: 'record'; count: number };

const some = fc.integer({ min: 1, max: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('publish' as const, 'resend' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('lease' as const, 'lease' as const, 'wait' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('failed lease' as const, 'failed record' as const, 'kill' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), count: some }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      count: some,
      newestFirst: fc.boolean(),
      status: fc.constantFrom(200, 500, 503, 0),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('record' as const), count: some }) },
);

/** Attempts by hand: leased, sent, answered and recorded in whatever order, by one process after another. */
const processesOn = async (folder: string) => {
  const outbound = scriptedOutbound(() => 'never');
  let engine: DeliveryEngine | undefined;
  let generation = 0;
  let leased: LeasedAttempt[] = [];
  let ended: FinishedAttempt[] = [];
  const sent = new Map<string, number>();
  const held = new Set<string>();
  /** How often a kill met it between its lease and its record. */
  const cutOff = new Map<string, number>();
  let stayed = false;

  const begin = async (): Promise<DeliveryEngine> => {
    const now = engine?.context.clock.now();
    const before = engine;
    engine = await startDeliveryEngine({
      folder,
      outbound,
      generation: ++generation,
      ...(before === undefined ? {} : { key: before.key, now: (now as number) + 1000 }),
    });
    await engine.scheduler.pause();
    return engine;
  };
  const present = (): DeliveryEngine => engine as DeliveryEngine;
  const deliveries = () => present().webhooks.deliveries;
  const write = (work: Parameters<Store['write']>[0]) => present().context.store.write(work as never);
  const keyOf = ({ messageId, number }: LeasedAttempt) => `${messageId} ${number}`;

  return {
    begin,
    present,
    sent,
    cutOff,
    /** Whether this machine kept any from leaving: the log may lack the number of one that was no longer needed. */
    stayed: () => stayed,
    deliveries,
    async lease() {
      const some = await leaseDue<LeasedAttempt>(present().context, deliveries());
      leased.push(...some);
      for (const attempt of some) held.add(keyOf(attempt));
    },
    async failedLease() {
      await write(async (tx) => {
        await deliveries().lease(tx, present().context.clock.now(), 256);
        throw new Error('full');
      }).catch(() => {});
      deliveries().undone?.();
    },
    send(count: number) {
      for (const attempt of leased.splice(0, count)) {
        sent.set(keyOf(attempt), (sent.get(keyOf(attempt)) ?? 0) + 1);
        const startedIn = generation;
        deliveries().start(attempt, (result) => {
          if (startedIn === generation) ended.push(result as FinishedAttempt);
        });
      }
    },
    answer(count: number, status: number, newestFirst: boolean) {
      if (status === 0) stayed = true;
      outbound.end(
        status === 0 ? { error: 'ConnectionError', ownFault: 'EMFILE' } : { statusCode: status },
        count,
      );
      if (newestFirst) ended.reverse();
    },
    async record(count: number) {
      const batch = ended.splice(0, count);
      if (batch.length > 0) await write((tx) => deliveries().record(tx, batch));
      for (const { attempt } of batch) held.delete(keyOf(attempt));
    },
    failedRecord: () =>
      write(async (tx) => {
        await deliveries().record(tx, ended);
        throw new Error('full');
      }).catch(() => {}),
    async kill() {
      await present().context.store.close();
      for (const key of held) cutOff.set(key, (cutOff.get(key) ?? 0) + 1);
      held.clear();
      outbound.end();
      leased = [];
      ended = [];
      await begin();
    },
    wait: (ms: number) => present().context.clock.set(present().context.clock.now() + ms),
    inAir: () => leased.length + ended.length + outbound.inAir(),
  };
};

type Processes = Awaited<ReturnType<typeof processesOn>>;

const carryOut = async (processes: Processes, steps: readonly Step[]): Promise<string[]> => {
  const published: string[] = [];
  const act: { [Do in Step['do']]: (step: Extract<Step, { do: Do }>) => unknown } = {
    publish: async () => published.push(await processes.present().publish()),
    resend: () => resend(processes, published.at(-1)),
    lease: () => processes.lease(),
    'failed lease': () => processes.failedLease(),
    'failed record': () => processes.failedRecord(),
    kill: () => processes.kill(),
    wait: () => processes.wait(hour),
    send: ({ count }) => processes.send(count),
    answer: ({ count, status, newestFirst }) => processes.answer(count, status, newestFirst),
    record: ({ count }) => processes.record(count),
  };
  for (const one of steps) await act[one.do](one as never);
  return published;
};

const resend = async (processes: Processes, messageId: string | undefined): Promise<void> => {
  if (messageId !== undefined) await processes.present().webhooks.messages.resend(messageId);
};

/** Everything that is left, to its end: every attempt fails. */
const drain = async (processes: Processes): Promise<void> => {
  const { context, webhooks } = processes.present();
  for (;;) {
    await processes.lease();
    while (processes.inAir() > 0) {
      processes.send(1000);
      processes.answer(1000, 500, false);
      await processes.record(1000);
      await processes.lease();
    }
    const next = await context.store.read((reader) => webhooks.deliveries.nextDueAt(reader));
    if (next === undefined) return;
    context.clock.set(Math.max(next, context.clock.now()));
  }
};

test('whatever is cut off, every message is attempted, and no number is given twice but to a repeat', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const processes = await processesOn(temporaryFolder());
      const { webhooks } = await processes.begin();
      await webhooks.endpoints.create({
        url: 'https://consumer.example/hook',
        eventTypes: ['company.created'],
      });
      const published = await carryOut(processes, steps);
      await drain(processes);
      for (const id of published) await addsUp(processes, id);
      const left = await processes
        .present()
        .context.store.read(({ db }) => db.selectFrom('leases').selectAll().execute());
      expect(left).toEqual([]);
      await processes.present().context.store.close();
    }),
    { numRuns: runs(25) },
  );
}, 120_000);

const addsUp = async (processes: Processes, messageId: string): Promise<void> => {
  const { attempts, deliveries } = await processes.present().webhooks.messages.show(messageId);
  const whole = attempts.filter(({ error }) => error !== 'Interrupted');
  const interrupted = attempts.filter(({ error }) => error === 'Interrupted');
  for (const { number } of interrupted) {
    const logged = interrupted.filter((one) => one.number === number).length;
    expect(logged).toBeLessThanOrEqual(processes.cutOff.get(`${messageId} ${number}`) ?? 0);
  }
  const numbers = whole.map(({ number }) => number).sort((a, b) => a - b);
  expect(new Set(numbers).size).toBe(numbers.length);
  if (!processes.stayed()) expect(numbers).toEqual(whole.map((_, n) => n + 1));
  expect(deliveries[0]?.attempts).toBeGreaterThanOrEqual(Math.max(...numbers));
  if (!processes.stayed()) expect(deliveries).toMatchObject([{ attempts: whole.length }]);
  // What was sent is in the log, as often as it was; what was cut off before it was sent may be there besides.
  for (const number of numbers) {
    if (processes.stayed()) continue;
    const logged = attempts.filter((one) => one.number === number).length;
    expect(logged).toBeGreaterThanOrEqual(processes.sent.get(`${messageId} ${number}`) ?? 0);
  }
  const succeeded = whole.some(({ statusCode }) => statusCode === 200);
  const ofSchedule = whole.filter(({ trigger }) => trigger === 'scheduled').length;
  expect(deliveries).toMatchObject([{ status: succeeded ? 'Success' : 'Failed' }]);
  if (!succeeded) expect(ofSchedule).toBe(deliverySchedule.length);
  const used = await processes
    .present()
    .context.store.read(({ db }) =>
      db
        .selectFrom('deliveries')
        .innerJoin('messages', 'messages.seq', 'message_seq')
        .select('schedule_used')
        .where('messages.id', '=', messageId)
        .execute(),
    );
  expect(used).toEqual([{ schedule_used: ofSchedule }]);
};

test.each([
  ['not leased again, is not interrupted', [], 0],
  ['leased again, is interrupted once', [{ do: 'lease' }], 1],
] as const)('what this machine kept from leaving and is %s', async (_, again, times) => {
  const processes = await processesOn(temporaryFolder());
  const { webhooks } = await processes.begin();
  await webhooks.endpoints.create({ url: 'https://consumer.example/hook', eventTypes: ['company.created'] });
  const published = await carryOut(processes, [
    { do: 'publish' },
    { do: 'publish' },
    { do: 'publish' },
    { do: 'lease' },
    { do: 'send', count: 3 },
    { do: 'answer', count: 2, status: 0, newestFirst: false },
    { do: 'record', count: 2 },
    ...again,
    { do: 'kill' },
  ]);
  const logged = [];
  for (const id of published) logged.push((await processes.present().webhooks.messages.show(id)).attempts);
  expect(logged.flat().every(({ number, error }) => number === 1 && error === 'Interrupted')).toBe(true);
  expect(logged.map(({ length }) => length)).toEqual([times, times, 1]);
  await processes.present().context.store.close();
});
