import { Button, Group, Popover, Stack } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import type { RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { localOf, utcOf } from './local-time.ts';
import { runbookPath, useRunbookChange } from './runbook.ts';

interface StepDueProps {
  readonly view: RunbookView;
  readonly step: RunbookStepView;
}

/** Until when a step is to be done. */
export const StepDue = ({ view: { caseId, revision }, step: { id, due } }: StepDueProps) => {
  const [opened, setOpened] = useState(false);
  const [value, setValue] = useState<string | null>(null);
  const open = (): void => {
    setValue(due === undefined ? null : localOf(due));
    setOpened(true);
  };
  const path = `${runbookPath(caseId)}/steps/${id}/due`;
  // What is shown follows from the announcement of it.
  const takeBack = (): void => {
    api
      .put(path, { due: due ?? null })
      .catch((error: unknown) => notifyFailed('The due date was not put back', error));
  };
  const saving = useRunbookChange(
    (to: string | null) => api.put<RunbookView>(path, { due: to, revision }),
    (_, to) => ({
      words: to === null ? 'The step has no due date now.' : 'The due date is saved.',
      undo: takeBack,
    }),
  );
  const save = (to: string | null): void => saving.mutate(to, { onSuccess: () => setOpened(false) });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCalendar size={14} aria-hidden />}
          onClick={() => (opened ? setOpened(false) : open())}
        >
          {due === undefined ? 'Set a due date' : 'Change the due date'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Due date of the step">
        <Stack gap="sm">
          <DayInput
            label="Due"
            description="Day and time, such as 2026-11-21 17:00"
            withTime
            data-autofocus
            value={value}
            onChange={setValue}
            popoverProps={{ withinPortal: false }}
          />
          {saving.error && <ErrorNotice title="The due date was not saved" error={saving.error} />}
          <Group justify="flex-end" gap="xs">
            {due !== undefined && (
              <Button size="xs" variant="default" onClick={() => save(null)}>
                Remove it
              </Button>
            )}
            <Button
              size="xs"
              disabled={value === null}
              loading={saving.isPending}
              onClick={() => value !== null && save(utcOf(value))}
            >
              Save the due date
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
