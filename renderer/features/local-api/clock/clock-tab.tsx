import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useClock } from '#renderer/lib/use-clock.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { AdvanceForm } from './advance-form.tsx';
import { ClockState } from './clock-state.tsx';
import { ConfirmAdvance } from './confirm-advance.tsx';
import { SystemClockNote } from './system-clock-note.tsx';
import { UpcomingSection } from './upcoming-section.tsx';
import type { Wanted } from './wanted.ts';

/** The service's time, what falls due in it, and moving it. */
export const ClockTab = () => {
  const query = useClock();
  const [wanted, setWanted] = useState<Wanted>();
  return (
    <Loaded query={query} text="Reading the clock…">
      {(clock) => (
        <Stack>
          <ClockState clock={clock} />
          {clock.mode === 'virtual' ? (
            <AdvanceForm clock={clock} onAdvance={setWanted} />
          ) : (
            <SystemClockNote />
          )}
          <UpcomingSection clock={clock} onJump={(to) => setWanted({ to })} />
          <ConfirmAdvance clock={clock} wanted={wanted} onClose={() => setWanted(undefined)} />
        </Stack>
      )}
    </Loaded>
  );
};
