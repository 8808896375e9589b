import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Integrity } from '#contract/verification.ts';
import { useJob } from '#renderer/lib/jobs.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useIntegrity } from '#renderer/lib/use-integrity.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { CheckResult } from './check-result.tsx';
import { useAccept, useVerify } from './use-verification.ts';

/** Whether everything in the desk database is as it was written. */
export const IntegritySection = () => {
  const query = useIntegrity();
  return (
    <Loaded query={query} text="Reading the last verification…">
      {(integrity) => <IntegrityPart integrity={integrity} />}
    </Loaded>
  );
};

const IntegrityPart = ({ integrity }: { integrity: Integrity }) => {
  const verify = useVerify();
  const client = useQueryClient();
  const { data: job } = useJob(verify.data?.id ?? integrity.jobId);
  const [isAccepting, setAccepting] = useState(false);
  const isRunning = verify.isPending || job?.state === 'running';
  const ended = job?.state;
  useEffect(() => {
    if (ended === 'done') void client.invalidateQueries({ queryKey: keys.integrity });
  }, [ended, client]);
  const { notices, last } = integrity;
  return (
    <Section
      title="Integrity"
      description="Verifies the journal, every case, and all rows, targets, runs and attachments of the desk database."
      actions={
        <Button size="xs" loading={isRunning} onClick={() => verify.mutate()}>
          Verify everything
        </Button>
      }
    >
      <Stack gap="sm">
        {verify.error && <ErrorNotice title="Nothing was verified" error={verify.error} />}
        {isRunning && job && <Text role="status">Verifying: {job.progress.text.toLowerCase()}…</Text>}
        {job?.state === 'failed' && (
          <Alert color="red" title="Not verified">
            {job.error}
          </Alert>
        )}
        {last === undefined && notices.length > 0 && <Notices notices={notices} />}
        {last !== undefined && <CheckResult check={last} />}
        {last === undefined && notices.length === 0 && !isRunning && (
          <Text c="dimmed">Not verified since Carryover was started.</Text>
        )}
        {notices.length > 0 && (
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: 'start' }}
            onClick={() => setAccepting(true)}
          >
            Accept the database as it is…
          </Button>
        )}
      </Stack>
      <Accept opened={isAccepting} onClose={() => setAccepting(false)} />
    </Section>
  );
};

const Notices = ({ notices }: { notices: readonly string[] }) => (
  <Alert color="red" title="Found at the start">
    <List>
      {notices.map((what) => (
        <List.Item key={what}>{what}</List.Item>
      ))}
    </List>
  </Alert>
);

const Accept = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const accept = useAccept();
  return (
    <ReasonModal
      opened={opened}
      onClose={onClose}
      title="Accept the database"
      text="To undo a swap, stop Carryover and put the right desk.db back instead. Accepting makes what is there now the state to verify against; the journal keeps what was found. A broken chain stays broken."
      action="Accept the database"
      draft="accept-database"
      busy={accept.isPending}
      error={accept.error}
      onSubmit={(reason, forget) =>
        accept.mutate(reason, {
          onSuccess: () => {
            forget();
            onClose();
          },
        })
      }
    />
  );
};
