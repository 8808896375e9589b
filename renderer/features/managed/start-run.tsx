import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunRequest } from '#contract/token-runs.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { isOtherDesk, OtherDesk } from '#renderer/ui/other-desk.tsx';
import { PlannedCalls } from '#renderer/ui/planned-calls.tsx';
import { isOutsideWindow, WindowOverride } from '#renderer/ui/window-override.tsx';
import { DryRunResult } from './dry-run-result.tsx';
import { dryRun, useStartRun } from './runs.ts';

interface StartRunProps {
  readonly caseId: string;
  readonly request: RunRequest;
  /** What the button does, such as "Migrate the first company". */
  readonly action: string;
  readonly disabled: boolean;
  readonly variant?: 'filled' | 'default';
  /** Offers to say beforehand what it would do. */
  readonly withPreview?: boolean;
  readonly onStarted?: () => void;
}

/** Starts a run, or says beforehand what it would do. A remote target asks to have the calls confirmed. */
export const StartRun = ({
  caseId,
  request,
  action,
  disabled,
  variant = 'filled',
  withPreview = false,
  onStarted,
}: StartRunProps) => {
  const starting = useStartRun(caseId);
  const looking = useMutation({ mutationFn: () => dryRun(caseId, request) });
  const [beside, setBeside] = useState<string>();
  const [overriding, setOverriding] = useState<string>();
  const start = (confirm?: string, reason = beside, override = overriding): void =>
    starting.mutate(
      {
        ...request,
        ...(reason === undefined ? {} : { besideOtherDesk: reason }),
        ...(override === undefined ? {} : { overrideWindow: override }),
        ...(confirm === undefined ? {} : { confirm }),
      },
      {
        onSuccess: () => {
          setOverriding(undefined);
          looking.reset();
          onStarted?.();
        },
      },
    );
  return (
    <Stack>
      {looking.data && <DryRunResult planned={looking.data} />}
      {looking.error && <ErrorNotice title="What it would do could not be found out" error={looking.error} />}
      {starting.problem && !isOtherDesk(starting.problem) && !isOutsideWindow(starting.problem) && (
        <ErrorNotice title="It was not started" error={starting.problem} />
      )}
      <Group>
        <Button variant={variant} disabled={disabled} loading={starting.isPending} onClick={() => start()}>
          {action}
        </Button>
        {withPreview && (
          <Button
            variant="default"
            disabled={disabled}
            loading={looking.isPending}
            onClick={() => looking.mutate()}
          >
            Show what it would do
          </Button>
        )}
      </Group>
      <OtherDesk
        error={starting.problem}
        draft={`case:${caseId}:other-desk`}
        busy={starting.isPending}
        onSubmit={(reason) => {
          setBeside(reason);
          start(undefined, reason);
        }}
        onClose={starting.reset}
      />
      <WindowOverride
        error={starting.problem}
        draft={`case:${caseId}:window-override`}
        busy={starting.isPending}
        onSubmit={(reason) => {
          setOverriding(reason);
          start(undefined, beside, reason);
        }}
        onClose={starting.reset}
      />
      <PlannedCalls
        unconfirmed={starting.unconfirmed}
        target="the target"
        busy={starting.isPending}
        onConfirm={(confirm) => start(confirm)}
        onClose={starting.reset}
      />
    </Stack>
  );
};
