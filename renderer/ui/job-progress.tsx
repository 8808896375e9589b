import { Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatBytes, formatNumber } from '#contract/format.ts';
import type { Job } from '#contract/job.ts';
import { useCancelJob } from '#renderer/lib/jobs.ts';
import { AsOf } from './as-of.tsx';
import { ConfirmAction } from './confirm-action.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Section } from './section.tsx';
import { SmallButton } from './small-button.tsx';

interface ProgressSectionProps {
  readonly title: string;
  readonly text: string;
  readonly progress?:
    | { readonly done: number; readonly total?: number | undefined; readonly unit: string }
    | 'whole'
    | undefined;
  /** Cancel, or close when finished. */
  readonly action: ReactNode;
}

interface JobProgressProps {
  readonly job: Pick<Job, 'id' | 'progress'>;
  readonly title: string;
  /** What is cancelled, such as "check". */
  readonly noun: string;
}

/** A job with its progress, which can be cancelled. */
export const JobProgress = ({ job: { id, progress }, title, noun }: JobProgressProps) => {
  const cancel = useCancelJob();
  return (
    <>
      <ProgressSection
        title={title}
        text={progress.text}
        progress={progress}
        action={
          <ConfirmAction
            trigger={(ask) => (
              <SmallButton changes={false} loading={cancel.isPending} onClick={ask}>
                Cancel {noun}…
              </SmallButton>
            )}
            title={`Cancel ${noun}?`}
            text="It cannot be resumed: the next one starts from the beginning."
            action={`Cancel ${noun}`}
            cancel={`Keep ${noun}`}
            isDangerous
            doing={cancel}
            onConfirm={(close) => {
              close();
              cancel.mutate(id);
            }}
          />
        }
      />
      {cancel.error && <ErrorNotice title="Not cancelled" error={cancel.error} />}
    </>
  );
};

/** A long task with its progress and an action. */
export const ProgressSection = ({ title, text, progress, action }: ProgressSectionProps) => {
  const share = shareOf(progress);
  return (
    <Section title={title} level={3} beside={progress !== 'whole' && <AsOf />} actions={action}>
      <Stack gap={6}>
        <Progress.Root size="sm">
          <Progress.Section
            value={share ?? 100}
            animated={share === undefined}
            striped={share === undefined}
            aria-label={title}
            {...(share === undefined ? { 'aria-valuenow': undefined, 'aria-valuetext': 'Running' } : {})}
          />
        </Progress.Root>
        <Group justify="space-between">
          <Text role="status">{text}</Text>
          <Text c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {figures(progress)}
          </Text>
        </Group>
      </Stack>
    </Section>
  );
};

const shareOf = (progress: ProgressSectionProps['progress']): number | undefined => {
  if (progress === 'whole') return 100;
  return progress?.total ? Math.min(100, (100 * progress.done) / progress.total) : undefined;
};

const figures = (progress: ProgressSectionProps['progress']): string => {
  if (progress === undefined || progress === 'whole' || progress.done === 0) return '';
  const { done, total, unit } = progress;
  const show = unit === 'bytes' ? formatBytes : formatNumber;
  const of = total ? ` of ${show(total)}` : '';
  return `${show(done)}${of}${unit === 'bytes' ? '' : ` ${unit}`}`;
};
