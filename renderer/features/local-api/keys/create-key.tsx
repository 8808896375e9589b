import { Alert, Code, Group, Stack, TextInput } from '@mantine/core';
import { apiKeyLimit } from '#contract/api-key.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useCreateKey } from './use-keys.ts';

export const CreateKey = ({ isFull }: { isFull: boolean }) => {
  const create = useCreateKey();
  const form = useDraftForm({ draft: 'api-key:new', initialValues: { name: '' }, error: create.error });
  const created = create.data;
  return (
    <Section title="Create key" description="One key per program tells them apart in the request log.">
      <Stack>
        <ActionForm
          form={form}
          saving={create}
          action="Create key"
          failed="Key not created"
          blocked={isFull ? `Limit of ${apiKeyLimit} keys reached. Remove one first.` : undefined}
          onSubmit={({ name }) => create.mutate(name.trim(), { onSuccess: form.forget })}
        >
          <TextInput
            label="Name"
            required
            placeholder="Such as Load test"
            maxLength={200}
            w={320}
            maw="100%"
            {...form.getInputProps('name')}
          />
        </ActionForm>
        {created && (
          <Alert
            color="teal"
            role="status"
            title={`Key ${created.name} created`}
            withCloseButton
            closeButtonLabel="Hide key"
            onClose={create.reset}
          >
            <Group gap={4} wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }}>{created.apiKey}</Code>
              <CopyButton value={created.apiKey} what={`key ${created.name}`} />
            </Group>
          </Alert>
        )}
      </Stack>
    </Section>
  );
};
