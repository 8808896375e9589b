import { TextInput } from '@mantine/core';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';

interface Named {
  readonly name: string;
}

export const NameInput = <T extends Named>({ form }: { readonly form: DraftForm<T> }) => (
  <TextInput
    label="Name"
    description="As entries and reports show it"
    required
    data-autofocus
    maxLength={120}
    {...form.getInputProps('name')}
  />
);

export const LoginInput = <T extends Named & { readonly login: string }>({
  form,
}: {
  readonly form: DraftForm<T>;
}) => (
  <TextInput
    label="Sign-in name"
    description="An e-mail address, where an identity provider signs people in. It can't be changed, and is never given to somebody else."
    required
    maxLength={100}
    placeholder="jo@example.com"
    spellCheck={false}
    {...form.getInputProps('login')}
  />
);
