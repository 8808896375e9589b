import { Anchor } from '@mantine/core';
import { formatDuration } from '#contract/format.ts';
import type { RequestEntry } from '#contract/request-log.ts';
import { exactTime } from '#renderer/lib/format.ts';
import type { LogColumn } from '#renderer/ui/log-rows.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx';

/** @param onOpen shows one in full */
export const requestColumns = (onOpen: (entry: RequestEntry) => void): readonly LogColumn<RequestEntry>[] => [
  {
    name: 'Time',
    width: '11.2em',
    title: ({ at }) => at,
    cell: (entry) => (
      <Anchor component="button" type="button" inherit underline="always" onClick={() => onOpen(entry)}>
        {exactTime(entry.at)}
      </Anchor>
    ),
  },
  { name: 'Method', width: '4.6em', cell: ({ method }) => method },
  {
    name: 'Path',
    width: 'minmax(9em, 2fr)',
    title: ({ path }) => path,
    cell: ({ path, deprecated }) => (
      <>
        {deprecated && (
          <>
            <StatusBadge tone="attention" title="Alerts endpoint: blocks the migration">
              Deprecated
            </StatusBadge>{' '}
          </>
        )}
        {path}
      </>
    ),
  },
  {
    name: 'Status',
    width: '5.2em',
    cell: ({ statusCode }) => <StatusBadge tone={toneOf(statusCode)}>{formatStatus(statusCode)}</StatusBadge>,
  },
  { name: 'Duration', width: '6.2em', cell: ({ durationMs }) => formatTime(durationMs) },
  {
    name: 'Caller',
    width: 'minmax(10em, 1.5fr)',
    title: ({ userAgent = '' }) => userAgent,
    cell: ({ userAgent = <NoValue means="unknown" /> }) => userAgent,
  },
];

export const toneOf = (statusCode: number): Tone => {
  if (statusCode === 0 || statusCode >= 500) return 'bad';
  return statusCode >= 400 ? 'attention' : 'good';
};

/** Most responses take less than a millisecond. */
export const formatTime = (ms: number): string => (ms < 1 ? 'under 1 ms' : formatDuration(ms));

/** 0: a fault closed the connection. */
export const formatStatus = (statusCode: number): string => (statusCode === 0 ? 'None' : String(statusCode));
