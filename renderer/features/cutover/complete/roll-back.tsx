import { Alert, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { CutoverView, RollbackPreview } from '#contract/cutover.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { useRollBack, useRollbackPreview } from '#renderer/features/cutover/cutover-calls.ts';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { OwnNameInput } from '#renderer/ui/own-name-input.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';

interface RollBackProps {
  readonly found: CaseView;
  readonly view: CutoverView;
}

const rollableStates: readonly CutoverView['state'][] = ['granted', 'verified', 'soak', 'completed'];

/** Takes the cutover back; first shown, then done as shown. */
export const RollBack = ({ found, view }: RollBackProps) => {
  const isGranted = view.granted !== undefined || rollableStates.includes(view.state);
  if (found.state !== 'open' || !isGranted || view.state === 'rolled-back') return undefined;
  return <Asking caseId={found.id} />;
};

/** Goes with the cutover that it asks about, so that no dialog is left open for the next one. */
const Asking = ({ caseId }: { readonly caseId: string }) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton changes icon={IconArrowBackUp} variant="default" onClick={() => setAsking(true)}>
        Roll back…
      </IconButton>
      {asking && <RollBackModal caseId={caseId} onClose={() => setAsking(false)} />}
    </>
  );
};

interface RollBackModalProps {
  readonly caseId: string;
  readonly onClose: () => void;
}

const RollBackModal = ({ caseId, onClose }: RollBackModalProps) => (
  <Modal opened onClose={onClose} title="Roll back the cutover" size="lg">
    <Loaded query={useRollbackPreview(caseId)} text="Loading preview…">
      {(preview) => <RollBackForm caseId={caseId} preview={preview} onClose={onClose} />}
    </Loaded>
  </Modal>
);

interface RollBackFormProps extends RollBackModalProps {
  readonly preview: RollbackPreview;
}

const RollBackForm = ({ caseId, preview, onClose }: RollBackFormProps) => {
  const rollBack = useRollBack(caseId);
  const own = useOwnName();
  const form = useDraftForm({
    draft: `case:${caseId}:rollback`,
    initialValues: { by: own.name, reason: '' },
    error: rollBack.error,
  });
  const isRemote = preview.request !== undefined;
  return (
    <ActionForm
      form={form}
      saving={rollBack}
      action={isRemote ? 'Record rollback request' : 'Roll back'}
      failed="Not rolled back"
      onSubmit={({ by, reason }) =>
        rollBack.mutate(
          { by: own.over(by), reason: reason.trim(), digest: preview.digest },
          {
            onSuccess: () => {
              form.forget();
              onClose();
            },
          },
        )
      }
      onCancel={onClose}
    >
      <Undone preview={preview} />
      {preview.request !== undefined && (
        <Stack gap={4}>
          <Alert color="gray">
            The provider carries out the rollback. Send this text, then record that you did.
          </Alert>
          <CodeBlock text={preview.request} what="the rollback request" maxHeight={240} />
        </Stack>
      )}
      <OwnNameInput label="Rolled back by" data-autofocus {...form.getInputProps('by')} />
      <Textarea
        label="Reason"
        description="Stays on record"
        required
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('reason')}
      />
    </ActionForm>
  );
};

/** What is undone, before it is. */
const Undone = ({ preview }: { readonly preview: RollbackPreview }) => {
  const { endpoints, rules, headers, steps, waiting = 0 } = preview;
  return (
    <Stack gap={4}>
      <Text fw={600}>This is undone:</Text>
      <List spacing={4} styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
        {endpoints.map(({ id, url }) => (
          <List.Item key={id}>
            <b>{withoutScheme(url)}</b> is disabled, not deleted: its messages stay and can be replayed.
          </List.Item>
        ))}
        {rules.length > 0 && (
          <List.Item>
            {formatCount(rules.length, 'rule')} {rules.length === 1 ? 'fires' : 'fire'} again:{' '}
            {formatList([...new Set(rules.map(({ type }) => type))])}.
          </List.Item>
        )}
        {headers.length > 0 && <List.Item>{formatList(headers)}: back to the profile.</List.Item>}
        {waiting > 0 && (
          <List.Item>
            {formatCount(waiting, 'waiting delivery', 'waiting deliveries')} {waiting === 1 ? 'is' : 'are'}{' '}
            not attempted any more.
          </List.Item>
        )}
        {steps.length > 0 && <List.Item>Steps that open again: {formatList(steps)}.</List.Item>}
      </List>
    </Stack>
  );
};
