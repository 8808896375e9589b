import { hash, randomBytes } from 'node:crypto';
import { toIso } from '#base/clock.ts';
import { type ApiKey, type ApiKeyCreated, type ApiKeyRequest, apiKeyLimit } from '#contract/api-key.ts';
import { CatalogueError } from '#contract/errors.ts';
import { sealedAs } from '#service/core/sealed-as.ts';
import { deleteApiKey, insertApiKey, type StoredApiKey, selectApiKeys } from '#service/store/api-keys.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Tx } from '#service/store/store.ts';

/** The client's API keys, kept in memory by their SHA-256 for checking requests. Source: `docs/reference/rules/api.md#api-keys`. */

export interface KeyRef {
  readonly id: string;
  readonly name: string;
}

export interface KeyRing {
  /** Reads the keys again, and makes a first one if there is none. */
  load(): Promise<void>;
  /** @throws CatalogueError `auth.missing`, `auth.plainKey`, `auth.wrong` */
  check(authorization: string | undefined): KeyRef;
  list(): Promise<ApiKey[]>;
  /** @throws CatalogueError `apiKey.limit` */
  create(request: ApiKeyRequest): Promise<ApiKeyCreated>;
  /** @throws CatalogueError `apiKey.notFound`, `apiKey.last` */
  remove(apiKeyId: string): Promise<void>;
  /** Every key in the clear, oldest first, for the person at the machine. */
  reveal(): Promise<{ id: string; name: string; apiKey: string }[]>;
}

/** @param givenKey a key that must be there, as `serve --api-key` asks; otherwise the first is made up */
export const createKeyRing = (context: ServiceContext, givenKey?: string): KeyRing => {
  const { store, sealer, clock, ids } = context;
  let refs: ReadonlyMap<string, KeyRef> = new Map();
  /** By accepted headers, as decoding and hashing one takes a microsecond. */
  const accepted = new Map<string, KeyRef>();

  const open = (row: StoredApiKey): string => sealer.open(row.sealed_key, sealedAs.apiKey(row.id));

  /** Whether a key was sent as if it were no base64. */
  const isPlain = (authorization: string): boolean =>
    refs.has(digest(authorization.replace(/^(basic|bearer) +/i, '').trim()));

  const remember = (rows: readonly StoredApiKey[]): void => {
    refs = new Map(rows.map((row) => [digest(open(row)), { id: row.id, name: row.name }]));
    accepted.clear();
  };

  const add = async (tx: Tx, name: string, apiKey: string): Promise<ApiKeyCreated> => {
    const rows = await selectApiKeys(tx);
    if (rows.length >= apiKeyLimit) throw new CatalogueError('apiKey.limit', { limit: apiKeyLimit });
    const id = ids.uuid();
    const row = { id, name, sealed_key: sealer.seal(apiKey, sealedAs.apiKey(id)), created_at: clock.now() };
    await insertApiKey(tx, row);
    tx.afterCommit(() => remember([...rows, row]));
    return { ...toWire(row), apiKey };
  };

  return {
    async load() {
      await store.write(async (tx) => {
        const rows = await selectApiKeys(tx);
        remember(rows);
        if (rows.length === 0) await add(tx, 'Default', givenKey ?? makeUp());
        else if (givenKey !== undefined && !refs.has(digest(givenKey))) {
          await add(tx, 'Given at the start', givenKey);
        }
      });
    },

    check(authorization = '') {
      // A map compares no texts of different hashes, and those depend on a secret of the process.
      const known = accepted.get(authorization);
      if (known !== undefined) return known;
      const key = readKey(authorization);
      if (key === undefined)
        throw new CatalogueError(isPlain(authorization) ? 'auth.plainKey' : 'auth.missing');
      // Only digests are compared, so how long it takes says nothing about a key.
      const ref = refs.get(digest(key)) ?? refs.get(digest(key.replace(/:$/, '')));
      if (ref === undefined)
        throw new CatalogueError(isPlain(authorization) ? 'auth.plainKey' : 'auth.wrong');
      if (accepted.size >= mostAccepted) accepted.clear();
      accepted.set(authorization, ref);
      return ref;
    },

    list: async () => (await store.read(selectApiKeys)).map(toWire),

    create: ({ name }) => store.write((tx) => add(tx, name, makeUp())),

    remove: (apiKeyId) =>
      store.write(async (tx) => {
        const rows = await selectApiKeys(tx);
        const rest = rows.filter((row) => row.id !== apiKeyId);
        if (rest.length === rows.length) throw new CatalogueError('apiKey.notFound', { apiKeyId });
        if (rest.length === 0) throw new CatalogueError('apiKey.last');
        await deleteApiKey(tx, apiKeyId);
        tx.afterCommit(() => remember(rest));
      }),

    reveal: async () =>
      (await store.read(selectApiKeys)).map((row) => ({ id: row.id, name: row.name, apiKey: open(row) })),
  };
};

/** A key can be written in many ways. */
const mostAccepted = 64;

/** Random whatever the seed: who knows the seed, or some ids, must not know the key. */
const makeUp = (): string => randomBytes(20).toString('hex');

/** The key of `Basic <base64>`. Clients that know user names only send `key:`, which `check` accepts too. */
const readKey = (authorization: string): string | undefined => {
  const [, encoded] = /^basic +(\S+) *$/i.exec(authorization) ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
};

const digest = (key: string): string => hash('sha256', key, 'base64');

const toWire = (row: StoredApiKey): ApiKey => ({
  id: row.id,
  name: row.name,
  created: toIso(row.created_at),
});
