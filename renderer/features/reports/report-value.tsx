import { Code, Text } from '@mantine/core';
import { formatDuration, formatNumber } from '#contract/format.ts';
import type { ReportColumn, ReportValue } from '#contract/report.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { badgeTones } from './report-tones.ts';

interface ValueProps {
  readonly meaning: Pick<ReportColumn, 'kind' | 'words' | 'tones'>;
  readonly value: ReportValue;
}

/** A value in the format of its column or fact. */
export const Value = ({ meaning: { kind, words = {}, tones = {} }, value }: ValueProps) => {
  const label = Object.hasOwn(words, value) ? words[value] : undefined;
  const tone = Object.hasOwn(tones, value) ? tones[value] : undefined;
  const plain = label ?? (typeof value === 'number' ? formatNumber(value) : value);
  if (kind === 'state') return <StatusBadge tone={tone ? badgeTones[tone] : 'neutral'}>{plain}</StatusBadge>;
  if (label !== undefined) return label;
  if (kind === 'duration' && typeof value === 'number') return formatDuration(value);
  if (kind === 'instant' && typeof value === 'string') return <Instant at={value} />;
  if (kind === 'id') return <Code style={{ overflowWrap: 'anywhere' }}>{plain}</Code>;
  return (
    <Text span inherit style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      {plain}
    </Text>
  );
};
