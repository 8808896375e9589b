import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconCheck, type TablerIcon } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type Cause, causeLabels } from '#contract/cause-labels.ts';
import { formatNumber } from '#contract/format.ts';
import type { RunbookView } from '#contract/runbook.ts';
import type { NotMigrated } from '#contract/runbook-decisions.ts';
import { rowStateLabels } from '#renderer/lib/token-labels.ts';
import { type RowSelection, useSelection } from '#renderer/lib/use-selection.ts';
import { blockedField } from '#renderer/ui/blockable.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { ReasonButton } from '#renderer/ui/reason-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SelectionAction, SelectionBar } from '#renderer/ui/selection-bar.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import {
  companies,
  namesOf,
  useAcceptFailures,
  useExclude,
  useNotMigrated,
  useWithdrawDecisions,
} from './not-migrated.ts';

/** Companies not migrated: each failure is accepted, or the company excluded, before the handover. */
export const NotMigratedSection = ({ view }: { readonly view: RunbookView }) => {
  const { accepted, excluded, open } = view.notMigrated;
  const query = useNotMigrated(view.caseId);
  if (accepted + excluded + open === 0) return null;
  return (
    <Section
      title="Companies not migrated"
      description={
        <Defined
          text="Each must be migrated, accepted or excluded before the handover."
          terms={['excluded']}
        />
      }
    >
      <Stack>
        <Group gap="xl">
          <Stat name="Undecided" value={formatNumber(open)} />
          <Stat name="Failures accepted" value={formatNumber(accepted)} />
          <Stat name="Excluded" value={formatNumber(excluded)} />
        </Group>
        <Loaded query={query} text="Loading companies…">
          {(rows) => <Deciding caseId={view.caseId} rows={rows} />}
        </Loaded>
      </Stack>
    </Section>
  );
};

interface DecidingProps {
  readonly caseId: string;
  readonly rows: readonly NotMigrated[];
}

const Deciding = ({ caseId, rows }: DecidingProps) => {
  const ids = useMemo(() => rows.map(({ id }) => String(id)), [rows]);
  const selection = useSelection('not-migrated', { among: ids });
  const open = rows.filter(({ decision }) => decision === undefined);
  const openIds = open.map(({ id }) => String(id));
  return (
    <Stack gap="xs">
      <Checkbox
        label={`Select all undecided (${companies(open.length)})`}
        {...blockedField(open.length === 0 ? 'Every company is decided.' : undefined)}
        checked={open.length > 0 && openIds.every(selection.has)}
        onChange={(event) => selection.set(openIds, event.currentTarget.checked)}
      />
      <DataTable
        label="Companies not migrated"
        rows={rows}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={nameOf}
        selection={selection}
        height={320}
        minWidth={640}
      />
      <SelectionActions
        caseId={caseId}
        selection={selection}
        picked={rows.filter(({ id }) => selection.has(String(id)))}
      />
      <CauseActions caseId={caseId} open={open} onDone={selection.clear} />
    </Stack>
  );
};

interface SelectionActionsProps {
  readonly caseId: string;
  readonly selection: RowSelection<never>;
  readonly picked: readonly NotMigrated[];
}

