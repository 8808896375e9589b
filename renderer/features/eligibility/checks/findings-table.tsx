import { Anchor, Code, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Finding } from '#contract/eligibility.ts';
import { DismissalBar } from '#renderer/features/eligibility/dismissing/dismissal-bar.tsx';
import { findingDetail, findingPlace } from '#renderer/features/eligibility/finding-place.ts';
import { confidenceLabels } from '#renderer/features/eligibility/labels.ts';
import { useSelection } from '#renderer/lib/use-selection.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { DismissModal } from './dismiss-modal.tsx';

interface FindingsTableProps {
  readonly caseId: string;
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly onOpen: (findingId: string) => void;
  /** Without it, nothing can be dismissed. */
  readonly open: boolean;
}

/** More scroll inside the table. */
const shownAtOnce = 8;

/** Findings of a check; each opens at its location, and several are dismissed at once. */
export const FindingsTable = ({ caseId, label, findings, onOpen, open }: FindingsTableProps) => {
  const [dismissed, setDismissed] = useState<Finding>();
  const ids = useMemo(() => findings.map(({ id }) => id), [findings]);
  const selection = useSelection(label, { among: ids });
  return (
    <>
      <DataTable
        label={label}
        rows={findings}
        rowId={({ id }) => id}
        rowName={findingPlace}
        columns={[...columns(onOpen), ...(open ? [dismissColumn(setDismissed)] : [])]}
        onOpen={({ id }) => onOpen(id)}
        minWidth={420}
        {...(open && { selection })}
        {...(findings.length > shownAtOnce ? { height: 420 } : {})}
      />
      {open && (
        <DismissalBar
          caseId={caseId}
          what="finding"
          selection={selection}
          rows={findings.filter(({ id }) => selection.has(id)).map(({ id }) => ({ id }))}
          kind="open"
          text="They no longer count, even if a later check finds them again. New calls still count."
        />
      )}
      {dismissed && (
        <DismissModal caseId={caseId} finding={dismissed} onClose={() => setDismissed(undefined)} />
      )}
    </>
  );
};

const columns = (onOpen: (findingId: string) => void): TableColumn<Finding>[] => [
  {
    header: 'Location',
    sortBy: sortPlace,
    cell: (finding) => <Place finding={finding} onOpen={onOpen} />,
    wraps: true,
  },
  {
    header: 'Confidence',
    width: 104,
    sortBy: ({ weak, confidence }) => (weak ? 3 : ['high', 'medium', 'low'].indexOf(confidence)),
    cell: ({ weak, confidence }) =>
      weak ? (
        <Text title="In a comment, documentation or test: not enough to decide">Hint</Text>
      ) : (
        confidenceLabels[confidence]
      ),
  },
];

const dismissColumn = (dismiss: (finding: Finding) => void): TableColumn<Finding> => ({
  header: 'Action',
  width: 112,
  cell: (finding) => (
    <RowButton changes aria-label={`Dismiss ${findingPlace(finding)}`} onClick={() => dismiss(finding)}>
      Dismiss…
    </RowButton>
  ),
});

const Place = ({ finding, onOpen }: { finding: Finding; onOpen: (findingId: string) => void }) => {
  const detail = findingDetail(finding);
  return (
    <Stack gap={2} align="flex-start">
      <Anchor
        component="button"
        type="button"
        fw={600}
        ta="left"
        style={{ overflowWrap: 'anywhere' }}
        onClick={() => onOpen(finding.id)}
      >
        {findingPlace(finding)}
      </Anchor>
      <Text>{finding.why}</Text>
      {finding.place.kind === 'source' ? (
        <Code style={{ overflowWrap: 'anywhere' }}>{detail}</Code>
      ) : (
        detail !== '' && <Text c="dimmed">{detail}</Text>
      )}
    </Stack>
  );
};

/** Sorts the lines of a file by number. */
const sortPlace = (finding: Finding): string =>
  finding.place.kind === 'source'
    ? `${finding.place.file}:${String(finding.place.line).padStart(8, '0')}`
    : findingPlace(finding);
