import { parse as parseDuration } from 'tinyduration';
import { CatalogueError, invalid } from '#contract/errors.ts';

/** The only place that reads the time. Instants are milliseconds since the epoch, UTC, everywhere. */

export interface Clock {
  /** The present instant, ms UTC. */
  now(): number;
}

/** Stops what a timer would have started. Calling it again, or too late, does nothing. */
export type Cancel = () => void;

/** The system's clock and its timers: for I/O deadlines, leases, drains and supervision. */
export const systemTime = {
  now: (): number => Date.now(),
  /** Milliseconds with fractions that never run backwards; only differences mean anything. */
  monotonic: (): number => performance.now(),
  /** Time that the calling thread has worked, ms; what else the machine does is not in it. */
  threadWork(): number {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  /** Time that the calling thread's event loop had nothing to do, ms; only differences mean anything. */
  threadRest(): number {
    const { idleTime } = performance.nodeTiming;
    // Electron turns the loop itself and leaves it at 0.
    return idleTime > 0 ? idleTime : performance.now() - systemTime.threadWork();
  },
  /** Calls `work` once after `delayMs`. A timer alone does not keep the process alive if `unref` is set. */
  after(delayMs: number, work: () => void, options: { unref?: boolean } = {}): Cancel {
    // setTimeout overflows above 2^31 − 1 ms and would fire at once.
    const timer = setTimeout(work, Math.min(Math.max(delayMs, 0), 0x7fff_ffff));
    if (options.unref) timer.unref();
    return () => clearTimeout(timer);
  },
  every(intervalMs: number, work: () => void): Cancel {
    const timer = setInterval(work, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
  sleep: (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, delayMs);
    }),
} satisfies Clock & Record<string, unknown>;

/** A clock that stands still until it is set. Only the scheduler sets it, and only forward. */
export class VirtualClock implements Clock {
  #now: number;

  constructor(startMs: number) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  /** @throws CatalogueError `clock.backwards` */
  set(instantMs: number): void {
    if (instantMs < this.#now) {
      throw new CatalogueError('clock.backwards', {
        now: toIso(this.#now),
        wanted: toIso(instantMs),
      });
    }
    this.#now = instantMs;
  }
}

/**
 * UTC, ISO 8601 with milliseconds. Lists write thousands of instants, most of them of the same day: its part of the
 * text is kept.
 */
export const toIso = (instantMs: number): string => {
  const day = Math.floor(instantMs / dayMs);
  if (day !== writtenDay) {
    writtenDate = new Date(instantMs).toISOString().slice(0, -'hh:mm:ss.sssZ'.length);
    writtenDay = day;
  }
  const ms = Math.trunc(instantMs - day * dayMs);
  const hours = twoDigits[Math.floor(ms / 3_600_000)];
  const minutes = twoDigits[Math.floor(ms / 60_000) % 60];
  const seconds = twoDigits[Math.floor(ms / 1000) % 60];
  const rest = ms % 1000;
  return `${writtenDate}${hours}:${minutes}:${seconds}.${rest < 100 ? '0' : ''}${twoDigits[rest] ?? rest}Z`;
};

/** `2026-11-21T14-03-07-123Z`: an instant as part of a file's name, which may have no colon on Windows. */
export const instantInName = (instantMs: number): string => toIso(instantMs).replaceAll(/[:.]/g, '-');

const dayMs = 86_400_000;
const twoDigits = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
let writtenDay = Number.NaN;
let writtenDate = '';

/** @throws CatalogueError `request.invalid` naming `field`, if the text is not an ISO 8601 instant. */
export const parseInstant = (text: string, field: string): number => {
  const instantMs = Date.parse(text);
  if (Number.isNaN(instantMs)) {
    throw invalid({
      itemId: field,
      message: `${field} must be an instant in ISO 8601, such as 2026-01-31T09:00:00Z.`,
      validatorName: 'date-time',
    });
  }
  return instantMs;
};

const unitMs = { weeks: 604_800_000, days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000 };

/**
 * An ISO 8601 duration in milliseconds. Years and months are refused, as their length varies.
 * @throws CatalogueError `request.invalid` naming `field`
 */
export const parseDurationMs = (text: string, field: string): number => {
  const refused = invalid({
    itemId: field,
    message: `${field} must be a positive ISO 8601 duration in weeks, days, hours, minutes or seconds, such as PT28H.`,
    validatorName: 'duration',
  });
  let parts: ReturnType<typeof parseDuration>;
  try {
    parts = parseDuration(text);
  } catch {
    throw refused;
  }
  if (parts.negative || parts.years || parts.months) throw refused;
  let totalMs = 0;
  for (const [unit, ms] of Object.entries(unitMs)) {
    totalMs += (parts[unit as keyof typeof unitMs] ?? 0) * ms;
  }
  if (!Number.isFinite(totalMs) || totalMs > 100 * 366 * unitMs.days) throw refused;
  return Math.round(totalMs);
};
