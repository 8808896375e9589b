import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { RunbookView, SignOffRequest } from '#contract/runbook.ts';
import { bothParties } from '#contract/runbook-labels.ts';
import { api } from '#renderer/lib/api.ts';
import { partyInSentence } from '#renderer/lib/labels.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { AgreementForm } from './agreement-form.tsx';
import { AgreementList } from './agreement-list.tsx';
import { HandoverDocument } from './handover-document.tsx';
import { companies } from './not-migrated.ts';
import { runbookPath, useRunbookChange } from './runbook.ts';

/** The handover: a document, and those who sign it off. */
export const HandoverSection = ({ view }: { readonly view: RunbookView }) => {
  const { caseId, handover, notMigrated } = view;
  const [reading, setReading] = useState(false);
  const making = useRunbookChange(
    () => api.post<RunbookView>(`${runbookPath(caseId)}/handover`),
    () => ({ words: 'The handover document is made, and attached to the case.' }),
  );
  return (
    <Section
      level={3}
      title="Handover"
      description="The document lists what was migrated, tested, agreed, accepted and excluded. Both parties sign it off by its digest."
    >
      <Stack>
        {handover && <Made handover={handover} />}
        {making.error && <ErrorNotice title="The document was not made" error={making.error} />}
        <Group>
          <Button
            variant={handover ? 'default' : 'filled'}
            loading={making.isPending}
            disabled={notMigrated.open > 0}
            onClick={() => making.mutate(undefined)}
          >
            {handover ? 'Regenerate document' : 'Make the handover document'}
          </Button>
          <Button variant="default" onClick={() => setReading(true)}>
            {handover ? 'Read the document' : 'Read a draft'}
          </Button>
          <SaveButton path={`${runbookPath(caseId)}/handover.md`} name="handover.md">
            {handover ? 'Save the document' : 'Save the draft'}
          </SaveButton>
        </Group>
        {notMigrated.open > 0 && (
          <Text>
            {`Not possible yet: ${companies(notMigrated.open)} not decided. Migrate, accept or exclude each first.`}
          </Text>
        )}
        {notMigrated.open === 0 && handover?.outdated && (
          <Text>Something changed since the document was made. Regenerate it before it is signed.</Text>
        )}
        {handover && <SignOffs view={view} handover={handover} />}
      </Stack>
      <Modal
        opened={reading}
        onClose={() => setReading(false)}
        size="xl"
        title={handover ? 'Handover document' : 'Draft of the handover document'}
      >
        {reading && <HandoverDocument caseId={caseId} revision={handover?.digest ?? view.revision} />}
      </Modal>
    </Section>
  );
};

type Handover = NonNullable<RunbookView['handover']>;

const Made = ({ handover }: { readonly handover: Handover }) => (
  <Stack gap="sm">
    <Group gap="xl">
      <Stat name="Migrated" value={formatNumber(handover.done)} />
      <Stat name="Failed" value={formatNumber(handover.failed)} />
      <Stat name="Not migrated" value={formatNumber(handover.notMigrated ?? 0)} />
      {handover.accepted !== undefined && (
        <Stat name="Failures accepted" value={formatNumber(handover.accepted)} />
      )}
      {handover.excluded !== undefined && <Stat name="Excluded" value={formatNumber(handover.excluded)} />}
    </Group>
    <Text component="div">
      Made <Instant at={handover.at} /> by {handover.by}. SHA-256 of the document:
    </Text>
    <CodeBlock text={handover.digest} what="the digest of the document" />
  </Stack>
);

const SignOffs = ({
  view: { caseId, notMigrated },
  handover,
}: {
  readonly view: RunbookView;
  readonly handover: Handover;
}) => {
  const { digest, signOffs } = handover;
  const lacking = bothParties.filter((party) => !signOffs.some((one) => one.party === party));
  const signing = useRunbookChange(
    (request: SignOffRequest) =>
      api.post<RunbookView>(`${runbookPath(caseId)}/handover/sign-offs`, {
        ...request,
        digest,
      }),
    (_, { name }) => ({ words: `The sign-off of ${name} is on record.` }),
  );
  return (
    <Stack>
      <Text fw={600}>Signed off by</Text>
      <AgreementList agreements={signOffs} what="signed it off" none="Nobody has signed it off yet." />
      {lacking.length > 0 && (
        <AgreementForm
          key={`${digest} ${signOffs.length}`}
          draft={`case:${caseId}:sign-off:${digest}`}
          lacking={lacking}
          action={(party) => `Record that ${partyInSentence(party)} signs it off`}
          disabled={notMigrated.open > 0 || handover.outdated}
          busy={signing.isPending}
          error={signing.error}
          onSubmit={(request, done) => signing.mutate(request, { onSuccess: done })}
        />
      )}
    </Stack>
  );
};
