import { ActionIcon, Button, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconForms, IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportedForm } from '#contract/exchange.ts';
import { type Language, languageNames, languages } from '#contract/languages.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { keys } from '#renderer/lib/keys.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';

type Told = Pick<ExportedForm, 'fingerprint' | 'language'> & { readonly file: string };

/** Exports the page that the integrator fills in, and says what to tell in another way. */
export const ExportForm = ({ caseId }: { readonly caseId: string }) => {
  const [told, setTold] = useState<Told>();
  const exporting = useApiMutation(
    async (language: Language | undefined) => {
      const form = await api.post<ExportedForm>(`/api/cases/${caseId}/exchange/forms`, { language });
      const file = await saveFile({ bytes: new TextEncoder().encode(form.content), name: form.fileName });
      return { file, form };
    },
    {
      rereads: [keys.cases.of(caseId)],
      onSuccess: ({ file, form }) => file !== undefined && setTold({ ...form, file }),
      onError: (error) => notifyFailed('Form not exported', error),
    },
  );
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <Button
          size="sm"
          variant="default"
          leftSection={<IconForms size={16} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate(undefined)}
        >
          Export form
        </Button>
        <Menu>
          <Menu.Target>
            <ActionIcon size="input-sm" variant="default" aria-label="Language of the form">
              <IconLanguage size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {languages.map((language) => (
              <Menu.Item key={language} lang={language} onClick={() => exporting.mutate(language)}>
                {languageNames[language]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Modal opened={told !== undefined} onClose={() => setTold(undefined)} title="Form exported" size="lg">
        <Stack>
          <Text>
            Exported to {told?.file}
            {told && ` (${languageNames[told.language]})`}. Send it to the integrator in any way. Tell the
            integrator this fingerprint in another way, to compare it with the one on the page:
          </Text>
          <CodeBlock text={told?.fingerprint ?? ''} what="fingerprint" />
        </Stack>
      </Modal>
    </>
  );
};
