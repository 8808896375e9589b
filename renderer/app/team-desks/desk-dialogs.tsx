import { useStore } from 'zustand';
import { ConnectDialog } from './connect-dialog.tsx';
import { closeDeskDialog, deskDialog } from './dialogs.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** Of the app; nothing opens them in a browser. */
export const DeskDialogs = () => {
  const dialog = useStore(deskDialog);
  return (
    <>
      <ConnectDialog opened={dialog.kind === 'connect'} onClose={closeDeskDialog} />
      <RemoveDialog desk={dialog.kind === 'remove' ? dialog.desk : undefined} onClose={closeDeskDialog} />
    </>
  );
};
