import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { DuplicateRequest, Duplicates, Run } from '#contract/token-runs.ts';
import { api, unconfirmedIn } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { forgetDraft } from '#renderer/lib/drafts.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { PlannedCalls } from '#renderer/ui/planned-calls.tsx';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { isOutsideWindow, WindowOverride } from '#renderer/ui/window-override.tsx';

const pathOf = (caseId: string): string => `${tokensPath(caseId)}/duplicates`;

/** The decision about duplicates, or the two ways to decide. */
export const DecideDuplicates = ({ run: { caseId, decision, targetName } }: { run: Run }) => {
  const [asking, setAsking] = useState<DuplicateRequest['decision']>();
  const [request, setRequest] = useState<DuplicateRequest>();
  const deciding = useDecide(caseId);
  if (decision === undefined) return null;
  if (decision.state !== 'open') return <Decided decision={decision} />;
  const unconfirmed = unconfirmedIn(deciding.error);
  const drafts = {
    reason: `case:${caseId}:duplicates:${asking}`,
    overrideWindow: `case:${caseId}:duplicates:window-override`,
  };
  const send = (wanted: DuplicateRequest): void => {
    setRequest(wanted);
    deciding.mutate(wanted, {
      onSuccess: () => {
        Object.values(drafts).forEach(forgetDraft);
        setAsking(undefined);
      },
    });
  };
  return (
    <Stack gap="xs">
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Decision required">
        <Own caseId={caseId} />
      </Alert>
      <Left found={deciding.data} />
      <Group gap="sm">
        <Button onClick={() => setAsking('remove')}>Remove own duplicates…</Button>
        <Button variant="default" onClick={() => setAsking('keep')}>
          Keep duplicates…
        </Button>
      </Group>
      <ReasonModal
        opened={asking !== undefined && unconfirmed === undefined && !isOutsideWindow(deciding.error)}
        onClose={() => {
          setAsking(undefined);
          deciding.reset();
        }}
        title={asking === 'remove' ? 'Remove own duplicates' : 'Keep duplicates'}
        text={
          asking === 'remove'
            ? 'Deletes companies that this desk created, only while another company of the same reference has a Linked connection to each of its platforms.'
            : 'The target is not changed.'
        }
        action={asking === 'remove' ? 'Remove duplicates' : 'Keep duplicates'}
        draft={drafts.reason}
        busy={deciding.isPending}
        error={deciding.error ?? undefined}
        onSubmit={(reason) => asking !== undefined && send({ decision: asking, reason })}
      />
      <WindowOverride
        error={deciding.error}
        draft={drafts.overrideWindow}
        busy={deciding.isPending}
        onSubmit={(overrideWindow) => request && send({ ...request, overrideWindow })}
        onClose={deciding.reset}
      />
      <PlannedCalls
        unconfirmed={unconfirmed}
        target={`“${targetName}”`}
        busy={deciding.isPending}
        action="Remove duplicates"
        onConfirm={(confirm) => request && send({ ...request, confirm })}
        onClose={deciding.reset}
      />
    </Stack>
  );
};

const useDecide = (caseId: string) =>
  useApiMutation((request: DuplicateRequest) => api.post<Duplicates>(pathOf(caseId), request), {
    onSettled: (client) => client.invalidateQueries({ queryKey: tokenKeys.all(caseId) }),
  });

/** As the target is now: another desk may have removed its own meanwhile. */
const Own = ({ caseId }: { caseId: string }) => {
  const { data, error } = useApiQuery<Duplicates>([...tokenKeys.all(caseId), 'duplicates'], pathOf(caseId));
  if (error) return <ErrorNotice title="Target not read" error={error} />;
  if (data === undefined) return <Text>Reading target…</Text>;
  const own = data.duplicates.filter((one) => one.own).length;
  return (
    <Text>
      {formatCount(data.duplicates.length, 'duplicate')} on the target now; this desk created {own} of the
      companies used.
    </Text>
  );
};

const Left = ({ found }: { found: Duplicates | undefined }) => {
  const [first] = found?.left ?? [];
  if (found?.left === undefined || first === undefined) return null;
  return (
    <Alert color="orange" title={`${formatCount(found.left.length, 'company', 'companies')} not removed`}>
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
        ? 'Nothing to remove'
        : `${formatCount(removed, 'company', 'companies')} removed`}
    {by !== undefined && ` by ${by}`}
    {reason !== undefined && `: ${reason}`}
  </Text>
);
