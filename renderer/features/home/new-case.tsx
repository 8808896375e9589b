import { Modal } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { CaseRequest, CaseView } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { CaseFields, type CaseValues } from '#renderer/ui/case-fields.tsx';

interface NewCaseProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const NewCase = ({ opened, onClose }: NewCaseProps) => (
  <Modal opened={opened} onClose={onClose} title="New case" size="lg">
    {opened && <NewCaseForm onClose={onClose} />}
  </Modal>
);

const blank: CaseValues = { name: '', integrator: '', parts: ['webhooks'], targetId: 'local', clientId: '' };

const NewCaseForm = ({ onClose }: { onClose: () => void }) => {
  const go = useNavigate();
  const create = useApiMutation((request: CaseRequest) => api.post<CaseView>('/api/cases', request), {
    onSuccess: async (view, client) => {
      form.forget();
      client.setQueryData([...keys.cases.of(view.id), 'view'], view);
      void client.invalidateQueries({ queryKey: keys.cases.list });
      await go(`/cases/${view.id}`);
    },
  });
  const form = useDraftForm({ draft: 'case:new', initialValues: blank, error: create.error });
  return (
    <ActionForm
      form={form}
      saving={create}
      action="Create case"
      failed="Case not created"
      blocked={form.values.parts.length === 0 ? 'Choose what to migrate.' : undefined}
      onSubmit={(values) => create.mutate(requestOf(values))}
      onCancel={() => {
        form.forget();
        onClose();
      }}
    >
      <CaseFields form={form} />
    </ActionForm>
  );
};

const requestOf = ({ name, integrator, parts, targetId, clientId }: CaseValues): CaseRequest => ({
  name: name.trim(),
  parts,
  targetId,
  ...(integrator.trim() === '' ? {} : { integrator: integrator.trim() }),
  ...(clientId.trim() === '' ? {} : { clientId: clientId.trim() }),
});
