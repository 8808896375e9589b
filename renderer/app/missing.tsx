import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Empty } from '#renderer/ui/empty.tsx';
import { Page } from '#renderer/ui/page.tsx';

export const Missing = () => (
  <Page title="Page not found">
    <Empty
      icon={<IconMapOff aria-hidden />}
      title="Unknown address"
      text="It is wrong or from another version."
      action={
        <Button component={Link} to="/" variant="default">
          Open Home
        </Button>
      }
    />
  </Page>
);
