import { Modal, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { CaseRequest, CaseView } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { CaseFields, type CaseValues } from '#renderer/ui/case-fields.tsx';
import { FormActions } from '#renderer/ui/form-actions.tsx';

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
  const [values, setValues, forget] = useDraft('case:new', blank);
  const client = useQueryClient();
  const go = useNavigate();
  const create = useMutation({
    mutationFn: (request: CaseRequest) => api.post<CaseView>('/api/cases', request),
    onSuccess: async (view) => {
      forget();
      client.setQueryData([...keys.cases.of(view.id), 'view'], view);
      void client.invalidateQueries({ queryKey: keys.cases.list });
      await go(`/cases/${view.id}`);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(requestOf(values));
      }}
    >
      <Stack>
        <CaseFields values={values} onChange={setValues} />
        <FormActions
          action="Open the case"
          busy={create.isPending}
          disabled={values.parts.length === 0}
          error={create.error}
          failed="The case was not opened"
          onCancel={() => {
            forget();
            onClose();
          }}
        />
      </Stack>
    </form>
  );
};

const requestOf = ({ name, integrator, parts, targetId, clientId }: CaseValues): CaseRequest => ({
  name: name.trim(),
  parts: [...parts],
  targetId,
  ...(integrator.trim() === '' ? {} : { integrator: integrator.trim() }),
  ...(clientId.trim() === '' ? {} : { clientId: clientId.trim() }),
});
