import { Stack } from '@mantine/core';
import { useState } from 'react';
import { type ClockMode, clockModes } from '#contract/sandboxes.ts';
import { useClock } from '#renderer/lib/use-clock.ts';
import { useOnServer } from '#renderer/lib/use-on-server.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import type { Advance } from './advance.ts';
import { AdvanceForm } from './advance-form.tsx';
import { AdvanceProgress } from './advance-progress.tsx';
import { ClockState } from './clock-state.tsx';
import { ConfirmAdvance } from './confirm-advance.tsx';
import { OpenSandboxDialog } from './open-sandbox.tsx';
import { SandboxesSection } from './sandboxes-section.tsx';
import { SystemClockNote } from './system-clock-note.tsx';
import { UpcomingSection } from './upcoming-section.tsx';
import { useSandboxes } from './use-sandboxes.ts';

/** The service's time, its upcoming work, moving it, and changing between system and virtual time. */
export const ClockTab = () => {
  const query = useClock();
  const sandboxes = useSandboxes();
  const asked = useAsked();
  const onServer = useOnServer();
  const { setOpening } = asked;
  return (
    <Loaded query={query} text="Loading clock…">
      {(clock) => (
        <Stack>
          <ClockState clock={clock} onOpen={setOpening} />
          {clock.advance && <AdvanceProgress now={clock.now} advance={clock.advance} />}
          {clock.mode === 'virtual' ? (
            <AdvanceForm clock={clock} onAdvance={asked.setAdvance} />
          ) : (
            <SystemClockNote onRehearse={() => setOpening('virtual')} />
          )}
          <ConfirmAdvance
            clock={clock}
            advance={asked.advance}
            onAdvance={(to) => asked.setAdvance({ to })}
            onClose={() => asked.setAdvance(undefined)}
          />
          <UpcomingSection clock={clock} onAdvance={(to) => asked.setAdvance({ to })} />
          <Loaded query={sandboxes} text="Loading sandboxes…">
            {({ results }) => (
              <>
                <SandboxesSection sandboxes={results} onOpen={setOpening} />
                <OpenSandboxDialog
                  sandboxes={results}
                  clock={onServer === undefined ? asked.opening : undefined}
                  onClose={() => setOpening(undefined)}
                />
              </>
            )}
          </Loaded>
        </Stack>
      )}
    </Loaded>
  );
};

/** What is asked for: here, or by an address such as `?open=virtual` or `?to=2026-01-31T09:00:00Z`. */
const useAsked = () => {
  const [{ open, to }, setUrl] = useUrlState(['open', 'to']);
  const [by, setBy] = useState<string>();
  const isInstant = to !== undefined && !Number.isNaN(Date.parse(to));
  return {
    advance: isInstant ? { to, ...(by === undefined ? {} : { by }) } : undefined,
    opening: clockModes.find((mode) => mode === open),
    setAdvance: (next: Advance | undefined): void => {
      setBy(next?.by);
      setUrl({ to: next?.to });
    },
    setOpening: (next: ClockMode | undefined): void => setUrl({ open: next }),
  };
};
