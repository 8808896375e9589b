import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { EligibilityView, MigrationRequestView } from '#contract/eligibility.ts';
import { localTargetId } from '#contract/target.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Cutover } from './cutover.tsx';
import { lacksPortalHeader, PortalHeader } from './portal-header.tsx';
import { useDraftRequest, useRequest } from './request-calls.ts';
import { RequestDocument } from './request-document.tsx';
import { RequestProgress } from './request-progress.tsx';
import { StepModal } from './step-modal.tsx';

interface RequestProps {
  readonly found: CaseView;
  readonly view: EligibilityView;
}

/** The migration request: drafted, sent, confirmed; and what comes of it on the target. */
export const Request = ({ found, view }: RequestProps) =>
  view.request === undefined ? (
    <NoRequest found={found} view={view} />
  ) : (
    <Requested found={found} view={view} />
  );

const Requested = ({ found, view }: RequestProps) => (
  <Loaded query={useRequest(found.id)} text="Reading the migration request…">
    {(request) => (
      <Stack maw={1200}>
        <Steps found={found} view={view} request={request} />
        <Cutover found={found} request={request} isLocal={found.targetId === localTargetId} />
        <RequestDocument name={found.name} request={request} rows={view.rows} />
      </Stack>
    )}
  </Loaded>
);

const NoRequest = ({ found, view }: RequestProps) => {
  const draft = useDraftRequest(found.id);
  const isEligible = view.verdict.state === 'eligible';
  return (
    <Stack>
      <Empty
        icon={<IconFileText aria-hidden />}
        title="The migration was not requested yet"
        text={
          isEligible
            ? 'Migration is done on request. The draft says what is set up now, what is to be carried over, and what it stands on.'
            : 'Migration is done on request, and the request is drafted once the verdict is eligible. “Checks” says what has to be done for that.'
        }
        action={
          isEligible &&
          found.state === 'open' && (
            <Button loading={draft.isPending} onClick={() => draft.mutate()}>
              Draft the migration request
            </Button>
          )
        }
      />
      {draft.error && <ErrorNotice title="It was not drafted" error={draft.error} />}
    </Stack>
  );
};

const Steps = ({ found, view, request }: RequestProps & { request: MigrationRequestView }) => {
  const [asked, setAsked] = useState<'sent' | 'confirmed'>();
  const draft = useDraftRequest(found.id);
  const { state, outdated } = request;
  const isEligible = view.verdict.state === 'eligible';
  const open = found.state === 'open';
  const mayRedraft = isEligible && (state !== 'confirmed' || outdated);
  return (
    <Stack>
      {outdated && (
        <Alert color="orange" title="The request no longer says what the case says">
          {isEligible
            ? 'Checks have changed since it was drafted. Draft it again, and send that.'
            : 'The verdict is no longer eligible, so it must not be sent as it is. “Checks” says what has to be done.'}
        </Alert>
      )}
      <RequestProgress request={request} />
      <PortalHeader found={found} view={view} />
      {open && (
        <Group gap="xs">
          {state === 'drafted' && !outdated && (
            <Button size="xs" disabled={lacksPortalHeader(view)} onClick={() => setAsked('sent')}>
              Mark it as sent…
            </Button>
          )}
          {state === 'sent' && !outdated && (
            <Button size="xs" onClick={() => setAsked('confirmed')}>
              Mark it as confirmed…
            </Button>
          )}
          {mayRedraft && (
            <Button size="xs" variant="default" loading={draft.isPending} onClick={() => draft.mutate()}>
              Draft it again
            </Button>
          )}
        </Group>
      )}
      {draft.error && <ErrorNotice title="It was not drafted" error={draft.error} />}
      {asked && <StepModal caseId={found.id} step={asked} onClose={() => setAsked(undefined)} />}
    </Stack>
  );
};
