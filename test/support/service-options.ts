import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { silentLog } from '#base/log.ts';
import { packageRoot } from '#base/package-root.ts';
import type { ServiceOptions } from '#service/index.ts';

/** A service as it ships, for loopback alone, on a free port and a virtual clock, always with the same ids. */
export const serviceOptions = (dataDir: string, dataKey = randomBytes(32)): ServiceOptions => ({
  dataDir,
  resourcesDir: join(packageRoot(), 'resources'),
  dataKey,
  log: silentLog(),
  clock: 'virtual',
  seed: 1,
  apiPort: 0,
  bind: '127.0.0.1',
  allowHosts: [],
  allowPrivate: false,
});
