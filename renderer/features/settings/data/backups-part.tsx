import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconDatabaseOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Backup, BackupReason, Restored } from '#contract/backups.ts';
import { formatBytes } from '#contract/format.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useBackups, useMakeBackup, useRestoreBackup } from './use-backups.ts';

const reasons: Readonly<Record<BackupReason, string>> = {
  daily: 'Once a day',
  asked: 'Asked for',
  migration: 'Before a new version changed the form',
  restore: 'Before a backup was restored',
};

/** Copies of cases and targets, and the way back to one. */
export const BackupsPart = () => {
  const query = useBackups();
  const make = useMakeBackup();
  const [wanted, setWanted] = useState<Backup>();
  const [restored, setRestored] = useState<Restored>();
  const columns = useMemo(
    (): TableColumn<Backup>[] => [
      { id: 'at', header: 'Made', width: 210, sortBy: ({ at }) => at, cell: ({ at }) => <Instant at={at} /> },
      { id: 'why', header: 'Why', cell: ({ why }) => reasons[why] },
      {
        id: 'size',
        header: 'Size',
        width: 110,
        align: 'right',
        sortBy: ({ size }) => size,
        cell: ({ size }) => formatBytes(size),
      },
      {
        id: 'restore',
        header: 'Restore',
        width: 130,
        cell: (backup) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Restore the backup ${backup.name}`}
            onClick={() => setWanted(backup)}
          >
            Restore…
          </Button>
        ),
      },
    ],
    [],
  );
  return (
    <Section
      title="Backups"
      description="Copies of cases and targets. Kept are three of today, one for each of the ten days before, and the last three made before a restore or an update. Credentials of tokens are never in them."
      actions={
        <Button
          size="xs"
          variant="default"
          loading={make.isPending}
          onClick={() => make.mutate(undefined, { onSuccess: () => notifyDone('The backup is made.') })}
        >
          Make a backup now
        </Button>
      }
    >
      <Stack gap="sm">
        {make.error && <ErrorNotice title="No backup was made" error={make.error} />}
        {restored && (
          <Alert
            color="teal"
            role="status"
            title="The backup is restored"
            withCloseButton
            onClose={() => setRestored(undefined)}
          >
            {restored.text}
          </Alert>
        )}
        <Loaded query={query} text="Reading the backups…">
          {({ results }) =>
            results.length === 0 ? (
              <Empty
                icon={<IconDatabaseOff aria-hidden />}
                title="No backups yet"
                text="One is made by itself each day. Make one now before something that you may want to take back."
              />
            ) : (
              <DataTable
                label="Backups"
                rows={results}
                columns={columns}
                rowId={({ name }) => name}
                height={420}
                minWidth={560}
              />
            )
          }
        </Loaded>
      </Stack>
      <Restore backup={wanted} onClose={() => setWanted(undefined)} onRestored={setRestored} />
    </Section>
  );
};

interface RestoreProps {
  readonly backup: Backup | undefined;
  readonly onClose: () => void;
  readonly onRestored: (restored: Restored) => void;
}

const Restore = ({ backup, onClose, onRestored }: RestoreProps) => {
  const restore = useRestoreBackup();
  const close = (): void => {
    restore.reset();
    onClose();
  };
  return (
    <ConfirmModal
      opened={backup !== undefined}
      onClose={close}
      title="Restore a backup"
      text={
        backup && (
          <Stack gap="xs">
            <Text>
              Cases and targets become what they were at <Instant at={backup.at} />.
            </Text>
            <List spacing={4}>
              <List.Item>What there is now is backed up first, and can be restored the same way.</List.Item>
              <List.Item>
                Credentials of token rows are in no backup: those that the restored cases do not wait for are
                shredded, for good.
              </List.Item>
              <List.Item>The local service, its clock and its messages stay as they are.</List.Item>
              <List.Item>It is refused while a check, an import or a run is under way.</List.Item>
              <List.Item>The connection is cut for a moment; the screens read everything anew.</List.Item>
            </List>
          </Stack>
        )
      }
      action="Restore the backup"
      cancel="Leave things as they are"
      isDangerous
      busy={restore.isPending}
      progress="Restoring…"
      error={restore.error}
      failed="The backup was not restored"
      onConfirm={() =>
        backup &&
        restore.mutate(backup.name, {
          onSuccess: (result) => {
            close();
            onRestored(result);
          },
        })
      }
    />
  );
};
