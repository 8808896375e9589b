import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { webhookLimits } from '#contract/webhook.ts';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import type { OtherHeader } from './header-choice.ts';

interface OtherHeadersProps {
  readonly headers: readonly OtherHeader[];
  readonly onChange: (headers: OtherHeader[]) => void;
  readonly problems: ReadonlyMap<number, string>;
}

/** Any other header that a consumer is after. */
export const OtherHeaders = ({ headers, onChange, problems }: OtherHeadersProps) => {
  const set = (key: number, change: Partial<OtherHeader>): void =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...change } : header)));
  const add = (): void =>
    onChange([...headers, { key: Math.max(0, ...headers.map(({ key }) => key)) + 1, name: '', value: '' }]);
  return (
    <Stack gap={6} align="stretch">
      <Text fw={600}>Other headers</Text>
      {headers.map(({ key, name, value }, at) => (
        <Group key={key} align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            label={`Name of header ${at + 1}`}
            flex={1}
            autoComplete="off"
            maxLength={200}
            value={name}
            onChange={(event) => set(key, { name: event.currentTarget.value })}
            error={problems.get(key)}
          />
          <SecretInput
            label={`Value of header ${at + 1}`}
            flex={1}
            maxLength={webhookLimits.headerBytes}
            value={value}
            onChange={(event) => set(key, { value: event.currentTarget.value })}
          />
          <Tooltip label="Leave it out">
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={28}
              aria-label={`Leave out header ${at + 1}`}
              onClick={() => onChange(headers.filter((header) => header.key !== key))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={headers.length >= webhookLimits.headers}
        onClick={add}
      >
        Add another header
      </Button>
    </Stack>
  );
};
