import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate } from './common.ts';

/** How a browser is let in without ever holding the desk token. Source: `docs/architecture.md#processes`. */

/** Where the page finds its ticket: the fragment of an address never leaves the browser. */
export const ticketFragment = 'ticket';

export const Ticket = Closed(
  {
    url: Type.String({ description: 'To be opened in a browser of this machine; works once.' }),
    publicUrl: Type.Optional(
      Type.String({ description: 'The same for other machines, where a proxy ends TLS for this desk.' }),
    ),
    ticket: Type.String(),
    expires: UtcDate,
  },
  { title: 'Ticket' },
);
export type Ticket = Static<typeof Ticket>;

export const SessionRequest = Closed({ ticket: Type.String({ minLength: 1, maxLength: 200 }) });

/** `app`: a proven connection, or the desk token. `browser`: the secret of a session. */
export const SessionView = Closed({ mode: OneOf('app', 'browser') }, { title: 'Session' });
export type SessionView = Static<typeof SessionView>;

export const NewSession = Closed(
  {
    ...SessionView.properties,
    session: Type.String({ description: 'For the header X-Carryover-Session, until the host ends.' }),
  },
  { title: 'NewSession' },
);
export type NewSession = Static<typeof NewSession>;
