import type { Socket } from 'node:net';
import { systemTime } from '#base/clock.ts';
import { isFolderLocked } from '#base/folder-lock.ts';
import { connectToHost, hold, type KnownHost, UnprovenError } from '#base/hello/connect.ts';
import { FolderInUseError } from '#local/start-error.ts';
import { CommandError } from './command-error.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { remark } from './output.ts';
import type { Peer } from './peer.ts';

/** What serves data folders, and how commands come to it: a host, or a service of the test kit. */
export interface Servers<R> {
  /** In the middle of a sentence. */
  readonly called: string;
  /** What the discovery file says, whether or not what wrote it still lives; undefined if it can't be trusted. */
  read(dataDir: string): R | undefined;
  known(record: R): KnownHost;
  peer(record: R): Peer;
  /** @throws FolderInUseError if another process serves the folder */
  start(dataDir: string): Promise<OwnServer<R>>;
}

/** One that a command started for itself. */
interface OwnServer<R> {
  readonly record: R;
  /** Resolves once no command but its own needs it; from then on none is let in. */
  released(): Promise<void>;
  stop(drainMs: number): Promise<void>;
}

/** The server that a command talks to. */
export interface FolderAccess<R> {
  readonly record: R;
  readonly client: HttpClient;
  /** Whether it is this command's own and ends with it. */
  readonly own: boolean;
}

interface Found<R> {
  readonly record: R;
  /** Both sides have proven on it who they are. */
  readonly socket: Socket;
}

type Work<R, T> = (access: FolderAccess<R>) => Promise<T>;

const drainMs = 5000;
/** How long to wait for a server that holds the folder and does not answer yet, or no longer. */
const patienceMs = 10_000;
const pollMs = 100;
/** A wait that is longer than this is explained. */
const quietMs = 1000;
/** Who does not prove to be the server in this time is not taken for it. */
const probeMs = 5000;
/** Whoever answers in the server's place may be its successor, whose record is about to be read. */
const looks = 3;

/**
 * Runs `work` with the server that runs on the data folder, or with one that is started for it and stopped after it.
 * Whoever uses another command's server holds it: that command waits with its end.
 */
export const withServer = async <R, T>(
  servers: Servers<R>,
  dataDir: string,
  work: Work<R, T>,
): Promise<T> => {
  const isPatient = createPatience(servers, dataDir);
  for (;;) {
    const found = await reach(servers, dataDir);
    const done = await (found === undefined
      ? withOwn(servers, dataDir, isPatient(), work)
      : withFound(servers, found, isPatient, work));
    if (done !== undefined) return done.result;
    await systemTime.sleep(pollMs);
  }
};

/** Whether to go on waiting: for each server that holds the folder anew, as many commands may take turns. */
const createPatience = <R>({ read, known }: Servers<R>, dataDir: string): (() => boolean) => {
  let until = systemTime.now() + patienceMs;
  let holder: string | undefined;
  return () => {
    const record = read(dataDir);
    const next = record === undefined ? holder : known(record).secret;
    if (next !== holder) until = systemTime.now() + patienceMs;
    holder = next;
    return systemTime.now() < until;
  };
};

/** Undefined if it ended just after it was found: nothing reached it yet. */
const withFound = async <R, T>(
  { known, peer }: Servers<R>,
  { record, socket }: Found<R>,
  isPatient: () => boolean,
  work: Work<R, T>,
): Promise<{ result: T } | undefined> => {
  const client = createHttpClient(peer(record));
  try {
    await hold(socket, known(record)).catch((cause: unknown) => {
      throw peer(record).unreachable(cause);
    });
    return { result: await work({ record, client, own: false }) };
  } catch (error) {
    if (!isUnsent(error) || client.answered() || !isPatient()) throw error;
    return undefined;
  } finally {
    socket.destroy();
  }
};

const isUnsent = (error: unknown): boolean =>
  error instanceof CommandError && error.cause instanceof UnprovenError && !error.cause.impostor;

/** Undefined if the data folder is in use and who waits is patient. */
const withOwn = async <R, T>(
  servers: Servers<R>,
  dataDir: string,
  isPatient: boolean,
  work: Work<R, T>,
): Promise<{ result: T } | undefined> => {
  // An attempt to take the lock would hold up this process, and who has it may be about to let go.
  if (isPatient && isFolderLocked(dataDir)) return undefined;
  const own = await servers.start(dataDir).catch((error: unknown) => {
    if (error instanceof FolderInUseError && isPatient) return undefined;
    throw error;
  });
  if (own === undefined) return undefined;
  const { record } = own;
  try {
    return { result: await work({ record, client: createHttpClient(servers.peer(record)), own: true }) };
  } finally {
    await released(servers, own);
    await own.stop(drainMs);
  }
};

/** Says what it waits for: the command's own work has ended by then, well or not. */
const released = async <R>({ called }: Servers<R>, own: OwnServer<R>): Promise<void> => {
  const say = () =>
    remark(`Another command uses ${called} that this one started. This one ends with it; Ctrl+C ends both.`);
  const cancel = systemTime.after(quietMs, say, { unref: true });
  await own.released();
  cancel();
};

/**
 * The discovery file may outlive what wrote it, whose port anybody may listen on then. So the folder's lock is asked
 * first, which dies with its holder: without one, nobody is called at all. Then both sides prove who they are.
 * @throws CommandError if somebody else listens where the server should
 */
export const findServer = async <R>(servers: Servers<R>, dataDir: string): Promise<R | undefined> => {
  const found = await reach(servers, dataDir);
  found?.socket.destroy();
  return found?.record;
};

const reach = async <R>(
  { read, known, peer }: Servers<R>,
  dataDir: string,
): Promise<Found<R> | undefined> => {
  for (let look = 1; ; look += 1) {
    const record = isFolderLocked(dataDir) ? read(dataDir) : undefined;
    if (record === undefined) return undefined;
    try {
      return { record, socket: await connectToHost(known(record), probeMs) };
    } catch (error) {
      if (!(error instanceof UnprovenError && error.impostor)) return undefined;
      if (look === looks) throw peer(record).unreachable(error);
    }
    await systemTime.sleep(pollMs);
  }
};
