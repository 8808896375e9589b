import { Code, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CaseView, WordedEntry } from '#contract/case.ts';
import { formatCount } from '#contract/format.ts';
import { signatureLabel } from '#contract/signature-states.ts';
import { useTargets } from '#renderer/lib/lists.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { useNarrow } from '#renderer/lib/use-narrow.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { SearchField } from '#renderer/ui/search-field.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { entriesOf } from './entries.ts';
import { describe } from './entry-format.ts';
import classes from './timeline.module.css';
import { TimelineChoice, TimelineSection, timelineViews } from './timeline-section.tsx';

const columnsOf = (narrow: boolean): readonly TableColumn<WordedEntry>[] => [
  { header: 'No.', width: 72, align: 'right', sortBy: ({ seq }) => seq },
  { header: 'Time', width: 160, cell: ({ at }) => <Instant at={at} /> },
  {
    header: 'Actor',
    wraps: true,
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
    header: 'Event',
    wraps: true,
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
  header: 'Kind',
  width: 220,
  sortBy: ({ kind }) => kind,
  cell: ({ kind }) => <Code>{kind}</Code>,
};

/** The case's events as a picture, and its audit chain, newest first. */
export const Component = () => {
  const found = useCase();
  const [{ q = '', view: chosen, ...shown }, setUrl] = useUrlState(['q', 'view', 'system', 'service']);
  const view = timelineViews.find((one) => one === chosen) ?? 'picture';
  const query = useQuery(entriesOf(found.id));
  return (
    <Page
      title="Timeline"
      level={2}
      filled
      description={
        <Defined
          text="Tamper-evident audit chain: each entry is bound to the one before it"
          terms={['audit chain']}
        />
      }
      actions={
        <>
          <TimelineChoice view={view} onChange={(next) => setUrl({ view: next })} />
          <SearchField
            label="Search entries"
            placeholder="Actor, event or kind"
            value={q}
            onSearch={(text) => setUrl({ q: text })}
          />
        </>
      }
    >
      <div className={classes.parts}>
        {view !== 'none' && (
          <TimelineSection
            found={found}
            view={view}
            spans={{ shown, onShow: (clock, span) => setUrl({ [clock]: span }) }}
          />
        )}
        <div className={classes.chain}>
          <Loaded query={query} text="Loading audit chain…">
            {(entries) => <Entries found={found} entries={entries} search={q.trim().toLowerCase()} />}
          </Loaded>
        </div>
      </div>
    </Page>
  );
};

interface EntriesProps {
  readonly found: CaseView;
  readonly entries: readonly WordedEntry[];
  /** In lower case. */
  readonly search: string;
}

const Entries = ({ found, entries, search }: EntriesProps) => {
  const narrow = useNarrow();
  const columns = useMemo(() => columnsOf(narrow), [narrow]);
  const targets = useTargets().data?.results;
  const described = useMemo(() => describe(entries, found, targets), [entries, found, targets]);
  const shown = described.filter(({ words, actor, kind }) =>
    `${words} ${actor} ${kind}`.toLowerCase().includes(search),
  );
  if (shown.length === 0) {
    return (
      <Empty
        icon={<IconHistory aria-hidden />}
        title="No matching entries"
        text={`None of ${formatCount(entries.length, 'entry matches', 'entries match')} "${search}".`}
      />
    );
  }
  return (
    <DataTable
      label="Audit chain entries"
      rows={shown}
      columns={columns}
      rowId={({ seq }) => String(seq)}
      height="100%"
      minWidth={640}
    />
  );
};
