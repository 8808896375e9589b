import { ActionIcon, Autocomplete, Group, NativeSelect, Paper, Stack, Text, Tooltip } from '@mantine/core';
import { IconFile, IconFolder, IconTrash } from '@tabler/icons-react';
import { bytes } from '#renderer/lib/format.ts';
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
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere', flex: '1 1 10rem' }}>
              {name}
              {size !== undefined && (
                <Text span c="dimmed" fw={400} inherit>
                  {' '}
                  {bytes(size)}
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
            <Autocomplete
              size="xs"
              label="Code base"
              description={scopeWords(scope.trim(), scopes)}
              data={[...scopes]}
              maxLength={200}
              value={scope}
              onChange={(value) => onChange({ scope: value })}
            />
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

const scopeWords = (scope: string, scopes: readonly string[]): string => {
  if (scopes.includes(scope)) return 'A new version of it: what was read of it before is superseded.';
  if (scopes.length === 0) return 'A later check under the same name supersedes this one.';
  return `One more, besides ${scopes.join(', ')}. If it is a new version of that, give it the same name.`;
};
