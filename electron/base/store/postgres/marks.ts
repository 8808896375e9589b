import type { ClientBase } from 'pg';
import { dataKeyFingerprint } from '#base/data-key-id.ts';
import { CatalogueError } from '#contract/errors.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';

/** What a schema says of itself, beside its data: the table `store`, one row each. */

/** Which data key its secrets are sealed under: a fingerprint, which says nothing of the key. */
const keyMark = 'data key';
/** There while a copy into it is not whole: what it copies, and how far it is. */
export const copyMark = 'copy';

export const makeMarks = async (client: ClientBase): Promise<void> => {
  await client.query('create table if not exists store (name text primary key, value text not null)');
};

export const readMark = async (client: ClientBase, name: string): Promise<string | undefined> => {
  const { rows } = await client.query<{ value: string }>('select value from store where name = $1', [name]);
  return rows[0]?.value;
};

export const writeMark = async (client: ClientBase, name: string, value: string): Promise<void> => {
  await client.query(
    'insert into store (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, value],
  );
};

/**
 * Whoever begins a schema says under which key; from then on it is that one.
 * @param server as it may be shown
 * @throws CatalogueError `store.otherKey`
 */
export const holdToKey = async (client: ClientBase, dataKey: Uint8Array, server: string): Promise<void> => {
  const found = dataKeyFingerprint(dataKey);
  const wanted = await readMark(client, keyMark);
  if (wanted === undefined) return writeMark(client, keyMark, found);
  refuseOtherFingerprint(server, { wanted, found });
};

/** @throws CatalogueError `store.otherKey` unless the fingerprints are the same */
export const refuseOtherFingerprint = (
  server: string,
  { wanted, found }: { readonly wanted: string; readonly found: string },
): void => {
  if (wanted === found) return;
  throw new CatalogueError('store.otherKey', {
    server,
    wanted: groupedFingerprint(wanted),
    found: groupedFingerprint(found),
  });
};

/** @throws CatalogueError `store.halfCopied` */
export const refuseHalfCopied = async (client: ClientBase, place: string): Promise<void> => {
  if ((await readMark(client, copyMark)) !== undefined)
    throw new CatalogueError('store.halfCopied', { place });
};

/** The fingerprint of the key that a schema was begun under; undefined if there is none yet. Nothing is written. */
export const peekKeyMark = async (client: ClientBase, schema: string): Promise<string | undefined> => {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `"${schema}".store`,
  ]);
  if (rows[0]?.there !== true) return undefined;
  const found = await client.query<{ value: string }>(
    `select value from "${schema}".store where name = '${keyMark}'`,
  );
  return found.rows[0]?.value;
};

export const removeMark = async (client: ClientBase, name: string): Promise<void> => {
  await client.query('delete from store where name = $1', [name]);
};
