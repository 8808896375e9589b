import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import { IconFile, IconFolder, IconTrash } from '@tabler/icons-react';
import { formatBytes } from '#contract/format.ts';
import { type Given, type GivenKind, givenKindNames, givenKinds } from './given.ts';

interface GivenListProps {
  readonly items: readonly Given[];
  /** Code bases that the case has evidence of. */
  readonly scopes: readonly string[];
  readonly onChange: (items: readonly Given[]) => void;
}

/** What is to be checked, one by one: what it is can be said otherwise than it was guessed. */
export const GivenList = ({ items, scopes, onChange }: GivenListProps) => (
  <Stack gap="xs">
    {items.map((item) => (
      <GivenItem
        key={item.key}
        item={item}
        scopes={scopes}
        onChange={(change) => onChange(items.map((one) => (one === item ? { ...item, ...change } : one)))}
        onRemove={() => onChange(items.filter((one) => one !== item))}
      />
    ))}
  </Stack>
);

interface GivenItemProps {
  readonly item: Given;
  readonly scopes: readonly string[];
  readonly onChange: (change: Partial<Given>) => void;
  readonly onRemove: () => void;
}

const GivenItem = ({ item, scopes, onChange, onRemove }: GivenItemProps) => {
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
              aria-label={`What ${name} is`}
              value={kind}
              data={givenKinds.map((value) => ({ value, label: givenKindNames[value] }))}
              onChange={(event) => onChange({ kind: event.currentTarget.value as GivenKind })}
            />
          </Group>
          {kind === 'source' && (
            <CodeBase scope={scope} scopes={scopes} onChange={(value) => onChange({ scope: value })} />
          )}
        </Stack>
        <Tooltip label={`Leave ${name} out`}>
          <ActionIcon variant="subtle" color="gray" aria-label={`Leave ${name} out`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Paper>
  );
};

/** Known names are offered first: a second name for the same code would count it twice. */
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
        description={
          isKnown ? 'Replaces what was read of it before.' : 'Check a later version under the same name.'
        }
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

/** The others are in the field's list. */
const offered = 5;
