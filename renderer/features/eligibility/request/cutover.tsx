import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CaseView } from '#contract/case.ts';
import type { GrantResult, MigrationRequestView } from '#contract/eligibility.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { CutoverResultView } from './cutover-result.tsx';
import { GrantModal } from './grant-modal.tsx';
import { useCutover, useCutoverCheck } from './request-calls.ts';
import { VerifiedCutover } from './verified-cutover.tsx';

interface CutoverProps {
  readonly found: CaseView;
  readonly request: MigrationRequestView;
  readonly isLocal: boolean;
}

/** What the provider does when it grants the request, and the look afterwards whether all is there. */
export const Cutover = ({ found, request, isLocal }: CutoverProps) => {
  const [asking, setAsking] = useState(false);
  const [granted, setGranted] = useState<GrantResult['result']>();
  // The local service is cut over once, for whichever case.
  const cutover = useCutover(isLocal).data;
  const check = useCutoverCheck(found.id);
  const open = found.state === 'open';
  return (
    <Section
      title="Cutover"
      level={3}
      description={
        isLocal
          ? cutover?.cutOver
            ? undefined
            : 'You are the provider of the local service: granting the request turns its rules into endpoints.'
          : 'The provider grants the request and turns the rules into endpoints. Verifying only reads.'
      }
      actions={
        open && (
          <>
            {isLocal && !request.outdated && request.state !== 'drafted' && cutover?.cutOver !== true && (
              <Button
                size="xs"
                variant={request.state === 'confirmed' ? 'default' : 'filled'}
                onClick={() => setAsking(true)}
              >
                Grant it on the local service…
              </Button>
            )}
            <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
              Verify the cutover
            </Button>
          </>
        )
      }
    >
      <Stack>
        {isLocal && !granted && cutover?.cutOver === true && (
          <Text>
            {request.state === 'confirmed' ? (
              <>
                Granted
                {cutover.at !== undefined && (
                  <>
                    {' '}
                    on <Instant at={cutover.at} />
                  </>
                )}
                : the rules of the local service have become endpoints.
              </>
            ) : (
              'The local service is cut over already. To grant this request, take that back first.'
            )}
          </Text>
        )}
        {granted && <CutoverResultView result={granted} />}
        {check.error && <ErrorNotice title="The cutover was not verified" error={check.error} />}
        {check.data && <VerifiedCutover check={check.data} />}
        {isLocal && (
          <Text c="dimmed">
            <Anchor component={Link} to="/local-api/cutover" underline="always" inherit>
              Local API, Cutover
            </Anchor>{' '}
            shows the cutover and takes it back.
          </Text>
        )}
        {!isLocal && !check.data && !check.error && (
          <Text>
            {found.targetSeen?.webhooks === undefined ? (
              'Not verified yet. What changes on a remote target is noticed when it is verified.'
            ) : (
              <>
                Last verified <Instant at={found.targetSeen.webhooks} />. What changed on the target since is
                noticed when it is verified again.
              </>
            )}
          </Text>
        )}
      </Stack>
      {asking && <GrantModal caseId={found.id} onClose={() => setAsking(false)} onGranted={setGranted} />}
    </Section>
  );
};
