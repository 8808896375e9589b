import { Group, Modal, Stack, Text } from '@mantine/core';
import { IconBroadcast, IconLock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type AuditStream, auditLimits } from '#contract/audit.ts';
import { missingRole, onDesk } from '#renderer/lib/may.ts';
import { useSession } from '#renderer/lib/who.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { ExportPart } from './export-part.tsx';
import { type Shown, ShownOnce } from './shown-once.tsx';
import { StreamCard } from './stream-card.tsx';
import { AddStream, EditStream } from './stream-form.tsx';
import { useStreams } from './use-streams.ts';

/** Where what the desk records goes. */
export const AuditSection = () => (
  <Loaded query={useSession()} text="Loading audit streams…">
    {({ person }) => {
      const missing = missingRole(person, 'admin', onDesk);
      return missing === undefined ? (
        <Streams />
      ) : (
        <Empty
          icon={<IconLock aria-hidden />}
          title="Audit streams are for admins"
          level={2}
          text={missing}
        />
      );
    }}
  </Loaded>
);

const full = `There are ${auditLimits.streams} streams, which is the most. Remove one first.`;

const Streams = () => {
  const query = useStreams();
  const [editing, setEditing] = useState<AuditStream | 'new'>();
  const [shown, setShown] = useState<Shown>();
  const close = (): void => setEditing(undefined);
  const added = (name: string, secret: string | undefined): void => {
    close();
    if (secret !== undefined) setShown({ name, secret });
    notifyDone(`Audit stream ${name} added. Send a test event next.`);
  };
  const count = query.data?.results.length;
  const addButton = (
    <Blockable blocked={count !== undefined && count >= auditLimits.streams ? full : undefined}>
      <IconButton changes icon={IconPlus} onClick={() => setEditing('new')}>
        Add stream
      </IconButton>
    </Blockable>
  );
  return (
    <Stack>
      {count !== 0 && (
        <Group justify="space-between">
          <Text c="dimmed" flex="1 1 20rem">
            What the desk records leaves for other systems: every entry of the journal and of each case, at
            least once and in order.
          </Text>
          {addButton}
        </Group>
      )}
      <Loaded query={query} text="Loading audit streams…">
        {({ results }) =>
          results.length === 0 ? (
            <Empty
              icon={<IconBroadcast aria-hidden />}
              title="No audit streams yet"
              level={2}
              text="A stream sends what the desk records, who did what on which case, to a SIEM or a log store: signed, at least once, in order. What was sent can't be changed from this machine."
              action={addButton}
            />
          ) : (
            results.map((stream) => (
              <StreamCard
                key={stream.id}
                stream={stream}
                onEdit={() => setEditing(stream)}
                onSecret={setShown}
              />
            ))
          )
        }
      </Loaded>
      <ExportPart />
      <Modal
        opened={editing !== undefined}
        onClose={close}
        title={editing === 'new' ? 'Add audit stream' : `Edit ${editing?.name ?? ''}`}
        size="xl"
      >
        {editing === 'new' && <AddStream onAdded={added} onClose={close} />}
        {editing !== undefined && editing !== 'new' && <EditStream stream={editing} onClose={close} />}
      </Modal>
      <ShownOnce shown={shown} onClose={() => setShown(undefined)} />
    </Stack>
  );
};
