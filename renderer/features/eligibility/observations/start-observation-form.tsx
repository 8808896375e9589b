import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
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
  const submit = (): void =>
    start.mutate({ name, ...(caller === '' ? {} : { caller }) }, { onSuccess: form.forget });
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm" align="flex-start">
        <SimpleGrid cols={{ base: 1, sm: 2 }} w="100%">
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
        <Button type="submit" size="xs" disabled={name === ''} loading={start.isPending}>
          Start observation
        </Button>
        {start.error && (
          <ErrorNotice title="Observation not started" error={start.error} shownAt={['name', 'caller']} />
        )}
      </Stack>
    </form>
  );
};
