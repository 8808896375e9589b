import { Alert, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCircleCheck, IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { CutoverView } from '#contract/cutover.ts';
import { useComplete } from '#renderer/features/cutover/cutover-calls.ts';
import { isReached, Missing } from '#renderer/features/cutover/missing.tsx';
import classes from '#renderer/features/cutover/stage.module.css';
import { Reason, StageBar } from '#renderer/features/cutover/stage-bar.tsx';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { RollBack } from './roll-back.tsx';

interface CompleteStageProps {
  readonly found: CaseView;
  readonly view: CutoverView;
}

/** The end of the cutover, agreed by both parties, and what was rolled back before. */
export const CompleteStage = ({ found, view }: CompleteStageProps) => (
  <>
    <StageBar title="Complete" about="Both parties agree that the cutover is over.">
      <RollBack found={found} view={view} />
      <Complete found={found} view={view} />
    </StageBar>
    <Stack className={classes.body}>
      <Missing view={view} stage="completed" />
      {view.completed && isReached(view, 'completed') && (
        <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title="Cutover completed" role="status">
          <Text style={{ overflowWrap: 'anywhere' }}>
            <Instant at={view.completed.at} /> · {view.completed.by}
            {view.completed.note !== undefined && ` · ${view.completed.note}`}
          </Text>
        </Alert>
      )}
      {view.rollbacks.length > 0 && <Rollbacks rollbacks={view.rollbacks} />}
    </Stack>
  </>
);

const Complete = ({ found, view }: CompleteStageProps) => {
  const [asking, setAsking] = useState(false);
  if (found.state !== 'open' || isReached(view, 'completed')) return undefined;
  const blocked = blockedBy(view);
  return (
    <>
      {blocked !== undefined && <Reason>{blocked}</Reason>}
      <Blockable blocked={blocked}>
        <IconButton changes icon={IconFlag} onClick={() => setAsking(true)}>
          Complete cutover…
        </IconButton>
      </Blockable>
      {asking && <CompleteModal caseId={found.id} onClose={() => setAsking(false)} />}
    </>
  );
};

/** Problems of the soak are told by the desk, which looks once more before it completes. */
const blockedBy = (view: CutoverView): string | undefined => {
  if (!isReached(view, 'soak')) return 'The soak comes first';
  return view.soak?.state === 'running' ? 'The soak is not over' : undefined;
};

const CompleteModal = ({ caseId, onClose }: { readonly caseId: string; readonly onClose: () => void }) => {
  const complete = useComplete(caseId);
  const own = useOwnName();
  const form = useDraftForm({
    draft: `case:${caseId}:complete`,
    initialValues: { by: own.name, note: '' },
    error: complete.error,
  });
  return (
    <Modal opened onClose={onClose} title="Complete cutover" size="lg">
      <ActionForm
        form={form}
        saving={complete}
        action="Complete cutover"
        failed="Not completed"
        onSubmit={({ by, note }) =>
          complete.mutate(
            { by: by.trim(), note: note.trim() || undefined },
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
        <TextInput
          label="Agreed by"
          description="For both parties"
          required
          data-autofocus
          {...form.getInputProps('by')}
        />
        <Textarea label="Note" autosize minRows={2} maxRows={8} {...form.getInputProps('note')} />
      </ActionForm>
    </Modal>
  );
};

type Rollback = CutoverView['rollbacks'][number];

const columns: readonly TableColumn<Rollback>[] = [
  { header: 'At', width: 170, cell: ({ at }) => <Instant at={at} /> },
  { header: 'By', width: 160, cell: ({ by }) => by },
  { header: 'Reason', wraps: true, cell: ({ reason }) => reason },
  { header: 'State', width: 130, cell: ({ state }) => (state === 'done' ? 'Done' : 'Requested') },
];

const Rollbacks = ({ rollbacks }: { readonly rollbacks: readonly Rollback[] }) => (
  <Section title="Rollbacks" level={3}>
    <DataTable label="Rollbacks" rows={rollbacks} columns={columns} rowId={({ at }) => at} minWidth={520} />
  </Section>
);
