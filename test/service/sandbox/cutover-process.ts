import { createService } from '#service/index.ts';
import { serviceOptions } from '#test/support/service-options.ts';

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
const service = await createService(serviceOptions(dataDir, Buffer.from(dataKey, 'hex')));
await service.start();
const { sandbox } = service.control;
for (let after = 0; ; after++) {
  process.send?.({ after } satisfies Begun);
  if ((await sandbox.cutoverState()).cutOver) await sandbox.undoCutover();
  else await sandbox.cutover({});
}
