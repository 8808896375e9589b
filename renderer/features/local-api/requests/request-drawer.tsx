import { Code, Drawer, Group, Stack, Text } from '@mantine/core';
import type { RequestEntry } from '#contract/request-log.ts';
import { useKeys } from '#renderer/features/local-api/keys/use-keys.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Recorded } from './recorded.tsx';
import { formatStatus, formatTime, toneOf } from './request-columns.tsx';

interface RequestDrawerProps {
  readonly entry: RequestEntry | undefined;
  readonly onClose: () => void;
}

/** One request in full, as far as it is stored. */
export const RequestDrawer = ({ entry, onClose }: RequestDrawerProps) => (
  <Drawer
    opened={entry !== undefined}
    onClose={onClose}
    position="right"
    size="lg"
    title={entry && `${entry.method} ${entry.route ?? entry.path}`}
    styles={{ title: { overflowWrap: 'anywhere' } }}
  >
    {entry && <Entry entry={entry} />}
  </Drawer>
);

const Entry = ({ entry }: { entry: RequestEntry }) => {
  const keys = useKeys();
  const key = keys.data?.find(({ id }) => id === entry.apiKeyId);
  return (
    <Stack>
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
          ['Route', entry.route ? <Code key="route">{entry.route}</Code> : 'None: no such path'],
          [
            'Status',
            <StatusBadge key="answer" tone={toneOf(entry.statusCode)}>
              {entry.statusCode === 0 ? 'No response (fault)' : formatStatus(entry.statusCode)}
            </StatusBadge>,
          ],
          ['Duration', formatTime(entry.durationMs)],
          ['Key', formatKey(entry.apiKeyId, key?.name)],
          ['Caller', entry.userAgent ?? <NoValue key="caller" means="unknown" />],
          ['Correlation id', <Copied key="id" text={entry.correlationId} />],
        ]}
      />
      <Recorded requestId={entry.id} />
    </Stack>
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
