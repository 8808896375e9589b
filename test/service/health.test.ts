import { array, assert, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { createAnnouncer } from '#base/announcer.ts';
import { silentLog } from '#base/log.ts';
import { type StoreState, storeStates } from '#contract/figures.ts';
import type { Announcement } from '#contract/stream.ts';
import { createHealth, createMeter } from '#service/health.ts';
import { enoughOfAll } from '#test/support/enough-of-all.ts';

test('what happened within the last minute is counted, second by second', () => {
  let nowMs = 5_000_500;
  const meter = createMeter(() => nowMs);
  const countAt = (atMs: number, times: number): void => {
    nowMs = atMs;
    for (let i = 0; i < times; i++) meter.count();
  };
  expect(meter.lastMinute()).toBe(0);
  countAt(5_000_900, 2);
  countAt(5_030_000, 3);
  expect(meter.lastMinute()).toBe(5);
  nowMs = 5_059_999;
  expect(meter.lastMinute()).toBe(5);
  nowMs = 5_060_000;
  expect(meter.lastMinute()).toBe(3);
  countAt(5_060_000, 1);
  nowMs = 5_090_000;
  expect(meter.lastMinute()).toBe(1);
  nowMs = 9_000_000;
  expect(meter.lastMinute()).toBe(0);
});

test('the meter counts what a list of all instants would, whatever the pauses', () => {
  void assert(
    property(array(nat(90_000), { maxLength: 60 }), (pausesMs) => {
      let nowMs = 1_000_000;
      const meter = createMeter(() => nowMs);
      const seconds: number[] = [];
      for (const pauseMs of pausesMs) {
        nowMs += pauseMs;
        meter.count();
        seconds.push(Math.floor(nowMs / 1000));
        const now = Math.floor(nowMs / 1000);
        expect(meter.lastMinute()).toBe(seconds.filter((second) => second > now - 60).length);
      }
    }),
  );
});

test('the health counts what is announced, and asks the store whether it takes writes', async () => {
  const announcer = createAnnouncer(silentLog());
  const endpoints = { total: 3, disabled: 1, disabledByService: 0, failing: 2 };
  const clock = { mode: 'virtual', now: '2026-01-15T09:00:00.000Z', paused: true, advancing: false } as const;
  let store: StoreState = 'ok';
  const resources = enoughOfAll;
  const health = createHealth({
    announcer,
    webhooks: { health: async () => ({ waiting: 7, endpoints }) },
    watch: { check: async () => store },
    clock: { show: async () => clock } as never,
    resources: () => resources,
  });
  const after = async (...announcements: readonly Announcement[]) => {
    for (const announcement of announcements) announcer.announce(announcement);
    return health();
  };
  const quiet = { deliveriesPerMinute: 0, waiting: 7, endpoints, store: 'ok', resources, clock };
  expect(await after()).toEqual(quiet);
  const delivery = { type: 'delivery', messageId: 'm', webhookId: 'w', status: 'Success' } as Announcement;
  expect(await after(delivery, delivery)).toEqual({ ...quiet, deliveriesPerMinute: 2 });
  expect(await after({ type: 'message', messageId: 'm', eventType: 'company.created' })).toMatchObject({
    deliveriesPerMinute: 2,
  });
  for (const state of storeStates) {
    store = state;
    expect((await health()).store).toBe(state);
  }
});
