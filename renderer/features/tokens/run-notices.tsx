import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Run } from '#contract/token-runs.ts';
import { Worded } from '#renderer/ui/worded.tsx';

/** What a person must know about a run besides its figures: why it stands still, and what to do. */
export const RunNotices = ({ run }: { run: Run }) => (
  <>
    {run.state === 'interrupted' && (
      <Alert
        color="orange"
        icon={<IconAlertTriangle aria-hidden />}
        title="The host ended while this was running"
      >
        Nothing is lost: each call was on record before it left. Resume it, and it goes on where it was,
        without creating anything twice. Calls whose answers were lost are looked up on the target first.
      </Alert>
    )}
    {run.state === 'paused' && (
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Paused">
        Nothing is sent until it is resumed; it then goes on where it was.
        {run.remark !== undefined && <Worded text={` Why: ${run.remark}`} />}
      </Alert>
    )}
    {run.remark !== undefined && run.state !== 'paused' && (
      <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="To know">
        <Group justify="space-between">
          <Text style={{ overflowWrap: 'anywhere' }}>
            <Worded text={run.remark} />
          </Text>
          {run.state === 'running' && run.remark.includes('virtual clock') && (
            <Button component={Link} to="/local-api/clock" size="xs" variant="default">
              Open the clock
            </Button>
          )}
        </Group>
      </Alert>
    )}
    {(run.alreadyLinked ?? 0) > 0 && (
      <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="Linked before">
        {run.alreadyLinked === 1 ? '1 of the done rows was' : `${run.alreadyLinked} of the done rows were`}{' '}
        linked on the target already. The imported credentials were not sent there.
      </Alert>
    )}
  </>
);
