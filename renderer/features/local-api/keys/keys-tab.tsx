import { Button, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { apiKeyLimit } from '#contract/api-key.ts';
import type { RevealedKey } from '#contract/desk.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { MakeKey } from './make-key.tsx';
import { revealKey, useKeys, useRemoveKey } from './use-keys.ts';

/** Who may call the local API. */
export const KeysTab = () => {
  const query = useKeys();
  const [leaving, setLeaving] = useState<RevealedKey>();
  return (
    <Stack>
      <MakeKey isFull={(query.data?.length ?? 0) >= apiKeyLimit} />
      <Section
        title="Keys"
        description="Sent as Authorization: Basic and the key in Base64. They work here alone; a remote target has its own."
      >
        <Loaded query={query} text="Reading the keys…">
          {(found) => <KeyTable found={found} onRemove={setLeaving} />}
        </Loaded>
      </Section>
      <RemoveKey apiKey={leaving} onClose={() => setLeaving(undefined)} />
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
      { id: 'name', header: 'Name', sortBy: ({ name }) => name, cell: ({ name }) => name, width: '30%' },
      {
        id: 'key',
        header: 'Key',
        cell: ({ id, name, apiKey }) => (
          <SecretValue
            masked={apiKey}
            what={`the key ${name}`}
            reveal={() => revealKey(id)}
            onError={(error) => notifyFailed('The key was not shown', error)}
          />
        ),
      },
      {
        id: 'remove',
        header: 'Remove',
        width: 130,
        cell: (key) => (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isLast}
            title={isLast ? 'One key has to stay' : undefined}
            aria-label={`Remove the key ${key.name}`}
            onClick={() => onRemove(key)}
          >
            Remove…
          </Button>
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
          One key has to stay: make another before this one is removed.
        </Text>
      )}
    </>
  );
};

const RemoveKey = ({ apiKey, onClose }: { apiKey: RevealedKey | undefined; onClose: () => void }) => {
  const remove = useRemoveKey();
  const close = (): void => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmModal
      opened={apiKey !== undefined}
      onClose={close}
      title={`Remove the key ${apiKey?.name ?? ''}`}
      text="It stops working at once: code that still sends it gets 401. It can't be brought back; a new one has another value."
      action="Remove the key"
      cancel="Keep it"
      isDangerous
      busy={remove.isPending}
      error={remove.error}
      failed="The key was not removed"
      onConfirm={() => {
        if (apiKey === undefined) return;
        remove.mutate(apiKey.id, {
          onSuccess: () => {
            close();
            notifyDone(`The key ${apiKey.name} is removed.`);
          },
        });
      }}
    />
  );
};
