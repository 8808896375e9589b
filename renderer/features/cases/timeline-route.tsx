import { Code, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
import type { CaseView, WordedEntry } from '#contract/case.ts';
import { formatCount } from '#contract/format.ts';
import { signatureLabel } from '#contract/signature-states.ts';
import { useTargets } from '#renderer/lib/lists.ts';
import { useNarrow } from '#renderer/lib/use-narrow.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { SearchField } from '#renderer/ui/search-field.tsx';
import { entriesOf } from './entries.ts';
import { describe } from './entry-format.ts';

const columnsOf = (narrow: boolean): readonly TableColumn<WordedEntry>[] => [
  { id: 'seq', header: 'No.', width: 72, align: 'right', sortBy: ({ seq }) => seq, cell: ({ seq }) => seq },
  { id: 'at', header: 'When', width: 160, cell: ({ at }) => <Instant at={at} /> },
  {
    id: 'actor',
    header: 'Who',
    width: narrow ? 110 : 140,
    sortBy: ({ actor }) => actor,
    cell: ({ actor, signature }) => (
      <>
        {actor}
        {signature.state !== 'here' && (
          <Text size="sm" c="dimmed">
            {signatureLabel(signature)}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'words',
    header: 'What',
    cell: ({ words, kind }) => (
      <>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} lineClamp={12}>
          {words}
        </Text>
        {narrow && <Code>{kind}</Code>}
      </>
    ),
  },
  ...(narrow ? [] : [kindColumn]),
];

const kindColumn: TableColumn<WordedEntry> = {
  id: 'kind',
  header: 'Kind',
  width: 220,
  sortBy: ({ kind }) => kind,
  cell: ({ kind }) => <Code>{kind}</Code>,
};

/** Everything that was done to the case, the last first. */
export const Component = () => {
  const found = useOutletContext<CaseView>();
  const [search, setSearch] = useSearchParams();
  const words = search.get('q') ?? '';
  const query = useQuery(entriesOf(found.id));
  return (
    <Page
      title="Timeline"
      level={2}
      wide
      filled
      description="The audit chain: every entry is bound to the one before, so that none can be changed unseen."
      actions={
        <SearchField
          label="Find entries"
          placeholder="Who or what"
          words={words}
          onSearch={(q) => setSearch(q === '' ? {} : { q }, { replace: true })}
        />
      }
    >
      <Loaded query={query} text="Reading the audit chain…">
        {(entries) => <Entries found={found} entries={entries} words={words.trim().toLowerCase()} />}
      </Loaded>
    </Page>
  );
};

interface EntriesProps {
  readonly found: CaseView;
  readonly entries: readonly WordedEntry[];
  /** What is looked for, in lower case. */
  readonly words: string;
}

const Entries = ({ found, entries, words }: EntriesProps) => {
  const narrow = useNarrow();
  const columns = useMemo(() => columnsOf(narrow), [narrow]);
  const targets = useTargets().data?.results;
  const told = useMemo(() => describe(entries, found, targets), [entries, found, targets]);
  const shown = told.filter((one) => `${one.words} ${one.actor} ${one.kind}`.toLowerCase().includes(words));
  if (shown.length === 0) {
    return (
      <Empty
        icon={<IconHistory aria-hidden />}
        title="No entry says that"
        text={`None of ${formatCount(entries.length, 'entry', 'entries')} holds these words. Try fewer.`}
      />
    );
  }
  return (
    <DataTable
      label="Entries of the audit chain"
      rows={shown}
      columns={columns}
      rowId={({ seq }) => String(seq)}
      height="100%"
      minWidth={640}
    />
  );
};
