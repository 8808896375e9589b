import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return <ErrorNotice title="Not loaded" error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <Loading text={text} />;
};
