import { Stack, Text } from '@mantine/core';
import { IconPlayerSkipForward } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ClockView, Upcoming } from '#contract/clock.ts';
import { formatDue, formatDueIn, formatNextDue } from '#renderer/lib/due-format.ts';
import { useNextDue } from '#renderer/lib/use-next-due.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Unread } from '#renderer/ui/unread.tsx';
import { upcomingLimit, useUpcoming } from './use-upcoming.ts';

type Due = Upcoming['results'][number];

interface UpcomingSectionProps {
  readonly clock: ClockView;
  /** Asks to advance to an instant, UTC. */
  readonly onAdvance: (to: string) => void;
}

/** Upcoming work, soonest first. */
export const UpcomingSection = ({ clock, onAdvance }: UpcomingSectionProps) => {
  const query = useUpcoming();
  const soonest = useNextDue(clock.mode === 'virtual');
  const next = soonest.data?.results ?? [];
  return (
    <Section
      title="Upcoming"
      actions={
        clock.mode === 'virtual' &&
        next.length > 0 && (
          <>
            <Text size="sm" c="dimmed">
              {busyReason(clock)}
            </Text>
            {next.map((due, index) => (
              <Blockable key={due.what} blocked={busyReason(clock)}>
                <SmallButton
                  changes
                  icon={IconPlayerSkipForward}
                  title={`${formatNextDue(due)} ${formatDueIn(due, clock.now)}`}
                  onClick={() => onAdvance(due.at)}
                >
                  {index === 0 ? 'Advance to next…' : `Next ${due.what}…`}
                </SmallButton>
              </Blockable>
            ))}
          </>
        )
      }
    >
      <Unread query={soonest} what="Next due work" />
      <Loaded query={query} text="Loading due work…">
        {({ results }) =>
          results.length === 0 ? (
            <Text c="dimmed">
              Nothing due. Send an event from an endpoint's Testing tab, or start a sync.
            </Text>
          ) : (
            <DueTable label="Upcoming" results={results} now={clock.now} />
          )
        }
      </Loaded>
    </Section>
  );
};

/** Why the clock can't be advanced now; undefined: it can. */
const busyReason = ({ paused, advancing }: ClockView): string | undefined => {
  if (paused) return 'Clock paused';
  return advancing ? 'Clock is advancing' : undefined;
};

interface DueTableProps {
  readonly label: string;
  readonly results: readonly Due[];
  readonly now: string;
}

export const DueTable = ({ label, results, now }: DueTableProps) => {
  const columns = useMemo(
    (): TableColumn<Due>[] => [
      { header: 'Due', width: 130, cell: (due) => formatDueIn(due, now) },
      { header: 'Time', width: 190, cell: ({ at }) => <Instant at={at} exact /> },
      { header: 'Work', cell: formatDue },
      { header: 'Subject', cell: (due) => <Subject due={due} /> },
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
      {results.length >= upcomingLimit && (
        <Text size="sm" c="dimmed">
          First {upcomingLimit} shown
        </Text>
      )}
    </Stack>
  );
};

const Subject = ({ due: { what, subject } }: { due: Due }) => {
  if (what === 'delivery attempt' && subject !== undefined) {
    return (
      <TextLink to={`/endpoints/${subject}`} inherit>
        Endpoint
      </TextLink>
    );
  }
  return what === 'alert' && subject !== undefined ? `Rule ${subject}` : subject;
};
