import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { EligibilityView, MigrationRequestView } from '#contract/eligibility.ts';
import { localTargetId } from '#contract/target.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { ActionButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { lacksPortalHeader, PortalHeader } from './portal-header.tsx';
import { RecordModal } from './record-modal.tsx';
import { useDraftRequest, useRequest } from './request-calls.ts';
import { RequestDocument } from './request-document.tsx';
import { RequestProgress } from './request-progress.tsx';

interface RequestProps {
  readonly found: CaseView;
  readonly view: EligibilityView;
}

/** The migration request, from draft to confirmation. */
export const Request = ({ found, view }: RequestProps) =>
  view.request === undefined ? (
    <NoRequest found={found} view={view} />
  ) : (
    <Requested found={found} view={view} />
  );

const Requested = ({ found, view }: RequestProps) => (
  <Loaded query={useRequest(found.id)} text="Loading migration request…">
    {(request) => (
      <Stack maw={1200}>
        <Steps found={found} view={view} request={request} />
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
        title="No migration request yet"
        text={
          isEligible
            ? 'The draft lists the current setup, the settings to carry over, and the evidence.'
            : 'Available once the verdict is eligible. Eligibility lists the required actions.'
        }
        action={
          isEligible &&
          found.state === 'open' && (
            <ActionButton loading={draft.isPending} onClick={() => draft.mutate()}>
              Draft request
            </ActionButton>
          )
        }
      />
      {draft.error && <ErrorNotice title="Request not drafted" error={draft.error} />}
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
        <Alert color="orange" title="Request outdated">
          {isEligible
            ? 'Checks have changed since the draft. Draft it again and send the new one.'
            : 'The verdict is no longer eligible: do not send it. Eligibility lists the required actions.'}
        </Alert>
      )}
      <RequestProgress request={request} />
      <PortalHeader found={found} view={view} />
      {open && (
        <Group gap="xs">
          {state === 'drafted' && !outdated && (
            <Blockable blocked={lacksPortalHeader(view) ? 'Add the header of the portal first.' : undefined}>
              <Button size="xs" onClick={() => setAsked('sent')}>
                Mark as sent…
              </Button>
            </Blockable>
          )}
          {state === 'sent' && !outdated && (
            <Button
              size="xs"
              // On the local service the grant confirms it.
              variant={found.targetId === localTargetId ? 'default' : 'filled'}
              onClick={() => setAsked('confirmed')}
            >
              Mark as confirmed…
            </Button>
          )}
          {mayRedraft && (
            <SmallButton loading={draft.isPending} onClick={() => draft.mutate()}>
              Redraft request
            </SmallButton>
          )}
        </Group>
      )}
      {draft.error && <ErrorNotice title="Request not drafted" error={draft.error} />}
      {asked && <RecordModal caseId={found.id} step={asked} onClose={() => setAsked(undefined)} />}
    </Stack>
  );
};
