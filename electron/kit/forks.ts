import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { KitControl } from '#contract/control.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import type { LocalStates } from '#local/states.ts';
import type { Kit, KitOptions, Origin } from './kit.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

interface Forks {
  readonly start: KitControl['fork'];
  readonly end: KitControl['endFork'];
  stopAll(drainMs: number): Promise<void>;
}

/** As many as a test could want; each listens on two ports. */
const most = 100;

/**
 * Services that began with a state of this one, in the same process. They end with it, or before.
 * @param open starts one on what was made ready for it
 */
export const createForks = (
  states: LocalStates,
  options: KitOptions,
  { clock, dataKey }: { readonly clock: ClockMode; readonly dataKey: Buffer },
  open: (options: KitOptions, origin: Origin) => Promise<Kit>,
): Forks => {
  const all = new Map<string, Promise<Kit>>();
  const folders = new Map<string, string>();
  const make: (id: string, ...given: Parameters<KitControl['fork']>) => Promise<Kit> = async (
    id,
    state,
    request,
  ) => {
    const path = states.pathOf(state);
    const dataDir = makeTemporaryFolder();
    folders.set(id, dataDir);
    await states.forkInto(path, { dataDir, dataKey, clock }, request);
    // On ports of its own: those of this one are taken.
    return open({ ...options, apiPort: 0, controlPort: 0 }, { dataDir, dataKey });
  };
  const forget = (id: string): void => {
    const folder = folders.get(id);
    all.delete(id);
    folders.delete(id);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const end = async (id: string, drainMs: number): Promise<void> => {
    const fork = all.get(id);
    if (fork === undefined) throw new CatalogueError('fork.notFound', { id });
    all.delete(id);
    // One that did not start has told so already.
    const kit = await fork.catch(() => undefined);
    await kit?.stop(drainMs).finally(() => forget(id));
  };
  return {
    async start(state, request) {
      if (all.size >= most) throw new CatalogueError('kit.tooManyForks', { most });
      const id = randomUUID();
      const making = make(id, state, request);
      all.set(id, making);
      try {
        const { stop: _stop, ...address } = await making;
        return { id, ...address };
      } catch (error) {
        forget(id);
        throw error;
      }
    },
    end: (id) => end(id, 0),
    async stopAll(drainMs) {
      await Promise.all([...all.keys()].map((id) => end(id, drainMs)));
    },
  };
};
