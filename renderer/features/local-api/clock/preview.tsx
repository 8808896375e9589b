import { Accordion, Stack, Text } from '@mantine/core';
import type { ClockView } from '#contract/clock.ts';
import { formatBetween, formatDueWork } from '#renderer/lib/due-format.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import type { Advance } from './advance.ts';
import { DueTable } from './upcoming-section.tsx';
import { useUpcoming } from './use-upcoming.ts';

interface PreviewProps {
  readonly clock: ClockView;
  readonly advance: Advance;
}

/** The new time, and the work due by then. */
export const Preview = ({ clock, advance: { to, by } }: PreviewProps) => {
  const query = useUpcoming(to);
  return (
    <Stack gap="xs">
      <Text role="status">
        New time: <Instant at={to} exact />, {by ?? formatBetween(clock.now, to)} later.{' '}
        {query.data && !query.isPlaceholderData ? formatDueWork(query.data) : 'Counting due work…'}
      </Text>
      {query.error && <ErrorNotice title="Due work could not be counted" error={query.error} />}
      {query.data !== undefined && query.data.results.length > 0 && (
        <Accordion>
          <Accordion.Item value="list">
            <Accordion.Control>Due work</Accordion.Control>
            <Accordion.Panel>
              <DueTable label="Due work" results={query.data.results} now={clock.now} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </Stack>
  );
};
