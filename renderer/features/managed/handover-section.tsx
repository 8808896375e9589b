import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { RunbookView, SignOffRequest } from '#contract/runbook.ts';
import { bothParties } from '#contract/runbook-labels.ts';
import { api } from '#renderer/lib/api.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { AgreementForm } from './agreement-form.tsx';
import { AgreementList } from './agreement-list.tsx';
import { HandoverDocument } from './handover-document.tsx';
import { companies } from './not-migrated.ts';
import { runbookPath, useRunbookChange } from './runbook.ts';
import { noSignature, SignatureFiles, signatureOf } from './signature-files.tsx';

/** The handover document and its sign-offs. */
export const HandoverSection = ({ view }: { readonly view: RunbookView }) => {
  const { caseId, handover, notMigrated } = view;
  const [reading, setReading] = useState(false);
  const making = useRunbookChange(
    () => api.post<RunbookView>(`${runbookPath(caseId)}/handover`),
    () => ({ message: 'Handover document created and attached to the case.' }),
  );
  return (
    <Section title="Handover" description="Both parties sign off the digest of the document.">
      <Stack>
        {handover && <Document handover={handover} />}
        {making.error && <ErrorNotice title="Document not created" error={making.error} />}
        <Group justify="flex-end">
          <Text c="dimmed">{reason(notMigrated.open, handover)}</Text>
          <Button variant="default" onClick={() => setReading(true)}>
            {handover ? 'Open document' : 'Open draft'}
          </Button>
          <SaveButton path={`${runbookPath(caseId)}/handover.md`} name="handover.md">
            {handover ? 'Export document' : 'Export draft'}
          </SaveButton>
          <Blockable blocked={reason(notMigrated.open, undefined)}>
            <ActionButton
              variant={handover ? 'default' : 'filled'}
              loading={making.isPending}
              onClick={() => making.mutate(undefined)}
            >
              {handover ? 'Regenerate document' : 'Create document'}
            </ActionButton>
          </Blockable>
        </Group>
        {handover && <SignOffs view={view} handover={handover} />}
      </Stack>
      <Modal
        opened={reading}
        onClose={() => setReading(false)}
        size="xl"
        title={handover ? 'Handover document' : 'Draft handover document'}
      >
        {reading && <HandoverDocument caseId={caseId} revision={handover?.digest ?? view.revision} />}
      </Modal>
    </Section>
  );
};

type Handover = NonNullable<RunbookView['handover']>;

/** Why the document cannot be created or signed. */
const reason = (undecided: number, handover: Handover | undefined): string | undefined => {
  if (undecided > 0) return `${companies(undecided)} undecided. Migrate, accept or exclude each first.`;
  return handover?.outdated ? 'Outdated. Regenerate the document before it is signed.' : undefined;
};

const Document = ({ handover }: { readonly handover: Handover }) => (
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
      Created <Instant at={handover.at} /> by {handover.by}. SHA-256:
    </Text>
    <CodeBlock text={handover.digest} what="digest of the document" />
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
  const [chosen, setChosen] = useState(noSignature);
  const signing = useRunbookChange(
    async (request: SignOffRequest) =>
      api.post<RunbookView>(`${runbookPath(caseId)}/handover/sign-offs`, {
        ...request,
        digest,
        signature: await signatureOf(chosen),
      }),
    (_, { name }) => ({ message: `Sign-off of ${name} recorded.` }),
  );
  return (
    <Stack>
      <Text fw={600}>Sign-offs</Text>
      <AgreementList agreements={signOffs} verb="signed off" none="No sign-off yet" />
      {lacking.length > 0 && (
        <AgreementForm
          key={`${digest} ${signOffs.length}`}
          draft={`case:${caseId}:sign-off:${digest}`}
          lacking={lacking}
          noun="sign-off"
          blocked={reason(notMigrated.open, handover)}
          busy={signing.isPending}
          error={signing.error}
          other={{
            field: <SignatureFiles chosen={chosen} onChoose={setChosen} />,
            isGiven: chosen.file !== null,
          }}
          onSubmit={(request, done) =>
            signing.mutate(request, {
              onSuccess: () => {
                done();
                setChosen(noSignature);
              },
            })
          }
        />
      )}
    </Stack>
  );
};
