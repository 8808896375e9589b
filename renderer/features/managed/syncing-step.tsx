import { Alert, SegmentedControl, Stack } from '@mantine/core';
import { IconBuilding, IconInfoCircle } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { RunbookCompany, RunbookView, SyncingResult } from '#contract/runbook.ts';
import { useSelection } from '#renderer/lib/use-selection.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Blocked, blockedBy, openAmong } from './blocked.tsx';
import { useCompanies } from './companies.ts';
import { CompaniesTable } from './companies-table.tsx';
import { type CompaniesFrom, ConfirmCompanies } from './confirm-companies.tsx';
import { SyncingSelection } from './syncing-selection.tsx';
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

const isFound = ({ ref, name }: RunbookCompany, search: string): boolean =>
  `${ref}\n${name}`.toLowerCase().includes(search.trim().toLowerCase());

interface ConfirmingProps {
  readonly view: RunbookView;
  readonly companies: readonly RunbookCompany[];
}

const Confirming = ({ view, companies }: ConfirmingProps) => {
  const [filter, setFilter] = useState<Filter>('All');
  const [search, setSearch] = useState('');
  const found = useMemo(
    () => companies.filter((one) => isShown(one, filter) && isFound(one, search)),
    [companies, filter, search],
  );
  const refs = useMemo(() => found.map(({ ref }) => ref), [found]);
  const selection = useSelection('companies', { among: refs });
  const [from, setFrom] = useState<CompaniesFrom>('selected');
  const byField = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<SyncingResult>();
  const before = openAmong(view, ['supply', 'schedule', 'update-application']);
  const refsOf = (status: Filter): string[] =>
    found.filter((one) => selection.has(one.ref) && isShown(one, status)).map(({ ref }) => ref);
  return (
    <Stack>
      <SegmentedControl
        aria-label="Companies shown"
        w="fit-content"
        size="xs"
        value={filter}
        onChange={(value) => setFilter(value as Filter)}
        data={filters.map((value) => ({
          value,
          label: `${value} ${formatNumber(companies.filter((one) => isShown(one, value)).length)}`,
        }))}
      />
      <CompaniesTable companies={found} search={search} onSearch={setSearch} selection={selection} />
      <SyncingSelection
        caseId={view.caseId}
        selection={selection}
        confirmed={refsOf('Confirmed')}
        open={refsOf('Not confirmed')}
        isBlocked={before.length > 0}
        onConfirm={() => {
          setFrom('selected');
          byField.current?.focus();
        }}
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
            from={from}
            onFrom={setFrom}
            byField={byField}
            blocked={blockedBy(before)}
            onSelected={selection.clear}
            onListed={setResult}
          />
        </>
      )}
    </Stack>
  );
};
