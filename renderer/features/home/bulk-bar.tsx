import { Autocomplete, Button, Group, List, Menu, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconCalendar, IconCircleCheck, IconDownload, IconFolderOpen, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseBulkAction, CaseBulkResult } from '#contract/case-bulk.ts';
import type { CaseFilter } from '#contract/case-list.ts';
import { formatCount } from '#contract/format.ts';
import { zoneName } from '#renderer/lib/format.ts';
import { useOwnerChoices } from '#renderer/lib/people-names.ts';
import { utcOf } from '#renderer/lib/picked-time.ts';
import type { RowSelection } from '#renderer/lib/use-selection.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { SelectionAction, SelectionBar } from '#renderer/ui/selection-bar.tsx';
import { useBulk, useCaseExport } from './use-bulk.ts';

interface BulkBarProps {
  readonly selection: RowSelection<CaseFilter>;
}

type Asked = 'assign' | 'due' | 'close' | 'reopen';

/** What can be done with the selected cases. */
export const BulkBar = ({ selection }: BulkBarProps) => {
  const [asked, setAsked] = useState<Asked>();
  const [told, setTold] = useState<CaseBulkResult>();
  const bulk = useBulk(setTold);
  const exporting = useCaseExport();
  const { request, count } = selection;
  const act = (action: CaseBulkAction): void => {
    setAsked(undefined);
    bulk.mutate({ selection: request, action });
  };
  const cases = count === undefined ? 'all cases of the list' : formatCount(count, 'case');
  const reason = selection.isTooMany ? 'select fewer, or all of the list' : undefined;
  const dialog = { cases, onClose: () => setAsked(undefined), onAct: act };
  const action = (icon: typeof IconUser, label: string, of: Asked) => (
    <SelectionAction
      icon={icon}
      label={label}
      reason={reason}
      busy={bulk.isPending && bulk.variables.action.kind === of}
      onAct={() => setAsked(of)}
    />
  );
  return (
    <>
      <SelectionBar selection={selection as RowSelection} noun="cases">
        {action(IconUser, 'Assign', 'assign')}
        {action(IconCalendar, 'Set due date', 'due')}
        {reason === undefined ? (
          <Menu position="top-start">
            <Menu.Target>
              <Button
                size="xs"
                variant="subtle"
                color="gray"
                loading={exporting.isPending}
                leftSection={<IconDownload size={14} aria-hidden />}
              >
                Export
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {(['csv', 'case-files'] as const).map((format) => (
                <Menu.Item
                  key={format}
                  onClick={() => exporting.mutate({ selection: asSent(request), format })}
                >
                  {format === 'csv' ? 'List as CSV' : 'Case files (zip)'}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : (
          <SelectionAction icon={IconDownload} label="Export" reads reason={reason} onAct={() => {}} />
        )}
        {action(IconCircleCheck, 'Close', 'close')}
        {action(IconFolderOpen, 'Reopen', 'reopen')}
      </SelectionBar>
      {asked === 'assign' && <AssignDialog {...dialog} />}
      {asked === 'due' && <DueDialog {...dialog} />}
      {(asked === 'close' || asked === 'reopen') && <StateDialog {...dialog} kind={asked} />}
      <Told result={told} onClose={() => setTold(undefined)} />
    </>
  );
};

/** The contract's own shape has lists that may be changed. */
const asSent = (selection: RowSelection<CaseFilter>['request']) => selection;

interface DialogProps {
  /** `12 cases` */
  readonly cases: string;
  readonly onClose: () => void;
  readonly onAct: (action: CaseBulkAction) => void;
}

const AssignDialog = ({ cases, onClose, onAct }: DialogProps) => {
  const { own, all } = useOwnerChoices();
  const [owner, setOwner] = useState(own);
  return (
    <Modal opened onClose={onClose} title={`Assign ${cases}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (owner.trim() !== '') onAct({ kind: 'assign', owner: owner.trim() });
        }}
      >
        <Stack>
          <Autocomplete
            data-autofocus
            label="Owner"
            description="Recorded in the audit chain of each case"
            data={all}
            maxLength={200}
            value={owner}
            onChange={setOwner}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" mr="auto" onClick={() => onAct({ kind: 'assign', owner: null })}>
              Unassign
            </Button>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Blockable blocked={owner.trim() === '' ? 'Enter an owner.' : undefined}>
              <Button type="submit">Assign {cases}</Button>
            </Blockable>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

const DueDialog = ({ cases, onClose, onAct }: DialogProps) => {
  const [day, setDay] = useState<string | null>(null);
  // The end of the day: who has until then is not late in the morning.
  const due = day === null ? undefined : utcOf(`${day.slice(0, 10)} 18:00:00`);
  return (
    <Modal opened onClose={onClose} title={`Set due date of ${cases}`}>
      <Stack>
        <DayInput
          data-autofocus
          label="Due"
          description={`At 18:00 (${zoneName()}), of the next step of each part`}
          value={day}
          onChange={setDay}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" mr="auto" onClick={() => onAct({ kind: 'due', due: null })}>
            Clear due date
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Blockable blocked={due === undefined ? 'Choose a day.' : undefined}>
            <Button onClick={() => due !== undefined && onAct({ kind: 'due', due })}>Set due date</Button>
          </Blockable>
        </Group>
      </Stack>
    </Modal>
  );
};

const StateDialog = ({ cases, onClose, onAct, kind }: DialogProps & { kind: 'close' | 'reopen' }) => {
  const [reason, setReason] = useState('');
  const verb = kind === 'close' ? 'Close' : 'Reopen';
  return (
    <Modal opened onClose={onClose} title={`${verb} ${cases}?`}>
      <Stack>
        <Text>
          {kind === 'close'
            ? 'Observations end and stored credentials are deleted. Cases with an unfinished run stay open. A closed case can be reopened; its credentials are gone.'
            : 'Deleted credentials do not come back.'}
        </Text>
        <Textarea
          data-autofocus
          label="Reason"
          description="Optional, recorded in each case"
          maxLength={20_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onAct({ kind, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) })}>
            {verb} {cases}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

const mostTold = 200;

const Told = ({ result, onClose }: { result: CaseBulkResult | undefined; onClose: () => void }) => {
  const told = result?.items.filter(({ why }) => why !== undefined) ?? [];
  const refused = result?.refused ?? 0;
  return (
    <Modal
      opened={result !== undefined}
      onClose={onClose}
      size="lg"
      title={refused > 0 ? `${formatCount(refused, 'case')} not changed` : 'Other due dates'}
    >
      <Stack>
        <List spacing={4}>
          {told.slice(0, mostTold).map(({ id, name, why }) => (
            <List.Item key={id}>
              <b>{name}</b>: {why}
            </List.Item>
          ))}
        </List>
        {told.length > mostTold && <Text>{formatCount(told.length - mostTold, 'more case')}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
