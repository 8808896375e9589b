import { addressText } from './address.ts';
import type { ServerPlace } from './database.ts';
import { EndingClient } from './ending-client.ts';
import { peekKeyMark } from './marks.ts';
import { clientConfig } from './pool.ts';
import { withServerErrors } from './server-error.ts';

const connectMs = 5000;

/**
 * Asks a server which data key a schema was begun under, by its fingerprint; `wanted` is undefined if there is none.
 * @throws CatalogueError `store.unreachable`, `store.notAllowed`
 */
export const peekStoreKey = async (
  place: ServerPlace,
  schema: string,
): Promise<{ readonly server: string; readonly wanted: string | undefined }> => {
  const server = addressText(place.address);
  const client = new EndingClient({ ...clientConfig(place), connectionTimeoutMillis: connectMs });
  try {
    return await withServerErrors(server, async () => {
      await client.connect();
      return { server, wanted: await peekKeyMark(client, schema) };
    });
  } finally {
    await client.end().catch(() => {});
  }
};
