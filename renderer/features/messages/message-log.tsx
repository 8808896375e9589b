import { IconMessagesOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { Message } from '#contract/message.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useKeyedLog } from '#renderer/lib/use-keyed-log.ts';
import { useNewer } from '#renderer/lib/use-newer.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loading } from '#renderer/ui/loading.tsx';
import { LogRows } from '#renderer/ui/log-rows.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { useEndpointUrl } from './endpoint-urls.ts';
import type { Filters } from './filters.ts';
import { messageColumns } from './message-columns.tsx';

interface MessageLogProps {
  readonly filters: Filters;
}

export const MessageLog = ({ filters }: MessageLogProps) => {
  const [sight, setSight] = useState({ from: 0, to: 30 });
  const log = useKeyedLog<Message>({
    queryKey: keys.messages.list(filters),
    path: '/api/messages',
    query: { ...filters },
    ...sight,
  });
  const newer = useNewer('message', log.follows);
  const urlOf = useEndpointUrl();
  const columns = useMemo(() => messageColumns(urlOf), [urlOf]);
  if (log.error) {
    return <ErrorNotice title="Messages could not be loaded" error={log.error} onRetry={log.reread} />;
  }
  if (log.isPending) return <Loading text="Loading messages…" />;
  if (log.ended && log.count === 0) return <NoMessages filtered={Object.keys(filters).length > 0} />;
  return (
    <LogRows
      label="Messages"
      log={log}
      columns={columns}
      sight={sight}
      onSight={setSight}
      newer={newer > 0 ? formatCount(newer, 'newer message') : undefined}
      onNewest={log.restart}
    />
  );
};

const NoMessages = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Empty
      icon={<IconMessagesOff aria-hidden />}
      title="No matching messages"
      text="Remove a filter to see more."
    />
  ) : (
    <Empty
      icon={<IconMessagesOff aria-hidden />}
      title="No messages yet"
      text={
        <>
          Add an endpoint in{' '}
          <TextLink to="/endpoints" inherit>
            Endpoints
          </TextLink>
          , then send an event from its Testing tab.
        </>
      }
    />
  );
