import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RunbookCompany, RunbookView } from '#contract/runbook.ts';
import type { Run } from '#contract/token-runs.ts';
import { isUnfinished } from '#renderer/lib/token-queries.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Blocked, blockedBy, openAmong } from './blocked.tsx';
import { useCompanies } from './companies.ts';
import { CompanyResults } from './company-results.tsx';
import { RunCard } from './run-card.tsx';
import { useMigrationRuns, useResults } from './runs.ts';
import { StartRun } from './start-run.tsx';

/** Step 5: one company is migrated first. */
export const PilotStep = ({ view }: { readonly view: RunbookView }) => {
  const { caseId } = view;
  const companies = useCompanies(caseId);
  const runs = useMigrationRuns(caseId);
  const step = view.steps.find(({ id }) => id === 'first-company');
  return (
    <Loaded query={runs} text="Loading runs…">
      {(found) => {
        const pilot = lastPilot(found);
        const isBusy = found.some(isUnfinished);
        return (
          <>
            {pilot && (
              <Section title="Pilot result">
                <Stack>
                  <RunCard run={pilot} />
                  <CompanyResults caseId={caseId} run={pilot} />
                </Stack>
              </Section>
            )}
            {step?.state !== 'done' && !isBusy && (
              <Loaded query={companies} text="Loading companies…">
                {(all) => <ChoosePilot view={view} companies={all} pilot={pilot} />}
              </Loaded>
            )}
            {found.some((run) => isUnfinished(run) && run.id !== pilot?.id) && (
              <Text>
                Another run has not ended. <TextLink to="?step=complete">Open step 6</TextLink>
              </Text>
            )}
          </>
        );
      }}
    </Loaded>
  );
};

/** Newest first: the last pilot, or the retry of one company after it. */
const lastPilot = (runs: readonly Run[]): Run | undefined => {
  const pilot = runs.findIndex(({ kind }) => kind === 'pilot');
  const again = runs.findIndex(({ kind, counts }) => kind === 'retry' && counts.rows === 1);
  const at = again >= 0 && again < pilot && (runs[pilot]?.counts.failed ?? 0) > 0 ? again : pilot;
  return runs[at];
};

interface ChoosePilotProps {
  readonly view: RunbookView;
  readonly companies: readonly RunbookCompany[];
  readonly pilot: Run | undefined;
}

const ChoosePilot = ({ view, companies, pilot }: ChoosePilotProps) => {
  const isOverridden = view.steps.some(({ id, state }) => id === 'disable-syncing' && state === 'overruled');
  const fit = companies.filter(({ disabled }) => disabled !== undefined || isOverridden);
  const results = useResults(view.caseId, pilot);
  const [ref, setRef] = useState<string | null>(null);
  const before = openAmong(view, ['supply', 'schedule', 'update-application']);
  // A failed row needs a retry.
  const hasFailed = results.data?.companies.some((one) => one.ref === ref && one.state === 'failed') ?? false;
  const kind = hasFailed ? 'retry' : 'pilot';
  return (
    <Section
      title={pilot ? 'Repeat pilot' : 'Pilot'}
      description="Verifies that no reauthorization is asked and all syncs complete."
    >
      <Stack>
        <Blocked by={before} />
        <Select
          label="First company"
          description={
            fit.length === companies.length
              ? 'Preferably one with little data that knows of it'
              : `Only companies with confirmed syncing: ${fit.length} of ${companies.length}`
          }
          placeholder="Reference or name"
          nothingFoundMessage="No matching company"
          searchable
          limit={100}
          maw={520}
          data={fit.map(({ ref: value, name }) => ({
            value,
            label: name === value ? value : `${value}, ${name}`,
          }))}
          value={ref}
          onChange={setRef}
        />
        <StartRun
          key={`${kind} ${ref}`}
          caseId={view.caseId}
          request={{ kind, refs: ref === null ? [] : [ref] }}
          action={kind === 'retry' ? 'Retry company' : 'Migrate first company'}
          withPlan
          blocked={blockedBy(before) ?? (ref === null ? 'Choose the first company.' : undefined)}
        />
      </Stack>
    </Section>
  );
};
