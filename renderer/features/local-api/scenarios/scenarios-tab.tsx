import { FileButton, Group, NumberInput, Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { PlayedScenario } from '#contract/scenarios.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { JobProgress } from '#renderer/ui/job-progress.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { PlayedSection } from './played-section.tsx';
import { ScenarioTable } from './scenario-table.tsx';
import { useLastPlay, usePlay, useScenarios } from './use-scenarios.ts';

/** Timed steps on virtual time, played on a service of their own, and what came of the last ones. */
export const ScenariosTab = () => {
  const query = useScenarios();
  const play = usePlay();
  const { data: job } = useLastPlay();
  const [seed, setSeed] = useState<number | string>('');
  const blocked = play.isPending || job?.state === 'running' ? 'One is playing already' : undefined;
  const begin = (scenario: string | File): void =>
    play.mutate({ scenario, ...(seed === '' ? {} : { seed: Number(seed) }) });
  return (
    <Stack>
      <Section
        title="Scenarios"
        description="Timed steps on virtual time, on a service of their own. The sandbox does not change."
        actions={
          <Group gap="xs" align="flex-end">
            <NumberInput
              size="xs"
              w={200}
              aria-label="Seed"
              placeholder="Seed: of the scenario"
              min={0}
              max={Number.MAX_SAFE_INTEGER}
              allowDecimal={false}
              hideControls
              value={seed}
              onChange={setSeed}
            />
            <PlayFile blocked={blocked} onChoose={begin} />
          </Group>
        }
      >
        <Loaded query={query} text="Loading scenarios…">
          {({ results }) => <ScenarioTable scenarios={results} blocked={blocked} onPlay={begin} />}
        </Loaded>
      </Section>
      {play.error && <ErrorNotice title="Not played" error={play.error} />}
      {job?.state === 'running' && <JobProgress job={job} title="Playing" noun="scenario" />}
      {job?.state === 'failed' && <ErrorNotice title="Not played" error={new Error(job.error)} />}
      {job?.state === 'done' && !play.error && <PlayedSection played={job.result as PlayedScenario} />}
    </Stack>
  );
};

interface PlayFileProps {
  readonly blocked: string | undefined;
  readonly onChoose: (file: File) => void;
}

const PlayFile = ({ blocked, onChoose }: PlayFileProps) => {
  // The same file is chosen again once it was changed.
  const reset = useRef<() => void>(null);
  const choose = (file: File | null): void => {
    reset.current?.();
    if (file !== null) onChoose(file);
  };
  return (
    <FileButton accept=".json" resetRef={reset} onChange={choose}>
      {(props) => (
        <Blockable blocked={blocked}>
          <IconButton changes variant="default" icon={IconUpload} {...props}>
            Play file…
          </IconButton>
        </Blockable>
      )}
    </FileButton>
  );
};
