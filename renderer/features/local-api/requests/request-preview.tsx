import { Code, Group, Stack, Text } from '@mantine/core';
import type { RequestDetail } from '#contract/request-log.ts';
import { useKeys } from '#renderer/features/local-api/keys/use-keys.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { PreviewBody, PreviewHead, PreviewPane } from '#renderer/ui/preview-pane.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Recorded } from './recorded.tsx';
import { RequestActions } from './request-actions.tsx';
import { formatStatus, formatTime, toneOf } from './request-columns.tsx';
import { useRequest } from './use-request.ts';

interface RequestPreviewProps {
  readonly requestId: string;
  readonly onShow: (requestId: string) => void;
  readonly onClose: () => void;
}

/** The chosen request beside the list: what was sent and what came back, as far as it is stored. */
export const RequestPreview = ({ requestId, onShow, onClose }: RequestPreviewProps) => {
  const query = useRequest(requestId);
  return (
    <PreviewPane
      noun="Request"
      query={query}
      missing="Request not found. The oldest are removed above the number to keep."
      onClose={onClose}
    >
      {(detail) => <Content key={requestId} detail={detail} onShow={onShow} onClose={onClose} />}
    </PreviewPane>
  );
};

interface ContentProps extends Pick<RequestPreviewProps, 'onShow' | 'onClose'> {
  readonly detail: RequestDetail;
}

const Content = ({ detail, onShow, onClose }: ContentProps) => {
  const { entry } = detail;
  return (
    <>
      <PreviewHead
        title={`${entry.method} ${entry.route ?? entry.path}`}
        name={`${entry.method} ${entry.path}`}
        beside={
          <StatusBadge tone={toneOf(entry.statusCode)}>
            {entry.statusCode === 0 ? 'No response' : formatStatus(entry.statusCode)}
          </StatusBadge>
        }
        actions={<RequestActions detail={detail} onShow={onShow} />}
        onClose={onClose}
      />
      <PreviewBody>
        <Stack>
          <Entry detail={detail} />
          <Recorded detail={detail} />
        </Stack>
      </PreviewBody>
    </>
  );
};

const Entry = ({ detail: { entry, exchange } }: Pick<ContentProps, 'detail'>) => {
  const keys = useKeys();
  const key = keys.data?.find(({ id }) => id === entry.apiKeyId);
  const { replayOf } = entry;
  return (
    <>
      {entry.deprecated && (
        <Text>
          Call of an alerts endpoint: it blocks the migration, because these endpoints answer 404 after a
          cutover.
        </Text>
      )}
      <Facts
        facts={[
          ['Time', <Instant key="at" at={entry.at} exact />],
          ['Path', <Code key="path">{entry.path}</Code>],
          ['Query', exchange?.query && <Code key="query">{exchange.query}</Code>],
          ['Route', entry.route ? undefined : 'None: no such path'],
          ['Duration', formatTime(entry.durationMs)],
          [
            'Simulated',
            entry.fault && (
              <TextLink key="fault" to="/local-api/faults">
                {entry.fault === 'fixture' ? 'Response of a fixture' : `Fault: ${entry.fault}`}
              </TextLink>
            ),
          ],
          ['Key', formatKey(entry.apiKeyId, key?.name)],
          ['Caller', entry.userAgent ?? <NoValue key="caller" means="unknown" />],
          [
            'Sent by',
            entry.sentBy && (
              <Group key="sent" gap={4}>
                {replayOf === undefined ? 'Carryover' : 'Carryover, as a replay of'}
                {replayOf !== undefined && (
                  <TextLink to={`/local-api?request=${replayOf}`}>request {replayOf}</TextLink>
                )}
              </Group>
            ),
          ],
          ['Correlation id', <Copied key="id" text={entry.correlationId} />],
        ]}
      />
    </>
  );
};

const formatKey = (id: string | undefined, name: string | undefined): string => {
  if (id === undefined) return 'None, or unknown';
  return name ?? `Removed (${id})`;
};

const Copied = ({ text }: { text: string }) => (
  <Group gap={4} wrap="nowrap">
    <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
    <CopyButton value={text} what="correlation id" />
  </Group>
);
