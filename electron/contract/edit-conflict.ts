import { type Static, Type } from 'typebox';
import { Closed, MapOf, OneOf, UtcDate } from './common.ts';

/** Two edits of the same that could not be merged. Source: `docs/reference/rules/people.md#edits`. */

/** One field that both changed. Null: there is none. */
export const FieldConflict = Closed({
  field: Type.String(),
  base: Type.Unknown({ description: 'What it was at the revision that was read.' }),
  yours: Type.Unknown(),
  theirs: Type.Unknown({ description: 'What it is now.' }),
  merged: Type.Optional(
    Type.String({
      description: 'Of a text: both, merged where they do not overlap, one after the other where they do.',
    }),
  ),
});
export type FieldConflict = Static<typeof FieldConflict>;

export const EditConflict = Closed({
  revision: Type.Optional(
    Type.Integer({ description: 'Of an edit: that of the case now, to be given with the next try.' }),
  ),
  yours: Type.Unknown({ description: 'The actions that were asked for.' }),
  theirs: Type.Array(
    Closed({
      seq: Type.Integer(),
      at: UtcDate,
      actor: Type.String(),
      kind: Type.String(),
      content: Type.Unknown(),
    }),
  ),
  fields: Type.Optional(
    Type.Array(FieldConflict, { description: 'What both changed of one thing, such as a note.' }),
  ),
  rest: Type.Optional(
    MapOf(Type.Unknown(), { description: 'Its other fields, with what either of them changed.' }),
  ),
  removed: Type.Optional(
    Type.Unsafe<'yours' | 'theirs'>({
      ...OneOf('yours', 'theirs'),
      description: 'Who removed what the other one changed.',
    }),
  ),
});
export type EditConflict = Static<typeof EditConflict>;
