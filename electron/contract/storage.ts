import { type Static, Type } from 'typebox';
import { Closed, OneOf } from './common.ts';

/** What takes the disk space of the data folder. */

const Bytes = Type.Integer({ minimum: 0 });

export const TableSize = Closed({
  name: Type.String(),
  bytes: Type.Integer({ minimum: 0, description: 'With its indexes.' }),
});
export type TableSize = Static<typeof TableSize>;

export const databaseFiles = [
  'service.db',
  'sandboxes/system/service.db',
  'sandboxes/virtual/service.db',
  'desk.db',
  'vault.db',
] as const;
export type DatabaseFile = (typeof databaseFiles)[number];

export const DatabaseSize = Closed({
  file: OneOf(databaseFiles),
  bytes: Bytes,
  logBytes: Type.Integer({ minimum: 0, description: 'Its write-ahead log.' }),
  unusedBytes: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Of the file: used for what comes next.' }),
  ),
  tables: Type.Optional(Type.Array(TableSize, { description: 'The largest first.' })),
  problem: Type.Optional(Type.String({ description: 'Why its tables could not be measured.' })),
});
export type DatabaseSize = Static<typeof DatabaseSize>;

export const Storage = Closed({ databases: Type.Array(DatabaseSize) }, { title: 'Storage' });
export type Storage = Static<typeof Storage>;
