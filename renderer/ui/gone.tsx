import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Empty } from './empty.tsx';
import { Page } from './page.tsx';

interface GoneProps {
  /** What it would be, such as "Case". */
  readonly title: string;
  readonly icon: ReactNode;
  readonly text: string;
  /** Where the others of its kind are. */
  readonly to: string;
  readonly action: string;
}

/** The address names something that is not there: says so, and leads out. */
export const Gone = ({ title, icon, text, to, action }: GoneProps) => (
  <Page title={title}>
    <Empty
      icon={icon}
      title={`${title} not found`}
      text={text}
      action={
        <Button component={Link} to={to} variant="default">
          {action}
        </Button>
      }
    />
  </Page>
);
