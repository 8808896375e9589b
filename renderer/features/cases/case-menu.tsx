import { ActionIcon, Menu, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArchive,
  IconCircleCheck,
  IconDots,
  IconEraser,
  IconFileExport,
  IconGavel,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconRestore,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { togglePin, useCaseShortcuts } from '#renderer/lib/case-shortcuts.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { useMay } from '#renderer/lib/who.ts';
import { BlockableItem } from '#renderer/ui/blockable.tsx';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { NeedsRole } from '#renderer/ui/needs-role.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { DeleteForm } from './delete-case.tsx';
import { EditForm } from './edit-case.tsx';
import { EraseForm } from './erase-data.tsx';
import { ExportForm } from './export-case.tsx';
import { KeepForm } from './keeping/keep-form.tsx';
import { useCaseEdit } from './use-case-edit.ts';
import { VerifyForm } from './verify-chain.tsx';

const dialogs = [
  { id: 'edit', Icon: IconPencil, title: 'Edit case', Form: EditForm, role: 'engineer' },
  { id: 'export', Icon: IconFileExport, title: 'Export case', Form: ExportForm, role: 'viewer' },
  { id: 'verify', Icon: IconShieldCheck, title: 'Verify audit chain', Form: VerifyForm, role: 'viewer' },
  { id: 'keep', Icon: IconGavel, title: 'Legal hold and retention', Form: KeepForm, role: 'viewer' },
  { id: 'erase', Icon: IconEraser, title: 'Erase personal data', Form: EraseForm, role: 'admin' },
  { id: 'delete', Icon: IconTrash, title: 'Delete case', Form: DeleteForm, role: 'admin', color: 'red' },
] as const;

type DialogId = (typeof dialogs)[number]['id'];

export const CaseMenu = ({ found }: { found: CaseView }) => {
  const [{ Form, title, role }, setDialog] = useState<(typeof dialogs)[number]>(dialogs[0]);
  const [opened, { open, close }] = useDisclosure(false);
  const isPinned = useCaseShortcuts().pinned.includes(found.id);
  const [asked, setAsked] = useState<'close' | 'archive'>();
  const { move, moving } = useMove(found);
  const start = (to: Move): void => (to === 'reopen' ? move(to) : setAsked(to));
  const ask = (dialog: (typeof dialogs)[number]): void => {
    setDialog(dialog);
    open();
  };
  const blocked = useBlocked(found);
  const PinIcon = isPinned ? IconPinnedOff : IconPin;
  const pinLabel = isPinned ? 'Unpin case' : 'Pin case';
  useShortcuts(
    'Case',
    [
      { label: pinLabel, icon: PinIcon, run: () => togglePin(found.id) },
      ...dialogs.map((dialog) => ({
        label: dialog.title,
        icon: dialog.Icon,
        reason: blocked[dialog.role],
        run: () => ask(dialog),
      })),
      ...movesFrom[found.state].map((to) => ({
        label: moves[to].label,
        icon: moves[to].Icon,
        reason: blocked.engineer,
        run: () => start(to),
      })),
    ].map((one) => ({ ...one, inPalette: true })),
  );
  const dialogItems = (...ids: readonly DialogId[]) =>
    dialogs
      .filter(({ id }) => ids.includes(id))
      .map((dialog) => (
        <BlockableItem
          key={dialog.id}
          blocked={blocked[dialog.role]}
          leftSection={<dialog.Icon size={16} aria-hidden />}
          onClick={() => ask(dialog)}
          {...('color' in dialog ? { color: dialog.color } : {})}
        >
          {dialog.title}…
        </BlockableItem>
      ));
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="Case actions" data-in-palette="no">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<PinIcon size={16} aria-hidden />} onClick={() => togglePin(found.id)}>
            {pinLabel}
          </Menu.Item>
          {dialogItems('edit', 'export', 'verify')}
          <Menu.Divider />
          {movesFrom[found.state].map((to) => {
            const { Icon, label } = moves[to];
            return (
              <BlockableItem
                key={to}
                blocked={blocked.engineer}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => start(to)}
              >
                {to === 'reopen' ? label : `${label}…`}
              </BlockableItem>
            );
          })}
          {dialogItems('keep', 'erase', 'delete')}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={opened} onClose={close} title={title} size="lg">
        {opened && (
          <NeedsRole needs={role} place={placeOf(found)}>
            <Form found={found} onClose={close} />
          </NeedsRole>
        )}
      </Modal>
      <ConfirmModal
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`${asked === 'archive' ? 'Archive' : 'Close'} ${found.name}?`}
        text="Observations end and stored credentials are deleted. The case can be reopened; its credentials are gone."
        action={moves[asked ?? 'close'].label}
        doing={moving}
        failed="Case not changed"
        onConfirm={() => asked !== undefined && move(asked, () => setAsked(undefined))}
      />
    </>
  );
};

const placeOf = ({ id, targetId }: CaseView) => ({ kind: 'case', id, targetId }) as const;

/** Why the person may not, by what it needs. */
const useBlocked = (found: CaseView) => {
  const place = placeOf(found);
  return {
    viewer: undefined,
    engineer: useMay('engineer', place),
    admin: useMay('admin', place),
  };
};

const moves = {
  close: {
    Icon: IconCircleCheck,
    label: 'Close case',
    done: 'Case closed. Its stored credentials were deleted.',
  },
  reopen: { Icon: IconRestore, label: 'Reopen case', done: 'Case reopened.' },
  archive: {
    Icon: IconArchive,
    label: 'Archive case',
    done: 'Case archived. Its stored credentials were deleted.',
  },
} as const;
type Move = keyof typeof moves;

const movesFrom: Readonly<Record<CaseView['state'], readonly Move[]>> = {
  open: ['close', 'archive'],
  closed: ['reopen', 'archive'],
  archived: ['reopen'],
};

/** Changes the state of a case; what closes it can be undone, save for its credentials. */
const useMove = (found: CaseView) => {
  const moving = useCaseEdit(found.id, ({ to, revision }: { to: Move; revision: number }) =>
    api.post<CaseView>(`/api/cases/${found.id}/${to}`, { revision }),
  );
  const change = (to: Move, revision: number, onDone: () => void): void =>
    moving.mutate(
      { to, revision },
      {
        onSuccess: (view) => {
          onDone();
          const undo = to === 'reopen' ? undefined : () => change('reopen', view.revision, () => {});
          notifyDone(moves[to].done, undo);
        },
        onError: (error) => {
          if (to === 'reopen') notifyFailed('Case not changed', error);
        },
      },
    );
  const move = (to: Move, onDone = (): void => {}): void => change(to, found.revision, onDone);
  return { move, moving };
};
