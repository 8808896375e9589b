import type { QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import type { Opening } from '#contract/bridge.ts';
import { bridge } from '#renderer/lib/bridge.ts';
import { tellListeners } from '#renderer/lib/listeners.ts';
import { followLive } from '#renderer/lib/live.ts';
import { connection } from '#renderer/lib/live-state.ts';
import { pendingFile } from '#renderer/lib/pending-file.ts';
import { createRereading } from '#renderer/lib/stale.ts';

/** Follows the desk for as long as the page lives: its event stream and, in the app, the state of the host. */
export const goLive = (client: QueryClient, router: ReturnType<typeof createBrowserRouter>): void => {
  const rereading = createRereading(client);
  followLive({
    onState: (live) => connection.setState({ live }),
    onAnnouncement: (announcement) => {
      rereading.announced(announcement);
      tellListeners(announcement);
    },
    onCaughtUp: rereading.everything,
  });
  const electron = bridge();
  if (electron === undefined) return;
  const show = (host: Awaited<ReturnType<typeof electron.hostState>>): void => connection.setState({ host });
  electron.onHostState(show);
  void electron.hostState().then(show);
  electron.onOpening((opening) => {
    if (opening.type === 'case-file') {
      pendingFile.setState({ file: { name: opening.name, text: opening.text } });
    }
    void router.navigate(addressOf(opening));
  });
  electron.ready();
};

/** Where a screen shows what the system asked the app to open. */
const addressOf = (opening: Opening): string => {
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
