import { Code, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Fault } from '#contract/sandbox.ts';
import { useFaults } from '#renderer/lib/use-faults.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RowButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { AddFault } from './add-fault.tsx';
import { formatCalls, formatEffect, formatFrequency } from './fault-labels.ts';
import { useSetFaults } from './set-faults.ts';

/** Simulated errors of the local API. */
export const FaultsTab = () => {
  const query = useFaults();
  const set = useSetFaults();
  const change = (to: (present: readonly Fault[]) => readonly Fault[], done: string): void =>
    set.mutate(to, {
      onSuccess: ({ before }) => notifyDone(done, () => set.mutate(() => before)),
    });
  return (
    <Stack>
      <Section
        title="Active faults"
        description={
          <Defined
            text="The first matching fault applies; deliveries to endpoints are not affected."
            terms={['fault']}
          />
        }
        actions={
          (query.data?.length ?? 0) > 0 && (
            <SmallButton loading={set.isPending} onClick={() => change(() => [], 'All faults removed.')}>
              Remove all
            </SmallButton>
          )
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
                />
              )
            }
          </Loaded>
          {set.error && <ErrorNotice title="Faults not changed" error={set.error} />}
        </Stack>
      </Section>
      <AddFault />
    </Stack>
  );
};

/** The list may have changed since it was shown: removes an equal fault, at the same place if it is still there. */
const without = (present: readonly Fault[], fault: Fault | undefined, at: number): readonly Fault[] => {
  const isSame = (one: Fault | undefined): boolean =>
    one?.route === fault?.route && one?.method === fault?.method && one?.answer === fault?.answer;
  const place = isSame(present[at]) ? at : present.findIndex(isSame);
  return present.filter((_, index) => index !== place);
};

interface Numbered {
  readonly fault: Fault;
  readonly at: number;
}

const FaultTable = ({ faults, onRemove }: { faults: readonly Fault[]; onRemove: (at: number) => void }) => {
  const columns = useMemo(
    (): TableColumn<Numbered>[] => [
      { header: 'Order', width: 76, cell: ({ at }) => at + 1 },
      {
        header: 'Calls',
        cell: ({ fault }) => (fault.route === '*' ? formatCalls(fault) : <Code>{formatCalls(fault)}</Code>),
      },
      { header: 'Effect', cell: ({ fault }) => formatEffect(fault) },
      { header: 'Frequency', width: 190, cell: ({ fault }) => formatFrequency(fault) },
      {
        header: 'Remove',
        width: 110,
        cell: ({ fault, at }) => (
          <RowButton aria-label={`Remove fault: ${formatCalls(fault)}`} onClick={() => onRemove(at)}>
            Remove
          </RowButton>
        ),
      },
    ],
    [onRemove],
  );
  return (
    <DataTable
      label="Faults"
      rows={faults.map((fault, at) => ({ fault, at }))}
      columns={columns}
      rowId={({ at }) => String(at)}
      minWidth={640}
    />
  );
};
