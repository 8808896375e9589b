import { Stack, Text } from '@mantine/core';
import type { CutoverCheck } from '#contract/eligibility.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx';

type Expectation = CutoverCheck['expectations'][number];

const sentences: Readonly<Record<NonNullable<CutoverCheck['state']>, string>> = {
  done: 'All that is expected is there.',
  missing: 'The cutover is not done: something is missing.',
  'not-visible':
    'Nothing is known to be missing, but not all of it can be seen from here. Check the rest as it says.',
};
const states: Readonly<Record<Expectation['state'], { readonly name: string; readonly tone: Tone }>> = {
  met: { name: 'There', tone: 'good' },
  missing: { name: 'Missing', tone: 'bad' },
  'not-visible': { name: 'Not visible', tone: 'attention' },
};

/** What was expected after the cutover, and whether it is there. */
export const VerifiedCutover = ({ check }: { check: CutoverCheck }) => (
  <Stack gap="xs">
    <Text fw={600} role="status">
      {sentences[check.state ?? (check.done ? 'done' : 'missing')]}
    </Text>
    <Text size="sm" c="dimmed">
      Verified <Instant at={check.at} />
    </Text>
    <DataTable
      label="What was expected after the cutover"
      rows={check.expectations}
      rowId={({ what, detail }) => `${what} ${detail}`}
      columns={columns}
      minWidth={620}
      {...(check.expectations.length > 12 ? { height: 480 } : {})}
    />
  </Stack>
);

const columns: TableColumn<Expectation>[] = [
  { id: 'what', header: 'Expected', sortBy: ({ what }) => what, cell: ({ what }) => what },
  {
    id: 'state',
    header: 'State',
    width: 120,
    sortBy: ({ state }) => state,
    cell: ({ state }) => <StatusBadge tone={states[state].tone}>{states[state].name}</StatusBadge>,
  },
  { id: 'detail', header: 'Detail', cell: ({ detail }) => detail },
];
