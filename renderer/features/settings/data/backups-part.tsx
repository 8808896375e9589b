import { Alert, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDatabaseOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Backup, BackupProblem, BackupReason, Restored } from '#contract/backups.ts';
import { formatBytes } from '#contract/format.ts';
import { useOnServer } from '#renderer/lib/use-on-server.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RowButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { useBackups, useMakeBackup, useRestoreBackup } from './use-backups.ts';

const reasonLabels: Readonly<Record<BackupReason, string>> = {
  daily: 'Daily',
  asked: 'Manual',
  migration: 'Before a schema migration',
  restore: 'Before a restore',
};

const dataLabels: Readonly<Record<Backup['of'], string>> = {
  desk: 'Cases and targets',
  service: 'Local service',
};

/** Backups of cases and targets and of the local service, and restoring one. */
export const BackupsPart = () => {
  const query = useBackups();
  const make = useMakeBackup();
  const onServer = useOnServer();
  const [wanted, setWanted] = useState<Backup>();
  const [restored, setRestored] = useState<Restored>();
  return (
    <Section
      title="Backups"
      description="Cases and targets, without token credentials, and the local service. Kept: 3 of today, 1 for each of the 10 days before, and the last 3 before a restore or an update."
      actions={
        <Blockable blocked={onServer}>
          <SmallButton
            loading={make.isPending}
            onClick={() =>
              make.mutate(undefined, {
                onSuccess: ({ serviceError }) => serviceError === undefined && notifyDone('Backup created.'),
              })
            }
          >
            Create backup
          </SmallButton>
        </Blockable>
      }
    >
      <Stack gap="sm">
        {make.error && <ErrorNotice title="Backup not created" error={make.error} />}
        {make.data?.serviceError && (
          <ErrorNotice
            title="Backup of cases and targets created, none of the local service"
            error={make.data.serviceError}
          />
        )}
        {onServer && <Text c="dimmed">{onServer}</Text>}
        {restored && (
          <Alert
            color="teal"
            role="status"
            title="Backup restored"
            withCloseButton
            onClose={() => setRestored(undefined)}
          >
            {restored.text}
          </Alert>
        )}
        {onServer === undefined && (
          <Loaded query={query} text="Loading backups…">
            {({ results, problems }) => (
              <Stack gap="sm">
                {problems.map((problem) => (
                  <NoDaily key={problem.of} problem={problem} />
                ))}
                <BackupTable backups={results} onRestore={setWanted} />
              </Stack>
            )}
          </Loaded>
        )}
      </Stack>
      <Restore backup={wanted} onClose={() => setWanted(undefined)} onRestored={setRestored} />
    </Section>
  );
};

const NoDaily = ({ problem: { of, since, newest, next, text } }: { readonly problem: BackupProblem }) => (
  <Alert
    color="yellow"
    role="alert"
    icon={<IconAlertTriangle aria-hidden />}
    title={`No daily backup: ${dataLabels[of].toLowerCase()}`}
  >
    <Text>
      <Worded text={text} />
    </Text>
    <Text size="sm">
      Failing since <Instant at={since} />. Newest backup: {newest ? <Instant at={newest} /> : 'none'}. Next
      try: <Instant at={next} />.
    </Text>
  </Alert>
);

interface BackupTableProps {
  readonly backups: readonly Backup[];
  readonly onRestore: (backup: Backup) => void;
}

const BackupTable = ({ backups, onRestore }: BackupTableProps) => {
  const columns = useMemo(() => columnsOf(onRestore), [onRestore]);
  if (backups.length === 0) {
    return (
      <Empty
        icon={<IconDatabaseOff aria-hidden />}
        title="No backups yet"
        text="One is created automatically each day. Create one now before a risky change."
      />
    );
  }
  return (
    <DataTable
      label="Backups"
      rows={backups}
      columns={columns}
      rowId={({ name }) => name}
      height={420}
      minWidth={700}
    />
  );
};

const columnsOf = (onRestore: BackupTableProps['onRestore']): readonly TableColumn<Backup>[] => [
  { header: 'Created', width: 210, sortBy: ({ at }) => at, cell: ({ at }) => <Instant at={at} /> },
  { header: 'Data', width: 170, sortBy: ({ of }) => of, cell: ({ of }) => dataLabels[of] },
  { header: 'Reason', cell: ({ why }) => reasonLabels[why] },
  {
    header: 'Size',
    width: 110,
    align: 'right',
    sortBy: ({ size }) => size,
    cell: ({ size }) => formatBytes(size),
  },
  {
    header: 'Restore',
    width: 130,
    cell: (backup) => (
      <RowButton changes aria-label={`Restore backup ${backup.name}`} onClick={() => onRestore(backup)}>
        Restore…
      </RowButton>
    ),
  },
];

const OfLocalService = ({ backup }: { readonly backup: Backup }) => (
  <Stack gap="xs">
    <Text>
      The local service returns to its state of <Instant at={backup.at} />.
    </Text>
    <List spacing={4}>
      <List.Item>The current state is backed up first; a damaged one is kept aside.</List.Item>
      <List.Item>Deliveries that waited then are sent again.</List.Item>
      <List.Item>Cases and their evidence stay unchanged.</List.Item>
    </List>
  </Stack>
);

interface RestoreProps {
  readonly backup: Backup | undefined;
  readonly onClose: () => void;
  readonly onRestored: (restored: Restored) => void;
}

const Restore = ({ backup, onClose, onRestored }: RestoreProps) => {
  const restore = useRestoreBackup();
  return (
    <ConfirmModal
      opened={backup !== undefined}
      onClose={onClose}
      title="Restore backup"
      text={
        backup?.of === 'service' ? (
          <OfLocalService backup={backup} />
        ) : (
          backup && (
            <Stack gap="xs">
              <Text>
                Cases and targets return to their state of <Instant at={backup.at} />.
              </Text>
              <List spacing={4}>
                <List.Item>The current state is backed up first and can be restored the same way.</List.Item>
                <List.Item>
                  Backups contain no token credentials; those that the restored cases do not need are shredded
                  permanently.
                </List.Item>
                <List.Item>The local service, its clock and its messages stay unchanged.</List.Item>
                <List.Item>Not possible during a check, an import or a run.</List.Item>
                <List.Item>The connection is interrupted briefly; screens reload.</List.Item>
              </List>
            </Stack>
          )
        )
      }
      action="Restore backup"
      isDangerous
      doing={restore}
      progress="Restoring…"
      failed="Backup not restored"
      onConfirm={() =>
        backup &&
        restore.mutate(backup.name, {
          onSuccess: (result) => {
            onClose();
            onRestored(result);
          },
        })
      }
    />
  );
};
