import type { CaseView } from '#contract/case.ts';
import type { CutoverPlanView, CutoverView } from '#contract/cutover.ts';
import { ParitySummary } from '#renderer/features/cutover/parity/parity-summary.tsx';
import layout from './plan.module.css';
import { Preconditions } from './preconditions.tsx';
import { Properties } from './properties.tsx';
import { Tasks } from './tasks.tsx';

interface PlanRailProps {
  readonly found: CaseView;
  readonly view: CutoverView;
  readonly plan: CutoverPlanView;
}

/** What the plan depends on, what the integrator has to change, and how it was compared. */
export const PlanRail = ({ found, view, plan }: PlanRailProps) => (
  <aside className={layout.rail} aria-label="Plan details">
    <Preconditions preconditions={view.preconditions.length > 0 ? view.preconditions : plan.preconditions} />
    <Tasks found={found} tasks={plan.tasks} />
    <ParitySummary found={found} view={view} />
    <Properties plan={plan} />
  </aside>
);
