import { Code, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { subjectLabels } from '#contract/mention-labels.ts';
import { DismissalBar } from '#renderer/features/eligibility/dismissing/dismissal-bar.tsx';
import { useSelection } from '#renderer/lib/use-selection.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { dismissalText, groupKey, type ListedMention, type MentionGroup } from './groups.ts';

interface MentionTableProps {
  readonly caseId: string;
  readonly group: MentionGroup;
  readonly mentions: readonly ListedMention[];
  /** What all of them are. */
  readonly kind: 'open' | 'dismissed';
  /** Without it, nothing can be dismissed or restored. */
  readonly open: boolean;
  readonly onDismiss: (mention: ListedMention) => void;
  readonly onRestore: (mention: ListedMention) => void;
}

/** Mentions of a group by file and line; dismissed ones with who, when and why. */
export const MentionTable = (props: MentionTableProps) => {
  const { caseId, group, mentions, kind, open, onDismiss, onRestore } = props;
  const ids = useMemo(() => mentions.map(({ id }) => id), [mentions]);
  const selection = useSelection(`${kind} mentions: ${groupKey(group)}`, { among: ids });
  return (
    <>
      <DataTable
        label={`Mentions: ${subjectLabels[group.subject]}`}
        rows={mentions}
        rowId={({ id }) => id}
        rowName={whereOf}
        columns={[place, ...(open ? [change(onDismiss, onRestore)] : [])]}
        minWidth={420}
        height="max(320px, calc(100vh - 430px))"
        {...(open && { selection })}
      />
      {open && (
        <DismissalBar
          caseId={caseId}
          what="mention"
          selection={selection}
          rows={mentions
            .filter(({ id }) => selection.has(id))
            .map(({ id, dismissed }) => ({ id, reason: dismissed?.reason }))}
          kind={kind}
          text={dismissalText(group)}
        />
      )}
    </>
  );
};

const whereOf = ({ file, line }: ListedMention): string => `${file}:${line}`;

const place: TableColumn<ListedMention> = {
  header: 'File and line',
  sortBy: ({ file, line }) => `${file}:${String(line).padStart(8, '0')}`,
  cell: (mention) => (
    <Stack gap={2} align="flex-start">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {whereOf(mention)}
      </Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{mention.excerpt.trim()}</Code>
      {mention.dismissed && <Dismissed {...mention.dismissed} />}
    </Stack>
  ),
};

const Dismissed = ({ reason, at, actor }: NonNullable<ListedMention['dismissed']>) => (
  <div>
    <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{reason}</Text>
    <Text size="sm" c="dimmed">
      {actor} · <Instant at={at} />
    </Text>
  </div>
);

const change = (
  dismiss: (mention: ListedMention) => void,
  restore: (mention: ListedMention) => void,
): TableColumn<ListedMention> => ({
  header: 'Action',
  width: 112,
  cell: (mention) => {
    const where = whereOf(mention);
    return mention.dismissed === undefined ? (
      <RowButton changes aria-label={`Dismiss ${where}`} onClick={() => dismiss(mention)}>
        Dismiss…
      </RowButton>
    ) : (
      <RowButton changes aria-label={`Restore ${where}`} onClick={() => restore(mention)}>
        Restore
      </RowButton>
    );
  },
});
