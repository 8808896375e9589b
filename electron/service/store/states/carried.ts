import type { Database } from 'better-sqlite3';
import { namedUuid } from '#base/ids.ts';
import type { Sealer } from '#base/sealing.ts';
import { peek } from '#base/store/sqlite/peek.ts';
import { apiKeyLimit } from '#contract/api-key.ts';
import { sealedAs } from '#service/core/sealed-as.ts';
import type { ApiKeyRow } from '#service/store/schema.ts';
import { openCopy } from './open-copy.ts';

/** What a state takes over from the sandbox that it takes the place of. */

/** Which start runs, or ran last. */
export const readGeneration = (path: string): number => {
  const read = (sqlite: Database): unknown =>
    sqlite.prepare("select value_json from facts where name = 'generation'").pluck().get();
  return Number(peek(path, read) ?? 0);
};

type Key = Omit<ApiKeyRow, 'seq'>;

const readKeys = (sqlite: Database): Key[] =>
  sqlite.prepare('select id, name, sealed_key, created_at from api_keys order by seq').all() as Key[];

/**
 * The API keys of the sandbox go on working in the state, before its own.
 * @param candidate the state, made ready
 * @param file a database that nobody writes to any more
 * @returns how many of the state's own were left out, as there may be ten
 */
export const carryKeysInto = (candidate: string, sealer: Sealer, file: string): number => {
  const keyOf = ({ id, sealed_key }: Key): string | undefined =>
    sealer.openIfPossible(sealed_key, sealedAs.apiKey(id));
  const running = (peek(file, readKeys) ?? []).filter((key) => keyOf(key) !== undefined);
  if (running.length === 0) return 0;
  const ids = new Set(running.map(({ id }) => id));
  const texts = new Set(running.map(keyOf));
  /** Two sandboxes of one seed have given the same id to different keys. */
  const withOwnId = (key: Key): Key => {
    if (!ids.has(key.id)) return key;
    const id = namedUuid('key of a state', key.id, keyOf(key) ?? '');
    return { ...key, id, sealed_key: sealer.seal(keyOf(key) ?? '', sealedAs.apiKey(id)) };
  };
  const sqlite = openCopy(candidate);
  try {
    const others = readKeys(sqlite)
      .filter((key) => !texts.has(keyOf(key)))
      .map(withOwnId);
    const kept = [...running, ...others].slice(0, apiKeyLimit);
    const put = sqlite.prepare('insert into api_keys (id, name, sealed_key, created_at) values (?, ?, ?, ?)');
    sqlite.transaction(() => {
      sqlite.exec('delete from api_keys');
      for (const { id, name, sealed_key, created_at } of kept) put.run(id, name, sealed_key, created_at);
    })();
    return running.length + others.length - kept.length;
  } finally {
    sqlite.close();
  }
};
