import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportedForm } from '#contract/exchange.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { keys } from '#renderer/lib/keys.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';

/** Exports the page that the integrator fills in, and says what to tell in another way. */
export const ExportForm = ({ caseId }: { readonly caseId: string }) => {
  const [told, setTold] = useState<{ readonly file: string; readonly fingerprint: string }>();
  const exporting = useApiMutation(
    async () => {
      const form = await api.post<ExportedForm>(`/api/cases/${caseId}/exchange/forms`);
      const file = await saveFile({ bytes: new TextEncoder().encode(form.content), name: form.fileName });
      return { file, fingerprint: form.fingerprint };
    },
    {
      rereads: [keys.cases.of(caseId)],
      onSuccess: ({ file, fingerprint }) => file !== undefined && setTold({ file, fingerprint }),
      onError: (error) => notifyFailed('Form not exported', error),
    },
  );
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconForms size={16} aria-hidden />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        Export form
      </Button>
      <Modal opened={told !== undefined} onClose={() => setTold(undefined)} title="Form exported" size="lg">
        <Stack>
          <Text>
            Exported to {told?.file}. Send it to the integrator in any way. Tell the integrator this
            fingerprint in another way, to compare it with the one on the page:
          </Text>
          <CodeBlock text={told?.fingerprint ?? ''} what="fingerprint" />
        </Stack>
      </Modal>
    </>
  );
};
