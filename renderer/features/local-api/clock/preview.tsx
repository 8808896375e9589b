import { Accordion, Stack, Text } from '@mantine/core';
import type { ClockView } from '#contract/clock.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { happens, laterOf } from './due-format.ts';
import { DueTable } from './upcoming-section.tsx';
import { useUpcoming } from './use-upcoming.ts';
import type { Wanted } from './wanted.ts';

interface PreviewProps {
  readonly clock: ClockView;
  readonly wanted: Wanted;
}

/** What will happen if the clock goes there. */
export const Preview = ({ clock, wanted: { to, later } }: PreviewProps) => {
  const query = useUpcoming(to);
  return (
    <Stack gap="xs">
      <Text role="status">
        It will be <Instant at={to} exact />, {later ?? laterOf(clock.now, to)} later.{' '}
        {query.data && !query.isPlaceholderData ? happens(query.data) : 'Counting what falls due…'}
      </Text>
      {query.error && <ErrorNotice title="What falls due could not be counted" error={query.error} />}
      {query.data !== undefined && query.data.results.length > 0 && (
        <Accordion variant="contained">
          <Accordion.Item value="list">
            <Accordion.Control>
              <Text>The list</Text>
            </Accordion.Control>
            <Accordion.Panel>
              <DueTable label="What falls due on the way" results={query.data.results} now={clock.now} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </Stack>
  );
};
