import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import type { HeaderChoice } from './header-choice.ts';

interface AuthorizationFieldsProps {
  readonly choice: HeaderChoice;
  readonly onChange: (change: Partial<HeaderChoice>) => void;
  readonly problem: string | undefined;
  /** The endpoint has an Authorization header already. */
  readonly isSet: boolean;
}

/** `Authorization`, as a person knows it. */
export const AuthorizationFields = ({ choice, onChange, problem, isSet }: AuthorizationFieldsProps) => (
  <Stack gap={6}>
    <Text fw={600}>Authorization</Text>
    <Text size="sm" c="dimmed">
      What the consumer checks to know that a request is the service's.
      {isSet && ' There is one already: a new one replaces it.'}
    </Text>
    <SegmentedControl
      aria-label="Authorization"
      style={{ alignSelf: 'flex-start' }}
      value={choice.scheme}
      onChange={(scheme) => onChange({ scheme: scheme as HeaderChoice['scheme'] })}
      data={[
        { value: 'keep', label: isSet ? 'Leave it' : 'None' },
        { value: 'basic', label: 'User and password' },
        { value: 'bearer', label: 'Bearer token' },
        { value: 'raw', label: 'Other value' },
      ]}
    />
    {choice.scheme === 'basic' && (
      <Group grow align="flex-start">
        <TextInput
          label="User"
          required
          autoComplete="off"
          value={choice.user}
          onChange={(event) => onChange({ user: event.currentTarget.value })}
          error={problem}
        />
        <SecretInput
          label="Password"
          value={choice.password}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      </Group>
    )}
    {choice.scheme === 'bearer' && (
      <SecretInput
        label="Token"
        description='Without the word "Bearer".'
        required
        value={choice.token}
        onChange={(event) => onChange({ token: event.currentTarget.value })}
        error={problem}
      />
    )}
    {choice.scheme === 'raw' && (
      <SecretInput
        label="Whole value of Authorization"
        required
        value={choice.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        error={problem}
      />
    )}
  </Stack>
);
