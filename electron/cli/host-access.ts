import { systemTime } from '#base/clock.ts';
import { isFolderLocked } from '#base/folder-lock.ts';
import { connectToHost, UnprovenError } from '#base/hello/connect.ts';
import type { HostRecord } from '#contract/desk.ts';
import { readHostRecord } from '#host/discovery.ts';
import type { Host } from '#host/index.ts';
import { FolderInUseError } from '#host/start-error.ts';
import { CommandError } from './command-error.ts';
import { createHttpClient, type HttpClient, unreachable } from './http-client.ts';

/** The host that a command talks to. */
export interface HostAccess {
  readonly apiUrl: string;
  readonly desk: HttpClient;
  /** Whether it is this command's own and ends with it. */
  readonly own: boolean;
}

const drainMs = 5000;
/** How long to wait for a host that holds the folder and does not answer yet, or no longer. */
const patienceMs = 10_000;
const pollMs = 100;
/** Who does not prove to be the host in this time is not taken for it. */
const probeMs = 5000;
/** Whoever answers in the host's place may be its successor, whose record is about to be read. */
const looks = 3;

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
        if (!isUnsent(error) || access.desk.answered() || systemTime.now() >= patientUntil) throw error;
        continue;
      }
    }
    const host = await startOwn(dataDir, systemTime.now() < patientUntil);
    if (host !== undefined) {
      try {
        return await work(accessTo(host.record, true));
      } finally {
        await host.stop(drainMs);
      }
    }
    await systemTime.sleep(pollMs);
  }
};

const isUnsent = (error: unknown): boolean =>
  error instanceof CommandError && error.cause instanceof UnprovenError && !error.cause.impostor;

/**
 * The discovery file may outlive its host, whose port anybody may listen on then. So the folder's lock is asked first,
 * which dies with its holder: without one, nobody is called at all. Then both sides prove who they are.
 * @throws CommandError if somebody else listens where the host should
 */
export const findHost = async (dataDir: string): Promise<HostRecord | undefined> => {
  for (let look = 1; ; look += 1) {
    const record = isFolderLocked(dataDir) ? readHostRecord(dataDir) : undefined;
    if (record === undefined) return undefined;
    try {
      (await connectToHost(record, probeMs)).destroy();
      return record;
    } catch (error) {
      if (!(error instanceof UnprovenError && error.impostor)) return undefined;
      if (look === looks) throw unreachable(record, error);
    }
    await systemTime.sleep(pollMs);
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

/** Everything goes by the desk, also what the public API offers: whoever listens on that port proves nothing. */
const accessTo = (found: HostRecord, own: boolean): HostAccess => ({
  apiUrl: found.apiUrl,
  desk: createHttpClient(found),
  own,
});

/** Source: `docs/reference/rules/api.md#errors`. */
export const basic = (apiKey: string): string => `Basic ${Buffer.from(apiKey).toString('base64')}`;
