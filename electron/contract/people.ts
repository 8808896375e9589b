import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid, VisibleName } from './common.ts';

/** The people of a team's desk, and what they may do. Source: `docs/reference/rules/people.md`. */

/**
 * What somebody may do. They are no ladder: an engineer approves nothing, an approver changes nothing, an admin does
 * neither. Each of them may see what it is for.
 */
export const roles = ['viewer', 'engineer', 'approver', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Lower case, as in a mail address: it is unique, and never given to somebody else. */
export const Login = Type.String({
  pattern: '^[a-z0-9][a-z0-9._+@-]{0,99}$',
  description: 'Name to sign in with, such as jo@example.com. It is never used for somebody else.',
});

/** In entries the sign-in name follows in angle brackets, which a name therefore can't hold. */
export const PersonName = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern:
    '^[^\\s<>\\u0000-\\u001f\\u007f-\\u009f]([^<>\\u0000-\\u001f\\u007f-\\u009f]*[^\\s<>\\u0000-\\u001f\\u007f-\\u009f])?$',
  description: 'Text without angle brackets, control characters, and blanks at its ends.',
});

export const Scope = Type.String({
  pattern: '^(desk|target:[0-9a-z-]{1,64}|case:[0-9a-f-]{36})$',
  description: 'Where a role counts: `desk` (everywhere), `target:ID` (with its cases) or `case:ID`.',
});

export const Grant = Closed({ role: OneOf(roles), scope: Scope }, { title: 'Grant' });
export type Grant = Static<typeof Grant>;
const Grants = Type.Array(Grant, { maxItems: 200 });

export const tokenAccesses = ['read', 'all'] as const;
/** A personal access token, never with what it opens. */
export const PersonalToken = Closed(
  {
    id: Uuid,
    name: VisibleName,
    /** `read`: as a viewer, whatever roles the person has. */
    access: OneOf(tokenAccesses),
    scope: Scope,
    /** Its last signs, by which it is told from others. */
    ending: Type.String(),
    issued: UtcDate,
    expires: UtcDate,
    revoked: Type.Optional(UtcDate),
    parentId: Type.Optional(
      Type.Unsafe<string>({
        ...Uuid,
        description:
          'The token with which the session began that created it. Revoking that revokes this one, too.',
      }),
    ),
    used: Type.Optional(
      Type.Unsafe<string>({ ...UtcDate, description: 'Since this process has the desk; may be left out.' }),
    ),
  },
  { title: 'PersonalToken' },
);
export type PersonalToken = Static<typeof PersonalToken>;

/** Why the account of a person at the identity provider lets nobody in at present. */
export const suspensionReasons = ['refused', 'unreachable', 'unknown'] as const;
export const Suspension = Closed(
  {
    since: UtcDate,
    why: Type.Unsafe<(typeof suspensionReasons)[number]>({
      ...OneOf(suspensionReasons),
      description:
        'refused: the account is disabled or gone, or the sign-in was ended there. unreachable: the provider did not respond for 15 minutes. unknown: it has no way to tell; 12 hours after a sign-in, or after a backup was restored.',
    }),
  },
  { title: 'Suspension' },
);
export type Suspension = Static<typeof Suspension>;

export const personStates = ['active', 'left'] as const;
export const Person = Closed(
  {
    id: Uuid,
    login: Login,
    name: PersonName,
    state: OneOf(personStates),
    added: UtcDate,
    left: Type.Optional(UtcDate),
    grants: Grants,
    /** The provider that signs the person in, once it has. */
    provider: Type.Optional(Closed({ issuer: Type.String(), subject: Type.String() })),
    /** Sessions and access tokens don't work meanwhile. */
    suspended: Type.Optional(Suspension),
    tokens: Type.Array(PersonalToken),
    /** Sessions in browsers, and in the app. */
    sessions: Type.Integer({ minimum: 0 }),
  },
  { title: 'Person' },
);
export type Person = Static<typeof Person>;

export const PersonList = Closed({ results: Type.Array(Person) }, { title: 'PersonList' });
export type PersonList = Static<typeof PersonList>;

export const Account = Closed(
  {
    ...Person.properties,
    byToken: Type.Boolean({ description: 'An access token was shown, or the session began with one.' }),
  },
  { title: 'Account' },
);
export type Account = Static<typeof Account>;

export const PersonNames = Closed(
  {
    results: Type.Array(Closed({ id: Uuid, login: Login, name: PersonName, state: OneOf(personStates) })),
  },
  { title: 'PersonNames' },
);
export type PersonNames = Static<typeof PersonNames>;

export const PersonRequest = Closed({ login: Login, name: PersonName, grants: Type.Optional(Grants) });
export type PersonRequest = Static<typeof PersonRequest>;
export const PersonPatch = Closed({ name: PersonName });
export const GrantsRequest = Closed({ grants: Grants });

export const longestTokenDays = 366;
export const TokenRequest = Closed({
  name: VisibleName,
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: longestTokenDays, default: 90 })),
  access: Type.Optional(OneOf(tokenAccesses)),
  scope: Type.Optional(Scope),
});
export type TokenRequest = Static<typeof TokenRequest>;

export const IssuedToken = Closed(
  {
    token: Type.String({ description: 'Shown this once. It opens what its person may do.' }),
    ...PersonalToken.properties,
  },
  { title: 'IssuedToken' },
);
export type IssuedToken = Static<typeof IssuedToken>;

/** Such as `carryover_pat_…`: what searches code for secrets finds it by its beginning. */
export const tokenPrefix = 'carryover_pat_';
