import { Modal, Select, Stack, Textarea } from '@mantine/core';
import dayjs from 'dayjs';
import type { CaseView, Step } from '#contract/case.ts';
import type { Party } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { DayTimeInput } from '#renderer/ui/date-input.tsx';
import { FormActions } from '#renderer/ui/form-actions.tsx';
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
  const [values, setValues, forget] = useDraft<Values>(`case:${found.id}:step:${step.id}`, {
    responsible: step.responsible,
    due: step.due ?? null,
    note: step.note ?? '',
  });
  const edit = useCaseEdit(found.id, (changes: Values) =>
    api.patch<CaseView>(`/api/cases/${found.id}/steps/${step.id}`, { revision: found.revision, ...changes }),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        edit.mutate(values, {
          onSuccess: () => {
            forget();
            notifyDone(`"${step.title}" is changed.`);
            onClose();
          },
        });
      }}
    >
      <Stack>
        <Select
          label="Responsible"
          allowDeselect={false}
          data-autofocus
          data={Object.entries(partyLabels).map(([value, label]) => ({ value, label }))}
          value={values.responsible}
          onChange={(responsible) => setValues({ ...values, responsible: responsible as Party })}
        />
        <DayTimeInput
          label="Due"
          description="In the time zone of this machine."
          clearable
          value={values.due === null ? null : dayjs(values.due).format('YYYY-MM-DD HH:mm:ss')}
          onChange={(due) => setValues({ ...values, due: due === null ? null : dayjs(due).toISOString() })}
        />
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={4000}
          value={values.note}
          onChange={(event) => setValues({ ...values, note: event.currentTarget.value })}
        />
        <FormActions
          action="Save the changes"
          busy={edit.isPending}
          error={edit.error}
          failed="The step was not changed"
          onCancel={() => {
            forget();
            onClose();
          }}
        />
      </Stack>
    </form>
  );
};
