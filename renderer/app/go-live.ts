import type { QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import type { HostState } from '#contract/bridge.ts';
import { localDesk } from '#renderer/lib/bridge.ts';
import { tellListeners } from '#renderer/lib/listeners.ts';
import { followLive } from '#renderer/lib/live.ts';
import { connection } from '#renderer/lib/live-state.ts';
import { createRereading } from '#renderer/lib/stale.ts';
import { followOpenings } from './openings.ts';

/** Follows the desk for as long as the page lives: its event stream and, in the app, what is to be opened and the host. */
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
  followOpenings((path) => void router.navigate(path));
  followHost();
};

/** The host of the local desk, which is no matter of a team's page. */
const followHost = (): void => {
  const electron = localDesk();
  if (electron === undefined) return;
  const show = (host: HostState): void => connection.setState({ host });
  electron.onHostState(show);
  void electron.hostState().then(show);
};
