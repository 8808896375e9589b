import { isLoopback } from '#base/outgoing/base-url.ts';
import { packageVersion } from '#base/package-root.ts';
import { mask } from '#base/sealing.ts';
import { CatalogueError } from '#contract/errors.ts';
import { localTargetId, type Target } from '#contract/target.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { createTargetClient } from './client.ts';
import { createRegistry } from './registry.ts';
import type { ClientOptions } from './sender.ts';
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

/** Targets and their clients. `close` ends what is under way with `server.stopping`. */
export const createTargets = (context: DeskContext, options: TargetsOptions): Targets => {
  const { local } = options;
  const registry = createRegistry(context);
  const clients = createClients(context, options);

  const registered = async (targetId: string) => {
    const found = await registry.find(targetId);
    if (found === undefined) throw new CatalogueError('target.notFound', { reference: targetId });
    return found;
  };

  const clientOf = async (targetId: string): Promise<ClosableClient> => {
    if (targetId === localTargetId) {
      const target = await localTarget(local);
      const wanted = { target, apiKey: local.apiKey, direct: true };
      return clients.of(`${target.apiKey} ${target.clientId}`, wanted);
    }
    const { target, apiKey, caPem, proxyUrl } = await registered(targetId);
    if (apiKey === undefined) throw new CatalogueError('target.keyLost', { target: target.name });
    if (proxyUrl === lost) throw new CatalogueError('target.proxyLost', { target: target.name });
    const direct = isLoopback(new URL(target.baseUrl).hostname);
    const madeFrom = JSON.stringify([target, context.fingerprint(`${apiKey}\n${proxyUrl}`), caPem]);
    return clients.of(madeFrom, { target, apiKey: async () => apiKey, caPem, proxyUrl, direct });
  };

  const list: Targets['list'] = async () => [await localTarget(local), ...(await registry.list())];

  return {
    list,
    show: async (targetId) =>
      targetId === localTargetId ? localTarget(local) : (await registered(targetId)).target,
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
      clients.forget(targetId);
    },
    test: async (targetId) => testTarget(await clientOf(targetId)),
    client: clientOf,
    temporary: ({ name, baseUrl, apiKey }) =>
      clients.temporary({
        target: { ...localBasics, name, baseUrl, apiKey: mask(apiKey) },
        apiKey: async () => apiKey,
        direct: true,
      }),
    close: clients.close,
  };
};

/** Its own process is all that it could overrun: more than it can do. */
const localBasics = {
  id: localTargetId,
  kind: 'local',
  hasCa: false,
  concurrency: 50,
  perSecond: 10_000,
} as const;

const localTarget = async (local: LocalTarget): Promise<Target> => {
  const clientId = await local.clientId();
  const { baseUrl } = local;
  return {
    ...localBasics,
    name: localTargetId,
    baseUrl,
    apiKey: mask(await local.apiKey()),
    ...(clientId === undefined ? {} : { clientId }),
    callbackUrl: `${baseUrl}/callback`,
  };
};

type ClientParts = Pick<ClientOptions, 'target' | 'apiKey' | 'caPem' | 'proxyUrl' | 'direct'>;

/** One client for each target, replaced when the target has changed. */
const createClients = ({ log }: DeskContext, options: TargetsOptions) => {
  const { backoffMs = 250, limitBytes = 64 * 1_048_576, timeoutMs = 30_000 } = options;
  const common = { userAgent: `carryover-desk/${packageVersion()}`, log, backoffMs, limitBytes, timeoutMs };
  /** By target, each with what it was made from. */
  const current = new Map<string, { madeFrom: string; client: ClosableClient }>();
  /** Also those of targets that have changed since: whoever holds one may finish with it. */
  const open = new Set<ClosableClient>();

  const make = (parts: ClientParts): ClosableClient => {
    const client = createTargetClient({ ...common, ...parts });
    open.add(client);
    return client;
  };

  return {
    of(madeFrom: string, parts: ClientParts): ClosableClient {
      const { id } = parts.target;
      const known = current.get(id);
      if (known?.madeFrom === madeFrom) return known.client;
      const client = make(parts);
      current.set(id, { madeFrom, client });
      return client;
    },
    forget: (targetId: string) => current.delete(targetId),
    temporary(parts: ClientParts): ClosableClient {
      const client = make(parts);
      const close = async (): Promise<void> => {
        open.delete(client);
        await client.close();
      };
      return { ...client, close };
    },
    async close(): Promise<void> {
      await Promise.all([...open].map((client) => client.close()));
    },
  };
};
