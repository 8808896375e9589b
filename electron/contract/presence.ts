import { type Static, Type } from 'typebox';
import { Closed, Uuid } from './common.ts';
import { Login, PersonName } from './people.ts';

/** Who is on a case at this moment. Source: `docs/reference/rules/people.md#presence`. */

/** What of a case a page edits, such as `note:…`: the name of the draft that it keeps. */
const Edited = Type.String({ pattern: '^[a-z]{1,20}(:[0-9A-Za-z._-]{1,64})?$' });

export const PresenceRequest = Closed({
  page: Type.Unsafe<string>({ ...Uuid, description: 'An id that the page made for itself.' }),
  editing: Type.Optional(Type.Array(Edited, { maxItems: 50 })),
});
export type PresenceRequest = Static<typeof PresenceRequest>;

export const PageQuery = Type.Object({ page: Uuid });

/** A person is there once, whatever the number of pages. */
export const PresentPerson = Closed({
  id: Uuid,
  login: Login,
  name: PersonName,
  editing: Type.Array(Type.String()),
});
export type PresentPerson = Static<typeof PresentPerson>;

export const Presence = Closed(
  {
    results: Type.Array(PresentPerson, {
      description: 'By name, with the caller. Empty on the desk of one person.',
    }),
  },
  { title: 'Presence' },
);
export type Presence = Static<typeof Presence>;
