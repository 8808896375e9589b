import type { Duplicate, Run } from '#contract/token-runs.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { DecideDuplicates } from './decide-duplicates.tsx';

/** Companies and connections that the target has more than once for a row. */
export const Duplicates = ({ run }: { run: Run }) => (
  <Section title="Duplicates on the target">
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
  { header: 'Reference', sortBy: ({ ref }) => ref },
  {
    header: 'Resource',
    cell: ({ what, platformKey }) => (platformKey === undefined ? what : `${what} to ${platformKey}`),
  },
  { header: 'Used', cell: ({ used }) => used ?? <NoValue /> },
  { header: 'Unused', cell: ({ others }) => others.join(', ') },
];
