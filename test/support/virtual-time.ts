import { systemTime } from '#base/clock.ts';

interface Timer {
  dueMs: number;
  readonly everyMs?: number;
  readonly work: () => void;
}

/** A clock with its timers, which begins now and moves when a test says so. */
export const virtualTime = () => {
  let nowMs = systemTime.now();
  const timers = new Set<Timer>();
  const add = (timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    now: () => nowMs,
    after: (delayMs: number, work: () => void) => add({ dueMs: nowMs + delayMs, work }),
    every: (everyMs: number, work: () => void) => add({ dueMs: nowMs + everyMs, everyMs, work }),
    /** Timers that are due go off in their order. What they begin is not waited for. */
    pass(ms: number): void {
      const untilMs = nowMs + ms;
      for (;;) {
        const [next] = [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs);
        if (next === undefined) break;
        nowMs = next.dueMs;
        if (next.everyMs === undefined) timers.delete(next);
        else next.dueMs += next.everyMs;
        next.work();
      }
      nowMs = untilMs;
    },
  };
};
