import { Button } from '@mantine/core';
import { IconMessagesOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Message } from '#contract/message.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useKeyedLog } from '#renderer/lib/use-keyed-log.ts';
import { useNewer } from '#renderer/lib/use-newer.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { LogRows } from '#renderer/ui/log-rows.tsx';
import { useEndpointUrl } from './endpoint-urls.ts';
import type { Filters } from './filters.ts';
import { messageColumns } from './message-columns.tsx';

interface MessageLogProps {
  readonly filters: Filters;
  readonly onClear: () => void;
}

export const MessageLog = ({ filters, onClear }: MessageLogProps) => {
  const log = useKeyedLog<Message>({
    queryKey: keys.messages.list(filters),
    path: '/api/messages',
    query: { ...filters },
  });
  const newer = useNewer('message', log.follows);
  const urlOf = useEndpointUrl();
  const words = [filters.text, filters.company].filter((part) => part !== undefined).join(' ');
  const columns = useMemo(() => messageColumns(urlOf, words), [urlOf, words]);
  return (
    <LogRows
      noun="message"
      log={log}
      columns={columns}
      newer={newer}
      onNewest={log.restart}
      empty={Object.keys(filters).length > 0 ? <NoMatches onClear={onClear} /> : noMessages}
    />
  );
};

const NoMatches = ({ onClear }: Pick<MessageLogProps, 'onClear'>) => (
  <Empty
    icon={<IconMessagesOff aria-hidden />}
    title="No matching messages"
    text="Remove a filter to see more."
    action={
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    }
  />
);

const noMessages = (
  <Empty
    icon={<IconMessagesOff aria-hidden />}
    title="No messages yet"
    text="Add an endpoint, then send an event from its Testing tab."
    action={
      <Button component={Link} to="/endpoints" variant="default">
        Show endpoints
      </Button>
    }
  />
);
