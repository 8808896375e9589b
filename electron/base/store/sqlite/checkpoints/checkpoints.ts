import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { runTask } from '#base/worker/run-task.ts';
import type { LogFrames, ToCheckpoints } from './thread.ts';

/**
 * Copying the write-ahead log into the database beside the work. SQLite does it within a commit, which takes tens of
 * milliseconds as it syncs twice; here another thread does it, and the one that writes goes on. Only before the log is
 * written from its beginning again do units of work that write wait for the last few frames: nothing else can.
 */
export interface Checkpoints {
  /** To be called right after a commit, outside of any transaction. Cheap. */
  committed(): void;
  /** What a unit of work that writes waits for before it begins, if anything. */
  gate(): Promise<void> | undefined;
  /** Runs `work` while nothing is written and nothing is copied. Reads go on. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Before the connection is closed. */
  close(): Promise<void>;
}

/** So much is copied at a time, frames of 4 KiB. */
const copiedFrames = 4000;
/** The log is restarted after so many, frames. */
const longFrames = 16_000;
/** SQLite copies by itself if the thread falls so far behind or has failed, frames. */
const lastResortFrames = 4 * longFrames;
/** Commits between two looks at the length of the log. */
const commitsPerLook = 8;

const noLimit = Number.POSITIVE_INFINITY;
const heapMb = 32;

/** @param quiet resolves when the units of work that have begun or wait at the connection are done */
export const createCheckpoints = (
  sqlite: Database.Database,
  path: string,
  quiet: () => Promise<void>,
): Checkpoints => {
  sqlite.pragma(`wal_autocheckpoint = ${lastResortFrames}`);
  const frames = sqlite.prepare<[], LogFrames>('pragma wal_checkpoint(NOOP)');
  let thread: CheckpointThread | undefined;
  let running: Promise<void> | undefined;
  let gate: Promise<void> | undefined;
  let commits = 0;
  /** The length at which it is copied next, frames. */
  let nextAt = copiedFrames;
  let isClosed = false;
  /** How many work alone, or are about to. */
  let held = 0;

  const behindGate = async <T>(work: () => Promise<T>): Promise<T> => {
    while (gate !== undefined) await gate;
    const open = Promise.withResolvers<void>();
    gate = open.promise;
    try {
      await quiet();
      return await work();
    } finally {
      gate = undefined;
      open.resolve();
    }
  };

  const work = async (): Promise<void> => {
    thread ??= startThread(path);
    const { copy, restart } = thread;
    let state = await copy();
    if (state !== undefined && state.log >= longFrames) {
      // What was written meanwhile is copied too, so that little is left for the gate.
      await copy();
      state = await behindGate(restart);
    }
    const isCopied = state !== undefined && state.checkpointed === state.log && state.log >= longFrames;
    nextAt = copiedFrames + (isCopied ? 0 : (state?.log ?? nextAt));
  };

  return {
    committed() {
      if (running !== undefined || isClosed || held > 0 || ++commits % commitsPerLook !== 0) return;
      const { log = 0 } = frames.get() ?? {};
      // It was restarted, of itself or as it was truncated.
      if (log < nextAt - copiedFrames) nextAt = copiedFrames;
      if (log < nextAt) return;
      running = work()
        .catch(() => {
          isClosed = true;
          sqlite.pragma(`wal_autocheckpoint = ${copiedFrames}`);
        })
        .finally(() => {
          running = undefined;
        });
    },
    gate: () => gate,
    async alone(work) {
      // Before the gate: what is copied may be waiting for it, too.
      held += 1;
      try {
        await running;
        return await behindGate(work);
      } finally {
        held -= 1;
      }
    },
    async close() {
      isClosed = true;
      await running;
      await thread?.close();
    },
  };
};

interface CheckpointThread {
  /** Answers how far it is; undefined if it could not copy. Rejects if the thread has failed. */
  copy(): Promise<LogFrames | undefined>;
  /** As `copy`, and restarts the log if all of it is copied. Answers how far it was before that. */
  restart(): Promise<LogFrames | undefined>;
  close(): Promise<void>;
}

const startThread = (path: string): CheckpointThread => {
  const { port1: port, port2 } = new MessageChannel();
  const ended = runTask<void>(
    'checkpoints',
    { path, port: port2 },
    { what: 'The write-ahead log', timeMs: noLimit, heapMb, isLasting: true, transfer: [port2] },
  );
  let whenEnded: (why: Promise<void>) => void = () => undefined;
  let isOver = false;
  const over = (): void => {
    isOver = true;
    whenEnded(ended);
  };
  ended.then(over, over);
  const ask = (message: ToCheckpoints): Promise<LogFrames | undefined> =>
    new Promise((resolve) => {
      whenEnded = (why) => resolve(why.then(() => undefined));
      if (isOver) return whenEnded(ended);
      port.once('message', resolve);
      send(port, message);
    });
  return {
    copy: () => ask('copy'),
    restart: () => ask('restart'),
    async close() {
      send(port, 'close');
      await ended.catch(() => undefined);
      port.close();
    },
  };
};

const send = (port: MessagePort, message: ToCheckpoints): void => port.postMessage(message);
