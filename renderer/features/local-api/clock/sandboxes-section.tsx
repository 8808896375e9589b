import { Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatBytes, formatNumber } from '#contract/format.ts';
import type { SandboxView } from '#contract/sandboxes.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { useRemoveSandbox } from './use-sandboxes.ts';

interface SandboxesSectionProps {
  readonly sandboxes: readonly SandboxView[];
  /** Asks to open one. */
  readonly onOpen: (clock: SandboxView['clock']) => void;
}

/** Both sandboxes with what is in them; they never share a store. */
export const SandboxesSection = ({ sandboxes, onOpen }: SandboxesSectionProps) => {
  const [removed, setRemoved] = useState<SandboxView['clock']>();
  const removing = useRemoveSandbox();
  const columns = useMemo(
    (): TableColumn<SandboxView>[] => [
      { header: 'Sandbox', width: 130, cell: ({ clock }) => nameOf(clock) },
      { header: 'Status', width: 110, cell: (one) => <Status sandbox={one} /> },
      { header: 'Time', width: 190, cell: (one) => <Time sandbox={one} /> },
      { header: 'Companies', width: 100, cell: (one) => figure(one, 'companies') },
      { header: 'Endpoints', width: 100, cell: (one) => figure(one, 'endpoints') },
      { header: 'Waiting', width: 90, cell: (one) => figure(one, 'waiting') },
      { header: 'Size', width: 90, cell: (one) => sizeOf(one) },
      {
        header: 'Actions',
        cell: ({ clock, current, exists }) =>
          !current && (
            <Group gap="xs" wrap="nowrap">
              <RowButton onClick={() => onOpen(clock)}>{exists ? 'Open…' : 'Create…'}</RowButton>
              {exists && (
                <RowButton changes onClick={() => setRemoved(clock)}>
                  Delete…
                </RowButton>
              )}
            </Group>
          ),
      },
    ],
    [onOpen],
  );
  return (
    <Section title="Sandboxes" description="System time and virtual time, each with its own data.">
      <DataTable
        label="Sandboxes"
        rows={sandboxes}
        columns={columns}
        rowId={({ clock }) => clock}
        height={120}
        minWidth={900}
      />
      <ConfirmModal
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title="Delete sandbox"
        text={`The ${removed} sandbox is deleted with its messages, mails and backups. This can't be undone.`}
        action="Delete sandbox"
        isDangerous
        doing={removing}
        failed="Sandbox not deleted"
        onConfirm={() =>
          removed &&
          removing.mutate(removed, {
            onSuccess: () => {
              setRemoved(undefined);
              notifyDone('Sandbox deleted.');
            },
          })
        }
      />
    </Section>
  );
};

const nameOf = (clock: SandboxView['clock']): string =>
  clock === 'virtual' ? 'Virtual time' : 'System time';

const Status = ({ sandbox: { current, exists } }: { readonly sandbox: SandboxView }) => {
  if (current) return <StatusBadge tone="good">Open</StatusBadge>;
  return <StatusBadge tone="neutral">{exists ? 'Closed' : 'None yet'}</StatusBadge>;
};

const Time = ({ sandbox: { clock, now, exists } }: { readonly sandbox: SandboxView }) => {
  if (clock === 'system') return 'The system’s';
  if (now !== undefined) return <Instant at={now} exact />;
  return exists ? 'Unknown' : 'Starts at the system’s';
};

const figure = (one: SandboxView, name: 'companies' | 'endpoints' | 'waiting'): string => {
  const count = one[name];
  if (count !== undefined) return formatNumber(count);
  return one.exists ? 'Unknown' : '';
};

const sizeOf = ({ exists, bytes }: SandboxView): string => {
  if (bytes === undefined) return 'Unknown';
  return exists ? formatBytes(bytes) : '';
};
