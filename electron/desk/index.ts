import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAnnouncer } from '#base/announcer.ts';
import { type Cancel, systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { urlOf } from '#base/url-of.ts';
import type { ServiceControl, ServiceInstances } from '#contract/service-control.ts';
import { createDeskServer } from './api/server.ts';
import { createCases } from './cases/index.ts';
import { recodeAll } from './cases/recoding.ts';
import { createDeskContext } from './context.ts';
import { readTraffic, scanSource } from './eligibility/collect-files.ts';
import { createEligibility } from './eligibility/index.ts';
import { createEndpointHeaders } from './endpoints/headers/index.ts';
import { createJobs } from './jobs/index.ts';
import { createReports } from './reports/index.ts';
import { type BackupOptions, type Backups, backUp, createBackups } from './store/backups.ts';
import { type DeskStore, openDeskStore } from './store/store.ts';
import { openVaultStore, type VaultStore } from './store/vault-store.ts';
import { confirmCalls } from './targets/confirm.ts';
import { createTargets } from './targets/index.ts';
import { createTokens } from './tokens/index.ts';
import { createRunbooks } from './tokens/managed/index.ts';

export interface DeskOptions {
  /** Exists already, for its owner alone. */
  readonly dataDir: string;
  /** 32 bytes that secrets at rest are sealed under. */
  readonly dataKey: Buffer;
  readonly control: ServiceControl;
  /** To rehearse on. */
  readonly instances: ServiceInstances;
  /** The public API of the local service, which plans are carried out on like on any other. */
  readonly localApiUrl: string;
  /** 0: a free one. */
  readonly port: number;
  readonly bind: string;
  readonly allowHosts: readonly string[];
  /** The key that the cases were coded with is lost: code them anew. */
  readonly newKey?: boolean;
  /** Made at random if left out. */
  readonly token?: string;
  readonly log: Log;
}

export interface Desk {
  /** @throws the listen error of the system, such as EADDRINUSE */
  start(): Promise<{ deskUrl: string; deskToken: string }>;
  /** Requests that are not answered after `drainMs` are cut off; jobs are cancelled. */
  stop(drainMs: number): Promise<void>;
}

/**
 * The migration desk: its rooms, put together in the order of its layers.
 * @throws CatalogueError `store.damaged`, `store.full`; Error in words about the database
 */
export const createDesk = async (options: DeskOptions): Promise<Desk> => {
  const { store, backups } = await openDatabases(options);
  let vault: VaultStore | undefined;
  try {
    vault = await openVaultStore(join(options.dataDir, 'vault.db'));
    return await assemble(options, store, vault, backups);
  } catch (error) {
    await vault?.close();
    await store.close();
    throw error;
  }
};

/** A backup is made of a database that is open, also while it is still being opened: before its migration. */
const openDatabases = async ({
  dataDir,
  log,
}: DeskOptions): Promise<{ store: DeskStore; backups: Backups }> => {
  const backupsTo = (copyTo: BackupOptions['copyTo']): Backups =>
    createBackups({ folder: join(dataDir, 'backups'), copyTo, log });
  const store = await openDeskStore(join(dataDir, 'desk.db'), {
    beforeMigration: (sqlite) => backupsTo((path) => backUp(sqlite, path)).make(),
  });
  return { store, backups: backupsTo(store.backup) };
};

const assemble = async (
  options: DeskOptions,
  store: DeskStore,
  vaultStore: VaultStore,
  backups: Backups,
): Promise<Desk> => {
  const { dataKey, control, instances, log } = options;
  const token = options.token ?? randomBytes(24).toString('base64url');
  const announcer = createAnnouncer(log);
  const context = createDeskContext({ store, dataKey, log, announce: announcer.announce });

  if (options.newKey) await recodeAll(context);
  const cases = createCases(context);
  const targets = createTargets(context, { local: localTarget(options) });
  const jobs = createJobs(context);
  const eligibility = createEligibility(context, { cases, targets, jobs, control, scanSource, readTraffic });
  const endpointHeaders = createEndpointHeaders(context, { cases, targets, control, confirm: confirmCalls });
  const runbooks = createRunbooks(context, { cases, targets, catalogue: control.integrations });
  const tokens = createTokens(context, {
    vaultStore,
    cases,
    targets,
    jobs,
    control,
    instances,
    confirm: confirmCalls,
    gateOf: runbooks.gateOf,
    settle: runbooks.settle,
  });
  const reports = createReports({ cases });
  const rooms = { targets, cases, jobs, eligibility, endpointHeaders, tokens, runbooks, reports };
  const { newId } = context;
  const { subscribe } = announcer;
  const app = await createDeskServer({ ...options, token, rooms, subscribe, newId });

  const running: Cancel[] = [];
  return {
    async start() {
      running.push(control.subscribe(announcer.announce), await backups.startDaily());
      await eligibility.start();
      await tokens.start();
      await app.listen({ port: options.port, host: options.bind });
      const { port } = app.server.address() as AddressInfo;
      return { deskUrl: urlOf(options.bind, port), deskToken: token };
    },
    async stop(drainMs) {
      const cancel = systemTime.after(drainMs, () => app.server.closeAllConnections());
      await app.close();
      cancel();
      for (const end of running.splice(0)) end();
      await jobs.stop();
      await tokens.stop();
      await eligibility.stop();
      await targets.close();
      await vaultStore.close();
      await store.close();
    },
  };
};

const localTarget = ({ control, localApiUrl }: DeskOptions) => ({
  baseUrl: localApiUrl,
  apiKey: async () => (await control.sandbox.apiKeys())[0]?.apiKey ?? '',
  clientId: async () => (await control.sandbox.client()).id,
});
