import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is being read, such as "Reading the case…" */
  readonly text: string;
  readonly children: (data: T) => ReactNode;
}

/** What a reading came to: words while it is under way, why it failed, or its content. */
export const Loaded = <T,>({ query, text, children }: LoadedProps<T>) => {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <ErrorNotice title="This could not be read" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return <Loading text={text} />;
};
