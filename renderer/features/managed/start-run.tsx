import { Group, Stack } from '@mantine/core';
import { type StartRequest, usePlan, useStart } from '#renderer/lib/start-run.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { RunPlan } from '#renderer/ui/run-plan.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { StartDialogs } from '#renderer/ui/start-dialogs.tsx';

interface StartRunProps {
  readonly caseId: string;
  readonly request: StartRequest;
  /** Label of the button, such as "Migrate first company". */
  readonly action: string;
  /** Why no run can start now. */
  readonly blocked: string | undefined;
  readonly variant?: 'filled' | 'default';
  readonly withPlan?: boolean;
  readonly onStarted?: () => void;
}

/** Starts a run, or shows its plan. */
export const StartRun = ({
  caseId,
  request,
  action,
  blocked,
  variant = 'filled',
  withPlan = false,
  onStarted,
}: StartRunProps) => {
  const plan = usePlan(caseId);
  const starting = useStart(caseId, request, () => {
    plan.reset();
    onStarted?.();
  });
  return (
    <Stack>
      {plan.data && <RunPlan kind={request.kind} plan={plan.data} noun={['company', 'companies']} />}
      {plan.error && <ErrorNotice title="Plan not created" error={plan.error} />}
      <StartDialogs caseId={caseId} starting={starting} target="the target" />
      <Group>
        {withPlan && (
          <Blockable blocked={blocked}>
            <ActionButton variant="default" loading={plan.isPending} onClick={() => plan.mutate(request)}>
              Show plan
            </ActionButton>
          </Blockable>
        )}
        <Blockable blocked={blocked}>
          <ActionButton variant={variant} loading={starting.isPending} onClick={() => starting.start()}>
            {action}
          </ActionButton>
        </Blockable>
      </Group>
    </Stack>
  );
};
