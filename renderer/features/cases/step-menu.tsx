import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPlayerSkipForward, IconRestore } from '@tabler/icons-react';
import type { CaseView, Step } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { isOfRunbook } from '#renderer/lib/step-places.ts';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { useCaseEdit } from './use-case-edit.ts';

interface StepMenuProps {
  readonly found: CaseView;
  readonly step: Step;
  readonly onEdit: () => void;
}

const words = { open: 'is no longer skipped', skipped: 'is skipped' } as const;

export const StepMenu = ({ found, step, onEdit }: StepMenuProps) => {
  const change = useCaseEdit(found.id, (input: { state: Step['state']; revision: number }) =>
    api.patch<CaseView>(`/api/cases/${found.id}/steps/${step.id}`, input),
  );
  const to = (state: 'open' | 'skipped', revision = found.revision): void =>
    change.mutate(
      { state, revision },
      {
        onSuccess: (view) =>
          notifyDone(`"${step.title}" ${words[state]}.`, () =>
            to(state === 'open' ? 'skipped' : 'open', view.revision),
          ),
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
        {step.state === 'open' && !isOfRunbook(step) && (
          <Menu.Item
            leftSection={<IconPlayerSkipForward size={16} aria-hidden />}
            onClick={() => to('skipped')}
          >
            Skip
          </Menu.Item>
        )}
        {step.state === 'skipped' && !isOfRunbook(step) && (
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
