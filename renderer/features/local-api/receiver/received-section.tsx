import { Anchor, Drawer } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatBytes } from '#contract/format.ts';
import { type ReceivedRequest, receiverLimits } from '#contract/receiver.ts';
import { useReceived } from '#renderer/lib/use-receiver.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SignatureBadge } from '#renderer/ui/signature-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { ReceivedDetail } from './received-detail.tsx';

/** Requests that the receiver got, newest first. */
export const ReceivedSection = () => {
  const [opened, setOpened] = useState<ReceivedRequest>();
  const columns = useMemo(() => columnsOf(setOpened), []);
  return (
    <Section
      title="Received requests"
      description={`The last ${receiverLimits.kept}, kept until the host stops`}
    >
      <Loaded query={useReceived()} text="Loading requests…">
        {({ results }) =>
          results.length === 0 ? (
            <NothingReceived />
          ) : (
            <DataTable
              label="Received requests"
              rows={results}
              columns={columns}
              rowId={({ id }) => String(id)}
              height={480}
              minWidth={680}
            />
          )
        }
      </Loaded>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="xl"
        title={opened && `${opened.method} ${opened.path}`}
        styles={{ title: { overflowWrap: 'anywhere' } }}
      >
        {opened && <ReceivedDetail request={opened} />}
      </Drawer>
    </Section>
  );
};

const columnsOf = (onOpen: (request: ReceivedRequest) => void): TableColumn<ReceivedRequest>[] => [
  {
    header: 'Time',
    width: 190,
    cell: (one) => (
      <Anchor component="button" type="button" underline="always" onClick={() => onOpen(one)}>
        <Instant at={one.at} exact />
      </Anchor>
    ),
  },
  { header: 'Request', cell: ({ method, path }) => `${method} ${path}` },
  { header: 'Signature', width: 180, cell: ({ signature }) => <SignatureBadge state={signature.state} /> },
  { header: 'Body', width: 100, cell: ({ bodyBytes }) => formatBytes(bodyBytes) },
  { header: 'Response', width: 110, cell: ({ answered }) => answered.statusCode },
];

const NothingReceived = () => (
  <Empty
    icon={<IconInbox aria-hidden />}
    title="No requests yet"
    text={
      <>
        Start the receiver, point an{' '}
        <TextLink to="/endpoints" inherit>
          endpoint
        </TextLink>{' '}
        at it, then send an event from the endpoint's Testing tab.
      </>
    }
  />
);
