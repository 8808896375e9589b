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

/** Services of one store, all in this process: to look into, not to kill. */
export const startSharing = async (count: number): Promise<readonly [Sharing, Sharing, ...Sharing[]]> => {
  const place = await temporaryPlace();
  const all: Sharing[] = [];
  while (all.length < count) all.push(await start(place));
  return all as unknown as [Sharing, Sharing, ...Sharing[]];
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
