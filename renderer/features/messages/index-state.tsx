import { formatCount, formatDuration, formatNumber } from '#contract/format.ts';
import type { MessageIndex } from '#contract/message.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Between two looks at an index that is behind, and at one that is not, ms. */
const behindMs = 1500;
const quietMs = 10_000;

const useIndex = () =>
  useApiQuery<MessageIndex>(keys.messages.index, '/api/messages/index', {
    refetchInterval: ({ state }) => ((state.data?.behind ?? 0) > 0 ? behindMs : quietMs),
  });

interface FoundProps {
  /** Messages read so far. */
  readonly known: number;
  /** They are all. */
  readonly ended: boolean;
  /** Of a search, ms. */
  readonly tookMs: number | undefined;
}

/** Figures of the list, for its strip: how many were found and how fast, and whether the index may lack some. */
export const FoundMessages = ({ known, ended, tookMs }: FoundProps) => {
  const behind = useIndex().data?.behind ?? 0;
  return (
    <>
      {ended ? formatCount(known, 'message') : `more than ${formatCount(known, 'message')}`} found
      {tookMs !== undefined && ` · ${formatDuration(Math.max(1, tookMs))}`}
      {behind > 0 && ` · index ${formatCount(behind, 'message')} behind`}
    </>
  );
};

/** How many messages are stored, and whether a search for words looks through all of them. */
export const IndexState = () => {
  const { data, error } = useIndex();
  if (error) return <span>Index status not available</span>;
  if (data === undefined) return <span>Events and their delivery status</span>;
  const { stored, behind } = data;
  return (
    <span role="status">
      {formatNumber(stored)} stored ·{' '}
      {behind === 0
        ? 'index up to date'
        : `index ${formatCount(behind, 'message')} behind: search results may be incomplete`}
    </span>
  );
};
