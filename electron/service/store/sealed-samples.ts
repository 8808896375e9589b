import { join } from 'node:path';
import { peek } from '#base/store/sqlite/peek.ts';

/** What was sealed in a database that nobody has opened yet, to find out under which key. */
export const readSealedKeys = (
  dataDir: string,
  file = 'service.db',
): { id: string; sealed_key: Uint8Array }[] =>
  peek(
    join(dataDir, file),
    (sqlite) =>
      sqlite.prepare('select id, sealed_key from api_keys').all() as { id: string; sealed_key: Uint8Array }[],
  ) ?? [];
