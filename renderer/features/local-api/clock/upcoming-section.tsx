import { Button, Stack, Text } from '@mantine/core';
import { IconPlayerSkipForward } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ClockView, Upcoming } from '#contract/clock.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { dueIn, dueLink, formatDue } from './due-format.ts';
import { useUpcoming } from './use-upcoming.ts';

type Due = Upcoming['results'][number];

interface UpcomingSectionProps {
  readonly clock: ClockView;
  /** Asks for a jump to an instant, UTC. */
  readonly onJump: (to: string) => void;
}

/** What falls due next, soonest first. */
export const UpcomingSection = ({ clock, onJump }: UpcomingSectionProps) => {
  const query = useUpcoming();
  const next = query.data?.results.find(({ at }) => Date.parse(at) > Date.parse(clock.now));
  return (
    <Section
      title="What falls due next"
      description="Attempts, alerts, mails, ends of data syncs, resets of the rate limit, and removal of what is too old."
      actions={
        clock.mode === 'virtual' &&
        next && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerSkipForward size={14} aria-hidden />}
            disabled={clock.paused || clock.advancing}
            onClick={() => onJump(next.at)}
          >
            Jump to the next due event…
          </Button>
        )
      }
    >
      <Loaded query={query} text="Reading what falls due…">
        {({ results }) =>
          results.length === 0 ? (
            <Text c="dimmed">
              Nothing is due. Send an example event from an endpoint's Testing tab, or start a sync.
            </Text>
          ) : (
            <DueTable label="What falls due next" results={results} now={clock.now} />
          )
        }
      </Loaded>
    </Section>
  );
};

interface DueTableProps {
  readonly label: string;
  readonly results: readonly Due[];
  readonly now: string;
}

/** At most as many as were asked for: the soonest. */
export const DueTable = ({ label, results, now }: DueTableProps) => {
  const columns = useMemo(
    (): TableColumn<Due>[] => [
      { id: 'in', header: 'Due', width: 130, cell: (due) => dueIn(due, now) },
      { id: 'at', header: 'At', width: 190, cell: ({ at }) => <Instant at={at} exact /> },
      { id: 'what', header: 'What', cell: formatDue },
      { id: 'of', header: 'Of', cell: (due) => <Subject due={due} /> },
    ],
    [now],
  );
  return (
    <Stack gap="xs">
      <DataTable
        label={label}
        rows={results}
        columns={columns}
        rowId={({ at, what, subject = '' }) => `${at} ${what} ${subject}`}
        height={360}
        minWidth={560}
      />
      {results.length >= 50 && (
        <Text size="sm" c="dimmed">
          The soonest 50.
        </Text>
      )}
    </Stack>
  );
};

const Subject = ({ due }: { due: Due }) => {
  const to = dueLink(due);
  if (to !== undefined)
    return (
      <TextLink to={to} inherit>
        the endpoint
      </TextLink>
    );
  return due.what === 'alert' && due.subject !== undefined ? `rule ${due.subject}` : due.subject;
};
