import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import type { HeaderChoice } from './header-choice.ts';

interface AuthorizationFieldsProps {
  readonly form: DraftForm<HeaderChoice>;
  readonly problem: string | undefined;
  /** The endpoint has an Authorization header. */
  readonly isSet: boolean;
}

export const AuthorizationFields = ({ form, problem, isSet }: AuthorizationFieldsProps) => {
  const { scheme } = form.values;
  const field = (name: keyof HeaderChoice) => ({ ...form.getInputProps(name), error: problem });
  return (
    <Stack gap={6}>
      <Text fw={600}>Authorization</Text>
      <SegmentedControl
        aria-label="Authorization"
        style={{ alignSelf: 'flex-start' }}
        data={[
          { value: 'keep', label: isSet ? 'Keep current' : 'None' },
          { value: 'basic', label: 'User and password' },
          { value: 'bearer', label: 'Bearer token' },
          { value: 'raw', label: 'Other value' },
        ]}
        {...form.getInputProps('scheme')}
      />
      {scheme === 'basic' && (
        <Group grow align="flex-start">
          <TextInput label="User" required autoComplete="off" {...field('user')} />
          <SecretInput label="Password" {...form.getInputProps('password')} />
        </Group>
      )}
      {scheme === 'bearer' && (
        <SecretInput label="Token" description="Without “Bearer”" required {...field('token')} />
      )}
      {scheme === 'raw' && <SecretInput label="Value of Authorization" required {...field('value')} />}
    </Stack>
  );
};
