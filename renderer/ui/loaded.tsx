import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { clockTime } from '#renderer/lib/format.ts';
import { connection } from '#renderer/lib/live-state.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is loaded, such as "Loading case…" */
  readonly text: string;
  readonly children: (data: T) => ReactNode;
}

/** The content of a query, or its loading rows, or why it failed with a way to retry. */
export const Loaded = <T,>({ query, text, children }: LoadedProps<T>) => {
  if (query.data !== undefined) {
    return (
      <>
        <Old query={query} />
        {children(query.data)}
      </>
    );
  }
  if (query.error) {
    return <ErrorNotice title="Not loaded" error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <Loading text={text} />;
};

/** Above content that could not be read again. While the whole page is cut off, the status strip says so. */
const Old = ({ query }: { readonly query: UseQueryResult<unknown> }) => {
  const { live } = useStore(connection);
  if (!query.isRefetchError || live.state !== 'live') return undefined;
  return (
    <ErrorNotice
      title={`Not updated since ${clockTime(query.dataUpdatedAt)}`}
      error={query.error}
      onRetry={() => void query.refetch()}
    />
  );
};
