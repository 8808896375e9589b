import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { openFileStore } from '#service/store/file-store.ts';
import { openServerStore } from '#service/store/server-store.ts';
import type { Store } from '#service/store/store.ts';
import { temporaryPlace } from './postgres/shared.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Which of the two the tests of this process use, where they ask for any. */
export const storeKind = process.env.CARRYOVER_TEST_STORE === 'postgres' ? 'postgres' : 'sqlite';

/** By folder, so that what goes on with a folder goes on with its store. */
const places = new Map<string, Promise<ServerPlace>>();

const placeOf = (folder: string): Promise<ServerPlace> => {
  const known = places.get(folder) ?? temporaryPlace();
  places.set(folder, known);
  return known;
};

/** A store of the running test's own. @param folder what goes on with the same one has the same store */
export const openTestStore = async (folder = temporaryFolder()): Promise<Store> => {
  const store =
    storeKind === 'postgres'
      ? await openServerStore({ ...(await placeOf(folder)), dataKey: Buffer.alloc(32), log: silentLog() })
      : await openFileStore(join(folder, 'service.db'));
  onTestFinished(() => store.close());
  return store;
};
