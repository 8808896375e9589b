import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate } from './common.ts';

/** Copies of the desk's database. Never of the vault: see `docs/architecture.md#processes`. */

export const backupReasons = ['daily', 'asked', 'migration', 'restore'] as const;
export type BackupReason = (typeof backupReasons)[number];

export const Backup = Closed(
  {
    name: Type.String(),
    at: UtcDate,
    size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
    why: OneOf(...backupReasons),
  },
  {
    title: 'Backup',
    description: '`why`: daily, on request, before a schema migration or before a restore.',
  },
);
export type Backup = Static<typeof Backup>;
export const BackupList = Closed({ results: Type.Array(Backup, { description: 'Newest first.' }) });

export const BackupName = Type.String({ minLength: 1, maxLength: 100, description: 'As the list has it.' });

export const Restored = Closed(
  {
    restored: Backup,
    keptAs: Type.String({ description: 'The backup that holds what there was until now.' }),
    credentials: Closed(
      {
        kept: Type.Integer({ minimum: 0 }),
        shredded: Type.Integer({ minimum: 0 }),
      },
      {
        description:
          'Rows of token migrations by the state of their credentials, which are never backed up; credentials that the restored cases do not need were destroyed.',
      },
    ),
    text: Type.String({ description: 'What happened and what it means, for a person.' }),
  },
  { title: 'Restored' },
);
export type Restored = Static<typeof Restored>;
