import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { formatShare } from '#contract/format.ts';
import type { Job } from '#contract/job.ts';
import { useCancelJob } from '#renderer/lib/jobs.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** Progress of a job, which can be cancelled. */
export const JobProgress = ({ job, title }: { job: Job; title: string }) => {
  const cancel = useCancelJob();
  const { done, total, text } = job.progress;
  return (
    <Section
      title={title}
      level={3}
      beside={<AsOf />}
      actions={
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
          Cancel
        </Button>
      }
    >
      <Stack gap={6}>
        {cancel.error && <ErrorNotice title="Not cancelled" error={cancel.error} />}
        <Group justify="space-between">
          <Text role="status">{text}</Text>
          <Text c="dimmed">{total === undefined ? undefined : formatShare(done, total)}</Text>
        </Group>
        <Progress
          value={total === undefined || total === 0 ? 100 : (100 * done) / total}
          animated={total === undefined}
          aria-label={title}
        />
      </Stack>
    </Section>
  );
};
