import { systemTime } from '#base/clock.ts';
import type { Consumers } from '#contract/consumers.ts';
import type { ServiceControl } from '#contract/service-control.ts';

/** What may make a condition true, or ends the wait for it. */
export interface Changes {
  /** Resolves with the next change from now on. */
  begin(): Promise<void>;
  /** Whether there was one since `begin`. */
  seen(): boolean;
  /** The time is up, or nobody waits any more. */
  isOver(): boolean;
  stop(): void;
}

export const createChanges = (
  { subscribe }: Pick<ServiceControl, 'subscribe'>,
  consumers: Pick<Consumers, 'subscribe'>,
  timeoutMs: number,
  signal: AbortSignal,
): Changes => {
  let isOver = timeoutMs === 0;
  let isSeen = false;
  let next = Promise.withResolvers<void>();
  const note = (): void => {
    isSeen = true;
    next.resolve();
  };
  const end = (): void => {
    isOver = true;
    note();
  };
  const stops = [
    // The clock alone makes nothing true.
    subscribe(({ type }) => {
      if (type !== 'clock') note();
    }),
    consumers.subscribe(note),
    systemTime.after(timeoutMs, end),
    () => signal.removeEventListener('abort', end),
  ];
  signal.addEventListener('abort', end);
  return {
    begin() {
      isSeen = isOver;
      next = Promise.withResolvers<void>();
      if (isOver) next.resolve();
      return next.promise;
    },
    seen: () => isSeen,
    isOver: () => isOver,
    stop() {
      // Time that is still on its way for it ends where it is.
      end();
      for (const stop of stops) stop();
    },
  };
};
