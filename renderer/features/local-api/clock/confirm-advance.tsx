import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClockView, Upcoming } from '#contract/clock.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { AdvanceProgress, type Begun } from './advance-progress.tsx';
import { useClockOrder } from './change-clock.ts';
import { happens, laterOf } from './due-format.ts';
import { Preview } from './preview.tsx';
import { upcomingKey } from './use-upcoming.ts';
import type { Wanted } from './wanted.ts';

interface ConfirmAdvanceProps {
  readonly clock: ClockView;
  /** undefined: nothing to ask. */
  readonly wanted: Wanted | undefined;
  readonly onClose: () => void;
}

const failed = 'The clock was not advanced to the end';

/** Says what will happen, and does it. Closed meanwhile, it goes on. */
export const ConfirmAdvance = ({ clock, wanted, onClose }: ConfirmAdvanceProps) => {
  const order = useClockOrder();
  const client = useQueryClient();
  const [begun, setBegun] = useState<Begun>();
  const close = (): void => {
    if (!order.isPending) order.reset();
    onClose();
  };
  const begin = ({ to, later }: Wanted): void => {
    const due = client.getQueryData<Upcoming>(upcomingKey(to));
    setBegun({
      from: clock.now,
      to,
      later: later ?? laterOf(clock.now, to),
      happens: due === undefined ? '' : happens(due),
    });
    order.mutate(
      { to },
      {
        onSuccess: ({ now }) => {
          order.reset();
          onClose();
          notifyDone(`It is ${dateTime(now)}. All that fell due is done.`);
        },
      },
    );
  };
  const isUnderWay = order.isPending && begun !== undefined;
  return (
    <>
      {wanted === undefined && order.error && <ErrorNotice title={failed} error={order.error} />}
      <ConfirmModal
        opened={wanted !== undefined}
        onClose={close}
        title="Advance the clock"
        text={
          isUnderWay ? (
            <AdvanceProgress begun={begun} now={clock.now} />
          ) : (
            wanted && <Question clock={clock} wanted={wanted} />
          )
        }
        action="Advance the clock"
        cancel={isUnderWay ? 'Close, and let it go on' : 'Cancel'}
        busy={order.isPending}
        error={order.error}
        failed={failed}
        onConfirm={() => wanted && begin(wanted)}
      />
    </>
  );
};

const Question = ({ clock, wanted }: { readonly clock: ClockView; readonly wanted: Wanted }) => (
  <Stack gap="xs">
    <Text>
      The clock stands at <Instant at={clock.now} exact />.
    </Text>
    <Preview clock={clock} wanted={wanted} />
    <Text>
      It is run now, in order: deliveries go out to the endpoints for real. Time cannot be turned back.
    </Text>
  </Stack>
);
