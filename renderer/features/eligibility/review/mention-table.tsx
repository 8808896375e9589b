import { Code, Stack, Text } from '@mantine/core';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import type { ListedMention } from './groups.ts';

interface MentionTableProps {
  readonly label: string;
  readonly mentions: readonly ListedMention[];
  /** Without it, nothing can be dismissed or restored. */
  readonly open: boolean;
  readonly onDismiss: (mention: ListedMention) => void;
  readonly onRestore: (mention: ListedMention) => void;
}

/** Mentions of a group by file and line; dismissed ones with who, when and why. */
export const MentionTable = ({ label, mentions, open, onDismiss, onRestore }: MentionTableProps) => (
  <DataTable
    label={label}
    rows={mentions}
    rowId={({ id }) => id}
    columns={[place, ...(open ? [change(onDismiss, onRestore)] : [])]}
    minWidth={420}
    height="max(320px, calc(100vh - 430px))"
  />
);

const place: TableColumn<ListedMention> = {
  header: 'File and line',
  sortBy: ({ file, line }) => `${file}:${String(line).padStart(8, '0')}`,
  cell: (mention) => (
    <Stack gap={2} align="flex-start">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {mention.file}:{mention.line}
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
    const where = `${mention.file}:${mention.line}`;
    return mention.dismissed === undefined ? (
      <RowButton aria-label={`Dismiss ${where}`} onClick={() => dismiss(mention)}>
        Dismiss…
      </RowButton>
    ) : (
      <RowButton aria-label={`Restore ${where}`} onClick={() => restore(mention)}>
        Restore
      </RowButton>
    );
  },
});
