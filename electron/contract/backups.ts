import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate } from './common.ts';

/** Copies of the databases of the desk and of the local service. Never of the vault: see `docs/architecture.md#processes`. */

export const backupReasons = ['daily', 'asked', 'migration', 'restore'] as const;
export type BackupReason = (typeof backupReasons)[number];

export const Backup = Closed(
  {
    name: Type.String(),
    of: OneOf('desk', 'service'),
    at: UtcDate,
    size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
    why: OneOf(backupReasons),
  },
  {
    title: 'Backup',
    description:
      '`of`: cases and targets, or the local service. `why`: daily, on request, before a schema migration or before a restore.',
  },
);
export type Backup = Static<typeof Backup>;

export const BackupProblem = Closed(
  {
    of: Backup.properties.of,
    since: Type.Unsafe<string>({ ...UtcDate, description: 'The first try that failed.' }),
    at: Type.Unsafe<string>({ ...UtcDate, description: 'The last try.' }),
    next: Type.Unsafe<string>({ ...UtcDate, description: 'The next try.' }),
    newest: Type.Optional(
      Type.Unsafe<string>({ ...UtcDate, description: 'The newest backup, if there is one.' }),
    ),
    text: Type.String({ description: 'What happened and what to do.' }),
  },
  { title: 'BackupProblem', description: 'Daily backups that could not be made.' },
);
export type BackupProblem = Static<typeof BackupProblem>;

export const BackupList = Closed({
  results: Type.Array(Backup, { description: 'Newest first.' }),
  problems: Type.Array(BackupProblem, { description: 'Empty if the daily backups are made.' }),
});

export const BackupName = Type.String({ minLength: 1, maxLength: 100, description: 'As the list has it.' });

export const Restored = Closed(
  {
    restored: Type.Optional(Backup),
    keptAs: Type.Optional(
      Type.String({ description: 'The backup, or the file, that holds what there was until now.' }),
    ),
    credentials: Type.Optional(
      Closed(
        {
          kept: Type.Integer({ minimum: 0 }),
          shredded: Type.Integer({ minimum: 0 }),
        },
        {
          description:
            'Of cases: rows of token migrations by the state of their credentials, which are never backed up; credentials that the restored cases do not need were destroyed.',
        },
      ),
    ),
    text: Type.String({ description: 'What happened and what it means, for a person.' }),
  },
  { title: 'Restored' },
);
export type Restored = Static<typeof Restored>;

/** The database of the local service as a file. Injected by the host, like `ServiceControl`. */
export interface LocalServiceFiles {
  /** Newest first. */
  list(): Backup[];
  has(name: string): boolean;
  /** @throws CatalogueError `backup.noSpace`, `service.damaged` */
  make(): Promise<Backup>;
  isDamaged(): boolean;
  /** Why there is no daily backup; undefined if there is one, or none is wanted. */
  problem(): BackupProblem | undefined;
  /** Address and port stay. @throws CatalogueError `backup.…` */
  restore(name: string): Promise<Restored>;
  /** The damaged database is kept aside. @throws CatalogueError `backup.notDamaged` */
  startEmpty(): Promise<Restored>;
}
