import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Empty } from '#renderer/ui/empty.tsx';

export const Missing = () => (
  <>
    <title>Page not found – Carryover</title>
    <Empty
      icon={<IconMapOff aria-hidden />}
      title="Page not found"
      text="The address is wrong or from another version."
      action={
        <Button component={Link} to="/">
          Open Home
        </Button>
      }
    />
  </>
);
