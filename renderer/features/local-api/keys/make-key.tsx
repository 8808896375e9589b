import { Alert, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { apiKeyLimit } from '#contract/api-key.ts';
import { problemOf } from '#renderer/lib/problem-of.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useMakeKey } from './use-keys.ts';

/** A key of its own for each program, so that the request log tells them apart and one can be taken away alone. */
export const MakeKey = ({ isFull }: { isFull: boolean }) => {
  const [name, setName, forget] = useDraft('api-key:name', '');
  const make = useMakeKey();
  const made = make.data;
  return (
    <Section
      title="Make a key"
      description="One for each program: the request log then tells them apart, and one can be taken away alone."
    >
      <Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate(name.trim(), { onSuccess: forget });
          }}
        >
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Name"
              placeholder="Such as Load test"
              maxLength={200}
              w={320}
              maw="100%"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={problemOf(make.error, 'name')}
            />
            <Button type="submit" loading={make.isPending} disabled={isFull || name.trim() === ''}>
              Make the key
            </Button>
          </Group>
        </form>
        {isFull && <Text>There are {apiKeyLimit} keys, which is the most. Remove one first.</Text>}
        {make.error && <ErrorNotice title="The key was not made" error={make.error} />}
        {made && (
          <Alert
            color="teal"
            role="status"
            title={`The key ${made.name} is made`}
            withCloseButton
            closeButtonLabel="Hide the key"
            onClose={make.reset}
          >
            <Stack gap="xs" align="flex-start">
              <Text>Copy it now. From here on it is masked, unless you ask for it below.</Text>
              <Group gap={4} wrap="nowrap">
                <Code style={{ overflowWrap: 'anywhere' }}>{made.apiKey}</Code>
                <CopyButton value={made.apiKey} what={`the key ${made.name}`} />
              </Group>
            </Stack>
          </Alert>
        )}
      </Stack>
    </Section>
  );
};
