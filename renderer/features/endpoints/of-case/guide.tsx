import { Group, List, Stack, Text } from '@mantine/core';
import type { HeaderSetup } from '#contract/header-setup.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import { Worded } from '#renderer/ui/worded.tsx';

interface GuideProps {
  readonly steps: HeaderSetup['guide'];
  readonly headers: HeaderSetup['headers'];
  readonly reveal: (name: string) => Promise<string>;
}

/** Manual steps in the management portal of a remote target. */
export const Guide = ({ steps, headers, reveal }: GuideProps) => {
  const isHeader = (name: string): boolean => headers.some((header) => header.name === name);
  return (
    <List type="ordered" spacing="sm" styles={{ itemWrapper: { display: 'inline' } }}>
      {steps.map(({ what, values }) => (
        <List.Item key={what}>
          <Worded text={what} />
          {values.length > 0 && (
            <Stack gap={4} mt={6}>
              {values.map(({ name, value }) => (
                <Group key={name} gap="xs" wrap="nowrap" align="center">
                  <Text fw={600} w={170} style={{ flexShrink: 0, overflowWrap: 'anywhere' }}>
                    {name}
                  </Text>
                  {isHeader(name) ? (
                    <SecretValue
                      masked={value}
                      what={name}
                      reveal={() => reveal(name)}
                      onError={(error) => notifyFailed('Value not shown', error)}
                    />
                  ) : (
                    <Group gap={2} wrap="nowrap">
                      <Text style={{ overflowWrap: 'anywhere' }}>{value}</Text>
                      <CopyButton value={value} what={name} />
                    </Group>
                  )}
                </Group>
              ))}
            </Stack>
          )}
        </List.Item>
      ))}
    </List>
  );
};
