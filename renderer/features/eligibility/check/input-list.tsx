import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconFile, IconFolder, IconTrash } from '@tabler/icons-react';
import { formatBytes } from '#contract/format.ts';
import { type CheckInput, type InputKind, inputKindLabels, inputKinds } from './check-input.ts';

interface InputListProps {
  readonly items: readonly CheckInput[];
  /** Code bases that the case has evidence of. */
  readonly scopes: readonly string[];
  readonly onChange: (items: readonly CheckInput[]) => void;
}

/** Inputs of the check; the guessed kind of each can be changed. */
export const InputList = ({ items, scopes, onChange }: InputListProps) => (
  <Stack gap="xs">
    {items.map((item) => (
      <InputItem
        key={item.key}
        item={item}
        scopes={scopes}
        onChange={(change) => onChange(items.map((one) => (one === item ? { ...item, ...change } : one)))}
        onRemove={() => onChange(items.filter((one) => one !== item))}
      />
    ))}
  </Stack>
);

interface InputItemProps {
  readonly item: CheckInput;
  readonly scopes: readonly string[];
  readonly onChange: (change: Partial<CheckInput>) => void;
  readonly onRemove: () => void;
}

const InputItem = ({ item, scopes, onChange, onRemove }: InputItemProps) => {
  const { name, isFolder, size, kind, scope } = item;
  const Icon = isFolder ? IconFolder : IconFile;
  return (
    <Paper withBorder p="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Icon size={20} aria-hidden style={{ flexShrink: 0, marginTop: 6 }} />
        <Stack gap="xs" style={{ flex: 1, minWidth: 0 }}>
          <Group justify="space-between" gap="sm">
            <Text fw={600} style={{ overflowWrap: 'anywhere', flex: '1 1 10rem' }}>
              {name}
              {size !== undefined && (
                <Text span c="dimmed" fw={400} inherit>
                  {' '}
                  {formatBytes(size)}
                </Text>
              )}
            </Text>
            <NativeSelect
              size="xs"
              aria-label={`Type of ${name}`}
              value={kind}
              data={inputKinds.map((value) => ({ value, label: inputKindLabels[value] }))}
              onChange={(event) => onChange({ kind: event.currentTarget.value as InputKind })}
            />
          </Group>
          {kind === 'source' && (
            <CodeBase scope={scope} scopes={scopes} onChange={(value) => onChange({ scope: value })} />
          )}
          {kind === 'exec' && (
            <TextInput
              size="xs"
              label="Test suite"
              description="Left empty: the folder and command line of the run"
              maxLength={200}
              value={scope}
              onChange={(event) => onChange({ scope: event.currentTarget.value })}
            />
          )}
        </Stack>
        <Tooltip label={`Remove ${name}`}>
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Paper>
  );
};

/** Known names first: a second name for the same code would count it twice. */
const CodeBase = ({
  scope,
  scopes,
  onChange,
}: {
  scope: string;
  scopes: readonly string[];
  onChange: (scope: string) => void;
}) => {
  const isKnown = scopes.includes(scope.trim());
  return (
    <Stack gap={4}>
      <Autocomplete
        size="xs"
        label="Code base"
        description={isKnown ? 'Replaces its earlier evidence' : 'Check later versions under the same name'}
        data={[...scopes]}
        maxLength={200}
        value={scope}
        onChange={onChange}
      />
      {!isKnown && scopes.length > 0 && (
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            New version of
          </Text>
          {scopes.slice(0, offered).map((known) => (
            <Button
              key={known}
              size="compact-xs"
              variant="default"
              maw="100%"
              onClick={() => onChange(known)}
            >
              {known}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
};

/** Others are in the list of the field. */
const offered = 5;
