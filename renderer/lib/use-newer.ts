import { useState } from 'react';
import { type AnnouncementOf, useAnnouncement } from './listeners.ts';

/**
 * How many announcements of a type came while a log stood still; none while it follows.
 * @param counts which of them the log would show; all, if left out
 */
export const useNewer = <T extends AnnouncementOf['type']>(
  type: T,
  follows: boolean,
  counts: (announcement: AnnouncementOf<T>) => boolean = () => true,
): number => {
  const [count, setCount] = useState(0);
  useAnnouncement(type, (announcement) => {
    if (!follows && counts(announcement)) setCount((before) => before + 1);
  });
  if (follows && count > 0) setCount(0);
  return count;
};
