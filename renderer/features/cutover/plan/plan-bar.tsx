import { SegmentedControl } from '@mantine/core';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { CutoverPlanView, CutoverView } from '#contract/cutover.ts';
import { preconditionLabels } from '#contract/cutover-labels.ts';
import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import { Reason, StageBar } from '#renderer/features/cutover/stage-bar.tsx';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { ExportPlan } from './export-plan.tsx';
import { countRules, type PlanFilter, planFilters } from './plan-groups.ts';

interface PlanBarProps {
  readonly found: CaseView;
  readonly view: CutoverView;
  readonly plan: CutoverPlanView;
  readonly filter: PlanFilter;
  readonly onFilter: (filter: PlanFilter) => void;
  readonly planning: boolean;
  readonly onRefresh: () => void;
  readonly onFreeze: () => void;
}

const filterLabels: Readonly<Record<PlanFilter, string>> = {
  all: 'All',
  conditions: 'Conditions lost',
  dropped: 'Dropped',
};

/** The plan's state, its filter, and freezing it. */
export const PlanBar = (props: PlanBarProps) => {
  const { found, view, plan, filter, onFilter, planning, onRefresh, onFreeze } = props;
  const isFrozen = plan.digest === view.plan?.digest;
  const open = found.state === 'open';
  const blocked = isFrozen ? undefined : blockedBy(plan);
  return (
    <StageBar
      title={isFrozen ? 'Plan, frozen' : 'Plan, draft'}
      about={<About plan={plan} frozen={view.plan} />}
    >
      <SegmentedControl
        aria-label="Rules shown"
        value={filter}
        onChange={(value) => onFilter(value as PlanFilter)}
        data={planFilters.map((value) => ({
          value,
          label: `${filterLabels[value]} ${formatNumber(countRules(plan, value))}`,
        }))}
      />
      {open && (
        <IconButton icon={IconRefresh} variant="default" loading={planning} onClick={onRefresh}>
          Refresh snapshot
        </IconButton>
      )}
      <ExportPlan caseId={found.id} />
      {open && !isFrozen && (
        <>
          {blocked !== undefined && <Reason>{blocked}</Reason>}
          <Blockable blocked={blocked}>
            <IconButton icon={IconLock} loading={planning} onClick={onFreeze}>
              Freeze plan
            </IconButton>
          </Blockable>
        </>
      )}
    </StageBar>
  );
};

const About = ({
  plan,
  frozen,
}: {
  readonly plan: CutoverPlanView;
  readonly frozen: CutoverView['plan'];
}) => {
  const recipes = plan.rules.filter(({ emails }) => emails.length > 0).length;
  const results = [
    formatCount(plan.endpoints.length, 'endpoint'),
    ...(recipes === 0 ? [] : [formatCount(recipes, 'email recipe')]),
  ];
  const becomes = `${formatCount(plan.rules.length, 'rule')} ${plan.rules.length === 1 ? 'becomes' : 'become'} ${formatList(results)}`;
  const since: ReactNode =
    frozen?.frozen && frozen.digest === plan.digest ? (
      <>
        Frozen <Instant at={frozen.frozen.at} /> by {frozen.frozen.by ?? frozen.frozen.actor} ·{' '}
      </>
    ) : (
      <>
        Snapshot <Instant at={plan.read} /> ·{' '}
      </>
    );
  return (
    <>
      {since}
      {becomes}
      {frozen?.digest === plan.digest && (
        <>
          {' '}
          · <span title={`SHA-256 ${plan.digest}`}>{plan.digest.slice(0, 8)}</span>
        </>
      )}
    </>
  );
};

/** Why the plan can't be frozen; the rail has the whole reason. undefined: it can. */
const blockedBy = ({ conflicts, preconditions }: CutoverPlanView): string | undefined => {
  const undecided = conflicts.filter(({ use }) => use === undefined).length;
  if (undecided > 0) return `${formatCount(undecided, 'conflict')} to decide`;
  const failed = preconditions.find(({ holds, neededFor }) => neededFor === 'plan' && holds !== true);
  return failed && `Open: ${preconditionLabels[failed.id]}`;
};
