import type { Socket } from 'node:net';
import { systemTime } from '#base/clock.ts';
import { isFolderLocked } from '#base/folder-lock.ts';
import { connectToHost, hold, UnprovenError } from '#base/hello/connect.ts';
import type { HostRecord } from '#contract/desk.ts';
import { readHostRecord } from '#host/discovery.ts';
import type { Host } from '#host/index.ts';
import { FolderInUseError } from '#local/start-error.ts';
import { CommandError } from './command-error.ts';
import { createHttpClient, type HttpClient, unreachable } from './http-client.ts';
import { remark } from './output.ts';

/** The host that a command talks to. */
export interface HostAccess {
  readonly apiUrl: string;
  readonly desk: HttpClient;
  /** Whether it is this command's own and ends with it. */
  readonly own: boolean;
}

interface FoundHost {
  readonly record: HostRecord;
  /** Both sides have proven on it who they are. */
  readonly socket: Socket;
}

const drainMs = 5000;
/** How long to wait for a host that holds the folder and does not answer yet, or no longer. */
const patienceMs = 10_000;
const pollMs = 100;
/** A wait that is longer than this is explained. */
const quietMs = 1000;
/** Who does not prove to be the host in this time is not taken for it. */
const probeMs = 5000;
/** Whoever answers in the host's place may be its successor, whose record is about to be read. */
const looks = 3;

/**
 * Runs `work` with the host that runs on the data folder, or with one that is started for it and stopped after it. Whoever
 * uses another command's host holds it: that command waits with its end.
 */
export const withHost = async <T>(dataDir: string, work: (host: HostAccess) => Promise<T>): Promise<T> => {
  const isPatient = createPatience(dataDir);
  for (;;) {
    const found = await reachHost(dataDir);
    const done = await (found === undefined
      ? withOwnHost(dataDir, isPatient(), work)
      : withFoundHost(found, isPatient, work));
    if (done !== undefined) return done.result;
    await systemTime.sleep(pollMs);
  }
};

/** Whether to go on waiting: for each host that holds the folder anew, as many commands may take turns. */
const createPatience = (dataDir: string): (() => boolean) => {
  let until = systemTime.now() + patienceMs;
  let holder: string | undefined;
  return () => {
    const next = readHostRecord(dataDir)?.secret ?? holder;
    if (next !== holder) until = systemTime.now() + patienceMs;
    holder = next;
    return systemTime.now() < until;
  };
};

/** Undefined if it ended just after it was found: nothing reached it yet. */
const withFoundHost = async <T>(
  { record, socket }: FoundHost,
  isPatient: () => boolean,
  work: (host: HostAccess) => Promise<T>,
): Promise<{ result: T } | undefined> => {
  const access = accessTo(record, false);
  try {
    await hold(socket, record).catch((cause: unknown) => {
      throw unreachable(record, cause);
    });
    return { result: await work(access) };
  } catch (error) {
    if (!isUnsent(error) || access.desk.answered() || !isPatient()) throw error;
    return undefined;
  } finally {
    socket.destroy();
  }
};

const isUnsent = (error: unknown): boolean =>
  error instanceof CommandError && error.cause instanceof UnprovenError && !error.cause.impostor;

/** Undefined if the data folder is in use and who waits is patient. */
const withOwnHost = async <T>(
  dataDir: string,
  isPatient: boolean,
  work: (host: HostAccess) => Promise<T>,
): Promise<{ result: T } | undefined> => {
  // An attempt to take the lock would hold up this process, and who has it may be about to let go.
  if (isPatient && isFolderLocked(dataDir)) return undefined;
  const host = await startOwn(dataDir, isPatient);
  if (host === undefined) return undefined;
  try {
    return { result: await work(accessTo(host.record, true)) };
  } finally {
    await released(host);
    await host.stop(drainMs);
  }
};

/** Says what it waits for: the command's own work has ended by then, well or not. */
const released = async (host: Host): Promise<void> => {
  const say = () =>
    remark('Another command uses the host that this one started. This one ends with it; Ctrl+C ends both.');
  const cancel = systemTime.after(quietMs, say, { unref: true });
  await host.released();
  cancel();
};

/**
 * The discovery file may outlive its host, whose port anybody may listen on then. So the folder's lock is asked first,
 * which dies with its holder: without one, nobody is called at all. Then both sides prove who they are.
 * @throws CommandError if somebody else listens where the host should
 */
export const findHost = async (dataDir: string): Promise<HostRecord | undefined> => {
  const found = await reachHost(dataDir);
  found?.socket.destroy();
  return found?.record;
};

const reachHost = async (dataDir: string): Promise<FoundHost | undefined> => {
  for (let look = 1; ; look += 1) {
    const record = isFolderLocked(dataDir) ? readHostRecord(dataDir) : undefined;
    if (record === undefined) return undefined;
    try {
      return { record, socket: await connectToHost(record, probeMs) };
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
