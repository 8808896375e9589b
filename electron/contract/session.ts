import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid, VisibleName } from './common.ts';
import { Grant, Login, PersonName } from './people.ts';

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

/** What a browser is let in by: a ticket of the machine, an access token of a person, or a sign-in at the provider. */
export const SessionRequest = Type.Union([
  Closed({ ticket: Type.String({ minLength: 1, maxLength: 200 }) }),
  Closed({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  Closed({
    flow: Type.String({ minLength: 1, maxLength: 200, description: 'As the sign-in was begun with.' }),
    callback: Type.String({
      maxLength: 8192,
      description: 'The query of the address that the provider sent the browser back to.',
    }),
  }),
]);
export type SessionRequest = Static<typeof SessionRequest>;

/**
 * `app`: a proven connection, or the desk token. `browser`: the secret of a session of whoever has the machine. `person`:
 * somebody is signed in, by a session or an access token.
 */
export const SessionView = Closed(
  {
    mode: OneOf('app', 'browser', 'person'),
    person: Type.Optional(
      Closed({
        id: Uuid,
        login: Login,
        name: PersonName,
        grants: Type.Array(Grant),
        readsOnly: Type.Boolean(),
      }),
    ),
  },
  { title: 'Session' },
);
export type SessionView = Static<typeof SessionView>;

export const NewSession = Closed(
  {
    ...SessionView.properties,
    session: Type.String({ description: 'For the header X-Carryover-Session, until the host ends.' }),
  },
  { title: 'NewSession' },
);
export type NewSession = Static<typeof NewSession>;

export const SignInWays = Closed(
  {
    people: Type.Boolean({ description: 'The desk has people: all who use it sign in.' }),
    provider: Type.Optional(
      Closed({
        issuer: Type.String(),
        host: Type.String({ description: 'To name it by, such as `login.example.com`.' }),
      }),
    ),
  },
  { title: 'SignInWays' },
);
export type SignInWays = Static<typeof SignInWays>;

export const BegunSignIn = Closed(
  {
    url: Type.String({ description: 'At the provider: the page goes there.' }),
    flow: Type.String({
      description:
        'For the page that began it alone, which completes the sign-in with it; for 10 minutes, once.',
    }),
  },
  { title: 'BegunSignIn' },
);
export type BegunSignIn = Static<typeof BegunSignIn>;

/** SHA-256, or 32 random bytes, as base64url. */
const inBase64Url = '^[\\w-]{43}$';

/** Where a program asks a person, on the page, to be signed in. Source: `docs/reference/rules/people.md`. */
export const appSignInPath = '/app-sign-in';
/** Of the access token that the program gets. */
export const appTokenDays = 90;

export const AppCodeRequest = Closed({
  challenge: Type.String({
    pattern: inBase64Url,
    description: 'SHA-256 of the verifier that the program keeps, as base64url (PKCE, S256).',
  }),
  name: Type.Unsafe<string>({
    ...VisibleName,
    maxLength: 100,
    description: 'Of the program, as the person read it; the access token gets it.',
  }),
});
export const AppCode = Closed(
  { code: Type.String({ description: 'For the program, once, within 2 minutes.' }), expires: UtcDate },
  { title: 'AppCode' },
);
export type AppCode = Static<typeof AppCode>;
export const AppTokenRequest = Closed({
  code: Type.String({ minLength: 1, maxLength: 200 }),
  verifier: Type.String({
    pattern: '^[\\w.~-]{43,128}$',
    description: 'What the challenge was made from (RFC 7636).',
  }),
});
export type AppTokenRequest = Static<typeof AppTokenRequest>;
