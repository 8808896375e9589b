import { Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import { runKindLabels } from '#contract/run-labels.ts';
import type { RunbookView } from '#contract/runbook.ts';
import type { TokenRowCounts } from '#contract/token-rows.ts';
import type { Run } from '#contract/token-runs.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { formatProgress } from '#renderer/lib/run-figures.ts';
import { isUnfinished, useCounts } from '#renderer/lib/token-queries.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { Blocked, blockedBy, openAmong } from './blocked.tsx';
import { CompanyResults } from './company-results.tsx';
import { HandoverSection } from './handover-section.tsx';
import { companies } from './not-migrated.ts';
import { NotMigratedSection } from './not-migrated-section.tsx';
import { RunCard } from './run-card.tsx';
import { useMigrationRuns } from './runs.ts';
import { StartRun } from './start-run.tsx';

/** Step 6: the remaining companies, the results of each, and the handover. */
export const CompleteStep = ({ view }: { readonly view: RunbookView }) => {
  const runs = useMigrationRuns(view.caseId);
  return (
    <Loaded query={runs} text="Loading runs…">
      {(found) => (
        <>
          <Remaining view={view} runs={found} />
          {found.some((run) => !isUnfinished(run)) && <Results view={view} runs={found} />}
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

const Remaining = ({ view, runs }: PartProps) => {
  const before = openAmong(view, ['supply', 'schedule', 'update-application', 'first-company']);
  const [last] = runs;
  const held = view.syncing.heldBackCount;
  return (
    <Section
      title="Remaining companies"
      description={
        held > 0 ? (
          <Defined text={`${companies(held)} held: syncing not confirmed (step 4)`} terms={['held']} />
        ) : undefined
      }
    >
      <Stack>
        <Blocked by={before} />
        {last && (last.kind !== 'pilot' || isUnfinished(last)) && <RunCard run={last} />}
        {!runs.some(isUnfinished) && <StartRemaining caseId={view.caseId} blocked={blockedBy(before)} />}
      </Stack>
    </Section>
  );
};

/** While no run is unfinished. */
const StartRemaining = ({
  caseId,
  blocked,
}: {
  readonly caseId: string;
  readonly blocked: string | undefined;
}) => {
  const query = useCounts(caseId);
  return (
    <Loaded query={query} text="Counting companies…">
      {(counts) => <Startable caseId={caseId} blocked={blocked} counts={counts} />}
    </Loaded>
  );
};

interface StartableProps {
  readonly caseId: string;
  readonly blocked: string | undefined;
  readonly counts: TokenRowCounts;
}

const Startable = ({ caseId, blocked, counts: { states, held } }: StartableProps) => {
  const ready = Math.max(0, (states.ready ?? 0) - held);
  const failed = states.failed ?? 0;
  return (
    <>
      {ready > 0 ? (
        <StartRun
          caseId={caseId}
          request={{ kind: 'run' }}
          withPlan
          action={`Migrate ${formatCount(ready, 'remaining company', 'remaining companies')}`}
          blocked={blocked}
        />
      ) : (
        <Text>No company ready{held > 0 && `; ${companies(held)} held`}</Text>
      )}
      {failed > 0 && (
        <StartRun
          caseId={caseId}
          request={{ kind: 'retry' }}
          action={`Retry ${formatCount(failed, 'failed company', 'failed companies')}`}
          variant="default"
          blocked={blocked}
        />
      )}
    </>
  );
};

/** Results of each run by company, and a check of all. */
const Results = ({ view, runs }: PartProps) => {
  const ended = runs.filter((run) => !isUnfinished(run));
  const [chosen, setChosen] = useState<string | null>(null);
  const run = ended.find(({ id }) => id === chosen) ?? ended[0];
  return (
    <Section title="Results by company">
      <Stack>
        <Group align="flex-end" justify="space-between">
          <Select
            label="Run"
            w={340}
            allowDeselect={false}
            data={ended.map((one) => ({
              value: one.id,
              label: `${runKindLabels[one.kind]}, ${dateTime(one.ended ?? one.started)}`,
            }))}
            value={run?.id ?? null}
            onChange={setChosen}
          />
          {run && <Text>{formatProgress(run, 'company', 'companies')}</Text>}
        </Group>
        {run && <CompanyResults key={run.id} caseId={view.caseId} run={run} />}
        <StartRun
          caseId={view.caseId}
          request={{ kind: 'check' }}
          action="Check migrated companies"
          variant="default"
          blocked={runs.some(isUnfinished) ? 'A run of this case has not ended.' : undefined}
          onStarted={() => setChosen(null)}
        />
      </Stack>
    </Section>
  );
};
