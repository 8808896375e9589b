import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Colleague, KeyAnswer } from '#contract/identity.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Fingerprint } from '#renderer/ui/fingerprint.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { useReadKey, useTrust } from './use-identity.ts';

interface TrustFormProps {
  /** Whose key to trust again. */
  readonly known: Colleague | undefined;
  readonly onClose: () => void;
}

/** First the key and its owner; then its fingerprint, to compare. */
export const TrustForm = ({ known, onClose }: TrustFormProps) => {
  const read = useReadKey();
  const trust = useTrust();
  const error = read.error ?? trust.error;
  const form = useDraftForm({
    initialValues: { key: known?.publicKey ?? '', name: known?.name ?? '' },
    error,
  });
  const { key } = form.values;
  const owner = form.values.name.trim();
  const answer = known ?? (read.variables === key ? read.data : undefined);
  const submit = (): void => {
    if (answer === undefined) {
      read.mutate(key);
      return;
    }
    trust.mutate(
      { key: answer.publicKey, name: owner },
      {
        onSuccess: () => {
          onClose();
          notifyDone(`Key of ${owner} trusted.`);
        },
      },
    );
  };
  return (
    <ActionForm
      form={form}
      saving={{ isPending: read.isPending || trust.isPending, error }}
      action={answer === undefined ? 'Show fingerprint' : 'Fingerprint matches: trust key'}
      failed={read.error ? 'Key not read' : 'Key not trusted'}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput label="Name" required data-autofocus maxLength={200} {...form.getInputProps('name')} />
      {known === undefined && (
        <Textarea
          label="Public key"
          description="From their Settings or `carryover identity`, or a minisign key"
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={4000}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...form.getInputProps('key')}
        />
      )}
      {answer && (
        <Stack gap={4} role="status">
          <Text fw={500}>Fingerprint</Text>
          <Fingerprint fingerprint={answer.fingerprint} of="this key" />
          <Text c="dimmed">{compareText(answer, owner, known !== undefined)}</Text>
        </Stack>
      )}
    </ActionForm>
  );
};

const compareText = ({ name }: Pick<KeyAnswer, 'name'>, owner: string, isKnown: boolean): string =>
  `${name !== undefined && !isKnown ? `Known as the key of ${name}. ` : ''}Compare it with the one that ${owner || 'the colleague'} sees, by phone or in person.`;
