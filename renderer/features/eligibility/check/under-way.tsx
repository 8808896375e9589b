import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { bytes, number } from '#renderer/lib/format.ts';
import { Section } from '#renderer/ui/section.tsx';

interface UnderWayProps {
  readonly title: string;
  readonly text: string;
  readonly progress?:
    | { readonly done: number; readonly total?: number | undefined; readonly unit: string }
    | undefined;
  readonly cancelling: boolean;
  readonly onCancel: () => void;
}

/** Something that takes its time: what, how far, and a way to end it. */
export const UnderWay = ({ title, text, progress, cancelling, onCancel }: UnderWayProps) => {
  const share = shareOf(progress);
  return (
    <Section
      title={title}
      level={3}
      actions={
        <Button size="xs" variant="default" loading={cancelling} onClick={onCancel}>
          Cancel the check
        </Button>
      }
    >
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
          <Text size="sm">{text}</Text>
          <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {figures(progress)}
          </Text>
        </Group>
      </Stack>
    </Section>
  );
};

const shareOf = (progress: UnderWayProps['progress']): number | undefined =>
  progress?.total ? Math.min(100, (100 * progress.done) / progress.total) : undefined;

const figures = (progress: UnderWayProps['progress']): string => {
  if (progress === undefined || progress.done === 0) return '';
  const { done, total, unit } = progress;
  const show = unit === 'bytes' ? bytes : number;
  const of = total ? ` of ${show(total)}` : '';
  return `${show(done)}${of}${unit === 'bytes' ? '' : ` ${unit}`}`;
};
