import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isMissing } from '#renderer/lib/api.ts';
import { Empty } from './empty.tsx';
import { Loaded } from './loaded.tsx';
import { Page } from './page.tsx';

interface FoundProps<T> {
  readonly query: UseQueryResult<T>;
  /** What it is, such as "Case". */
  readonly title: string;
  readonly icon: ReactNode;
  /** Why it may be gone, and what to do. */
  readonly missing: string;
  /** Where the others of its kind are. */
  readonly list: string;
  readonly children: (data: T) => ReactNode;
}

/** The screen of the one thing that the address names, or why it is not there with the way to the others. */
export const Found = <T,>({ query, title, icon, missing, list, children }: FoundProps<T>) => {
  const name = title.toLowerCase();
  if (isMissing(query.error)) {
    return (
      <Page title={title}>
        <Empty
          icon={icon}
          title={`${title} not found`}
          text={missing}
          action={
            <Button component={Link} to={list} variant="default">
              Show {name}s
            </Button>
          }
        />
      </Page>
    );
  }
  const content = (
    <Loaded query={query} text={`Loading ${name}…`}>
      {children}
    </Loaded>
  );
  return query.isLoadingError ? <Page title={title}>{content}</Page> : content;
};
