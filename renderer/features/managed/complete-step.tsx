import { Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatNumber } from '#contract/format.ts';
import { runKindLabels } from '#contract/run-labels.ts';
import type { RunbookView } from '#contract/runbook.ts';
import type { Run } from '#contract/token-runs.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { isUnfinished, useCounts } from '#renderer/lib/token-queries.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Blocked, openAmong } from './blocked.tsx';
import { CompanyResults } from './company-results.tsx';
import { HandoverSection } from './handover-section.tsx';
import { NotMigratedSection } from './not-migrated-section.tsx';
import { RunCard } from './run-card.tsx';
import { formatCompanies } from './run-format.ts';
import { useMigrationRuns } from './runs.ts';
import { StartRun } from './start-run.tsx';

/** Step 6: the other companies, tests on each, and the handover. */
export const CompleteStep = ({ view }: { readonly view: RunbookView }) => {
  const runs = useMigrationRuns(view.caseId);
  return (
    <Loaded query={runs} text="Reading the runs…">
      {(found) => (
        <>
          <Migrating view={view} runs={found} />
          {found.some((run) => !isUnfinished(run)) && <Tests view={view} runs={found} />}
          <NotMigratedSection view={view} />
          <HandoverSection view={view} />
        </>
      )}
    </Loaded>
  );
};

interface PartProps {
  readonly view: RunbookView;
  readonly runs: readonly Run[];
}

const Migrating = ({ view, runs }: PartProps) => {
  const { caseId, syncing } = view;
  const before = openAmong(view, ['supply', 'schedule', 'update-application', 'first-company']);
  const [last] = runs;
  const active = runs.find(isUnfinished);
  const isBlocked = before.length > 0 || active !== undefined;
  const { states, held = 0 } = useCounts(caseId).data ?? {};
  const left = Math.max(0, (states?.ready ?? 0) - held);
  const failed = states?.failed ?? 0;
  return (
    <Section
      level={3}
      title="The other companies"
      description={
        syncing.heldBackCount > 0
          ? `${formatCount(syncing.heldBackCount, 'company is', 'companies are')} held back, as step 4 is not confirmed for ${syncing.heldBackCount === 1 ? 'it' : 'them'}: a run leaves ${syncing.heldBackCount === 1 ? 'it' : 'them'} out.`
          : 'All that are ready are migrated, each through company, connection, authorization, sync and verification.'
      }
    >
      <Stack>
        <Blocked by={before} what="The others can't be migrated" />
        {last && (last.kind !== 'pilot' || isUnfinished(last)) && <RunCard caseId={caseId} run={last} />}
        {active === undefined && left > 0 && (
          <StartRun
            caseId={caseId}
            request={{ kind: 'run' }}
            withPreview
            action={
              left === 1 ? 'Migrate the other company' : `Migrate the other ${formatNumber(left)} companies`
            }
            disabled={isBlocked}
          />
        )}
        {active === undefined && failed > 0 && (
          <StartRun
            caseId={caseId}
            request={{ kind: 'retry' }}
            action={`Retry ${formatCount(failed, 'failed company', 'failed companies')}`}
            variant="default"
            disabled={isBlocked}
          />
        )}
        {active === undefined && states !== undefined && left === 0 && (
          <Text>
            {held > 0
              ? `No company is ready: ${formatCount(held, 'company is', 'companies are')} held back.`
              : 'No company is left to be migrated.'}
          </Text>
        )}
      </Stack>
    </Section>
  );
};

/** What each run found, company by company; and the same tests once more. */
const Tests = ({ view, runs }: PartProps) => {
  const ended = runs.filter((run) => !isUnfinished(run));
  const [chosen, setChosen] = useState<string | null>(null);
  const run = ended.find(({ id }) => id === chosen) ?? ended[0];
  return (
    <Section
      level={3}
      title="Tests on each company"
      description="Each run verifies what it migrated: the connection is linked without anybody having been asked, and every data type has come to its end. A check syncs and verifies again what is migrated already, and sends no credentials."
    >
      <Stack>
        <Group align="flex-end" justify="space-between">
          <Select
            label="Found by"
            w={340}
            allowDeselect={false}
            data={ended.map((one) => ({
              value: one.id,
              label: `${runKindLabels[one.kind]}, ${dateTime(one.ended ?? one.started)}`,
            }))}
            value={run?.id ?? null}
            onChange={setChosen}
          />
          {run && <Text>{formatCompanies(run)}</Text>}
        </Group>
        {run && <CompanyResults key={run.id} caseId={view.caseId} run={run} />}
        <StartRun
          caseId={view.caseId}
          request={{ kind: 'check' }}
          action="Check all migrated companies again"
          variant="default"
          disabled={runs.some(isUnfinished)}
          onStarted={() => setChosen(null)}
        />
      </Stack>
    </Section>
  );
};
