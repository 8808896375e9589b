import { Alert, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconBuilding, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { RunbookCompany, RunbookView, SyncingResult } from '#contract/runbook.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Blocked, blockedBy, openAmong } from './blocked.tsx';
import { useCompanies } from './companies.ts';
import { CompaniesTable } from './companies-table.tsx';
import { ConfirmCompanies } from './confirm-companies.tsx';
import { RevokeSyncing } from './revoke-syncing.tsx';
import { UnmatchedLines } from './unmatched-lines.tsx';

/** Step 4: syncing is disabled in the existing application, company by company. */
export const SyncingStep = ({ view }: { readonly view: RunbookView }) => {
  const query = useCompanies(view.caseId);
  const isOverridden = view.steps.some(({ id, state }) => id === 'disable-syncing' && state === 'overruled');
  return (
    <Section
      title="Companies"
      description={
        isOverridden
          ? 'Requirement overridden: companies without confirmation are not held.'
          : 'A refresh in the existing application invalidates the copied token.'
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
  const before = openAmong(view, ['supply', 'schedule', 'update-application']);
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
        <Alert role="status" color="teal" icon={<IconInfoCircle aria-hidden />}>
          Syncing is confirmed as disabled for every company.
        </Alert>
      ) : (
        <>
          <Blocked by={before} />
          <ConfirmCompanies
            caseId={view.caseId}
            refs={refsOf('Not confirmed')}
            blocked={blockedBy(before)}
            onSelected={clear}
            onListed={setResult}
          />
        </>
      )}
    </Stack>
  );
};
