import { ActionIcon, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { webhookLimits } from '#contract/webhook.ts';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import type { HeaderChoice } from './header-choice.ts';

interface OtherHeadersProps {
  readonly form: DraftForm<HeaderChoice>;
  readonly problems: ReadonlyMap<number, string>;
}

export const OtherHeaders = ({ form, problems }: OtherHeadersProps) => {
  const { others } = form.values;
  const key = Math.max(0, ...others.map((header) => header.key)) + 1;
  return (
    <Stack gap={6} align="stretch">
      <Text fw={600}>Other headers</Text>
      {others.map((header, at) => (
        <Group key={header.key} align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            label={`Name of header ${at + 1}`}
            flex={1}
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps(`others.${at}.name`)}
            error={problems.get(header.key)}
          />
          <SecretInput
            label={`Value of header ${at + 1}`}
            flex={1}
            maxLength={webhookLimits.headerBytes}
            {...form.getInputProps(`others.${at}.value`)}
          />
          <Tooltip label="Remove">
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={28}
              aria-label={`Remove header ${at + 1}`}
              onClick={() => form.removeListItem('others', at)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
      {others.length >= webhookLimits.headers ? (
        <Text c="dimmed">Limit of {webhookLimits.headers} headers reached.</Text>
      ) : (
        <SmallButton
          style={{ alignSelf: 'flex-start' }}
          icon={IconPlus}
          onClick={() => form.insertListItem('others', { key, name: '', value: '' })}
        >
          Add header
        </SmallButton>
      )}
    </Stack>
  );
};
