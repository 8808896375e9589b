import { Autocomplete } from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import { formatList } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { partLabels } from '#renderer/lib/labels.ts';
import { useOwnerChoices } from '#renderer/lib/people-names.ts';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { CaseFields, type CaseValues } from '#renderer/ui/case-fields.tsx';
import type { CaseDialogProps } from './case-dialog.ts';
import { CaseForm } from './case-form.tsx';

interface EditedCase extends CaseValues {
  readonly owner: string;
}

const valuesOf = ({ name, integrator, parts, targetId, clientId, owner = '' }: CaseView): EditedCase => ({
  name,
  integrator,
  parts: [...parts],
  targetId,
  clientId: clientId ?? '',
  owner,
});

const labels = {
  name: 'Case name',
  integrator: 'Integrator',
  parts: 'Migrate',
  targetId: 'Target',
  clientId: 'Client id',
  owner: 'Owner',
};

export const EditForm = ({ found, onClose }: CaseDialogProps) => (
  <CaseForm
    found={found}
    draft="edit"
    values={valuesOf(found)}
    blank={{ ...valuesOf(found), clientId: '', owner: '' }}
    labels={labels}
    reads={(field, value) =>
      field === 'parts' ? formatList((value as CaseView['parts']).map((part) => partLabels[part])) : undefined
    }
    noun="case"
    save={({ clientId, owner, ...changes }, revision) =>
      api.patch<CaseView>(`/api/cases/${found.id}`, {
        revision,
        changes: {
          ...changes,
          clientId: clientId.trim() || null,
          ...(owner.trim() === (found.owner ?? '') ? {} : { owner: owner.trim() || null }),
        },
      })
    }
    saved="Case saved."
    onClose={onClose}
  >
    {(form) => (
      <>
        <CaseFields form={form} />
        <OwnerField form={form} />
      </>
    )}
  </CaseForm>
);

const OwnerField = ({ form }: { readonly form: DraftForm<EditedCase> }) => (
  <Autocomplete
    label="Owner"
    description="Who works on the case; empty: nobody"
    data={[...useOwnerChoices().all]}
    maxLength={200}
    {...form.getInputProps('owner')}
  />
);
