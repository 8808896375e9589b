import { Anchor } from '@mantine/core';
import { formatDuration } from '#contract/format.ts';
import type { RequestEntry } from '#contract/request-log.ts';
import { exactTime } from '#renderer/lib/format.ts';
import type { LogColumn } from '#renderer/ui/log-rows.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx';

/** @param onOpen shows all of one */
export const requestColumns = (onOpen: (entry: RequestEntry) => void): readonly LogColumn<RequestEntry>[] => [
  {
    name: 'When',
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
            <StatusBadge tone="attention" title="A call of an alerts endpoint: eligibility evidence">
              Deprecated
            </StatusBadge>{' '}
          </>
        )}
        {path}
      </>
    ),
  },
  {
    name: 'Answer',
    width: '5.2em',
    cell: ({ statusCode }) => <StatusBadge tone={toneOf(statusCode)}>{formatAnswer(statusCode)}</StatusBadge>,
  },
  { name: 'Took', width: '6.2em', cell: ({ durationMs }) => formatTook(durationMs) },
  {
    name: 'Caller',
    width: 'minmax(10em, 1.5fr)',
    title: ({ userAgent = '' }) => userAgent,
    cell: ({ userAgent = <NoValue means="did not say" /> }) => userAgent,
  },
];

export const toneOf = (statusCode: number): Tone => {
  if (statusCode === 0 || statusCode >= 500) return 'bad';
  return statusCode >= 400 ? 'attention' : 'good';
};

/** Most answers take less than a millisecond. */
export const formatTook = (ms: number): string => (ms < 1 ? 'under 1 ms' : formatDuration(ms));

/** 0: a fault kept it from being answered at all. */
export const formatAnswer = (statusCode: number): string => (statusCode === 0 ? 'none' : String(statusCode));
