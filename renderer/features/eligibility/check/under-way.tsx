import { Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatBytes, formatNumber } from '#contract/format.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Section } from '#renderer/ui/section.tsx';

interface UnderWayProps {
  readonly title: string;
  readonly text: string;
  readonly progress?:
    | { readonly done: number; readonly total?: number | undefined; readonly unit: string }
    | 'whole'
    | undefined;
  /** What ends it, or takes it away when it is over. */
  readonly action: ReactNode;
}

/** Something that takes its time: what, how far, and a way to end it. */
export const UnderWay = ({ title, text, progress, action }: UnderWayProps) => {
  const share = shareOf(progress);
  return (
    <Section title={title} level={3} beside={progress !== 'whole' && <AsOf />} actions={action}>
      <Stack gap={6}>
        <Progress.Root size="lg">
          <Progress.Section
            value={share ?? 100}
            animated={share === undefined}
            striped={share === undefined}
            aria-label={title}
            {...(share === undefined ? { 'aria-valuenow': undefined, 'aria-valuetext': 'Under way' } : {})}
          />
        </Progress.Root>
        <Group justify="space-between">
          <Text>{text}</Text>
          <Text c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {figures(progress)}
          </Text>
        </Group>
      </Stack>
    </Section>
  );
};

const shareOf = (progress: UnderWayProps['progress']): number | undefined => {
  if (progress === 'whole') return 100;
  return progress?.total ? Math.min(100, (100 * progress.done) / progress.total) : undefined;
};

const figures = (progress: UnderWayProps['progress']): string => {
  if (progress === undefined || progress === 'whole' || progress.done === 0) return '';
  const { done, total, unit } = progress;
  const show = unit === 'bytes' ? formatBytes : formatNumber;
  const of = total ? ` of ${show(total)}` : '';
  return `${show(done)}${of}${unit === 'bytes' ? '' : ` ${unit}`}`;
};
