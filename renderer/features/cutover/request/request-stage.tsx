import type { CaseView } from '#contract/case.ts';
import classes from '#renderer/features/cutover/stage.module.css';
import { StageBar } from '#renderer/features/cutover/stage-bar.tsx';
import { useEligibility } from '#renderer/lib/use-eligibility.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Request } from './request.tsx';

/** The migration request, which carries the frozen plan to the provider. */
export const RequestStage = ({ found }: { readonly found: CaseView }) => (
  <>
    <StageBar title="Migration request" />
    <div className={classes.body}>
      <Loaded query={useEligibility(found.id)} text="Loading migration request…">
        {(view) => <Request found={found} view={view} />}
      </Loaded>
    </div>
  </>
);
