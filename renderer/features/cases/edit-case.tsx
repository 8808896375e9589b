import { Modal, Stack } from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { CaseFields, type CaseValues } from '#renderer/ui/case-fields.tsx';
import { FormActions } from '#renderer/ui/form-actions.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { useCaseEdit } from './use-case-edit.ts';

interface EditCaseProps {
  readonly found: CaseView;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const EditCase = ({ found, opened, onClose }: EditCaseProps) => (
  <Modal opened={opened} onClose={onClose} title="Edit the case" size="lg">
    {opened && <EditForm found={found} onClose={onClose} />}
  </Modal>
);

const valuesOf = ({ name, integrator, parts, targetId, clientId }: CaseView): CaseValues => ({
  name,
  integrator,
  parts,
  targetId,
  clientId: clientId ?? '',
});

const EditForm = ({ found, onClose }: Omit<EditCaseProps, 'opened'>) => {
  const [values, setValues, forget] = useDraft<CaseValues>(`case:${found.id}:edit`, valuesOf(found));
  const edit = useCaseEdit(found.id, ({ clientId, ...changes }: CaseValues) =>
    api.patch<CaseView>(`/api/cases/${found.id}`, {
      revision: found.revision,
      changes: { ...changes, clientId: clientId.trim() === '' ? null : clientId.trim() },
    }),
  );
  const submit = (): void =>
    edit.mutate(values, {
      onSuccess: () => {
        forget();
        notifyDone('The case is changed.');
        onClose();
      },
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <CaseFields values={values} onChange={setValues} />
        <FormActions
          action="Save the changes"
          busy={edit.isPending}
          error={edit.error}
          failed="The case was not changed"
          onCancel={() => {
            forget();
            onClose();
          }}
        />
      </Stack>
    </form>
  );
};
