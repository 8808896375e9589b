import { useEffect, useRef } from 'react';
import type { Announcement } from '#contract/stream.ts';

/** Announcements for screens that show progress as it is announced, besides what they reread. */
const listeners = new Set<(announcement: Announcement) => void>();

export const tellListeners = (announcement: Announcement): void => {
  for (const listener of listeners) listener(announcement);
};

/** An announcement of one type; of any, if none is named. */
export type AnnouncementOf<T extends Announcement['type'] = Announcement['type']> = Extract<
  Announcement,
  { type: T }
>;

/** Calls `listener` for each announcement of a type while the component is there. */
export const useAnnouncement = <T extends Announcement['type']>(
  type: T,
  listener: (announcement: AnnouncementOf<T>) => void,
): void => {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const hear = (announcement: Announcement): void => {
      if (announcement.type === type) latest.current(announcement as AnnouncementOf<T>);
    };
    listeners.add(hear);
    return () => {
      listeners.delete(hear);
    };
  }, [type]);
};
