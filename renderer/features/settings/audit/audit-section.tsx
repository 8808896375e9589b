import { Stack, Text } from '@mantine/core';
import { IconBroadcast, IconLock } from '@tabler/icons-react';
import { missingRole, onDesk } from '#renderer/lib/may.ts';
import { useSession } from '#renderer/lib/who.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { ExportPart } from './export-part.tsx';
import { StreamCard } from './stream-card.tsx';
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

const Streams = () => (
  <Stack>
    <Loaded query={useStreams()} text="Loading audit streams…">
      {({ results }) =>
        results.length === 0 ? (
          <Empty
            icon={<IconBroadcast aria-hidden />}
            title="No audit streams yet"
            level={2}
            text="A stream sends what the desk records, who did what on which case, to a SIEM or a log store: signed, at least once, in order. What was sent can't be changed from this machine."
          />
        ) : (
          <>
            <Text c="dimmed">
              What the desk records leaves for other systems: every entry of the journal and of each case, at
              least once and in order.
            </Text>
            {results.map((stream) => (
              <StreamCard key={stream.id} stream={stream} />
            ))}
          </>
        )
      }
    </Loaded>
    <ExportPart />
  </Stack>
);
