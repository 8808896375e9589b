import { Button, Code, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Fault } from '#contract/sandbox.ts';
import { useFaults } from '#renderer/lib/use-faults.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { AddFault } from './add-fault.tsx';
import { formatAnswer, formatHowOften, formatWhich } from './fault-labels.ts';
import { useSetFaults } from './set-faults.ts';

/** Trouble on order: how the local API is to fail, so that it shows how a client copes with it. */
export const FaultsTab = () => {
  const query = useFaults();
  const set = useSetFaults();
  const change = (to: (present: readonly Fault[]) => readonly Fault[], words: string): void =>
    set.mutate(to, {
      onSuccess: ({ before }) => notifyDone(words, () => set.mutate(() => before)),
    });
  return (
    <Stack>
      <Section
        title="Faults in force"
        description="The first that fits a call hits it. They concern calls of the local API, not deliveries to endpoints."
        actions={
          (query.data?.length ?? 0) > 0 && (
            <Button
              size="xs"
              variant="default"
              loading={set.isPending}
              onClick={() => change(() => [], 'All faults are removed.')}
            >
              Remove all faults
            </Button>
          )
        }
      >
        <Stack gap="sm">
          <Loaded query={query} text="Reading the faults…">
            {(faults) =>
              faults.length === 0 ? (
                <Text c="dimmed">
                  None: every call is answered as it should be. Add one below, to see how a client copes with
                  it.
                </Text>
              ) : (
                <FaultTable
                  faults={faults}
                  onRemove={(at) =>
                    change((present) => without(present, faults[at], at), 'The fault is removed.')
                  }
                />
              )
            }
          </Loaded>
          {set.error && <ErrorNotice title="The faults were not changed" error={set.error} />}
        </Stack>
      </Section>
      <AddFault />
    </Stack>
  );
};

/** The list may have changed since it was drawn: one of the same kind goes, at the same place if it is still there. */
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
      { id: 'at', header: 'Order', width: 76, cell: ({ at }) => at + 1 },
      {
        id: 'which',
        header: 'Which calls',
        cell: ({ fault }) => (fault.route === '*' ? formatWhich(fault) : <Code>{formatWhich(fault)}</Code>),
      },
      { id: 'what', header: 'What happens', cell: ({ fault }) => formatAnswer(fault) },
      { id: 'often', header: 'How often', width: 190, cell: ({ fault }) => formatHowOften(fault) },
      {
        id: 'remove',
        header: 'Remove',
        width: 110,
        cell: ({ fault, at }) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Remove the fault on ${formatWhich(fault)}`}
            onClick={() => onRemove(at)}
          >
            Remove
          </Button>
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
