import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { DuplicateRequest, Duplicates, Run } from '#contract/token-runs.ts';
import { api, unconfirmedIn } from '#renderer/lib/api.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { PlannedCalls } from '#renderer/ui/planned-calls.tsx';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { isOutsideWindow, WindowOverride } from '#renderer/ui/window-override.tsx';

const pathOf = (caseId: string): string => `${tokensPath(caseId)}/duplicates`;

/** What is decided about duplicates, or the two ways to decide. */
export const DecideDuplicates = ({ run: { caseId, decision, targetName } }: { run: Run }) => {
  const [asking, setAsking] = useState<DuplicateRequest['decision']>();
  const [request, setRequest] = useState<DuplicateRequest>();
  const deciding = useDecide(caseId);
  if (decision === undefined) return null;
  if (decision.state !== 'open') return <Decided decision={decision} />;
  const unconfirmed = unconfirmedIn(deciding.error);
  const send = (wanted: DuplicateRequest): void => {
    setRequest(wanted);
    deciding.mutate(wanted, { onSuccess: () => setAsking(undefined) });
  };
  return (
    <Stack gap="xs">
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="A decision is needed">
        <Own caseId={caseId} />
      </Alert>
      <Left found={deciding.data} />
      <Group gap="sm">
        <Button onClick={() => setAsking('remove')}>Remove this desk's companies…</Button>
        <Button variant="default" onClick={() => setAsking('keep')}>
          Keep the duplicates…
        </Button>
      </Group>
      <ReasonModal
        opened={asking !== undefined && unconfirmed === undefined && !isOutsideWindow(deciding.error)}
        onClose={() => {
          setAsking(undefined);
          deciding.reset();
        }}
        title={asking === 'remove' ? "Remove this desk's companies" : 'Keep the duplicates'}
        text={
          asking === 'remove'
            ? 'Deletes companies that this desk created, each only while another one of the same reference has a Linked connection to each of its platforms. Those of others are never touched.'
            : 'Nothing is changed on the target. The run counts as decided.'
        }
        action={asking === 'remove' ? 'Remove them' : 'Keep them'}
        draft={`case:${caseId}:duplicates:${asking}`}
        busy={deciding.isPending}
        error={deciding.error ?? undefined}
        onSubmit={(reason) => asking !== undefined && send({ decision: asking, reason })}
      />
      <WindowOverride
        error={deciding.error}
        draft={`case:${caseId}:duplicates:window-override`}
        busy={deciding.isPending}
        onSubmit={(overrideWindow) => request && send({ ...request, overrideWindow })}
        onClose={deciding.reset}
      />
      <PlannedCalls
        unconfirmed={unconfirmed}
        target={`“${targetName}”`}
        busy={deciding.isPending}
        action="Remove them"
        onConfirm={(confirm) => request && send({ ...request, confirm })}
        onClose={deciding.reset}
      />
    </Stack>
  );
};

const useDecide = (caseId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: DuplicateRequest) => api.post<Duplicates>(pathOf(caseId), request),
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.all(caseId) }),
  });
};

/** As the target is now: another desk may have removed its own meanwhile. */
const Own = ({ caseId }: { caseId: string }) => {
  const { data, error } = useQuery({
    queryKey: [...tokenKeys.all(caseId), 'duplicates'],
    queryFn: ({ signal }) => api.get<Duplicates>(pathOf(caseId), { signal }),
  });
  if (error) return <ErrorNotice title="The target could not be read" error={error} />;
  if (data === undefined) return <Text>Reading the target…</Text>;
  const own = data.duplicates.filter((one) => one.own).length;
  return (
    <Text>
      {formatCount(data.duplicates.length, 'duplicate is', 'duplicates are')} on the target now. This desk
      created {own} of the companies that are used.
    </Text>
  );
};

const Left = ({ found }: { found: Duplicates | undefined }) => {
  const [first] = found?.left ?? [];
  if (found?.left === undefined || first === undefined) return null;
  return (
    <Alert color="orange" title={`${formatCount(found.left.length, 'company was', 'companies were')} left`}>
      {first.ref}: {first.why}
    </Alert>
  );
};

const Decided = ({
  decision: { state, reason, by, removed = 0 },
}: {
  decision: NonNullable<Run['decision']>;
}) => (
  <Text>
    {state === 'kept'
      ? 'Kept'
      : removed === 0
        ? 'Nothing was left to remove'
        : `${formatCount(removed, 'company was', 'companies were')} removed`}
    {by !== undefined && `, decided by ${by}`}
    {reason !== undefined && `: ${reason}`}
  </Text>
);
