import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPlayerSkipForward, IconRestore } from '@tabler/icons-react';
import type { CaseView, Step } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { isOfRunbook } from '#renderer/lib/step-places.ts';
import { BlockableItem } from '#renderer/ui/blockable.tsx';
import { useBlockedHere } from '#renderer/ui/needs-role.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { useCaseEdit } from './use-case-edit.ts';

interface StepMenuProps {
  readonly found: CaseView;
  readonly step: Step;
  readonly onEdit: () => void;
}

const done = { open: 'reopened', skipped: 'skipped' } as const;

export const StepMenu = ({ found, step, onEdit }: StepMenuProps) => {
  const change = useCaseEdit(found.id, (input: { state: Step['state']; revision: number }) =>
    api.patch<CaseView>(`/api/cases/${found.id}/steps/${step.id}`, input),
  );
  const to = (state: 'open' | 'skipped', revision = found.revision): void =>
    change.mutate(
      { state, revision },
      {
        onSuccess: (view) =>
          notifyDone(`Step "${step.title}" ${done[state]}.`, () =>
            to(state === 'open' ? 'skipped' : 'open', view.revision),
          ),
        onError: (error) => notifyFailed('Step not changed', error),
      },
    );
  const blocked = useBlockedHere();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for "${step.title}"`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {step.state === 'open' && !isOfRunbook(step) && (
          <BlockableItem
            blocked={blocked}
            leftSection={<IconPlayerSkipForward size={16} aria-hidden />}
            onClick={() => to('skipped')}
          >
            Skip step
          </BlockableItem>
        )}
        {step.state === 'skipped' && !isOfRunbook(step) && (
          <BlockableItem
            blocked={blocked}
            leftSection={<IconRestore size={16} aria-hidden />}
            onClick={() => to('open')}
          >
            Reopen step
          </BlockableItem>
        )}
        <BlockableItem blocked={blocked} leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          Edit step…
        </BlockableItem>
      </Menu.Dropdown>
    </Menu>
  );
};
