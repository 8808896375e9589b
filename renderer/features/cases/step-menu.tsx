import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconDots, IconPencil, IconPlayerSkipForward, IconRestore } from '@tabler/icons-react';
import type { CaseView, Step } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { useCaseEdit } from './use-case-edit.ts';

interface StepMenuProps {
  readonly found: CaseView;
  readonly step: Step;
  readonly onEdit: () => void;
}

const words = { open: 'is open again', done: 'is done', skipped: 'is skipped' } as const;

export const StepMenu = ({ found, step, onEdit }: StepMenuProps) => {
  const change = useCaseEdit(found.id, (input: { state: Step['state']; revision: number }) =>
    api.patch<CaseView>(`/api/cases/${found.id}/steps/${step.id}`, input),
  );
  const to = (state: Step['state'], revision = found.revision): void =>
    change.mutate(
      { state, revision },
      {
        onSuccess: (view) =>
          notifyDone(`"${step.title}" ${words[state]}.`, () => to(step.state, view.revision)),
        onError: (error) => notifyFailed('The step was left as it was', error),
      },
    );
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Change "${step.title}"`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {step.state !== 'done' && (
          <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} onClick={() => to('done')}>
            Mark as done
          </Menu.Item>
        )}
        {step.state === 'open' ? (
          <Menu.Item
            leftSection={<IconPlayerSkipForward size={16} aria-hidden />}
            onClick={() => to('skipped')}
          >
            Skip
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={() => to('open')}>
            Open again
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          Responsible, due date, note…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
