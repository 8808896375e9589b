import { toIso } from '#base/clock.ts';
import { packageVersion } from '#base/package-root.ts';
import { isKeyInKeychain } from '#base/sealing.ts';
import type { About, Health } from '#contract/about.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';

export interface AboutParts {
  readonly control: ServiceControl;
  readonly dataDir: string;
  readonly localApiUrl: string;
  readonly storeServer?: string | undefined;
  /** When the host was started, ms UTC. */
  readonly startedMs: number;
}

/** What this host is, for a person and for a ticket. */
export const createAbout = ({
  control,
  dataDir,
  localApiUrl,
  storeServer,
  startedMs,
}: AboutParts): (() => Promise<About>) => {
  const started = toIso(startedMs);
  const { electron } = process.versions as { electron?: string };
  return async () => ({
    version: packageVersion(),
    dataDir,
    apiUrl: localApiUrl,
    client: await control.sandbox.client().catch(ofDamaged),
    ...(storeServer === undefined ? {} : { storeServer }),
    // Looked at each time: the app moves the key while the host runs.
    keyProtection: isKeyInKeychain(dataDir) ? 'keychain' : 'key-file',
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    ...(electron === undefined ? {} : { electron }),
    started,
  });
};

/** Who the integrator's instance is stands in the database of the local service. */
const ofDamaged = (error: unknown): About['client'] => {
  if (error instanceof CatalogueError && error.code === 'service.damaged') return { id: '', name: 'unknown' };
  throw error;
};

export const createHealth =
  ({ control, localApiUrl }: AboutParts): (() => Promise<Health>) =>
  async () => ({ ...(await control.health()), apiUrl: localApiUrl });
