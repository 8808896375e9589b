import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { type HostProcess, startHostProcess } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { temporaryStore } from './shared.ts';

export interface ProcessesOfOneStore {
  readonly place: ServerPlace;
  /** @param dataDir one of its own, where it is left out */
  start(options?: readonly string[], dataDir?: string): Promise<HostProcess>;
}

/** Hosts that share a store on the server, a data key and row keys, each with a data folder of its own. */
export const processesOfOneStore = async (): Promise<ProcessesOfOneStore> => {
  const { address, env, place } = await temporaryStore();
  const key = join(temporaryFolder(), 'team.key');
  writeFileSync(key, randomBytes(32), { mode: 0o600 });
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  vi.stubEnv('CARRYOVER_ROW_KEYS', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const shared = ['--store', address, '--data-key-file', key];
  return {
    place,
    start: (options = [], dataDir = temporaryFolder()) =>
      startHostProcess(['--data', dataDir, ...shared, ...options]),
  };
};

/** A process that does what the roles say. */
export const withRoles =
  ({ start }: ProcessesOfOneStore) =>
  (roles: string, ...options: string[]): Promise<HostProcess> =>
    start(['--roles', roles, '--allow-private', ...options]);
