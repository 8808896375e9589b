import pg from 'pg';
import { onTestFinished } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { createService, type Service } from '#service/index.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export interface Sharing {
  readonly service: Service;
  readonly apiUrl: string;
  readonly apiKey: string;
}

/** Two services of one store, both in this process: to look into, not to kill. */
export const startSharing = async (): Promise<readonly [Sharing, Sharing, ServerPlace]> => {
  const place = await temporaryPlace();
  return [await start(place), await start(place), place];
};

const start = async (storeServer: ServerPlace): Promise<Sharing> => {
  const { seed: _, ...options } = serviceOptions(temporaryFolder(), Buffer.alloc(32, 7));
  const service = await createService({
    ...options,
    storeServer,
    clock: 'system',
    allowPrivate: true,
    indexesText: false,
    log: silentLog(),
  });
  onTestFinished(() => service.stop(1000));
  return { service, ...(await service.start()) };
};

export const queryOn = async (
  { address, password }: ServerPlace,
  text: string,
): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ ...address, password });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};
