import { Button, Group, Stack } from '@mantine/core';
import { type StartRequest, usePlan, useStart } from '#renderer/lib/start-run.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { RunPlan } from '#renderer/ui/run-plan.tsx';
import { StartDialogs } from '#renderer/ui/start-dialogs.tsx';

interface StartRunProps {
  readonly caseId: string;
  readonly request: StartRequest;
  /** Label of the button, such as "Migrate first company". */
  readonly action: string;
  readonly disabled: boolean;
  readonly variant?: 'filled' | 'default';
  readonly withPlan?: boolean;
  readonly onStarted?: () => void;
}

/** Starts a run, or shows its plan. */
export const StartRun = ({
  caseId,
  request,
  action,
  disabled,
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
          <Button
            variant="default"
            disabled={disabled}
            loading={plan.isPending}
            onClick={() => plan.mutate(request)}
          >
            Show plan
          </Button>
        )}
        <Button
          variant={variant}
          disabled={disabled}
          loading={starting.isPending}
          onClick={() => starting.start()}
        >
          {action}
        </Button>
      </Group>
    </Stack>
  );
};
