import { Alert, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconBuilding, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { RunbookCompany, RunbookView, SyncingResult } from '#contract/runbook.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Blocked, openAmong } from './blocked.tsx';
import { useCompanies } from './companies.ts';
import { CompaniesTable } from './companies-table.tsx';
import { ConfirmByHand } from './confirm-by-hand.tsx';
import { ConfirmByList } from './confirm-by-list.tsx';
import { RevokeSyncing } from './revoke-syncing.tsx';
import { UnmatchedLines } from './unmatched-lines.tsx';

/** Step 4: syncing is disabled in the existing application, company by company. */
export const SyncingStep = ({ view }: { readonly view: RunbookView }) => {
  const query = useCompanies(view.caseId);
  const isOverridden = view.steps.some(({ id, state }) => id === 'disable-syncing' && state === 'overruled');
  return (
    <Section
      level={3}
      title="Companies"
      description={
        isOverridden
          ? 'Requirement overridden: companies without confirmation are not excluded.'
          : 'Companies without confirmation are excluded: a refresh in the existing application invalidates the copied token.'
      }
    >
      <Loaded query={query} text="Loading companies…">
        {(companies) =>
          companies.length === 0 ? (
            <Empty
              icon={<IconBuilding />}
              title="No companies imported"
              text="Import the integrator's list first."
              action={<TextLink to={`/cases/${view.caseId}/tokens/import`}>Import tokens</TextLink>}
            />
          ) : (
            <Confirming view={view} companies={companies} />
          )
        }
      </Loaded>
    </Section>
  );
};

const filters = ['All', 'Not confirmed', 'Confirmed'] as const;
type Filter = (typeof filters)[number];

const isShown = ({ disabled }: RunbookCompany, filter: Filter): boolean =>
  filter === 'All' || (filter === 'Confirmed') === (disabled !== undefined);

interface ConfirmingProps {
  readonly view: RunbookView;
  readonly companies: readonly RunbookCompany[];
}

const Confirming = ({ view, companies }: ConfirmingProps) => {
  const [filter, setFilter] = useState<Filter>('All');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [result, setResult] = useState<SyncingResult>();
  const clear = (): void => setSelected(new Set());
  const refsOf = (status: Filter): string[] =>
    companies.filter((one) => selected.has(one.ref) && isShown(one, status)).map(({ ref }) => ref);
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Companies shown"
          size="xs"
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={filters.map((value) => ({
            value,
            label: `${value} ${formatNumber(companies.filter((one) => isShown(one, value)).length)}`,
          }))}
        />
        <RevokeSyncing caseId={view.caseId} refs={refsOf('Confirmed')} onDone={clear} />
      </Group>
      <CompaniesTable
        companies={companies.filter((one) => isShown(one, filter))}
        selected={selected}
        onSelect={setSelected}
      />
      {result !== undefined && result.unknownCount > 0 && <UnmatchedLines result={result} />}
      {companies.every(({ disabled }) => disabled !== undefined) ? (
        <Alert role="status" color="teal" variant="light" icon={<IconInfoCircle aria-hidden />}>
          Syncing is confirmed as disabled for every company.
        </Alert>
      ) : (
        <Confirmation view={view} refs={refsOf('Not confirmed')} onDone={clear} onResult={setResult} />
      )}
    </Stack>
  );
};

interface ConfirmationProps {
  readonly view: RunbookView;
  /** Selected companies that are not confirmed. */
  readonly refs: readonly string[];
  readonly onDone: () => void;
  readonly onResult: (result: SyncingResult) => void;
}

/** Confirms selected companies, or those of a list. */
const Confirmation = ({ view, refs, onDone, onResult }: ConfirmationProps) => {
  const { caseId } = view;
  const [from, setFrom] = useState('selected');
  const before = openAmong(view, ['supply', 'schedule', 'update-application']);
  const isBlocked = before.length > 0;
  return (
    <Stack>
      <Blocked by={before} />
      <SegmentedControl
        aria-label="Companies to confirm"
        w="fit-content"
        size="xs"
        value={from}
        onChange={setFrom}
        data={[
          { value: 'selected', label: 'Selected companies' },
          { value: 'list', label: 'Companies of a list' },
        ]}
      />
      {from === 'selected' ? (
        <ConfirmByHand caseId={caseId} refs={refs} blocked={isBlocked} onDone={onDone} />
      ) : (
        <ConfirmByList caseId={caseId} blocked={isBlocked} onDone={onResult} />
      )}
    </Stack>
  );
};
