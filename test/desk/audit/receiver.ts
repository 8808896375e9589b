import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { systemTime } from '#base/clock.ts';
import type { AuditEvent } from '#contract/audit.ts';
import { createAudit } from '#desk/audit/index.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type Seen, scriptedServer } from '#test/support/scripted-server.ts';

export const eventsIn = (body: string): AuditEvent[] =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEvent);

type Answer = (request: Seen, response: ServerResponse, count: number) => void;

/** A real receiver of NDJSON that answers as it is told, and keeps what it answered with success. */
export const auditReceiver = async (tls?: { key: string; cert: string }) => {
  const taken: AuditEvent[] = [];
  let answer: Answer = (_request, response) => void response.end();
  const waiting = new Set<() => void>();
  const server = await scriptedServer((request, response, count) => {
    response.once('finish', () => {
      const isTaken = response.statusCode < 300 && request.headers['content-type'] === 'application/x-ndjson';
      if (isTaken) taken.push(...eventsIn(request.body));
      for (const look of waiting) look();
    });
    answer(request, response, count);
    for (const look of waiting) look();
  }, tls);
  return {
    url: server.url,
    seen: server.seen,
    taken,
    answers(next: Answer): void {
      answer = next;
    },
    /** Until what came is as wanted. */
    until: (isThere: () => boolean): Promise<void> =>
      new Promise((resolve, reject) => {
        const cancel = systemTime.after(20_000, () => reject(new Error(`Not there: ${isThere}`)));
        const look = (): void => {
          if (!isThere()) return;
          waiting.delete(look);
          cancel();
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
};

/** A clock that stands still until it is moved, with its timers. */
export const handClock = (startMs = systemTime.now()) => {
  let now = startMs;
  const timers = new Set<{ readonly atMs: number; readonly work: () => void }>();
  const runDue = (): void => {
    for (const timer of [...timers]) {
      if (timer.atMs > now) continue;
      timers.delete(timer);
      timer.work();
    }
  };
  return {
    now: () => now,
    after(delayMs: number, work: () => void) {
      const timer = { atMs: now + delayMs, work };
      if (delayMs <= 0) queueMicrotask(work);
      else timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms: number): void {
      now += ms;
      runDue();
    },
    waiting: () => [...timers].map(({ atMs }) => atMs - now),
  };
};

/** The audit streams of a desk, stopped when the test ends. */
export const startAudit = async (context: DeskContext, options: Parameters<typeof createAudit>[1] = {}) => {
  const audit = createAudit(context, { gatherMs: 0, ...options });
  await audit.start();
  onTestFinished(() => audit.stop());
  return audit;
};
