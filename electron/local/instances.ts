import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceInstance, ServiceInstances } from '#contract/service-control.ts';
import { createService } from '#service/index.ts';

export interface InstancesOptions {
  /** Exists already, and is locked by this process. */
  readonly dataDir: string;
  readonly resourcesDir: string;
  readonly log: Log;
}

export interface Instances extends ServiceInstances {
  /** Closes those that are open; there are none after it. */
  close(): Promise<void>;
}

/**
 * Temporary instances of the service, each in a folder of its own below `rehearsals`, under a key that nobody keeps.
 * What a process that died left there is removed at once.
 */
export const createInstances = ({ dataDir, resourcesDir, log }: InstancesOptions): Instances => {
  const parent = join(dataDir, 'rehearsals');
  // As the host's own service read it, so that both know the same integrations.
  const integrations = readIfThere(join(dataDir, 'integrations.json'));
  const remove = (folder: string): void => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error, folder }, 'host: what a rehearsal left behind could not be removed');
    }
  };
  remove(parent);

  /** Those that are open, or being made. */
  const all = new Set<Promise<ServiceInstance>>();
  let closed = false;

  const make = async (seed: number | undefined): Promise<ServiceInstance> => {
    const folder = join(parent, randomBytes(12).toString('hex'));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      if (integrations !== undefined) {
        writeFileSync(join(folder, 'integrations.json'), integrations, { mode: 0o600 });
      }
      return await openInstance({ dataDir: folder, resourcesDir, log, seed }, () => remove(folder));
    } catch (error) {
      remove(folder);
      throw error;
    }
  };

  return {
    async create({ seed }) {
      if (closed) throw new CatalogueError('server.stopping');
      const making = make(seed);
      all.add(making);
      const forget = (): void => void all.delete(making);
      try {
        const instance = await making;
        return { ...instance, close: () => instance.close().finally(forget) };
      } catch (error) {
        forget();
        throw error;
      }
    },
    async close() {
      closed = true;
      const made = await Promise.allSettled(all);
      await Promise.all(made.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
      remove(parent);
    },
  };
};

/** @param remove what it leaves behind, once it has ended */
const openInstance = async (
  options: InstancesOptions & { readonly seed: number | undefined },
  remove: () => void,
): Promise<ServiceInstance> => {
  const service = await createService({
    ...options,
    dataKey: randomBytes(32),
    clock: 'virtual',
    apiPort: 0,
    bind: '127.0.0.1',
    allowHosts: [],
    allowPrivate: false,
  });
  // Whatever is still under way is thrown away with the instance.
  const end = (): Promise<void> => service.stop(0).finally(remove);
  try {
    const { apiUrl, apiKey } = await service.start();
    let ended: Promise<void> | undefined;
    const close = (): Promise<void> => {
      ended ??= end();
      return ended;
    };
    return { baseUrl: apiUrl, apiKey, control: service.control, close };
  } catch (error) {
    await service.stop(0);
    throw error;
  }
};

const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
};