const SelectionActions = ({ caseId, selection, picked }: SelectionActionsProps) => {
  const accepting = useAcceptFailures(caseId);
  const excluding = useExclude(caseId);
  const withdrawing = useWithdrawDecisions(caseId);
  const open = picked.filter(({ decision }) => decision === undefined);
  const decided = picked.filter(({ decision }) => decision !== undefined);
  const failed = open.filter(({ state }) => state === 'failed');
  return (
    <SelectionBar selection={selection} noun="companies">
      <ReasonButton
        label="Accept failure…"
        trigger={triggerOf('Accept failure…', IconCheck, othersOf(picked, failed, 'not failed or decided'))}
        title={`Accept failure of ${companies(failed.length)}`}
        text="The handover document names them with this reason. A different failure needs a new decision."
        action="Accept failure"
        draft={`case:${caseId}:accept-failures`}
        deciding={accepting}
        request={(reason) => ({ refs: [...new Set(failed.flatMap(({ ref }) => ref ?? []))], reason })}
        onDone={selection.clear}
      />
      <ReasonButton
        label="Exclude…"
        trigger={triggerOf('Exclude…', IconBan, othersOf(picked, open, 'decided'))}
        title={`Exclude ${companies(open.length)} from the migration`}
        text="Runs exclude them. The handover document names them with this reason."
        action="Exclude"
        draft={`case:${caseId}:exclude`}
        deciding={excluding}
        request={(reason) => ({ ...namesOf(open), reason })}
        onDone={selection.clear}
      />
      <ReasonButton
        label="Withdraw decision…"
        trigger={triggerOf('Withdraw decision…', IconArrowBackUp, othersOf(picked, decided, 'undecided'))}
        title={`Withdraw decision about ${companies(decided.length)}`}
        text="They must be migrated, accepted or excluded again before the handover."
        action="Withdraw decision"
        draft={`case:${caseId}:withdraw-decisions`}
        deciding={withdrawing}
        request={(reason) => ({ ...namesOf(decided), reason })}
        onDone={selection.clear}
      />
    </SelectionBar>
  );
};

const triggerOf = (label: string, icon: TablerIcon, reason: string | undefined) => (open: () => void) => (
  <SelectionAction icon={icon} label={label} reason={reason} onAct={open} />
);

/** Why an action that only some of the picked rows allow can't be done. */
const othersOf = (
  picked: readonly NotMigrated[],
  allowed: readonly NotMigrated[],
  what: string,
): string | undefined =>
  picked.length === allowed.length ? undefined : `${formatNumber(picked.length - allowed.length)} ${what}`;

/** Accepts all failures of a cause together. */
const CauseActions = ({
  caseId,
  open,
  onDone,
}: {
  readonly caseId: string;
  readonly open: readonly NotMigrated[];
  readonly onDone: () => void;
}) => {
  const accepting = useAcceptFailures(caseId);
  const groups = [...Map.groupBy(open, ({ cause }) => cause)].flatMap(([cause, rows]) =>
    cause === undefined || rows.length < 2 ? [] : [{ cause, count: rows.length }],
  );
  return (
    <Group gap="xs">
      {groups.map(({ cause, count }) => (
        <ReasonButton
          key={cause}
          label={`Accept ${formatNumber(count)}: ${titleOf(cause)}…`}
          title={`Accept failure of ${companies(count)}`}
          text={`Same cause: ${titleOf(cause)}. ${causeLabels[cause].meaning}`}
          action="Accept failures"
          draft={`case:${caseId}:accept-cause:${cause}`}
          deciding={accepting}
          request={(reason) => ({ cause, reason })}
          onDone={onDone}
        />
      ))}
    </Group>
  );
};

const titleOf = (cause: Cause): string => causeLabels[cause].title;

const nameOf = ({ ref, line, name }: NotMigrated): string =>
  ref === undefined ? `line ${line}` : name === undefined || name === ref ? ref : `${ref}, ${name}`;

const columns: readonly TableColumn<NotMigrated>[] = [
  { header: 'Company', sortBy: nameOf, width: '30%' },
  {
    header: 'State',
    width: '25%',
    sortBy: ({ state, cause = '' }) => `${state} ${cause}`,
    cell: ({ state, cause, message }) => (
      <Text title={message}>{cause === undefined ? rowStateLabels[state].label : titleOf(cause)}</Text>
    ),
  },
  {
    header: 'Decision',
    sortBy: ({ decision }) => decision?.kind ?? '',
    cell: ({ decision }) =>
      decision === undefined ? (
        <StatusBadge tone="attention">Undecided</StatusBadge>
      ) : (
        <Group gap={6}>
          <StatusBadge tone="good">{decision.kind === 'accepted' ? 'Accepted' : 'Excluded'}</StatusBadge>
          <Text size="sm" c="dimmed" component="span">
            {decision.reason} ({decision.by}, <Instant at={decision.at} />)
          </Text>
        </Group>
      ),
  },
];
