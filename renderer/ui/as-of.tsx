import { useStore } from 'zustand';
import { clockTime } from '#renderer/lib/format.ts';
import { connection } from '#renderer/lib/live-state.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { StatusBadge } from './status-badge.tsx';

/**
 * Beside figures that are read as the present ones: until when they were. Nothing while the page is live.
 * @param readAt when they were last read, ms UTC: it may be later than the loss
 */
export const AsOf = ({ readAt = 0 }: { readonly readAt?: number }) => {
  usePreference('timeZone');
  const live = useStore(connection, (now) => now.live);
  if (live.state !== 'lost' && live.state !== 'signed-out') return undefined;
  return <StatusBadge tone="neutral">Not live: as of {clockTime(Math.max(readAt, live.since))}</StatusBadge>;
};
