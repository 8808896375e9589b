import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Empty } from '#renderer/ui/empty.tsx';

export const Missing = () => (
  <>
    <title>There is no such screen – Carryover</title>
    <Empty
      icon={<IconMapOff aria-hidden />}
      title="There is no such screen"
      text="The address may be of another version, or what it named is gone."
      action={
        <Button component={Link} to="/">
          Go to Home
        </Button>
      }
    />
  </>
);
