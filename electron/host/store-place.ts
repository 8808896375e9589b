import { resolve } from 'node:path';
import { readServerAddress, wholeAddress } from '#base/store/postgres/address.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { storePassword } from '#base/store/postgres/password.ts';
import { peekStoreKey } from '#base/store/postgres/peek-key.ts';
import { CatalogueError } from '#contract/errors.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { readLastOptions } from '#local/last-options.ts';
import { StartError } from '#local/start-error.ts';
import { serviceSchemaOf } from '#service/index.ts';

/** Where the store of a data folder is, if a server keeps it. The service and the desk are given the same one. */

export interface AskedStore {
  /** `postgres://…`; false: files of the data folder. Left out: CARRYOVER_STORE, else as the folder was last served. */
  readonly store?: string | false;
  /** Connections to the server at most. */
  readonly storeConnections?: number;
}

export interface ChosenStore {
  /** Without a password: what the next start finds it by. */
  readonly address: string;
  readonly place: ServerPlace;
}

export const usualConnections = 10;

/**
 * Undefined: files of the data folder.
 * @throws CatalogueError `store.address`, `store.password`
 */
export const chooseStore = (dataDir: string, asked: AskedStore): ChosenStore | undefined => {
  const { store, storeConnections: connections = usualConnections } = asked;
  if (store === false) return undefined;
  const given = store ?? (process.env.CARRYOVER_STORE || readLastOptions(dataDir).store);
  if (given === undefined) return undefined;
  const address = readServerAddress(given);
  return {
    address: wholeAddress(address),
    place: { address, password: storePassword(address), connections },
  };
};

/**
 * The folder of row keys that processes of a store share; undefined: each has its own, in its data folder.
 * @throws StartError for a store that is files
 */
export const chooseRowKeys = (
  { dataDir, rowKeys }: { readonly dataDir: string; readonly rowKeys?: string },
  store: ChosenStore | undefined,
): string | undefined => {
  const asked = rowKeys ?? (process.env.CARRYOVER_ROW_KEYS || undefined);
  if (store !== undefined) return asked === undefined ? readLastOptions(dataDir).rowKeys : resolve(asked);
  if (rowKeys === undefined) return undefined;
  throw new StartError(
    '--row-keys is for processes that share a store on a server, and this store is files of the data folder. Nothing was started or changed. Leave it out, or name the store with --store.',
  );
};

/**
 * Before a data folder that has no key makes one: the store may have been begun under another.
 * @throws CatalogueError `store.keyNeeded`, `store.unreachable`, `store.notAllowed`
 */
export const refuseBegunStore = async ({ place }: ChosenStore): Promise<void> => {
  const { server, wanted } = await peekStoreKey(place, serviceSchemaOf(place));
  if (wanted !== undefined) {
    throw new CatalogueError('store.keyNeeded', { server, wanted: groupedFingerprint(wanted) });
  }
};

/** Of the connections of a process, 6 or more, the desk has a third, and its vault some of these; each has enough for its work. */
export const shareOf = (place: ServerPlace, of: 'service' | 'desk'): ServerPlace => {
  const ofDesk = Math.max(leastOfDesk, Math.floor(place.connections / 3));
  const connections = of === 'desk' ? ofDesk : Math.max(2, place.connections - ofDesk);
  return { ...place, connections };
};
const leastOfDesk = 4;
