import type { UseQueryResult } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { clockTime } from '#renderer/lib/format.ts';
import { connection } from '#renderer/lib/live-state.ts';
import { ErrorNotice } from './error-notice.tsx';

interface UnreadProps {
  readonly query: Pick<
    UseQueryResult<unknown>,
    'data' | 'error' | 'isRefetchError' | 'dataUpdatedAt' | 'refetch'
  >;
  /** What it lists, such as "Running work". Without it, the content beside it says that. */
  readonly what?: string;
}

/**
 * That a list could not be read, or since when it is old; nothing as long as it is read. Where nothing is shown of an empty
 * list, one that could not be read would pass for it. While the whole page is cut off, the status strip says that figures
 * may be old.
 */
export const Unread = ({ query, what }: UnreadProps) => {
  const { live } = useStore(connection);
  if (query.error === null) return undefined;
  const isOld = query.data !== undefined;
  if (isOld && (!query.isRefetchError || live.state !== 'live')) return undefined;
  const state = isOld ? `not updated since ${clockTime(query.dataUpdatedAt)}` : 'not loaded';
  return (
    <ErrorNotice
      title={what === undefined ? state.replace('not', 'Not') : `${what} ${state}`}
      error={query.error}
      onRetry={() => void query.refetch()}
    />
  );
};
