import { Group, Popover, Stack } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import type { EditConflict } from '#contract/edit-conflict.ts';
import type { RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import type { Choice } from '#renderer/lib/edits.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { pickedOf, utcOf } from '#renderer/lib/picked-time.ts';
import { conflictIn } from '#renderer/lib/use-edit-form.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { EditConflictChoice } from '#renderer/ui/edit-conflict.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { ActionButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

interface StepDueProps {
  readonly view: RunbookView;
  readonly step: RunbookStepView;
}

/** The due date of a step. */
export const StepDue = ({ view, step }: StepDueProps) => {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus withinPortal>
      <Popover.Target>
        <SmallButton icon={IconCalendar} onClick={() => setOpened(!opened)}>
          {step.due === undefined ? 'Set due date' : 'Change due date'}
        </SmallButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Due date of the step">
        {opened && <DueForm view={view} step={step} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
};

const DueForm = ({
  view: { caseId, revision },
  step: { id, due },
  onDone,
}: StepDueProps & { readonly onDone: () => void }) => {
  const [value, setValue] = useState(due === undefined ? null : pickedOf(due));
  const [over, setOver] = useState(revision);
  const [conflict, setConflict] = useState<EditConflict>();
  const path = `${runbookPath(caseId)}/steps/${id}/due`;
  // The announcement of the change updates the screen.
  const restore = (): void => {
    api
      .put(path, { due: due ?? null })
      .catch((error: unknown) => notifyFailed('Due date not restored', error));
  };
  const saving = useRunbookChange(
    (to: string | null) => api.put<RunbookView>(path, { due: to, revision: over }),
    (_, to) => ({ message: to === null ? 'Due date removed.' : 'Due date saved.', undo: restore }),
  );
  const save = (to: string | null): void =>
    saving.mutate(to, { onSuccess: onDone, onError: (error) => setConflict(conflictIn(error)) });
  const settle = ({ due: choice }: Readonly<Record<string, Choice>>): void => {
    const theirs = conflict?.fields?.find(({ field }) => field === 'due')?.theirs;
    if (choice === 'theirs') setValue(typeof theirs === 'string' ? pickedOf(theirs) : null);
    setOver(conflict?.revision ?? over);
    setConflict(undefined);
    saving.reset();
  };
  if (conflict !== undefined)
    return (
      <EditConflictChoice
        conflict={conflict}
        noun="step"
        labels={{ due: 'Due' }}
        reads={(_, at) => (typeof at === 'string' ? dateTime(at) : undefined)}
        onSettle={settle}
      />
    );
  return (
    <Stack gap="sm">
      <DayInput
        label="Due"
        placeholder="YYYY-MM-DD HH:mm"
        withTime
        data-autofocus
        value={value}
        onChange={setValue}
        popoverProps={{ withinPortal: false }}
      />
      {saving.error && <ErrorNotice title="Due date not saved" error={saving.error} />}
      <Group justify="flex-end" gap="xs">
        {due !== undefined && (
          <SmallButton changes onClick={() => save(null)}>
            Remove due date
          </SmallButton>
        )}
        <Blockable blocked={value === null ? 'Choose a date first.' : undefined}>
          <ActionButton
            size="xs"
            loading={saving.isPending}
            onClick={() => value !== null && save(utcOf(value))}
          >
            Save due date
          </ActionButton>
        </Blockable>
      </Group>
    </Stack>
  );
};
