import { Modal, Select } from '@mantine/core';
import type { CaseView, Step } from '#contract/case.ts';
import type { Party } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { pickedOf, utcOf } from '#renderer/lib/picked-time.ts';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { DayTimeInput } from '#renderer/ui/date-input.tsx';
import { MentionTextarea } from '#renderer/ui/mention-textarea.tsx';
import { CaseForm } from './case-form.tsx';

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

const valuesOf = ({ responsible, due, note = '' }: Step): Values => ({
  responsible,
  due: due ?? null,
  note,
});

const labels = { responsible: 'Responsible', due: 'Due', note: 'Note' };

const StepForm = ({ found, step, onClose }: EditStepProps & { step: Step }) => (
  <CaseForm<Values>
    found={found}
    draft={`step:${step.id}`}
    values={valuesOf(step)}
    blank={{ responsible: 'support', due: null, note: '' }}
    labels={labels}
    reads={(field, value) => {
      if (field === 'responsible') return partyLabels[value as Party];
      return field === 'due' && typeof value === 'string' ? dateTime(value) : undefined;
    }}
    noun="step"
    save={(changes, revision) =>
      api.patch<CaseView>(`/api/cases/${found.id}/steps/${step.id}`, { revision, ...changes })
    }
    saved={`Step "${step.title}" saved.`}
    onClose={onClose}
  >
    {(form) => <Fields form={form} />}
  </CaseForm>
);

const Fields = ({ form }: { readonly form: DraftForm<Values> }) => {
  const { due } = form.values;
  return (
    <>
      <Select
        label="Responsible"
        allowDeselect={false}
        data-autofocus
        data={Object.entries(partyLabels).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('responsible')}
      />
      <DayTimeInput
        label="Due"
        clearable
        {...form.getInputProps('due')}
        value={due === null ? null : pickedOf(due)}
        onChange={(value) => form.setFieldValue('due', value === null ? null : utcOf(value))}
      />
      <MentionTextarea
        label="Note"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4000}
        {...form.getInputProps('note')}
      />
    </>
  );
};
