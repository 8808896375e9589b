import { Code, Drawer, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestEntry } from '#contract/request-log.ts';
import { useKeys } from '#renderer/features/local-api/keys/use-keys.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { formatAnswer, formatTook, toneOf } from './request-columns.tsx';

interface RequestDrawerProps {
  readonly entry: RequestEntry | undefined;
  readonly onClose: () => void;
}

/** All that is kept of one request. */
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
          A call of an alerts endpoint. It is kept as evidence: code that makes it has to be changed before
          the integrator may migrate, as these endpoints answer 404 after a cutover.
        </Text>
      )}
      <Facts
        facts={[
          ['When', <Instant key="at" at={entry.at} exact />],
          ['Path', <Code key="path">{entry.path}</Code>],
          ['Route', entry.route ? <Code key="route">{entry.route}</Code> : 'none: no such path'],
          [
            'Answer',
            <StatusBadge key="answer" tone={toneOf(entry.statusCode)}>
              {entry.statusCode === 0 ? 'none, by a fault' : formatAnswer(entry.statusCode)}
            </StatusBadge>,
          ],
          ['Took', formatTook(entry.durationMs)],
          ['Key', keyWords(entry.apiKeyId, key?.name)],
          ['Caller', entry.userAgent ?? <NoValue key="caller" means="did not say" />],
          ['Correlation id', <Copied key="id" text={entry.correlationId} />],
        ]}
      />
    </Stack>
  );
};

const keyWords = (id: string | undefined, name: string | undefined): ReactNode => {
  if (id === undefined) return 'none that is known';
  return name ?? `one that was removed (${id})`;
};

const Copied = ({ text }: { text: string }) => (
  <Group gap={4} wrap="nowrap">
    <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
    <CopyButton value={text} what="the correlation id" />
  </Group>
);
