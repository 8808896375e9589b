import { ActionIcon, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { SecretInput } from './secret-input.tsx';
import { SmallButton } from './small-button.tsx';

export interface HeaderInput {
  readonly key: number;
  readonly name: string;
  /** A secret: kept in the form alone, until it is sent. */
  readonly value: string;
}

interface HeaderInputsProps {
  readonly title: string;
  readonly headers: readonly HeaderInput[];
  /** What a form gives for a field of one of them. */
  readonly inputProps: (at: number, field: 'name' | 'value') => object;
  /** By the key of the header. */
  readonly problems: ReadonlyMap<number, string>;
  readonly most: number;
  readonly mostOfValue: number;
  readonly onAdd: (header: HeaderInput) => void;
  readonly onRemove: (at: number) => void;
}

/** Custom headers, each with its name and its hidden value. */
export const HeaderInputs = ({
  title,
  headers,
  inputProps,
  problems,
  most,
  mostOfValue,
  onAdd,
  onRemove,
}: HeaderInputsProps) => {
  const key = Math.max(0, ...headers.map((header) => header.key)) + 1;
  return (
    <Stack gap={6} align="stretch">
      <Text fw={600}>{title}</Text>
      {headers.map((header, at) => (
        <Group key={header.key} align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            label={`Name of header ${at + 1}`}
            flex={1}
            autoComplete="off"
            maxLength={200}
            {...inputProps(at, 'name')}
            error={problems.get(header.key)}
          />
          <SecretInput
            label={`Value of header ${at + 1}`}
            flex={1}
            maxLength={mostOfValue}
            {...inputProps(at, 'value')}
          />
          <Tooltip label="Remove">
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={28}
              aria-label={`Remove header ${at + 1}`}
              onClick={() => onRemove(at)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
      {headers.length >= most ? (
        <Text c="dimmed">Limit of {most} headers reached.</Text>
      ) : (
        <SmallButton
          style={{ alignSelf: 'flex-start' }}
          icon={IconPlus}
          onClick={() => onAdd({ key, name: '', value: '' })}
        >
          Add header
        </SmallButton>
      )}
    </Stack>
  );
};
