import type { Database } from 'better-sqlite3';
import type { Sealer } from '#base/sealing.ts';
import type { missingSecrets } from '#contract/states.ts';
import { sealedAs } from '#service/core/sealed-as.ts';
import type { LeftOut } from './state-file.ts';

/** Every place of the database where a secret is sealed. A test holds it to the schema. */

type What = (typeof missingSecrets)[number];

interface SealedColumn {
  readonly what: What;
  readonly table: string;
  readonly column: string;
  /** The id that it is sealed for, as SQL. */
  readonly id: string;
  readonly sealedFor: (id: string) => string;
  /** A row that is nothing without its secret. */
  readonly isRowGone: boolean;
}

export const sealedColumns: readonly SealedColumn[] = [
  {
    what: 'apiKeys',
    table: 'api_keys',
    column: 'sealed_key',
    id: 'api_keys.id',
    sealedFor: sealedAs.apiKey,
    isRowGone: true,
  },
  {
    what: 'signingSecrets',
    table: 'endpoint_secrets',
    column: 'sealed_secret',
    id: '(select id from endpoints where endpoints.seq = endpoint_secrets.endpoint_seq)',
    sealedFor: sealedAs.secret,
    isRowGone: true,
  },
  {
    what: 'headers',
    table: 'endpoints',
    column: 'sealed_headers',
    id: 'endpoints.id',
    sealedFor: sealedAs.headers,
    isRowGone: false,
  },
  {
    what: 'credentials',
    table: 'connections',
    column: 'sealed_credentials',
    id: 'connections.id',
    sealedFor: sealedAs.credentials,
    isRowGone: false,
  },
];

/** Facts with a sealed value, base64, under a key of their own. */
export const sealedFacts = [
  {
    what: 'alertAuthHeader' as const,
    fact: 'profile',
    key: 'sealedAuthHeader',
    sealedFor: sealedAs.alertAuthHeader(),
  },
];

type Change = (sealed: Uint8Array, sealedFor: string) => Uint8Array;

interface Found {
  readonly seq: number;
  readonly id: string | null;
  readonly sealed: Uint8Array;
}

const exists = (sqlite: Database, table: string, column: string): boolean =>
  sqlite.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== undefined;

/** Columns that a database of an older schema has, too. */
const presentColumns = (sqlite: Database): readonly SealedColumn[] =>
  sealedColumns.filter(({ table, column }) => exists(sqlite, table, column));

const select = ({ table, column, id }: SealedColumn): string =>
  `select ${table}.seq as seq, ${id} as id, ${table}.${column} as sealed from ${table} where ${table}.${column} is not null`;

/** Puts another sealed value in the place of each. */
export const changeSealed = (sqlite: Database, change: Change): void => {
  for (const one of presentColumns(sqlite)) {
    const put = sqlite.prepare(`update ${one.table} set ${one.column} = ? where seq = ?`);
    for (const { seq, id, sealed } of sqlite.prepare(select(one)).all() as Found[]) {
      put.run(change(sealed, one.sealedFor(id ?? '')), seq);
    }
  }
  for (const { fact, key, sealedFor } of sealedFacts) {
    changeFact(sqlite, fact, (value) => {
      const sealed = value[key];
      if (typeof sealed !== 'string') return undefined;
      const changed = change(Buffer.from(sealed, 'base64'), sealedFor);
      return { ...value, [key]: Buffer.from(changed).toString('base64') };
    });
  }
};

/** @throws Error if one does not open */
export const reseal = (sqlite: Database, from: Sealer, to: Sealer): void =>
  changeSealed(sqlite, (sealed, sealedFor) => to.seal(from.open(sealed, sealedFor), sealedFor));

const mostNamed = 100;

/** Removes them, and answers what is missing now. */
export const removeSealed = (sqlite: Database): LeftOut[] => {
  const missing: LeftOut[] = [];
  const note = (what: What, of: readonly (string | null)[]): void => {
    const ids = [...new Set(of.filter((id) => id !== null))];
    if (of.length > 0) missing.push({ what, count: Math.max(ids.length, 1), of: ids.slice(0, mostNamed) });
  };
  for (const one of presentColumns(sqlite)) {
    const { what, table, column, isRowGone } = one;
    note(
      what,
      (sqlite.prepare(select(one)).all() as Found[]).map(({ id }) => id),
    );
    const where = `where ${column} is not null`;
    sqlite.exec(
      isRowGone ? `delete from ${table} ${where}` : `update ${table} set ${column} = null ${where}`,
    );
  }
  for (const { what, fact, key } of sealedFacts) {
    changeFact(sqlite, fact, (value) => {
      const { [key]: sealed, ...rest } = value;
      if (sealed === undefined) return undefined;
      missing.push({ what, count: 1, of: [] });
      return rest;
    });
  }
  return missing;
};

type FactValue = Record<string, unknown>;

const changeFact = (
  sqlite: Database,
  name: string,
  change: (value: FactValue) => FactValue | undefined,
): void => {
  const text = sqlite.prepare('select value_json from facts where name = ?').pluck().get(name);
  const value = typeof text === 'string' ? (JSON.parse(text) as FactValue | null) : null;
  const changed = value === null ? undefined : change(value);
  if (changed === undefined) return;
  sqlite.prepare('update facts set value_json = ? where name = ?').run(JSON.stringify(changed), name);
};
