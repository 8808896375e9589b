import type { CaseView } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
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

export const EditForm = ({ found, onClose }: CaseDialogProps) => (
  <CaseForm
    found={found}
    draft="edit"
    initialValues={valuesOf(found)}
    noun="case"
    save={({ clientId, ...changes }) =>
      api.patch<CaseView>(`/api/cases/${found.id}`, {
        revision: found.revision,
        changes: { ...changes, clientId: clientId.trim() || null },
      })
    }
    saved="Case saved."
    onClose={onClose}
  >
    {(form) => <CaseFields form={form} />}
  </CaseForm>
);
