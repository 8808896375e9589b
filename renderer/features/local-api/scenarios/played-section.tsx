import { Alert, Stack } from '@mantine/core';
import { formatCount, formatDuration } from '#contract/format.ts';
import type { PlayedScenario, PlayedStep } from '#contract/scenarios.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

/** What a scenario did, step by step, and whether it came out. */
export const PlayedSection = ({ played }: { readonly played: PlayedScenario }) => {
  const { title, seed, steps, total, problem, start } = played;
  return (
    <Section
      title={title}
      level={3}
      beside={
        problem === undefined ? (
          <StatusBadge tone="good">As expected</StatusBadge>
        ) : (
          <StatusBadge tone="bad">Not as expected</StatusBadge>
        )
      }
      description={`${steps.length} of ${formatCount(total, 'step')} done. Seed ${seed}`}
    >
      <Stack gap="sm">
        {problem !== undefined && (
          <Alert color="red" variant="light" role="status" title={problem.step}>
            {problem.field === undefined ? problem.message : `${problem.field}: ${problem.message}`}
          </Alert>
        )}
        <DataTable
          label="Steps"
          rows={steps}
          columns={columnsFrom(Date.parse(start))}
          rowId={({ step }) => step}
          height={480}
          minWidth={640}
        />
      </Stack>
    </Section>
  );
};

const columnsFrom = (startMs: number): readonly TableColumn<PlayedStep>[] => [
  { header: 'Step', width: 90, cell: ({ step }) => step },
  { header: 'After', width: 100, align: 'right', cell: ({ at }) => formatDuration(Date.parse(at) - startMs) },
  { header: 'Virtual time', width: 170, cell: ({ at }) => <Instant at={at} /> },
  { header: 'What happened', wraps: true, cell: ({ text }) => text },
];
