import { Alert, Stack } from '@mantine/core';
import { IconFileDescription, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { CutoverPlanView, CutoverView } from '#contract/cutover.ts';
import { usePlan } from '#renderer/features/cutover/cutover-calls.ts';
import classes from '#renderer/features/cutover/stage.module.css';
import { StageBar } from '#renderer/features/cutover/stage-bar.tsx';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { HeadersTable } from './headers-table.tsx';
import layout from './plan.module.css';
import { PlanBar } from './plan-bar.tsx';
import type { PlanFilter } from './plan-groups.ts';
import { PlanRail } from './plan-rail.tsx';
import { PlanTable } from './plan-table.tsx';

interface PlanStageProps {
  readonly found: CaseView;
  readonly view: CutoverView;
}

/** What is there today beside what will be, and what is to be decided. */
export const PlanStage = ({ found, view }: PlanStageProps) => {
  const plan = view.draft ?? view.plan;
  return plan === undefined ? (
    <NoPlan found={found} view={view} />
  ) : (
    <Planned found={found} view={view} plan={plan} />
  );
};

const NoPlan = ({ found, view }: PlanStageProps) => {
  const planning = usePlan(found.id);
  const open = found.state === 'open';
  return (
    <>
      <StageBar title="Plan" about={view.local ? 'Local service' : 'Remote target, read-only'} />
      <Stack className={classes.body}>
        {planning.error && (
          <ErrorNotice title="Not planned" error={planning.error} onRetry={() => planning.mutate({})} />
        )}
        <Empty
          icon={<IconFileDescription aria-hidden />}
          title="No plan yet"
          text={
            open
              ? 'Reads rules, profile and endpoints of the target, and lists what the cutover changes. Nothing is written.'
              : 'The case is closed: reopen it to plan the cutover.'
          }
          action={
            open && (
              <IconButton
                icon={IconFileDescription}
                loading={planning.isPending}
                onClick={() => planning.mutate({})}
              >
                Plan cutover
              </IconButton>
            )
          }
        />
      </Stack>
    </>
  );
};

const Planned = ({ found, view, plan }: PlanStageProps & { readonly plan: CutoverPlanView }) => {
  const [filter, setFilter] = useState<PlanFilter>('all');
  const planning = usePlan(found.id);
  const refresh = (): void => planning.mutate({});
  const own = useOwnName();
  const undecided = plan.conflicts.filter(({ use }) => use === undefined);
  return (
    <>
      <PlanBar
        found={found}
        view={view}
        plan={plan}
        filter={filter}
        onFilter={setFilter}
        planning={planning.isPending}
        onRefresh={refresh}
        onFreeze={() => planning.mutate({ freeze: true, by: own.name || undefined })}
      />
      {planning.error && <ErrorNotice title="Not planned" error={planning.error} onRetry={refresh} />}
      <Stale view={view} />
      <div className={layout.split}>
        <div className={layout.main}>
          {undecided.map((conflict) => (
            <ConflictPanel
              key={conflict.header}
              found={found}
              conflict={conflict}
              endpoints={plan.endpoints.length}
            />
          ))}
          {plan.rules.length === 0 ? (
            <div className={classes.body}>
              <Empty
                icon={<IconFileDescription aria-hidden />}
                title="No rules on the target"
                text="There is nothing to cut over. Refresh the snapshot once the integrator has rules."
              />
            </div>
          ) : (
            <>
              <PlanTable plan={plan} filter={filter} local={view.local} />
              <HeadersTable plan={plan} />
            </>
          )}
        </div>
        <PlanRail found={found} view={view} plan={plan} />
      </div>
    </>
  );
};

/** A frozen plan beside a newer reading of the target. */
const Stale = ({ view: { plan, draft } }: { readonly view: CutoverView }) =>
  plan !== undefined &&
  draft !== undefined &&
  draft.digest !== plan.digest && (
    <Alert color="orange" icon={<IconLock aria-hidden />} title="Differs from the frozen plan">
      The target or a decision changed since the plan was frozen. Freeze it again; the rehearsal has to be
      repeated.
    </Alert>
  );
