import { afterEach, expect, test, vi } from 'vitest';
import { systemTime, VirtualClock } from '#base/clock.ts';
import { takeClock, writeClock } from '#service/scheduler/clock-fact.ts';
import { testContext } from '#test/support/service-context.ts';

const at = Date.UTC(2026, 0, 15, 9);
const hour = 3_600_000;
afterEach(() => void vi.useRealTimers());

/** A sandbox whose clock was left as it says, while the system's stands at `at`. */
const leftAt = async (clock?: { mode: 'virtual' | 'system'; now: number; paused?: boolean }) => {
  const { store } = await testContext();
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  if (clock !== undefined) {
    const { mode, now, paused = false } = clock;
    vi.setSystemTime(now);
    await store.write((tx) =>
      writeClock(tx, mode === 'virtual' ? new VirtualClock(now) : systemTime, paused),
    );
    vi.setSystemTime(at);
  }
  return (mode: 'virtual' | 'system') => store.read((reader) => takeClock(reader, mode));
};

test('a new sandbox begins at the time of the system, and is not paused', async () => {
  const take = await leftAt();
  const virtual = await take('virtual');
  expect([virtual.clock.now(), virtual.clock instanceof VirtualClock, virtual.paused]).toEqual([
    at,
    true,
    false,
  ]);
  expect(await take('system')).toEqual({ clock: systemTime, paused: false });
});

test.each([at - hour, at + hour])('a virtual clock stands where it was left: %i', async (now) => {
  const take = await leftAt({ mode: 'virtual', now, paused: true });
  const { clock, paused } = await take('virtual');
  expect([clock.now(), paused]).toEqual([now, true]);
});

test('a virtual clock after one of the system begins now, and never before what the sandbox has seen', async () => {
  for (const [now, wanted] of [
    [at - hour, at],
    [at + hour, at + hour],
  ] as const) {
    const take = await leftAt({ mode: 'system', now });
    expect((await take('virtual')).clock.now()).toBe(wanted);
  }
});

test('the clock of the system is refused where a virtual one was advanced beyond it, and only there', async () => {
  await expect((await leftAt({ mode: 'virtual', now: at + 1 }))('system')).rejects.toThrow(
    /advanced to 2026-01-15T09:00:00\.001Z.*--clock virtual/,
  );
  for (const left of [
    { mode: 'virtual', now: at },
    { mode: 'virtual', now: at - hour },
    { mode: 'system', now: at + hour },
  ] as const) {
    expect((await (await leftAt({ ...left, paused: true }))('system')).paused).toBe(true);
  }
});
