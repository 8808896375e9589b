import { join } from 'node:path';
import { peek } from '#base/peek.ts';

/** What was sealed in a database that nobody has opened yet, to find out under which key. */
export const readSealedKeys = (dataDir: string): { id: string; sealed_key: Uint8Array }[] =>
  peek(
    join(dataDir, 'service.db'),
    (sqlite) =>
      sqlite.prepare('select id, sealed_key from api_keys').all() as { id: string; sealed_key: Uint8Array }[],
  ) ?? [];
