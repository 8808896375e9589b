import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import type { Kept } from './target-values.ts';

interface ProxyFieldProps {
  /** The one that is set, without user and password. */
  readonly present: string | undefined;
  readonly kept: Kept;
  readonly onChange: (kept: Kept) => void;
  readonly problem: string | undefined;
}

const usual = 'Without one, HTTPS_PROXY and NO_PROXY of the environment hold.';

/** Hidden while it is typed: it may hold a user and a password. */
export const ProxyField = ({ present, kept, onChange, problem }: ProxyFieldProps) => {
  if (present !== undefined && kept.what === 'keep') {
    return (
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          Proxy
        </Text>
        <Group gap="xs">
          <Code>{present}</Code>
          <Button size="compact-sm" variant="default" onClick={() => onChange({ what: 'new', text: '' })}>
            Replace the proxy
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onChange({ what: 'none' })}>
            Take the proxy away
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          Shown without user and password.
        </Text>
      </Stack>
    );
  }
  if (kept.what === 'none') {
    return (
      <Group gap="xs">
        <Text size="sm">The proxy is taken away when you save. {usual}</Text>
        <Button size="compact-sm" variant="default" onClick={() => onChange({ what: 'keep' })}>
          Keep the proxy
        </Button>
      </Group>
    );
  }
  return (
    <SecretInput
      label="Proxy"
      description={`Such as http://user:password@proxy.example.com:3128. ${usual}`}
      maxLength={2048}
      value={kept.what === 'new' ? kept.text : ''}
      onChange={(event) => onChange(typed(event.currentTarget.value, present !== undefined))}
      error={problem}
    />
  );
};

/** An empty field of a target that has none is no change. */
const typed = (text: string, isSet: boolean): Kept =>
  text === '' && !isSet ? { what: 'keep' } : { what: 'new', text };
