import { join } from 'node:path';
import { silentLog } from '#base/log.ts';
import { createService } from '#service/index.ts';

/**
 * A real service in a process of its own that cuts over and rolls back for as long as it lives. Its parent kills it.
 * Arguments: the data folder, and the data key in hex.
 */

/** One of the two begins. */
export interface Begun {
  /** How many of them were over. */
  readonly after: number;
}

const [dataDir = '', dataKey = ''] = process.argv.slice(2);
const service = await createService({
  dataDir,
  resourcesDir: join(import.meta.dirname, '..', '..', '..', 'resources'),
  dataKey: Buffer.from(dataKey, 'hex'),
  log: silentLog(),
  clock: 'virtual',
  seed: 1,
  apiPort: 0,
  bind: '127.0.0.1',
  allowHosts: [],
  allowPrivate: false,
});
await service.start();
const { sandbox } = service.control;
for (let after = 0; ; after++) {
  process.send?.({ after } satisfies Begun);
  if ((await sandbox.cutoverState()).cutOver) await sandbox.undoCutover();
  else await sandbox.cutover({});
}
