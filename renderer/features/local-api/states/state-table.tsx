import { ActionIcon, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots, IconDownload, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatBytes } from '#contract/format.ts';
import type { StateView } from '#contract/states.ts';
import { useNarrow } from '#renderer/lib/use-narrow.ts';
import { useOnServer } from '#renderer/lib/use-on-server.ts';
import { Blockable, BlockableItem } from '#renderer/ui/blockable.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { useSaving } from '#renderer/ui/save-button.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { countsOf, secretsOf } from './state-labels.ts';
import { statePath } from './use-states.ts';

interface StateTableProps {
  readonly states: readonly StateView[];
  readonly onRestore: (state: StateView) => void;
  readonly onFork: (state: StateView) => void;
  readonly onDelete: (name: string) => void;
}

/** Saved states with what is in them, newest first. */
export const StateTable = ({ states, onRestore, onFork, onDelete }: StateTableProps) => {
  const isNarrow = useNarrow();
  const columns = useMemo(
    (): TableColumn<StateView>[] => [
      {
        header: 'Name',
        wraps: true,
        sortBy: ({ name }) => name.toLowerCase(),
        cell: (state) => <Name state={state} />,
      },
      { header: 'Content', width: isNarrow ? 200 : 260, wraps: true, cell: countsOf },
      {
        header: 'Saved',
        width: 160,
        sortBy: ({ saved }) => saved,
        cell: ({ saved }) => <Instant at={saved} />,
      },
      { header: 'Clock', width: 160, cell: (state) => <Time state={state} /> },
      ...(isNarrow ? [] : [{ header: 'Secrets', width: 150, cell: secretsOf }]),
      {
        header: 'Actions',
        width: 200,
        cell: (state) => (
          <Actions
            state={state}
            onRestore={() => onRestore(state)}
            onFork={() => onFork(state)}
            onDelete={() => onDelete(state.name)}
          />
        ),
      },
    ],
    [isNarrow, onRestore, onFork, onDelete],
  );
  return (
    <DataTable
      label="Saved states"
      rows={states}
      columns={columns}
      rowId={({ name }) => name}
      height={480}
      minWidth={isNarrow ? 860 : 1060}
    />
  );
};

const Name = ({ state: { name, note } }: { readonly state: StateView }) => (
  <Stack gap={0}>
    <span>{name}</span>
    {note !== undefined && (
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    )}
  </Stack>
);

const Time = ({ state: { clock, now } }: { readonly state: StateView }) =>
  clock === 'system' ? (
    'System time'
  ) : (
    <Stack gap={0}>
      <span>Virtual time</span>
      <Text size="sm" c="dimmed">
        <Instant at={now} />
      </Text>
    </Stack>
  );

/** The page holds a file that it saves. */
const mostToExport = 536_870_912;

const Actions = ({ state, onRestore, onFork, onDelete }: ActionsProps) => {
  const saving = useSaving();
  const onServer = useOnServer();
  const { name, bytes } = state;
  return (
    <Group gap={4} wrap="nowrap">
      <Blockable blocked={onServer}>
        <RowButton changes aria-label={`Restore state ${name}`} onClick={onRestore}>
          Restore…
        </RowButton>
      </Blockable>
      <RowButton changes aria-label={`Fork state ${name}`} onClick={onFork}>
        Fork…
      </RowButton>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Actions for "${name}"`}
            loading={saving.isPending}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown maw={320}>
          <BlockableItem
            leftSection={<IconDownload size={16} aria-hidden />}
            blocked={
              bytes > mostToExport
                ? `${formatBytes(bytes)}: too large to export here. Copy it from states in the data folder.`
                : undefined
            }
            onClick={() => saving.mutate({ path: `${statePath(name)}/file` })}
          >
            Export file ({formatBytes(bytes)})
          </BlockableItem>
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
};

interface ActionsProps {
  readonly state: StateView;
  readonly onRestore: () => void;
  readonly onFork: () => void;
  readonly onDelete: () => void;
}
