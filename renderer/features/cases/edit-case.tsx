import type { CaseView } from '#contract/case.ts';
import { formatList } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { partLabels } from '#renderer/lib/labels.ts';
import { CaseFields, type CaseValues } from '#renderer/ui/case-fields.tsx';
import type { CaseDialogProps } from './case-dialog.ts';
import { CaseForm } from './case-form.tsx';

const valuesOf = ({ name, integrator, parts, targetId, clientId }: CaseView): CaseValues => ({
  name,
  integrator,
  parts: [...parts],
  targetId,
  clientId: clientId ?? '',
});

const labels = {
  name: 'Case name',
  integrator: 'Integrator',
  parts: 'Migrate',
  targetId: 'Target',
  clientId: 'Client id',
};

export const EditForm = ({ found, onClose }: CaseDialogProps) => (
  <CaseForm
    found={found}
    draft="edit"
    values={valuesOf(found)}
    blank={{ ...valuesOf(found), clientId: '' }}
    labels={labels}
    reads={(field, value) =>
      field === 'parts' ? formatList((value as CaseView['parts']).map((part) => partLabels[part])) : undefined
    }
    noun="case"
    save={({ clientId, ...changes }, revision) =>
      api.patch<CaseView>(`/api/cases/${found.id}`, {
        revision,
        changes: { ...changes, clientId: clientId.trim() || null },
      })
    }
    saved="Case saved."
    onClose={onClose}
  >
    {(form) => <CaseFields form={form} />}
  </CaseForm>
);
