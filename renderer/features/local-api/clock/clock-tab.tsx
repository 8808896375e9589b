import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useClock } from '#renderer/lib/use-clock.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import type { Advance } from './advance.ts';
import { AdvanceForm } from './advance-form.tsx';
import { ClockState } from './clock-state.tsx';
import { ConfirmAdvance } from './confirm-advance.tsx';
import { SystemClockNote } from './system-clock-note.tsx';
import { UpcomingSection } from './upcoming-section.tsx';

/** The service's time, its upcoming work, and moving it. */
export const ClockTab = () => {
  const query = useClock();
  const [advance, setAdvance] = useState<Advance>();
  return (
    <Loaded query={query} text="Loading clock…">
      {(clock) => (
        <Stack>
          <ClockState clock={clock} />
          {clock.mode === 'virtual' ? (
            <AdvanceForm clock={clock} onAdvance={setAdvance} />
          ) : (
            <SystemClockNote />
          )}
          <UpcomingSection clock={clock} onAdvance={(to) => setAdvance({ to })} />
          <ConfirmAdvance clock={clock} advance={advance} onClose={() => setAdvance(undefined)} />
        </Stack>
      )}
    </Loaded>
  );
};
