import { Modal } from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { CaseFields, type CaseValues } from '#renderer/ui/case-fields.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { useCaseEdit } from './use-case-edit.ts';

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

const EditForm = ({ found, onClose }: Omit<EditCaseProps, 'opened'>) => {
  const edit = useCaseEdit(found.id, ({ clientId, ...changes }: CaseValues) =>
    api.patch<CaseView>(`/api/cases/${found.id}`, {
      revision: found.revision,
      changes: { ...changes, clientId: clientId.trim() === '' ? null : clientId.trim() },
    }),
  );
  const form = useDraftForm({
    draft: `case:${found.id}:edit`,
    initialValues: valuesOf(found),
    error: edit.error,
  });
  const close = (): void => {
    form.forget();
    onClose();
  };
  return (
    <ActionForm
      form={form}
      saving={edit}
      action="Save case"
      failed="Case not saved"
      onSubmit={(values) =>
        edit.mutate(values, {
          onSuccess: () => {
            close();
            notifyDone('Case saved.');
          },
        })
      }
      onCancel={close}
    >
      <CaseFields form={form} />
    </ActionForm>
  );
};
