import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCount } from '#contract/format.ts';
import type { Run } from '#contract/token-runs.ts';
import { Worded } from './worded.tsx';

/** Why a run stands still and what to do, and what else its figures do not show. */
export const RunNotices = ({ run: { state, remark, alreadyLinked = 0 } }: { readonly run: Run }) => (
  <>
    {state === 'interrupted' && (
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Interrupted: Carryover stopped">
        Nothing is lost. Resume the run: it continues where it stopped and creates nothing twice.
      </Alert>
    )}
    {state === 'paused' && (
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Paused">
        Nothing is sent until the run is resumed.{remark !== undefined && <Worded text={` ${remark}`} />}
      </Alert>
    )}
    {remark !== undefined && state !== 'paused' && (
      <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
        <Group justify="space-between">
          <Text style={{ overflowWrap: 'anywhere' }}>
            <Worded text={remark} />
          </Text>
          {state === 'running' && remark.includes('virtual clock') && (
            <Button component={Link} to="/local-api/clock" size="xs" variant="default">
              Open clock
            </Button>
          )}
        </Group>
      </Alert>
    )}
    {alreadyLinked > 0 && (
      <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="Already linked">
        {formatCount(alreadyLinked, 'done row was', 'done rows were')} linked on the target before. The
        imported credentials were not sent.
      </Alert>
    )}
  </>
);
