import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconCircleCheck,
  IconDots,
  IconEraser,
  IconFileExport,
  IconPencil,
  IconRestore,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { DeleteCase } from './delete-case.tsx';
import { EditCase } from './edit-case.tsx';
import { EraseData } from './erase-data.tsx';
import { ExportCase } from './export-case.tsx';
import { useCaseEdit } from './use-case-edit.ts';
import { VerifyChain } from './verify-chain.tsx';

type Dialog = 'edit' | 'export' | 'verify' | 'erase' | 'delete';

/** What can be done with a case as a whole. */
export const CaseMenu = ({ found }: { found: CaseView }) => {
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => setDialog(undefined);
  const move = useCaseEdit(found.id, ({ to, revision }: { to: Move; revision: number }) =>
    api.post<CaseView>(`/api/cases/${found.id}/${to}`, { revision }),
  );
  const act = (to: Move, revision = found.revision): void =>
    move.mutate(
      { to, revision },
      {
        onSuccess: (view) => {
          const back = to === 'reopen' ? undefined : () => act('reopen', view.revision);
          notifyDone(moved[to], back);
        },
        onError: (error) => notifyFailed('The case was left as it was', error),
      },
    );
  const isOpen = found.state === 'open';
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="What can be done with this case">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('edit')}>
            Edit…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileExport size={16} aria-hidden />}
            onClick={() => setDialog('export')}
          >
            Export as a file…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            onClick={() => setDialog('verify')}
          >
            Verify the audit chain…
          </Menu.Item>
          <Menu.Divider />
          {isOpen ? (
            <Menu.Item leftSection={<IconCircleCheck size={16} aria-hidden />} onClick={() => act('close')}>
              Close
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={() => act('reopen')}>
              Reopen
            </Menu.Item>
          )}
          {found.state !== 'archived' && (
            <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={() => act('archive')}>
              Archive
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconEraser size={16} aria-hidden />} onClick={() => setDialog('erase')}>
            Erase personal data…
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDialog('delete')}
          >
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EditCase found={found} opened={dialog === 'edit'} onClose={close} />
      <ExportCase found={found} opened={dialog === 'export'} onClose={close} />
      <VerifyChain found={found} opened={dialog === 'verify'} onClose={close} />
      <EraseData found={found} opened={dialog === 'erase'} onClose={close} />
      <DeleteCase found={found} opened={dialog === 'delete'} onClose={close} />
    </>
  );
};

type Move = 'close' | 'reopen' | 'archive';
const moved: Readonly<Record<Move, string>> = {
  close: 'The case is closed. Credentials that were still kept are shredded.',
  archive: 'The case is archived. Credentials that were still kept are shredded.',
  reopen: 'The case is open again.',
};
