import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatDuration } from '#contract/format.ts';
import type { ScenarioSummary } from '#contract/scenarios.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';

interface ScenarioTableProps {
  readonly scenarios: readonly ScenarioSummary[];
  /** Why none can be played now. */
  readonly blocked: string | undefined;
  readonly onPlay: (name: string) => void;
}

/** Those that come with the product. */
export const ScenarioTable = ({ scenarios, blocked, onPlay }: ScenarioTableProps) => {
  const columns = useMemo(
    (): TableColumn<ScenarioSummary>[] => [
      { header: 'Scenario', wraps: true, cell: (scenario) => <Scenario scenario={scenario} /> },
      { header: 'Steps', width: 80, align: 'right', cell: ({ steps }) => steps },
      {
        header: 'Virtual time',
        width: 120,
        align: 'right',
        cell: ({ lengthMs }) => formatDuration(lengthMs),
      },
      {
        header: 'Actions',
        width: 100,
        cell: ({ name, title }) => (
          <Blockable blocked={blocked}>
            <RowButton aria-label={`Play: ${title}`} onClick={() => onPlay(name)}>
              Play
            </RowButton>
          </Blockable>
        ),
      },
    ],
    [blocked, onPlay],
  );
  return (
    <DataTable
      label="Scenarios"
      rows={scenarios}
      columns={columns}
      rowId={({ name }) => name}
      minWidth={640}
    />
  );
};

const Scenario = ({ scenario: { title, description } }: { readonly scenario: ScenarioSummary }) => (
  <Stack gap={0}>
    <span>{title}</span>
    {description !== undefined && (
      <Text size="sm" c="dimmed">
        {description}
      </Text>
    )}
  </Stack>
);
