import type { Duplicate, Run } from '#contract/token-runs.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { DecideDuplicates } from './decide-duplicates.tsx';

/** Of what the target has more than one for the same row. */
export const Duplicates = ({ run }: { run: Run }) => (
  <Section
    title="More than one on the target"
    level={3}
    description="The target has several companies or connections for the same row."
  >
    <DecideDuplicates run={run} />
    <DataTable
      label="Duplicates"
      rows={run.duplicates}
      columns={columns}
      rowId={({ ref, what, platformKey = '' }) => `${what} ${platformKey} ${ref}`}
      height={320}
      minWidth={640}
    />
  </Section>
);

const columns: readonly TableColumn<Duplicate>[] = [
  { id: 'ref', header: 'Reference', sortBy: ({ ref }) => ref, cell: ({ ref }) => ref },
  {
    id: 'what',
    header: 'What',
    cell: ({ what, platformKey }) => (platformKey === undefined ? what : `${what} to ${platformKey}`),
  },
  { id: 'used', header: 'Used', cell: ({ used }) => used ?? <NoValue /> },
  { id: 'others', header: 'Not used', cell: ({ others }) => others.join(', ') },
];
