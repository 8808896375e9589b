import { createLog } from '#base/log.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { createService } from '#service/index.ts';
import { postgresMigrations } from '#service/store/migrations/postgres/index.ts';
import { serviceOptions } from './service-options.ts';

/** Runs a service on a store that a server keeps, until it is told to end. */
const { place, dataDir, dataKey, more } = JSON.parse(process.argv[2] as string) as {
  place: ServerPlace;
  dataDir: string;
  dataKey: string;
  /** Migrations that a later build has besides. */
  more: Record<string, string[]>;
};
Object.assign(postgresMigrations, more);
const { seed: _, ...options } = serviceOptions(dataDir, Buffer.from(dataKey, 'hex'));
const service = await createService({
  ...options,
  storeServer: place,
  clock: 'system',
  allowPrivate: true,
  log: createLog(),
});
process.once('SIGTERM', () => void service.stop(2000).then(() => process.exit(0)));
process.send?.(await service.start());
