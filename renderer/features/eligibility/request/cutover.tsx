import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { GrantResult, MigrationRequestView } from '#contract/eligibility.ts';
import type { CutoverState } from '#contract/sandbox.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { CutoverResultView } from './cutover-result.tsx';
import { RecordModal } from './record-modal.tsx';
import { useCutover, useCutoverCheck } from './request-calls.ts';
import { VerifiedCutover } from './verified-cutover.tsx';

interface CutoverProps {
  readonly found: CaseView;
  readonly request: MigrationRequestView;
  readonly isLocal: boolean;
}

/** Granting the request on the local service, and verifying the cutover. */
export const Cutover = ({ found, request, isLocal }: CutoverProps) => {
  const [asking, setAsking] = useState(false);
  const [granted, setGranted] = useState<GrantResult['result']>();
  // The local service is cut over once, for any case.
  const cutover = useCutover(isLocal).data;
  const check = useCutoverCheck(found.id);
  const isCutOver = cutover?.cutOver === true;
  return (
    <Section
      title="Cutover"
      description={isLocal && isCutOver ? undefined : descriptions[isLocal ? 'local' : 'remote']}
      actions={
        found.state === 'open' && (
          <>
            {isLocal && !request.outdated && request.state !== 'drafted' && !isCutOver && (
              <Button
                size="xs"
                variant={request.state === 'confirmed' ? 'default' : 'filled'}
                onClick={() => setAsking(true)}
              >
                Grant on local service…
              </Button>
            )}
            <SmallButton loading={check.isPending} onClick={() => check.mutate()}>
              Verify cutover
            </SmallButton>
          </>
        )
      }
    >
      <Stack>
        {cutover && isCutOver && !granted && <LocalState request={request} cutover={cutover} />}
        {granted && <CutoverResultView result={granted} />}
        {check.error && <ErrorNotice title="Cutover not verified" error={check.error} />}
        {check.data && <VerifiedCutover check={check.data} />}
        {isLocal && (
          <Text c="dimmed">
            <TextLink to="/local-api/cutover">Local API, Cutover</TextLink> shows and undoes the cutover.
          </Text>
        )}
        {!isLocal && !check.data && !check.error && <LastVerified at={found.targetSeen?.webhooks} />}
      </Stack>
      {asking && (
        <RecordModal
          caseId={found.id}
          step="granted"
          onClose={() => setAsking(false)}
          onGranted={setGranted}
        />
      )}
    </Section>
  );
};

const descriptions = {
  local: (
    <Defined
      text="You act as the provider of the local service: granting turns its rules into endpoints."
      terms={['provider']}
    />
  ),
  remote: (
    <Defined
      text="The provider grants the request and turns rules into endpoints. Verifying is read-only."
      terms={['provider']}
    />
  ),
} as const;

interface LocalStateProps {
  readonly request: MigrationRequestView;
  readonly cutover: CutoverState;
}

const LocalState = ({ request, cutover }: LocalStateProps) => {
  if (request.state !== 'confirmed') {
    return <Text>The local service is already cut over. Undo that to grant this request.</Text>;
  }
  return (
    <Text>
      Granted
      {cutover.at !== undefined && (
        <>
          {' '}
          on <Instant at={cutover.at} />
        </>
      )}
      : the rules of the local service are now endpoints.
    </Text>
  );
};

/** Of a remote target. */
const LastVerified = ({ at }: { readonly at: string | undefined }) => (
  <Text>
    {at === undefined ? (
      'Not verified yet. Changes on a remote target show only after verification.'
    ) : (
      <>
        Last verified <Instant at={at} />. Later changes on the target show only after verification.
      </>
    )}
  </Text>
);
