import { systemTime } from '#base/clock.ts';
import type { HostRecord, RevealedKeys } from '#contract/desk.ts';
import { readHostRecord } from '#host/discovery.ts';
import type { Host } from '#host/index.ts';
import { FolderInUseError } from '#host/start-error.ts';
import { CommandError } from './command-error.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

/** The host that a command talks to. */
export interface HostAccess {
  readonly apiUrl: string;
  readonly desk: HttpClient;
  /** Whether it is this command's own and ends with it. */
  readonly own: boolean;
  /** The public API, with one of the client's keys. */
  api(): Promise<HttpClient>;
}

const drainMs = 5000;
/** How long to wait for a host that holds the folder and does not answer yet, or no longer. */
const patienceMs = 10_000;
const pollMs = 100;
const probeMs = 3000;

/** Runs `work` with the host that runs on the data folder, or with one that is started for it and stopped after it. */
export const withHost = async <T>(dataDir: string, work: (host: HostAccess) => Promise<T>): Promise<T> => {
  const patientUntil = systemTime.now() + patienceMs;
  for (;;) {
    const running = await findHost(dataDir);
    if (running !== undefined) {
      const access = accessTo(running, false);
      try {
        return await work(access);
      } catch (error) {
        // It stopped just after it was found, as another command's own host does: nothing reached it yet.
        if (!isRefused(error) || access.desk.answered() || systemTime.now() >= patientUntil) throw error;
        continue;
      }
    }
    const host = await startOwn(dataDir, systemTime.now() < patientUntil);
    if (host !== undefined) {
      try {
        return await work(accessTo(host.ready, true));
      } finally {
        await host.stop(drainMs);
      }
    }
    await systemTime.sleep(pollMs);
  }
};

const isRefused = (error: unknown): boolean =>
  error instanceof CommandError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED';

/** The discovery file may outlive its host: what counts is that the host answers, and to this token. */
export const findHost = async (dataDir: string): Promise<HostRecord | undefined> => {
  const record = readHostRecord(dataDir);
  if (record === undefined) return undefined;
  try {
    await createHttpClient(record.deskUrl, `Bearer ${record.deskToken}`, probeMs).get('/api/clock');
    return record;
  } catch {
    return undefined;
  }
};

const startOwn = async (dataDir: string, patient: boolean): Promise<Host | undefined> => {
  // Loaded only when needed: the whole service hangs on it.
  const [{ startHost }, { createLog }] = await Promise.all([
    import('#host/index.ts'),
    import('#base/log.ts'),
  ]);
  try {
    return await startHost({
      dataDir,
      apiPort: 0,
      deskPort: 0,
      bind: '127.0.0.1',
      allowHosts: [],
      log: createLog({ level: 'warn', words: process.stderr.isTTY }),
    });
  } catch (error) {
    if (error instanceof FolderInUseError && patient) return undefined;
    throw error;
  }
};

const accessTo = (found: Pick<HostRecord, 'apiUrl' | 'deskUrl' | 'deskToken'>, own: boolean): HostAccess => {
  const desk = createHttpClient(found.deskUrl, `Bearer ${found.deskToken}`);
  return {
    apiUrl: found.apiUrl,
    desk,
    own,
    async api() {
      const { results } = await desk.get<RevealedKeys>('/api/keys');
      const [first] = results;
      if (first === undefined) throw new CommandError('The host has no API key.');
      return createHttpClient(found.apiUrl, basic(first.apiKey));
    },
  };
};

/** Source: `domain.md` section 2. */
export const basic = (apiKey: string): string => `Basic ${Buffer.from(apiKey).toString('base64')}`;
