import { Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import type { Kept } from './target-values.ts';

interface ProxyFieldProps {
  /** The current one, without user and password. */
  readonly present: string | undefined;
  readonly value: Kept;
  readonly onChange: (value: Kept) => void;
  readonly error: ReactNode;
}

const fallback = 'Defaults to HTTPS_PROXY and NO_PROXY.';

/** Hidden while typing: it may hold a user and a password. */
export const ProxyField = ({ present, value: kept, onChange, error }: ProxyFieldProps) => {
  if (present !== undefined && kept.what === 'keep') {
    return (
      <Stack gap={4}>
        <Text fw={600}>Proxy</Text>
        <Group gap="xs">
          <Code>{present}</Code>
          <RowButton onClick={() => onChange({ what: 'new', text: '' })}>Replace proxy</RowButton>
          <RowButton onClick={() => onChange({ what: 'none' })}>Remove proxy</RowButton>
        </Group>
        <Text size="sm" c="dimmed">
          User and password are hidden.
        </Text>
      </Stack>
    );
  }
  if (kept.what === 'none') {
    return (
      <Group gap="xs">
        <Text>Removed when you save. {fallback}</Text>
        <RowButton onClick={() => onChange({ what: 'keep' })}>Keep proxy</RowButton>
      </Group>
    );
  }
  return (
    <SecretInput
      label="Proxy"
      description={`Example: http://user:password@proxy.example.com:3128. ${fallback}`}
      maxLength={2048}
      value={kept.what === 'new' ? kept.text : ''}
      onChange={(event) => onChange(typed(event.currentTarget.value, present !== undefined))}
      error={error}
    />
  );
};

/** An empty field of a target without a proxy is no change. */
const typed = (text: string, isSet: boolean): Kept =>
  text === '' && !isSet ? { what: 'keep' } : { what: 'new', text };
