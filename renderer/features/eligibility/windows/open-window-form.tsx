import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { useOpenWindow } from './window-calls.ts';

/** Opens a window; several may be open at once, each for another caller. */
export const OpenWindowForm = ({ caseId }: { caseId: string }) => {
  const [typed, setTyped, forget] = useDraft(`case:${caseId}:window`, { name: '', caller: '' });
  const opening = useOpenWindow(caseId);
  const name = typed.name.trim();
  const caller = typed.caller.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') {
          opening.mutate({ name, ...(caller === '' ? {} : { caller }) }, { onSuccess: forget });
        }
      }}
    >
      <Stack gap="sm" align="flex-start">
        <SimpleGrid cols={{ base: 1, sm: 2 }} w="100%">
          <TextInput
            label="Name of the window"
            description="Such as the environment that is watched."
            placeholder="staging, after the fix"
            required
            value={typed.name}
            onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
          />
          <TextInput
            label="Only calls of"
            description="Text that the user agent holds; empty: every caller but this desk."
            placeholder="acme-app"
            value={typed.caller}
            onChange={(event) => setTyped({ ...typed, caller: event.currentTarget.value })}
          />
        </SimpleGrid>
        <Button type="submit" size="xs" disabled={name === ''} loading={opening.isPending}>
          Open the window
        </Button>
        {opening.error && <ErrorNotice title="The window was not opened" error={opening.error} />}
      </Stack>
    </form>
  );
};
