import { bridge } from '#renderer/lib/bridge.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';

export const localDeskName = 'Local desk';

/** The page is replaced by that of the desk. @param id undefined: the local one */
export const showDesk = (id: string | undefined): void => {
  bridge()
    ?.showDesk(id)
    .catch((error: unknown) => notifyFailed('Desk not opened', error));
};
