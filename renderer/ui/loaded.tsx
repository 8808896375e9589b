import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';
import { Unread } from './unread.tsx';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is loaded, such as "Loading case…" */
  readonly text: string;
  readonly children: (data: T) => ReactNode;
}

/** The content of a query, or its loading rows, or why it failed with a way to retry. */
export const Loaded = <T,>({ query, text, children }: LoadedProps<T>) => {
  const { error, forget } = useLastError(query);
  if (query.data !== undefined) {
    return (
      <>
        <Unread query={query} />
        {children(query.data)}
      </>
    );
  }
  if (error === undefined) return <Loading text={text} />;
  return (
    <ErrorNotice
      title="Not loaded"
      error={error}
      onRetry={() => {
        forget();
        void query.refetch();
      }}
    />
  );
};

/** Why there is no content, as long as there is none: a try that nobody pressed for does not hide why the last one failed. */
const useLastError = ({ data, error, failureReason, errorUpdateCount }: UseQueryResult<unknown>) => {
  const [last, setLast] = useState<Error>();
  const held = errorUpdateCount === 0 ? undefined : (failureReason ?? last);
  const now = data === undefined ? (error ?? held) : undefined;
  if (now !== last) setLast(now);
  return { error: now, forget: () => setLast(undefined) };
};
