import { type Cancel, systemTime } from '#base/clock.ts';

/**
 * What a process tells the others, and how it finds what nobody told: notices that come close together are sent
 * together, and the store is looked at now and then, one look at a time.
 */
export interface Notices<Notice> {
  /** Cheap; may be called often, also with the same one. */
  add(notice: Notice): void;
  /** Looks from here on. */
  startLooking(): void;
  /** Sends the last ones. */
  stop(): void;
}

interface NoticesOptions<Notice> {
  /** Notices of so long go together, ms. */
  readonly gatherMs: number;
  /** How often the store is looked at, ms. */
  readonly lookMs: number;
  readonly send: (notices: readonly Notice[]) => Promise<void>;
  readonly look: () => Promise<void>;
  /** Told of what could not be sent, or looked at: the next look finds it. */
  readonly failed: (err: unknown, what: 'send' | 'look') => void;
}

export const createNotices = <Notice>(options: NoticesOptions<Notice>): Notices<Notice> => {
  const gathered = new Set<Notice>();
  let cancelGather: Cancel | undefined;
  let cancelLooks: Cancel | undefined;
  let isLooking = false;

  const flush = (): void => {
    cancelGather = undefined;
    const notices = [...gathered];
    gathered.clear();
    options.send(notices).catch((err: unknown) => options.failed(err, 'send'));
  };
  const look = (): void => {
    if (isLooking) return;
    isLooking = true;
    void options
      .look()
      .catch((err: unknown) => options.failed(err, 'look'))
      .finally(() => {
        isLooking = false;
      });
  };

  return {
    add(notice) {
      gathered.add(notice);
      cancelGather ??= systemTime.after(options.gatherMs, flush);
    },
    startLooking() {
      cancelLooks ??= systemTime.every(options.lookMs, look);
    },
    stop() {
      cancelLooks?.();
      cancelGather?.();
      if (gathered.size > 0) flush();
    },
  };
};
