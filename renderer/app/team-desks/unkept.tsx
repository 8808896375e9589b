import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useDesks } from '#renderer/lib/desks.ts';
import { Worded } from '#renderer/ui/worded.tsx';

/** Where a sign-in can't be kept, before it is made. */
export const Unkept = () => {
  const why = useDesks()?.unkept;
  if (why === undefined) return undefined;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title="Signed in until Carryover quits"
    >
      <Worded text={why} />
    </Alert>
  );
};
