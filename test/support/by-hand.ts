import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { parameterOf, resultTypes } from '#base/store/postgres/values.ts';
import { placeOf, storeKind } from './test-store.ts';

/** Runs a statement on a desk's database as somebody else does, past the desk. `?` are its values. */
export const byHand = async (
  folder: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> => {
  if (storeKind === 'sqlite') {
    const sqlite = new Database(join(folder, 'desk.db'));
    try {
      const statement = sqlite.prepare(text);
      if (statement.reader) return statement.all(values) as Record<string, unknown>[];
      statement.run(values);
      return [];
    } finally {
      sqlite.close();
    }
  }
  const { address, password } = await placeOf(folder);
  const client = new pg.Client({ ...address, password: password ?? '' });
  await client.connect();
  try {
    await client.query(`set search_path to "${address.prefix}_desk"`);
    let place = 0;
    const { rows } = await client.query({
      text: text.replaceAll('?', () => `$${++place}`),
      values: values.map(parameterOf),
      types: resultTypes,
    });
    return rows;
  } finally {
    await client.end();
  }
};
