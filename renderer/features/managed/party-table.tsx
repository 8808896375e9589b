import { Text } from '@mantine/core';
import { formatList } from '#contract/format.ts';
import type { RunbookView } from '#contract/runbook.ts';
import { fromNow } from '#renderer/lib/format.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { type PartyState, type PartyTask, partyStates } from './party-states.ts';
import classes from './runbook-screen.module.css';

/** Status of each party: who acts, who waits for whom, since when, and what is due next. */
export const PartyTable = ({ view, now }: { readonly view: RunbookView; readonly now: number }) => {
  const { contacts } = useCase();
  const states = partyStates(
    view,
    now,
    contacts.map(({ party }) => party),
  );
  return (
    <div className={classes.parties}>
      <DataTable
        label="Status by party"
        rows={states.map((state) => ({ ...state, now, names: namesOf(contacts, state.party) }))}
        columns={columns}
        rowId={({ party }) => party}
        minWidth={680}
      />
    </div>
  );
};

type Row = PartyState & { readonly now: number; readonly names: string };

const namesOf = (contacts: ReturnType<typeof useCase>['contacts'], party: string): string =>
  formatList(
    contacts.filter((one) => one.party === party).map(({ name }) => name),
    2,
  );

const statusOf = (row: Row): { readonly tone: Tone; readonly label: string } => {
  if (row.state === 'done') return { tone: 'good', label: 'Done' };
  if (row.state === 'acts') return { tone: 'active', label: 'Next to act' };
  const others = formatList(row.waitsFor.map((party) => partyLabels[party].toLowerCase()));
  return { tone: 'neutral', label: `Waiting on ${others}` };
};

const Task = ({ step, number, text }: PartyTask) => (
  <TextLink to={`?step=${step}`}>
    {number}. {text}
  </TextLink>
);

const Due = ({ at, what, now }: NonNullable<Row['due']> & { readonly now: number }) => {
  const isLate = Date.parse(at) < now;
  const text = `${what} ${isLate ? 'was due ' : ''}${fromNow(at, now)}`;
  return (
    <>
      {isLate ? <StatusBadge tone="bad">{text}</StatusBadge> : text}{' '}
      <Text span size="sm" c="dimmed">
        <Instant at={at} />
      </Text>
    </>
  );
};

const columns: readonly TableColumn<Row>[] = [
  {
    header: 'Party',
    width: '20%',
    cell: ({ party, names }) => (
      <>
        <strong>{partyLabels[party]}</strong>{' '}
        {names !== '' && (
          <Text span size="sm" c="dimmed">
            {names}
          </Text>
        )}
      </>
    ),
  },
  {
    header: 'Status',
    width: 172,
    cell: (row) => {
      const { tone, label } = statusOf(row);
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
  },
  {
    header: 'Next step',
    cell: ({ tasks }) =>
      tasks.length === 0 ? (
        <NoValue />
      ) : (
        tasks.map((task, at) => (
          <span key={task.step}>
            {at > 0 && ', '}
            <Task {...task} />
          </span>
        ))
      ),
  },
  { header: 'Since', width: 152, cell: ({ since }) => <Instant at={since} /> },
  {
    header: 'Due next',
    width: '26%',
    cell: (row) =>
      row.due === undefined ? <NoValue means="no due date" /> : <Due {...row.due} now={row.now} />,
  },
];
