import { packageVersion } from '#base/package-root.ts';
import { mask } from '#base/sealing.ts';
import { CatalogueError } from '#contract/errors.ts';
import { localTargetId, type Target } from '#contract/target.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { isLoopback } from './base-url.ts';
import { createTargetClient } from './client.ts';
import { createRegistry } from './registry.ts';
import { lost } from './target-row.ts';
import type { ClosableClient, Targets } from './targets.ts';
import { testTarget } from './test-target.ts';

/** The embedded service, as the desk calls it: over HTTP, like any other target. */
export interface LocalTarget {
  readonly baseUrl: string;
  /** Any live key. */
  apiKey(): Promise<string>;
  clientId(): Promise<string | undefined>;
}

export interface TargetsOptions {
  readonly local: LocalTarget;
  /** The first wait before a repeat, ms; 250 if left out. */
  readonly backoffMs?: number;
  /** Answers beyond this many bytes are not read on; 64 MiB if left out. */
  readonly limitBytes?: number;
  /** For one attempt of a call that does not say, ms; 30,000 if left out. */
  readonly timeoutMs?: number;
}

/** Its own process is all that it could overrun: more than it can do. */
const localLimits = { concurrency: 50, perSecond: 10_000 } as const;

/** Targets and their clients. `close` ends what is under way with `server.stopping`. */
export const createTargets = (context: DeskContext, options: TargetsOptions): Targets => {
  const { local, backoffMs = 250, limitBytes = 64 * 1_048_576, timeoutMs = 30_000 } = options;
  const registry = createRegistry(context);
  const common = {
    userAgent: `carryover-desk/${packageVersion()}`,
    log: context.log,
    backoffMs,
    limitBytes,
    timeoutMs,
  };
  /** By id, each with what it was made from. */
  const clients = new Map<string, { madeFrom: string; client: ClosableClient }>();
  /** Also those of targets that have changed since: whoever holds one may finish with it. */
  const made = new Set<ClosableClient>();

  const localTarget = async (): Promise<Target> => {
    const clientId = await local.clientId();
    return {
      id: localTargetId,
      name: localTargetId,
      kind: 'local',
      baseUrl: local.baseUrl,
      apiKey: mask(await local.apiKey()),
      ...(clientId === undefined ? {} : { clientId }),
      hasCa: false,
      callbackUrl: `${local.baseUrl}/callback`,
      ...localLimits,
    };
  };

  const clientOf = async (targetId: string): Promise<ClosableClient> => {
    if (targetId === localTargetId) {
      const target = await localTarget();
      const wanted = { target, apiKey: local.apiKey, direct: true };
      return clientFor(target, `${target.apiKey} ${target.clientId}`, wanted);
    }
    const found = await registry.find(targetId);
    if (found === undefined) throw new CatalogueError('target.notFound', { reference: targetId });
    const { target, apiKey, caPem, proxyUrl } = found;
    if (apiKey === undefined) throw new CatalogueError('target.keyLost', { target: target.name });
    if (proxyUrl === lost) throw new CatalogueError('target.proxyLost', { target: target.name });
    const direct = isLoopback(new URL(target.baseUrl).hostname);
    const madeFrom = JSON.stringify([target, context.fingerprint(`${apiKey}\n${proxyUrl}`), caPem]);
    return clientFor(target, madeFrom, {
      target,
      apiKey: async () => apiKey,
      caPem,
      proxyUrl,
      direct,
    });
  };

  const clientFor = (
    { id }: Target,
    madeFrom: string,
    wanted: Pick<
      Parameters<typeof createTargetClient>[0],
      'target' | 'apiKey' | 'caPem' | 'proxyUrl' | 'direct'
    >,
  ): ClosableClient => {
    const known = clients.get(id);
    if (known?.madeFrom === madeFrom) return known.client;
    const client = createTargetClient({ ...common, ...wanted });
    clients.set(id, { madeFrom, client });
    made.add(client);
    return client;
  };

  const show: Targets['show'] = async (targetId) => {
    if (targetId === localTargetId) return localTarget();
    const found = await registry.find(targetId);
    if (found === undefined) throw new CatalogueError('target.notFound', { reference: targetId });
    return found.target;
  };

  const list: Targets['list'] = async () => [await localTarget(), ...(await registry.list())];

  return {
    list,
    show,
    async idOf(reference) {
      const wanted = reference.trim().toLowerCase();
      const found = (await list()).find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
      if (found === undefined) throw new CatalogueError('target.notFound', { reference: `"${reference}"` });
      return found.id;
    },
    add: registry.add,
    change: registry.change,
    async remove(targetId) {
      await registry.remove(targetId);
      clients.delete(targetId);
    },
    test: async (targetId) => testTarget(await clientOf(targetId)),
    client: clientOf,
    temporary({ name, baseUrl, apiKey }) {
      const target: Target = {
        id: localTargetId,
        name,
        kind: 'local',
        baseUrl,
        apiKey: mask(apiKey),
        hasCa: false,
        ...localLimits,
      };
      const client = createTargetClient({ ...common, target, apiKey: async () => apiKey, direct: true });
      made.add(client);
      const close = async (): Promise<void> => {
        made.delete(client);
        await client.close();
      };
      return { ...client, close };
    },
    async close() {
      await Promise.all([...made].map((client) => client.close()));
    },
  };
};
