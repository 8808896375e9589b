import { formatList } from '#contract/format.ts';
import type { MailKind, MailList } from '#contract/mail.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

type Row = MailList['kinds'][number] & {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

interface MailTableProps {
  readonly kinds: MailList['kinds'];
  readonly chosen: MailKind | undefined;
  readonly onChoose: (kind: MailKind) => void;
}

/** Which mails there are, and what is not known yet for each. */
export const MailTable = ({ kinds, chosen, onChoose }: MailTableProps) => (
  <DataTable
    label="Mails"
    rows={kinds.map((one) => ({
      ...one,
      isChosen: one.kind === chosen,
      onChoose: () => onChoose(one.kind),
    }))}
    columns={columns}
    rowId={({ kind }) => kind}
    minWidth={680}
  />
);

const columns: readonly TableColumn<Row>[] = [
  { header: 'Mail', width: '28%', cell: ({ title }) => <strong>{title}</strong> },
  {
    header: 'Not known yet',
    wraps: true,
    cell: ({ unfilled }) =>
      unfilled.length === 0 ? <StatusBadge tone="good">Ready</StatusBadge> : formatList(unfilled),
  },
  {
    header: 'Action',
    width: 112,
    align: 'right',
    cell: ({ title, isChosen, onChoose }) => (
      <RowButton aria-pressed={isChosen} aria-label={`Open mail: ${title}`} onClick={onChoose}>
        {isChosen ? 'Open' : 'Open…'}
      </RowButton>
    ),
  },
];
