import { type Static, Type } from 'typebox';
import { Backup } from './backups.ts';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';

/** Erasing personal data from a case: the chain keeps a signed stub of it, and stays whole. */

/** The placeholder of a text that was erased. */
export const erasedText = '[erased]';

export const ErasureRequest = Closed(
  {
    entries: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), {
        maxItems: 10_000,
        description: 'Numbers of entries whose free text, names and addresses are erased.',
      }),
    ),
    notes: Type.Optional(Type.Boolean({ description: 'Of all notes.' })),
    contacts: Type.Optional(Type.Boolean({ description: 'Of all contacts.' })),
    attachments: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
        maxItems: 1000,
        description: 'Names or ids: their contents, names and notes.',
      }),
    ),
    excerptsBefore: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Source excerpts of findings from before this instant.',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        pattern: '\\S',
        description: 'Recorded; required unless it is a dry run.',
      }),
    ),
    dryRun: Type.Optional(Type.Boolean({ description: 'Says what would be erased, and erases nothing.' })),
  },
  { title: 'ErasureRequest' },
);
export type ErasureRequest = Static<typeof ErasureRequest>;

export const Erasure = Closed(
  {
    done: Type.Boolean({ description: 'false: a dry run.' }),
    revision: Type.Integer({ description: 'Of the case, afterwards.' }),
    entries: Type.Array(
      Closed({
        seq: Type.Integer(),
        at: UtcDate,
        actor: Type.String(),
        kind: Type.String(),
        texts: Type.Integer({ description: 'How many texts of it are erased.' }),
        why: OneOf('asked', 'copy'),
      }),
      { description: '`copy`: a verdict or a request that repeats an erased text.' },
    ),
    attachments: Type.Array(Closed({ id: Uuid, name: Type.String(), size: Type.Integer() })),
    mentions: Type.Array(Type.Integer(), {
      description: 'Entries that hold an erased text too, and are left as they are.',
    }),
  },
  { title: 'Erasure' },
);
export type Erasure = Static<typeof Erasure>;

/** Backups that were made before still hold what was erased. */
export const ErasureResult = Closed(
  {
    ...Erasure.properties,
    backups: Type.Array(
      Closed({
        ...Backup.properties,
        goes: Type.String({
          format: 'date-time',
          description: 'When it is removed at the latest, if Carryover runs every day.',
        }),
      }),
    ),
  },
  { title: 'ErasureResult' },
);
export type ErasureResult = Static<typeof ErasureResult>;
