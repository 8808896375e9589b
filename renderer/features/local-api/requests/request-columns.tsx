import { formatDuration } from '#contract/format.ts';
import type { RequestEntry } from '#contract/request-log.ts';
import { exactTime, timeToSecond } from '#renderer/lib/format.ts';
import type { LogColumn } from '#renderer/ui/log-rows.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx';
import type { RequestLayout } from './request-layout.ts';

export const requestColumns = ({
  hasCaller,
  hasDuration,
}: RequestLayout): readonly LogColumn<RequestEntry>[] => [
  {
    name: 'Status',
    width: '5.2em',
    cell: ({ statusCode }) => <StatusBadge tone={toneOf(statusCode)}>{formatStatus(statusCode)}</StatusBadge>,
  },
  {
    name: 'Time',
    width: '9em',
    title: ({ at }) => `${exactTime(at)} (${at} UTC)`,
    cell: ({ at }) => <time>{timeToSecond(at)}</time>,
  },
  { name: 'Method', width: '4.6em', cell: ({ method }) => method },
  {
    name: 'Path',
    width: 'minmax(9em, 2fr)',
    title: ({ path }) => path,
    cell: ({ path, deprecated, replayOf, fault }) => (
      <>
        {deprecated && (
          <>
            <StatusBadge tone="attention" title="Alerts endpoint: blocks the migration">
              Deprecated
            </StatusBadge>{' '}
          </>
        )}
        {path}
        {replayOf !== undefined && ' · replay'}
        {fault !== undefined && (fault === 'fixture' ? ' · fixture' : ' · fault')}
      </>
    ),
  },
  ...(hasDuration ? [durationColumn] : []),
  ...(hasCaller ? [callerColumn] : []),
];

const durationColumn: LogColumn<RequestEntry> = {
  name: 'Duration',
  width: '6.2em',
  cell: ({ durationMs }) => formatTime(durationMs),
};

const callerColumn: LogColumn<RequestEntry> = {
  name: 'Caller',
  width: 'minmax(7em, 1fr)',
  title: ({ userAgent = '' }) => userAgent,
  cell: ({ userAgent = <NoValue means="unknown" /> }) => userAgent,
};

export const toneOf = (statusCode: number): Tone => {
  if (statusCode === 0 || statusCode >= 500) return 'bad';
  return statusCode >= 400 ? 'attention' : 'good';
};

/** Most responses take less than a millisecond. */
export const formatTime = (ms: number): string => (ms < 1 ? 'under 1 ms' : formatDuration(ms));

/** 0: a fault closed the connection. */
export const formatStatus = (statusCode: number): string => (statusCode === 0 ? 'None' : String(statusCode));
