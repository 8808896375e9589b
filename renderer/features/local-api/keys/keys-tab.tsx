import { Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { apiKeyLimit } from '#contract/api-key.ts';
import type { RevealedKey } from '#contract/desk.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { CreateKey } from './create-key.tsx';
import { revealKey, useKeys, useRemoveKey } from './use-keys.ts';

/** API keys of the local service. */
export const KeysTab = () => {
  const query = useKeys();
  const [removing, setRemoving] = useState<RevealedKey>();
  return (
    <Stack>
      <CreateKey isFull={(query.data?.length ?? 0) >= apiKeyLimit} />
      <Section
        title="Keys"
        description="Sent as Authorization: Basic with the key in Base64; valid for the local service only"
      >
        <Loaded query={query} text="Loading keys…">
          {(found) => <KeyTable found={found} onRemove={setRemoving} />}
        </Loaded>
      </Section>
      <RemoveKey apiKey={removing} onClose={() => setRemoving(undefined)} />
    </Stack>
  );
};

interface KeyTableProps {
  readonly found: readonly RevealedKey[];
  readonly onRemove: (key: RevealedKey) => void;
}

const KeyTable = ({ found, onRemove }: KeyTableProps) => {
  const isLast = found.length === 1;
  const columns = useMemo(
    (): TableColumn<RevealedKey>[] => [
      { header: 'Name', sortBy: ({ name }) => name, width: '30%' },
      {
        header: 'Key',
        cell: ({ id, name, apiKey }) => (
          <SecretValue
            masked={apiKey}
            what={`key ${name}`}
            reveal={() => revealKey(id)}
            onError={(error) => notifyFailed('Key not shown', error)}
          />
        ),
      },
      {
        header: 'Remove',
        width: 130,
        cell: (key) => (
          <Blockable blocked={isLast ? 'At least one key is required.' : undefined}>
            <RowButton changes aria-label={`Remove key ${key.name}`} onClick={() => onRemove(key)}>
              Remove…
            </RowButton>
          </Blockable>
        ),
      },
    ],
    [isLast, onRemove],
  );
  return (
    <>
      <DataTable label="API keys" rows={found} columns={columns} rowId={({ id }) => id} />
      {isLast && (
        <Text c="dimmed" mt="xs">
          At least one key is required: create another before removing this one.
        </Text>
      )}
    </>
  );
};

const RemoveKey = ({ apiKey, onClose }: { apiKey: RevealedKey | undefined; onClose: () => void }) => {
  const remove = useRemoveKey();
  return (
    <ConfirmModal
      opened={apiKey !== undefined}
      onClose={onClose}
      title={`Remove key ${apiKey?.name ?? ''}`}
      text="Code that still uses it gets 401 at once. This cannot be undone."
      action="Remove key"
      isDangerous
      doing={remove}
      failed="Key not removed"
      onConfirm={() => {
        if (apiKey === undefined) return;
        remove.mutate(apiKey.id, {
          onSuccess: () => {
            onClose();
            notifyDone(`Key ${apiKey.name} removed.`);
          },
        });
      }}
    />
  );
};
