import { Modal, Select, Textarea } from '@mantine/core';
import dayjs from 'dayjs';
import type { CaseView, Step } from '#contract/case.ts';
import type { Party } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { DayTimeInput } from '#renderer/ui/date-input.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { useCaseEdit } from './use-case-edit.ts';

interface EditStepProps {
  readonly found: CaseView;
  /** undefined: closed. */
  readonly step: Step | undefined;
  readonly onClose: () => void;
}

export const EditStep = ({ found, step, onClose }: EditStepProps) => (
  <Modal opened={step !== undefined} onClose={onClose} title={step?.title} size="lg">
    {step && <StepForm key={step.id} found={found} step={step} onClose={onClose} />}
  </Modal>
);

interface Values {
  readonly responsible: Party;
  /** UTC ISO 8601. */
  readonly due: string | null;
  readonly note: string;
}

const StepForm = ({ found, step, onClose }: EditStepProps & { step: Step }) => {
  const edit = useCaseEdit(found.id, (changes: Values) =>
    api.patch<CaseView>(`/api/cases/${found.id}/steps/${step.id}`, { revision: found.revision, ...changes }),
  );
  const form = useDraftForm<Values>({
    draft: `case:${found.id}:step:${step.id}`,
    initialValues: { responsible: step.responsible, due: step.due ?? null, note: step.note ?? '' },
    error: edit.error,
  });
  const { due } = form.values;
  const close = (): void => {
    form.forget();
    onClose();
  };
  return (
    <ActionForm
      form={form}
      saving={edit}
      action="Save step"
      failed="Step not saved"
      onSubmit={(values) =>
        edit.mutate(values, {
          onSuccess: () => {
            close();
            notifyDone(`Step "${step.title}" saved.`);
          },
        })
      }
      onCancel={close}
    >
      <Select
        label="Responsible"
        allowDeselect={false}
        data-autofocus
        data={Object.entries(partyLabels).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('responsible')}
      />
      <DayTimeInput
        label="Due"
        description="Local time"
        clearable
        {...form.getInputProps('due')}
        value={due === null ? null : dayjs(due).format('YYYY-MM-DD HH:mm:ss')}
        onChange={(value) => form.setFieldValue('due', value === null ? null : dayjs(value).toISOString())}
      />
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4000}
        {...form.getInputProps('note')}
      />
    </ActionForm>
  );
};
