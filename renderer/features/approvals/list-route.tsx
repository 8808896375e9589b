import { Anchor } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type ApprovalSummary, approvalKindLabels } from '#contract/approvals.ts';
import { approvalPath, approvalStateLabels, approvalTones } from '#renderer/lib/approval-labels.ts';
import { useApprovals } from '#renderer/lib/approval-queries.ts';
import { usePerson } from '#renderer/lib/who.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

/** What waits for a second person, and what one asked for. */
export const Component = () => {
  const person = usePerson();
  const approvals = useApprovals();
  return (
    <Page title="Approvals">
      {person === undefined ? (
        <Nothing text="Approvals are given by people who are signed in to a team's desk." />
      ) : (
        <Loaded query={approvals} text="Loading approvals…">
          {({ results }) => <Lists approvals={results} personId={person.id} />}
        </Loaded>
      )}
    </Page>
  );
};

const Nothing = ({ text }: { readonly text: string }) => (
  <Empty icon={<IconSignature aria-hidden />} title="No approvals" level={2} text={text} />
);

interface ListsProps {
  readonly approvals: readonly ApprovalSummary[];
  readonly personId: string;
}

const Lists = ({ approvals, personId }: ListsProps) => {
  if (approvals.length === 0)
    return <Nothing text="Operations that a policy asks a second person for are listed here." />;
  const waiting = approvals.filter(({ may }) => may.decide);
  const own = approvals.filter(({ requesterId }) => requesterId === personId);
  const others = approvals.filter((one) => !waiting.includes(one) && !own.includes(one));
  return (
    <>
      <List title="Waiting for me" none="Nothing waits for your approval." approvals={waiting} />
      <List title="Requested by me" none="You requested no approval." approvals={own} />
      {others.length > 0 && <List title="Others" none="" approvals={others} />}
    </>
  );
};

interface ListProps {
  readonly title: string;
  readonly none: string;
  readonly approvals: readonly ApprovalSummary[];
}

const List = ({ title, none, approvals }: ListProps) => (
  <Section title={title}>
    {approvals.length === 0 ? (
      none
    ) : (
      <DataTable label={title} rows={approvals} columns={columns} rowId={({ id }) => id} />
    )}
  </Section>
);

const columns: readonly TableColumn<ApprovalSummary>[] = [
  {
    header: 'Operation',
    cell: (approval) => (
      <Anchor component={Link} to={approvalPath(approval)}>
        {approvalKindLabels[approval.kind]}
      </Anchor>
    ),
  },
  { header: 'Case', sortBy: ({ caseName }) => caseName },
  { header: 'Target', sortBy: ({ target }) => target.name },
  { header: 'Requested by', sortBy: ({ requested }) => requested.by },
  { header: 'Requested', width: 180, cell: ({ requested }) => <Instant at={requested.at} /> },
  {
    header: 'State',
    width: 200,
    cell: ({ state }) => <StatusBadge tone={approvalTones[state]}>{approvalStateLabels[state]}</StatusBadge>,
  },
];
