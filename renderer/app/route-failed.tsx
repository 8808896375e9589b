import { Button, Group } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Page } from '#renderer/ui/page.tsx';

/** A screen that could not be loaded or drawn; the others still can. */
export const RouteFailed = () => (
  <Page title="This screen failed">
    <ErrorNotice
      title="The screen was not loaded"
      error={useRouteError()}
      onRetry={() => window.location.reload()}
    />
    <Group mt="md">
      <Button variant="default" component={Link} to="/">
        Open Home
      </Button>
    </Group>
  </Page>
);
