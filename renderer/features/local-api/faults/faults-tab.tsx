import { Code, FileButton, Group, Stack, Switch, Text } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { Fault } from '#contract/sandbox.ts';
import { useFaults } from '#renderer/lib/use-faults.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RowButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { AddFault } from './add-fault.tsx';
import { FaultDialog } from './fault-dialog.tsx';
import { formatCalls, formatEffect, formatFrequency } from './fault-labels.ts';
import { exportFaults, readFaults } from './faults-file.ts';
import { isSameFault, useSetFaults } from './set-faults.ts';

/** Simulated errors and stored responses of the local API. */
export const FaultsTab = () => {
  const query = useFaults();
  const set = useSetFaults();
  const [edited, setEdited] = useState<Fault>();
  const change = (to: (present: readonly Fault[]) => readonly Fault[], done: string): void =>
    set.mutate(to, {
      onSuccess: ({ before }) => notifyDone(done, () => set.mutate(() => before)),
    });
  return (
    <Stack>
      <Section
        title="Faults and fixtures"
        description={
          <Defined
            text="The first matching fault applies; deliveries to endpoints are not affected."
            terms={['fault']}
          />
        }
        actions={
          <FaultActions
            faults={query.data ?? []}
            isPending={set.isPending}
            onRemoveAll={() => change(() => [], 'All faults removed.')}
            onImport={(read) =>
              change((present) => [...present, ...read], `${formatCount(read.length, 'fault')} imported.`)
            }
          />
        }
      >
        <Stack gap="sm">
          <Loaded query={query} text="Loading faults…">
            {(faults) =>
              faults.length === 0 ? (
                <Text c="dimmed">None: all calls succeed normally.</Text>
              ) : (
                <FaultTable
                  faults={faults}
                  onRemove={(at) => change((present) => without(present, faults[at], at), 'Fault removed.')}
                  onSwitch={(at, off) =>
                    change(
                      (present) => switched(present, faults[at], at, off),
                      off ? 'Fault switched off.' : 'Fault switched on.',
                    )
                  }
                  onEdit={setEdited}
                />
              )
            }
          </Loaded>
          {set.error && <ErrorNotice title="Faults not changed" error={set.error} />}
        </Stack>
      </Section>
      <AddFault />
      {edited && <FaultDialog initial={edited} replaces={edited} onClose={() => setEdited(undefined)} />}
    </Stack>
  );
};

interface FaultActionsProps {
  readonly faults: readonly Fault[];
  readonly isPending: boolean;
  readonly onRemoveAll: () => void;
  readonly onImport: (faults: readonly Fault[]) => void;
}

const FaultActions = ({ faults, isPending, onRemoveAll, onImport }: FaultActionsProps) => {
  const read = (file: File | null): void => {
    if (file === null) return;
    readFaults(file).then(onImport, (error: unknown) => notifyFailed('Faults not imported', error));
  };
  return (
    <Group gap="xs">
      <FileButton accept="application/json,.json" onChange={read}>
        {(props) => (
          <SmallButton icon={IconUpload} {...props}>
            Import JSON
          </SmallButton>
        )}
      </FileButton>
      {faults.length > 0 && (
        <>
          <SmallButton icon={IconDownload} onClick={() => void exportFaults(faults)}>
            Export JSON
          </SmallButton>
          <SmallButton loading={isPending} onClick={onRemoveAll}>
            Remove all
          </SmallButton>
        </>
      )}
    </Group>
  );
};

/** The list may have changed since it was shown: finds an equal fault, at the same place if it is still there. */
const placeOf = (present: readonly Fault[], fault: Fault | undefined, at: number): number =>
  isSameFault(present[at], fault) ? at : present.findIndex((one) => isSameFault(one, fault));

const without = (present: readonly Fault[], fault: Fault | undefined, at: number): readonly Fault[] => {
  const place = placeOf(present, fault, at);
  return present.filter((_, index) => index !== place);
};

const switched = (
  present: readonly Fault[],
  fault: Fault | undefined,
  at: number,
  isOff: boolean,
): readonly Fault[] => {
  const place = placeOf(present, fault, at);
  return present.map(({ off, ...one }, index) =>
    (index === place ? isOff : off) ? { ...one, off: true } : one,
  );
};

interface Numbered {
  readonly fault: Fault;
  readonly at: number;
}

interface FaultTableProps {
  readonly faults: readonly Fault[];
  readonly onRemove: (at: number) => void;
  readonly onSwitch: (at: number, off: boolean) => void;
  readonly onEdit: (fault: Fault) => void;
}

const FaultTable = ({ faults, onRemove, onSwitch, onEdit }: FaultTableProps) => {
  const columns = useMemo(
    (): TableColumn<Numbered>[] => [
      { header: 'Order', width: 68, cell: ({ at }) => at + 1 },
      {
        header: 'On',
        width: 64,
        cell: ({ fault, at }) => (
          <Switch
            size="xs"
            aria-label={`On: ${formatCalls(fault)}`}
            checked={!fault.off}
            onChange={(event) => onSwitch(at, !event.currentTarget.checked)}
          />
        ),
      },
      {
        header: 'Calls',
        cell: ({ fault }) => (fault.route === '*' ? formatCalls(fault) : <Code>{formatCalls(fault)}</Code>),
      },
      { header: 'Effect', cell: ({ fault }) => formatEffect(fault) },
      { header: 'Frequency', width: 150, cell: ({ fault }) => formatFrequency(fault) },
      {
        header: 'Actions',
        width: 150,
        cell: ({ fault, at }) => (
          <Group gap={4} wrap="nowrap">
            <RowButton changes aria-label={`Edit fault: ${formatCalls(fault)}`} onClick={() => onEdit(fault)}>
              Edit
            </RowButton>
            <RowButton
              changes
              aria-label={`Remove fault: ${formatCalls(fault)}`}
              onClick={() => onRemove(at)}
            >
              Remove
            </RowButton>
          </Group>
        ),
      },
    ],
    [onRemove, onSwitch, onEdit],
  );
  return (
    <DataTable
      label="Faults"
      rows={faults.map((fault, at) => ({ fault, at }))}
      columns={columns}
      rowId={({ at }) => String(at)}
      minWidth={720}
    />
  );
};
