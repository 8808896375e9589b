import { Button } from '@mantine/core';
import { IconDownload, IconMessagesOff, IconRotate } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { DeliverySelection } from '#contract/bulk-resend.ts';
import { mostResent } from '#contract/bulk-resend.ts';
import { formatNumber } from '#contract/format.ts';
import type { Message } from '#contract/message.ts';
import type { MessageFilter } from '#contract/message-query.ts';
import { useEndpointUrl } from '#renderer/lib/endpoint-urls.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useKeyedLog } from '#renderer/lib/use-keyed-log.ts';
import { useNewer } from '#renderer/lib/use-newer.ts';
import { type RowSelection, useSelection } from '#renderer/lib/use-selection.ts';
import { useStepKeys } from '#renderer/lib/use-step-keys.ts';
import { BulkResendDialog } from '#renderer/ui/bulk-resend/bulk-resend-dialog.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { KeyHints } from '#renderer/ui/key-hints.tsx';
import { LogRows } from '#renderer/ui/log-rows.tsx';
import { SelectionAction, SelectionBar } from '#renderer/ui/selection-bar.tsx';
import { useShownResend } from './bulk-resends.tsx';
import { exportHar } from './export-har.ts';
import { type Filters, filterOf } from './filters.ts';
import { FoundMessages } from './index-state.tsx';
import { useListLayout } from './list-layout.ts';
import { messageColumns } from './message-columns.tsx';

interface MessageLogProps {
  readonly filters: Filters;
  readonly selection: RowSelection<MessageFilter>;
  /** The one that is shown beside the list. */
  readonly chosen: string | undefined;
  readonly onChoose: (messageId: string) => void;
  readonly onOpen: (messageId: string) => void;
  readonly onClear: () => void;
}

const idOf = ({ id }: Message): string => id;

export const useMessageSelection = (filters: Filters): RowSelection<MessageFilter> =>
  useSelection<MessageFilter>('messages', { filter: filterOf(filters) });

export const MessageLog = (props: MessageLogProps) => {
  const { filters, selection, chosen, onChoose, onOpen, onClear } = props;
  const log = useKeyedLog<Message>({
    idOf,
    queryKey: keys.messages.list(filters),
    path: '/api/messages',
    query: { ...filters },
  });
  const announced = useNewer('message', log.follows);
  const urlOf = useEndpointUrl();
  const words = [filters.text, filters.company].filter((part) => part !== undefined).join(' ');
  const layout = useListLayout();
  const { isSplit, hasEndpoint, hasCompany, hasAttempts } = layout;
  const columns = useMemo(
    () => messageColumns(urlOf, words, { isSplit, hasEndpoint, hasCompany, hasAttempts }),
    [urlOf, words, isSplit, hasEndpoint, hasCompany, hasAttempts],
  );
  const isSearch = Object.keys(filters).length > 0;
  useStepKeys(log, idOf, chosen, onChoose);
  return (
    <>
      <LogRows
        noun="message"
        log={log}
        columns={columns}
        newer={log.follows ? log.above : Math.max(announced, log.above)}
        onNewest={log.restart}
        empty={isSearch ? <NoMatches onClear={onClear} /> : noMessages}
        rowId={idOf}
        rowName={({ id, eventType }) => `${eventType} ${id}`}
        isShown={({ id }) => id === chosen}
        onChoose={({ id }) => onChoose(id)}
        onMove={({ id }) => onChoose(id)}
        onOpen={({ id }) => onOpen(id)}
        selection={selection}
      />
      <BulkActions filters={filters} selection={selection} />
      <KeyHints hints={keyHints}>
        {!log.isPending && log.error === null && (
          <FoundMessages known={log.known} ended={log.ended} tookMs={isSearch ? log.tookMs : undefined} />
        )}
      </KeyHints>
    </>
  );
};

const keyHints = [
  [['↑', '↓'], 'move'],
  [['Enter'], 'open'],
  [['X'], 'select'],
  [['R'], 'resend'],
  [['C'], 'compare'],
] as const;

interface BulkActionsProps {
  readonly filters: Filters;
  readonly selection: RowSelection<MessageFilter>;
}

/** What can be done with the selected messages: of their deliveries those that the filter asks for. */
const BulkActions = ({ filters, selection }: BulkActionsProps) => {
  const [resends, setResends] = useState<DeliverySelection>();
  const [, showResend] = useShownResend();
  const { endpoint, status, code } = filterOf(filters);
  const request: DeliverySelection = {
    selection: selection.request,
    deliveries: { ...(endpoint && { endpoint }), ...(status && { status }), ...(code && { code }) },
  };
  const reason = selection.isTooMany ? `at most ${formatNumber(mostResent)}` : undefined;
  return (
    <>
      <SelectionBar selection={selection} noun="messages">
        <SelectionAction
          icon={IconRotate}
          label="Resend"
          shortcut="R"
          reason={reason}
          onAct={() => setResends(request)}
        />
        <SelectionAction
          icon={IconDownload}
          label="Export HAR"
          reads
          reason={reason}
          onAct={() => void exportHar(request)}
        />
      </SelectionBar>
      {resends && (
        <BulkResendDialog
          request={resends}
          opened
          onClose={() => setResends(undefined)}
          onStarted={(id) => {
            setResends(undefined);
            showResend(id);
          }}
        />
      )}
    </>
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
