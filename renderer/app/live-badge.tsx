import { useStore } from 'zustand';
import { connection } from '#renderer/lib/live-state.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

/** Whether what is shown follows the desk as it happens. */
export const LiveBadge = () => {
  const { state } = useStore(connection, ({ live }) => live);
  switch (state) {
    case 'live':
      return (
        <StatusBadge tone="good" title="What is shown follows the desk as it happens">
          Live
        </StatusBadge>
      );
    case 'connecting':
      return <StatusBadge tone="neutral">Connecting…</StatusBadge>;
    default:
      return <StatusBadge tone="attention">Not live</StatusBadge>;
  }
};
