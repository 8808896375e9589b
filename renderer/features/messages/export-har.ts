import type { DeliverySelection } from '#contract/bulk-resend.ts';
import { api } from '#renderer/lib/api.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { notifyFailed, notifySaved } from '#renderer/ui/notify.tsx';

/** Writes the attempts of selected deliveries to a HAR file. */
export const exportHar = async (selected: DeliverySelection): Promise<void> => {
  try {
    notifySaved(await saveFile(await api.file('/api/messages/har', { post: selected })));
  } catch (error) {
    notifyFailed('Attempts not exported', error);
  }
};
