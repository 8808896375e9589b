import { Modal } from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { CaseFields, type CaseValues } from '#renderer/ui/case-fields.tsx';
import { CaseForm } from './case-form.tsx';

interface EditCaseProps {
  readonly found: CaseView;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const EditCase = ({ found, opened, onClose }: EditCaseProps) => (
  <Modal opened={opened} onClose={onClose} title="Edit case" size="lg">
    {opened && <EditForm found={found} onClose={onClose} />}
  </Modal>
);

const valuesOf = ({ name, integrator, parts, targetId, clientId }: CaseView): CaseValues => ({
  name,
  integrator,
  parts: [...parts],
  targetId,
  clientId: clientId ?? '',
});

const EditForm = ({ found, onClose }: Omit<EditCaseProps, 'opened'>) => (
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
