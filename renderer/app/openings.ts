import type { Opening } from '#contract/bridge.ts';
import { bridge } from '#renderer/lib/bridge.ts';
import { pendingFile } from '#renderer/lib/pending-file.ts';
import { openConnect } from './team-desks/dialogs.ts';

/**
 * Shows what the system, a notification or the menu asks the app to open. In a browser nothing does.
 * @param go to the screen that shows it
 * @returns the way to stop
 */
export const followOpenings = (go: (path: string) => unknown): (() => void) => {
  const electron = bridge();
  if (electron === undefined) return () => {};
  const stop = electron.onOpening((opening) => {
    if (opening.type === 'connect') return openConnect();
    if (opening.type === 'case-file') {
      pendingFile.setState({ file: { name: opening.name, text: opening.text } });
    }
    go(addressOf(opening));
  });
  electron.ready();
  return stop;
};

/** Where a screen shows it. */
const addressOf = (opening: Exclude<Opening, { type: 'connect' }>): string => {
  switch (opening.type) {
    case 'case':
      return `/cases/${opening.caseId}`;
    case 'run':
      return `/cases/${opening.caseId}/tokens/runs/${opening.runId}`;
    case 'resend':
      return `/messages?resend=${opening.resendId}`;
    case 'endpoint':
      return `/endpoints/${opening.endpointId}`;
    case 'page':
      return opening.page === 'settings' ? '/settings' : '/settings/about';
    default:
      return '/';
  }
};
