import { Alert, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Integrity } from '#contract/verification.ts';
import { useJob } from '#renderer/lib/jobs.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useIntegrity } from '#renderer/lib/use-integrity.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { CheckResult } from './check-result.tsx';
import { useAccept, useVerify } from './use-verification.ts';

export const IntegritySection = () => {
  const query = useIntegrity();
  return (
    <Loaded query={query} text="Loading last verification…">
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
      description="Detects changes to cases, targets, token rows, runs, attachments and the journal made outside Carryover."
      actions={
        <ActionButton size="xs" loading={isRunning} onClick={() => verify.mutate()}>
          Verify database
        </ActionButton>
      }
    >
      <Stack gap="sm">
        {verify.error && <ErrorNotice title="Database not verified" error={verify.error} />}
        {isRunning && job && <Text role="status">Verifying: {job.progress.text.toLowerCase()}…</Text>}
        {job?.state === 'failed' && (
          <Alert color="red" title="Not verified">
            {job.error}
          </Alert>
        )}
        {last === undefined && notices.length > 0 && <Notices notices={notices} />}
        {last !== undefined && <CheckResult check={last} />}
        {last === undefined && notices.length === 0 && !isRunning && (
          <Text c="dimmed">Not verified since the last start.</Text>
        )}
        {notices.length > 0 && (
          <SmallButton changes style={{ alignSelf: 'start' }} onClick={() => setAccepting(true)}>
            Accept database…
          </SmallButton>
        )}
      </Stack>
      <Accept opened={isAccepting} onClose={() => setAccepting(false)} />
    </Section>
  );
};

const Notices = ({ notices }: { notices: readonly string[] }) => (
  <Alert color="red" title="Found at startup">
    <Lines lines={notices} />
  </Alert>
);

const Accept = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const accept = useAccept();
  return (
    <ReasonModal
      opened={opened}
      onClose={onClose}
      title="Accept database"
      text="Accepting makes the current state the reference; the journal keeps the findings, and broken chains stay broken. To undo a swap instead, stop Carryover and put the right desk.db back."
      action="Accept database"
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
