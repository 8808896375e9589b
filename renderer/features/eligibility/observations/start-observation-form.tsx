import { SimpleGrid, TextInput } from '@mantine/core';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { useStartObservation } from './observation-calls.ts';

/** Several observations may be active at once, each for another caller. */
export const StartObservationForm = ({ caseId }: { caseId: string }) => {
  const start = useStartObservation(caseId);
  const form = useDraftForm({
    draft: `case:${caseId}:window`,
    initialValues: { name: '', caller: '' },
    error: start.error,
  });
  const name = form.values.name.trim();
  const caller = form.values.caller.trim();
  const submit = (): void => start.mutate({ name, caller: caller || undefined }, { onSuccess: form.forget });
  return (
    <ActionForm
      form={form}
      saving={start}
      action="Start observation"
      failed="Observation not started"
      blocked={name === '' ? 'Enter a name first.' : undefined}
      onSubmit={submit}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Observation name"
          placeholder="staging, after the fix"
          required
          {...form.getInputProps('name')}
        />
        <TextInput
          label="User agent contains"
          description="Leave empty to include every caller except Carryover"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="acme-app"
          {...form.getInputProps('caller')}
        />
      </SimpleGrid>
    </ActionForm>
  );
};
