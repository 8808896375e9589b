import type { RunbookView } from '#contract/runbook.ts';
import { Blocked, blockedBy, openAmong } from './blocked.tsx';
import { EstimateSection } from './estimate-section.tsx';
import { WindowAgreements } from './window-agreements.tsx';
import { WindowSection } from './window-section.tsx';

/** Step 2: an estimate, a migration window, and the agreement of both parties. */
export const ScheduleStep = ({ view }: { readonly view: RunbookView }) => {
  const before = openAmong(view, ['supply']);
  return (
    <>
      <EstimateSection view={view} />
      <Blocked by={before} />
      <WindowSection view={view} blocked={blockedBy(before)} />
      {view.window && <WindowAgreements view={view} window={view.window} blocked={blockedBy(before)} />}
    </>
  );
};
