import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
import './print.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import type { SessionView } from '#contract/session.ts';
import { teamDeskId } from '#renderer/lib/bridge.ts';
import { followDesks } from '#renderer/lib/desks.ts';
import { claimDrafts } from '#renderer/lib/drafts.ts';
import { keys } from '#renderer/lib/keys.ts';
import { createQueryClient } from '#renderer/lib/query-client.ts';
import { loadFirstScreen, readFirstScreen } from './first-screen.ts';
import { goLive } from './go-live.ts';
import { followOpenings } from './openings.ts';
import { Providers } from './providers.tsx';
import { createRouter } from './routes.tsx';
import { hasTicket, signIn } from './sign-in.ts';
import { SignInPage } from './sign-in-page.tsx';
import { SignedOut } from './signed-out.tsx';
import { TeamDoor } from './team-desks/door.tsx';

const root = createRoot(document.getElementById('root') as HTMLElement);
const client = createQueryClient();

const show = (content: ReactNode): void => root.render(<Providers client={client}>{content}</Providers>);

const open = (session: SessionView | undefined): void => {
  if (session?.person !== undefined) claimDrafts(session.person.id);
  if (session !== undefined) client.setQueryData(keys.session, session);
  readFirstScreen(client);
  const router = createRouter();
  goLive(client, router);
  show(<RouterProvider router={router} />);
};

// An address with a ticket that is opened in this very tab changes its fragment only, and so loads nothing.
addEventListener('hashchange', () => {
  if (hasTicket()) location.reload();
});

loadFirstScreen();
followDesks();
/** A ticket in the address is exchanged before anything is read. */
const beginning = await signIn();
if ('session' in beginning) open(beginning.session);
else if (teamDeskId() !== undefined) {
  // What is to be opened waits in the address.
  const stop = followOpenings((path) => history.replaceState(null, '', path));
  const onOpen = (session: SessionView): void => {
    stop();
    open(session);
  };
  show(<TeamDoor first={beginning} onOpen={onOpen} />);
} else if ('unreached' in beginning) open(undefined);
else if (beginning.ways.people) {
  client.setQueryData(keys.signInWays, beginning.ways);
  show(<SignInPage problem={beginning.problem} onSignedIn={({ session: _, ...view }) => open(view)} />);
} else show(<SignedOut problem={beginning.problem ?? ''} />);
