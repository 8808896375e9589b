import { Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDuration, formatEstimate } from '#contract/format.ts';
import type { RunbookView, WindowView } from '#contract/runbook.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { runbookPath } from './runbook.ts';
import { WindowForm } from './window-form.tsx';

interface WindowSectionProps {
  readonly view: RunbookView;
  /** Why nothing can be proposed yet. */
  readonly blocked: string | undefined;
}

/** The migration window, in the time zones of both parties. */
export const WindowSection = ({ view, blocked }: WindowSectionProps) => {
  const { caseId, window } = view;
  // Where a colleague proposes one meanwhile, what was filled in stays.
  const [proposing, setProposing] = useState(window === undefined);
  return (
    <Section
      title="Migration window"
      description={
        <Defined
          text="Syncing stays disabled in the existing application during the migration window."
          terms={['migration window']}
        />
      }
      actions={
        window && (
          <>
            <SaveButton size="xs" path={`${runbookPath(caseId)}/window.ics`} name="migration-window.ics">
              Export calendar file
            </SaveButton>
            {!proposing && (
              <Blockable blocked={blocked}>
                <SmallButton changes onClick={() => setProposing(true)}>
                  Propose new window
                </SmallButton>
              </Blockable>
            )}
          </>
        )
      }
    >
      <Stack>
        {window && <Proposed view={view} window={window} />}
        {(window === undefined || proposing) && (
          <WindowForm
            view={view}
            blocked={blocked}
            onDone={() => setProposing(false)}
            onCancel={window && proposing ? () => setProposing(false) : undefined}
          />
        )}
      </Stack>
    </Section>
  );
};

const Proposed = ({ view, window }: { readonly view: RunbookView; readonly window: WindowView }) => (
  <Stack gap="sm">
    <DataTable
      label="Migration window by time zone"
      rows={window.local}
      columns={columns}
      rowId={({ zone }) => zone}
    />
    <Lengths view={view} window={window} />
    <Text size="sm" c="dimmed" component="div">
      Proposed <Instant at={window.at} /> by {window.by}
    </Text>
  </Stack>
);

const columns: readonly TableColumn<WindowView['local'][number]>[] = [
  { header: 'Time zone', cell: ({ zone }) => zone },
  { header: 'From', cell: ({ start }) => start },
  { header: 'To', cell: ({ end }) => end },
];

/** Length of the window beside the estimate. */
const Lengths = ({
  view: { estimate },
  window,
}: {
  readonly view: RunbookView;
  readonly window: WindowView;
}) => {
  const length = Date.parse(window.end) - Date.parse(window.start);
  const bars = [
    { name: 'Window', ms: length, text: formatDuration(length), colour: 'accent' },
    ...(estimate === undefined
      ? []
      : [
          estimated('Likely', estimate.likelyMs, estimate.likelyMs > length ? 'red' : 'gray'),
          estimated('Worst case', estimate.worstMs, estimate.worstMs > length ? 'orange' : 'gray'),
        ]),
  ];
  const longest = Math.max(...bars.map(({ ms }) => ms));
  return (
    <Stack gap={6}>
      {bars.map(({ name, ms, text, colour }) => (
        <Group key={name} gap="sm" wrap="nowrap">
          <Text w={72}>{name}</Text>
          <Progress value={(100 * ms) / longest} color={colour} flex={1} aria-hidden />
          <Text w={130}>{text}</Text>
        </Group>
      ))}
    </Stack>
  );
};

const estimated = (name: string, ms: number, colour: string) => ({
  name,
  ms,
  text: formatEstimate(ms),
  colour,
});
