import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { formatThresholds, offeredThresholds } from '#contract/run-thresholds.ts';
import { type StartKind, type StartRequest, usePlan, useStart } from '#renderer/lib/start-run.ts';
import { tokensAt } from '#renderer/lib/token-queries.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { RunPlan } from '#renderer/ui/run-plan.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { StartDialogs } from '#renderer/ui/start-dialogs.tsx';
import { startLabels } from './start-labels.ts';
import { useTargetName } from './target-name.ts';

/** Rows by selection, or companies by reference. */
export type ChosenRows = Pick<StartRequest, 'rows' | 'refs'>;

interface StartSelectedProps {
  readonly kind: StartKind;
  readonly chosen: ChosenRows;
  readonly onClose: () => void;
}

/** Plans a run of the selected rows by calls that only read, says what it would do, and starts it. */
export const StartSelected = ({ kind, chosen, onClose }: StartSelectedProps) => {
  const found = useCase();
  const { id } = found;
  const target = useTargetName(found);
  const go = useNavigate();
  const plan = usePlan(id);
  const request: StartRequest = {
    kind,
    ...chosen,
    ...(kind === 'undo' || kind === 'pilot' ? {} : { thresholds: offeredThresholds }),
  };
  const starting = useStart(id, request, (run) => void go(`${tokensAt(id)}/runs/${run.id}`));
  const { mutate } = plan;
  // biome-ignore lint/correctness/useExhaustiveDependencies: planned once for each time that it opens
  useEffect(() => mutate(request), []);
  const { label, text, action } = startLabels[kind];
  const isEmpty = plan.data?.rows === 0;
  const start = useRef<HTMLButtonElement>(null);
  const isReady = plan.data !== undefined && !isEmpty;
  const blocked = isReady ? undefined : blockedBy(plan.isPending, isEmpty);
  useEffect(() => {
    if (isReady) start.current?.focus();
  }, [isReady]);
  return (
    <Modal opened onClose={onClose} size="xl" title={`${label}: selected rows`}>
      <Stack>
        <Text>{text}</Text>
        {plan.error && (
          <ErrorNotice title="Plan not created" error={plan.error} onRetry={() => mutate(request)} />
        )}
        {request.thresholds && <Text c="dimmed">Pauses at {formatThresholds(request.thresholds)}</Text>}
        {plan.data && <RunPlan kind={kind} plan={plan.data} noun={['row', 'rows']} />}
        <StartDialogs caseId={id} starting={starting} target={target} action={action} />
        <Group justify="flex-end" gap="xs">
          <Text c="dimmed" role="status" mr="auto">
            {blocked}
          </Text>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Blockable blocked={blocked}>
            <ActionButton
              ref={start}
              color={kind === 'undo' ? 'red' : undefined}
              loading={starting.isPending}
              onClick={() => starting.start()}
            >
              {action}
            </ActionButton>
          </Blockable>
        </Group>
      </Stack>
    </Modal>
  );
};

const blockedBy = (isPlanning: boolean, isEmpty: boolean): string => {
  if (isPlanning) return 'Planning…';
  return isEmpty ? 'No selected row can be started.' : 'There is no plan.';
};
