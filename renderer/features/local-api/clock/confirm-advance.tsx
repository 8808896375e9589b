import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClockView, Upcoming } from '#contract/clock.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import type { Advance } from './advance.ts';
import { AdvanceProgress, type RunningAdvance } from './advance-progress.tsx';
import { formatResult } from './advance-result.ts';
import { countDeliveries } from './count-deliveries.ts';
import { formatBetween, formatDueWork } from './due-format.ts';
import { Preview } from './preview.tsx';
import { useChangeClock } from './use-change-clock.ts';
import { upcomingKey } from './use-upcoming.ts';

interface ConfirmAdvanceProps {
  readonly clock: ClockView;
  /** undefined: nothing to confirm. */
  readonly advance: Advance | undefined;
  readonly onClose: () => void;
}

const failed = 'Clock not fully advanced';

/** Shows what will run, and advances the clock. Closing the dialog does not stop it. */
export const ConfirmAdvance = ({ clock, advance, onClose }: ConfirmAdvanceProps) => {
  const change = useChangeClock();
  const client = useQueryClient();
  const [started, setStarted] = useState<RunningAdvance>();
  const [result, setResult] = useState<string>();
  const start = async ({ to, by }: Advance): Promise<void> => {
    setResult(undefined);
    // Without the counts, the clock is advanced all the same.
    const before = await countDeliveries().catch(() => undefined);
    const due = client.getQueryData<Upcoming>(upcomingKey(to));
    setStarted({
      from: clock.now,
      to,
      by: by ?? formatBetween(clock.now, to),
      due: due === undefined ? '' : formatDueWork(due),
    });
    change.mutate(
      { to },
      {
        onSuccess: async ({ now }) => {
          const after = await countDeliveries().catch(() => undefined);
          const counted = before && after ? formatResult(before, after) : 'Results not counted.';
          setResult(`${formatBetween(clock.now, now)} to ${dateTime(now)}: ${counted}`);
          change.reset();
          onClose();
          notifyDone(`Clock advanced to ${dateTime(now)}. All due work is done.`);
        },
      },
    );
  };
  const running = change.isPending ? started : undefined;
  return (
    <>
      {result !== undefined && (
        <Section title="Last advance">
          <Text role="status">{result}</Text>
        </Section>
      )}
      {advance === undefined && change.error && <ErrorNotice title={failed} error={change.error} />}
      <ConfirmModal
        opened={advance !== undefined}
        onClose={onClose}
        title="Advance clock"
        text={
          running ? (
            <AdvanceProgress running={running} now={clock.now} />
          ) : (
            advance && <Consequences clock={clock} advance={advance} />
          )
        }
        action="Advance clock"
        cancel={running ? 'Continue in background' : 'Cancel'}
        doing={change}
        failed={failed}
        onConfirm={() => advance && void start(advance)}
      />
    </>
  );
};

const Consequences = ({ clock, advance }: { readonly clock: ClockView; readonly advance: Advance }) => (
  <Stack gap="xs">
    <Text>
      Current time: <Instant at={clock.now} exact />.
    </Text>
    <Preview clock={clock} advance={advance} />
    <Text>Deliveries are sent to the endpoints. Time cannot go back.</Text>
  </Stack>
);
