import { Stack, Text } from '@mantine/core';
import type { CutoverCheck } from '#contract/eligibility.ts';
import { expectationLabels } from '#contract/verdict-labels.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx';

type Expectation = CutoverCheck['expectations'][number];

const sentences: Readonly<Record<NonNullable<CutoverCheck['state']>, string>> = {
  done: 'Cutover complete: everything expected was found.',
  missing: 'Cutover incomplete: something is missing.',
  'not-visible': 'Nothing is missing, but some of it is not visible from here. Check the rest as described.',
};
const tones: Readonly<Record<Expectation['state'], Tone>> = {
  met: 'good',
  missing: 'bad',
  'not-visible': 'attention',
};

/** Expectations after the cutover, and whether they are met. */
export const VerifiedCutover = ({ check }: { check: CutoverCheck }) => (
  <Stack gap="xs">
    <Text fw={600} role="status">
      {sentences[check.state ?? (check.done ? 'done' : 'missing')]}
    </Text>
    <Text size="sm" c="dimmed">
      Verified <Instant at={check.at} />
    </Text>
    <DataTable
      label="Expected after the cutover"
      rows={check.expectations}
      rowId={({ what, detail }) => `${what} ${detail}`}
      columns={columns}
      minWidth={620}
      {...(check.expectations.length > 12 ? { height: 480 } : {})}
    />
  </Stack>
);

const columns: TableColumn<Expectation>[] = [
  { header: 'Expected', sortBy: ({ what }) => what },
  {
    header: 'State',
    width: 120,
    sortBy: ({ state }) => state,
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{expectationLabels[state]}</StatusBadge>,
  },
  { header: 'Detail', cell: ({ detail }) => detail },
];
