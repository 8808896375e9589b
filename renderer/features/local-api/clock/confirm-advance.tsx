import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ClockView } from '#contract/clock.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import type { Advance } from './advance.ts';
import { formatResult } from './advance-result.ts';
import { countDeliveries } from './count-deliveries.ts';
import { LastAdvance } from './last-advance.tsx';
import { Preview } from './preview.tsx';
import { useAdvanceClock } from './use-change-clock.ts';

interface ConfirmAdvanceProps {
  readonly clock: ClockView;
  /** undefined: nothing to confirm. */
  readonly advance: Advance | undefined;
  readonly onAdvance: (to: string) => void;
  readonly onClose: () => void;
}

/** Shows what will run, advances the clock, and says how that ended. */
export const ConfirmAdvance = ({ clock, advance, onAdvance, onClose }: ConfirmAdvanceProps) => {
  const change = useAdvanceClock();
  const [result, setResult] = useState<string>();
  const start = async ({ to }: Advance): Promise<void> => {
    setResult(undefined);
    onClose();
    // Without the counts, the clock is advanced all the same.
    const before = await countDeliveries().catch(() => undefined);
    const { now, lastAdvance } = await change.mutateAsync(to);
    const after = await countDeliveries().catch(() => undefined);
    setResult(before && after ? formatResult(before, after) : 'Results not counted.');
    if (lastAdvance?.outcome === 'completed')
      notifyDone(`Clock advanced to ${dateTime(now)}. All due work is done.`);
  };
  return (
    <>
      <LastAdvance clock={clock} result={result} onAdvance={onAdvance} />
      {change.error && <ErrorNotice title="Clock not fully advanced" error={change.error} />}
      <ConfirmModal
        opened={advance !== undefined}
        onClose={onClose}
        title="Advance clock"
        text={advance && <Consequences clock={clock} advance={advance} />}
        action="Advance clock"
        doing={change}
        onConfirm={() => advance && void start(advance).catch(() => {})}
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
    <Text>Deliveries are sent to the endpoints. Time cannot go back; the advance can be cancelled.</Text>
  </Stack>
);
