import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { type Cancel, systemTime } from '#base/clock.ts';

/** The process as its system and V8 see it. What the platform does not tell is absent. */
export interface ProcessFigures {
  readonly startedMs: number;
  readonly cpuSeconds: number;
  readonly memory: NodeJS.MemoryUsage;
  readonly descriptors?: { readonly open: number; readonly limit?: number };
  /** The share of the time that the event loop worked since the last reading, 0 to 1. */
  readonly loopUtilization: number;
  /** How late timers ran since the last reading, s. */
  readonly loopDelay: { readonly p50: number; readonly p99: number; readonly max: number };
}

export interface ProcessReader {
  read(): ProcessFigures;
  stop(): void;
}

const resolutionMs = 20;
/** Measuring the delay wakes an idle process 50 times a second: it ends when nobody reads it, ms. */
const unreadMs = 600_000;

/** The delay of the event loop is measured from the first reading on. */
export const createProcessReader = (): ProcessReader => {
  let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;
  let cancel: Cancel | undefined;
  let utilization = performance.eventLoopUtilization();

  const stop = (): void => {
    cancel?.();
    delays?.disable();
    delays = undefined;
  };
  const readDelay = (): ProcessFigures['loopDelay'] => {
    cancel?.();
    cancel = systemTime.after(unreadMs, stop, { unref: true });
    if (delays === undefined) {
      delays = monitorEventLoopDelay({ resolution: resolutionMs });
      delays.enable();
    }
    const { count, max } = delays;
    const figures =
      count === 0
        ? { p50: 0, p99: 0, max: 0 }
        : { p50: late(delays.percentile(50)), p99: late(delays.percentile(99)), max: late(max) };
    delays.reset();
    return figures;
  };

  return {
    read() {
      const now = performance.eventLoopUtilization();
      const loopUtilization = performance.eventLoopUtilization(now, utilization).utilization;
      utilization = now;
      const { user, system } = process.cpuUsage();
      const descriptors = readDescriptors();
      return {
        startedMs: performance.timeOrigin,
        cpuSeconds: (user + system) / 1e6,
        memory: process.memoryUsage(),
        ...(descriptors === undefined ? {} : { descriptors }),
        loopUtilization,
        loopDelay: readDelay(),
      };
    },
    stop,
  };
};

/** What passed between two ticks beyond the time between them, s. */
const late = (ns: number): number => Math.max(0, ns / 1e9 - resolutionMs / 1000);

/** Linux only: other systems tell it to a native module alone. */
const readDescriptors = (): ProcessFigures['descriptors'] => {
  try {
    const open = readdirSync('/proc/self/fd').length;
    const limit = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
    return { open, ...(Number.isFinite(limit) ? { limit } : {}) };
  } catch {
    return undefined;
  }
};
