import type { Log } from '#base/log.ts';
import type { Announce, Announcement } from '#contract/stream.ts';

/** Announcements of changes to all listeners. Emit to announce: a broken listener never breaks a job. */
export interface Announcer {
  readonly announce: Announce;
  /** Calls `listener` on every announcement until the returned function is called. */
  subscribe(listener: (announcement: Announcement) => void): () => void;
}

export const createAnnouncer = (log: Log): Announcer => {
  const listeners = new Set<(announcement: Announcement) => void>();
  return {
    announce(announcement) {
      for (const listener of listeners) {
        try {
          listener(announcement);
        } catch (error) {
          log.error({ err: error }, 'A listener failed');
        }
      }
    },
    subscribe(listener) {
      // A wrapper of its own, so that the same listener may subscribe twice.
      const own = (announcement: Announcement) => listener(announcement);
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
};
