import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
import './print.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '#renderer/lib/query-client.ts';
import { loadFirstScreen, readFirstScreen } from './first-screen.ts';
import { goLive } from './go-live.ts';
import { Providers } from './providers.tsx';
import { createRouter } from './routes.tsx';
import { hasTicket, signIn } from './sign-in.ts';
import { SignedOut } from './signed-out.tsx';

const root = createRoot(document.getElementById('root') as HTMLElement);
const client = createQueryClient();

// An address with a ticket that is opened in this very tab changes its fragment only, and so loads nothing.
addEventListener('hashchange', () => {
  if (hasTicket()) location.reload();
});

loadFirstScreen();
/** A ticket in the address is exchanged before anything is read. */
const problem = await signIn();
if (problem) {
  root.render(
    <Providers client={client}>
      <SignedOut problem={problem} />
    </Providers>,
  );
} else {
  readFirstScreen(client);
  const router = createRouter();
  goLive(client, router);
  root.render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
}
