import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Colleague, KeyAnswer } from '#contract/identity.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Fingerprint } from './fingerprint.tsx';
import { useReadKey, useTrust } from './use-identity.ts';

interface TrustFormProps {
  /** Whose key is to be trusted again. */
  readonly known: Colleague | undefined;
  readonly onClose: () => void;
}

/** First the key and whose it is; then its fingerprint, to be compared. */
export const TrustForm = ({ known, onClose }: TrustFormProps) => {
  const [key, setKey] = useState(known?.publicKey ?? '');
  const [name, setName] = useState(known?.name ?? '');
  const [answer, setAnswer] = useState<KeyAnswer | undefined>(known);
  const read = useReadKey();
  const trust = useTrust();
  const owner = name.trim();
  const submit = (): void => {
    if (answer === undefined) {
      read.mutate(key, { onSuccess: setAnswer });
      return;
    }
    trust.mutate(
      { key: answer.publicKey, name: owner },
      {
        onSuccess: () => {
          onClose();
          notifyDone(`The key of ${owner} is trusted.`);
        },
      },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {known === undefined && (
          <Textarea
            label="Public key"
            description="As their Settings or `carryover identity` shows it, or a minisign key."
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={4000}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={key}
            onChange={(event) => {
              setKey(event.currentTarget.value);
              setAnswer(undefined);
            }}
          />
        )}
        {answer !== undefined && (
          <Stack gap={4} role="status">
            <Text fw={500}>Fingerprint</Text>
            <Fingerprint fingerprint={answer.fingerprint} of="this key" />
            <Text c="dimmed">
              {answer.name !== undefined && known === undefined && `Known as the key of ${answer.name}. `}
              Compare it with the one that {owner || 'the colleague'} sees, by phone or in person.
            </Text>
          </Stack>
        )}
        {read.error && <ErrorNotice title="The key was not read" error={read.error} />}
        {trust.error && <ErrorNotice title="The key is not trusted" error={trust.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={owner === '' || key.trim() === ''}
            loading={read.isPending || trust.isPending}
          >
            {answer === undefined ? 'Show the fingerprint' : 'It matches: trust the key'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
