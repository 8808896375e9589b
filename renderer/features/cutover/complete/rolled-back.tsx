import { Alert, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { CutoverView } from '#contract/cutover.ts';
import { Instant } from '#renderer/ui/instant.tsx';

/** The last rollback, as long as nothing was cut over since. */
export const RolledBack = ({ view: { rollbacks, state } }: { readonly view: CutoverView }) => {
  const [last] = rollbacks;
  if (last === undefined || (state !== 'rolled-back' && last.state !== 'requested')) return undefined;
  return (
    <Alert
      color="orange"
      icon={<IconArrowBackUp aria-hidden />}
      title={last.state === 'done' ? 'Rolled back' : 'Rollback requested, not yet seen on the target'}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Instant at={last.at} /> · {last.by} · {last.reason}
      </Text>
      {last.state === 'done' && <Text>Refresh the snapshot and freeze a plan for a second cutover.</Text>}
    </Alert>
  );
};
