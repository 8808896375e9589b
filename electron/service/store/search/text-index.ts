import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Cancel, systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { MessageIndex } from '#contract/message.ts';
import type { SearchTerm, TextSearch } from '#contract/search-text.ts';
import { textIndexEntry } from './entry.ts';
import { type FoundSeqs, removeIndexFile } from './index-file.ts';
import type { FromThread, ThreadData, ToThread } from './messages.ts';

/** The full-text index of messages, kept by a thread of its own that starts when there is something to index or to find. */
export interface TextIndex {
  /** Messages `from <= seq < before` that match, newest first, as far as they are indexed. */
  find(
    search: TextSearch,
    from: number,
    before: number,
    limit: number,
  ): Promise<FoundSeqs & { behind: number }>;
  /** How many messages there are, and are not indexed yet. */
  state(): Promise<MessageIndex>;
  /** Begins soon, if it has not begun. */
  start(): void;
  /** Nothing is left of what is indexed. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

interface TextIndexOptions {
  readonly servicePath: string;
  readonly log: Log;
}

/** Commands and tests that start a service for a moment are over by then, ms. */
const startMs = 2000;
/** Between two looks at what came, ms. */
const pollMs = 300;
const heapMb = 128;
/** A thread that does not end by itself, ms. */
const patienceMs = 2000;

type Waiting = Map<number, PromiseWithResolvers<FromThread>>;

export const createTextIndex = ({ servicePath, log }: TextIndexOptions): TextIndex => {
  const path = join(dirname(servicePath), 'search.db');
  const waiting: Waiting = new Map();
  let worker: Worker | undefined;
  let cancelStart: Cancel | undefined;
  let isStopped = false;
  let lastId = 0;

  const run = (): Worker => {
    cancelStart?.();
    worker ??= startThread({ path, servicePath, pollMs }, waiting, log, () => {
      worker = undefined;
    });
    return worker;
  };

  const ask = async <K extends FromThread['kind']>(
    message: (id: number) => ToThread,
  ): Promise<Extract<FromThread, { kind: K }>> => {
    if (isStopped) throw new Error('The text index is stopped.');
    const id = ++lastId;
    const answer = Promise.withResolvers<FromThread>();
    waiting.set(id, answer);
    run().postMessage(message(id));
    return (await answer.promise) as Extract<FromThread, { kind: K }>;
  };

  return {
    async find(search, from, before, limit) {
      const match = search.map(matchOf).join(' AND ');
      const { found, behind } = await ask<'found'>((id) => ({
        kind: 'find',
        id,
        match,
        from,
        before,
        limit,
      }));
      return { ...found, behind };
    },
    async state() {
      const { stored, behind } = await ask<'state'>((id) => ({ kind: 'state', id }));
      return { stored, behind };
    },
    start() {
      if (worker !== undefined || cancelStart !== undefined || isStopped) return;
      cancelStart = systemTime.after(startMs, run, { unref: true });
    },
    async clear() {
      if (worker === undefined) removeIndexFile(path);
      else await ask<'cleared'>((id) => ({ kind: 'clear', id }));
    },
    async stop() {
      isStopped = true;
      cancelStart?.();
      if (worker !== undefined) await ended(worker);
    },
  };
};

const startThread = (data: ThreadData, waiting: Waiting, log: Log, onEnd: () => void): Worker => {
  const worker = new Worker(textIndexEntry(), {
    workerData: data,
    name: 'carryover-text-index',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  worker.unref();
  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'failed') log.warn({ problem: message.problem }, 'search: the index is rebuilt');
    const answer = message.id === undefined ? undefined : waiting.get(message.id);
    if (message.id !== undefined) waiting.delete(message.id);
    if (message.kind === 'failed') answer?.reject(new Error(message.problem));
    else answer?.resolve(message);
  });
  worker.on('error', (err) => log.error({ err }, 'search: the thread of the index failed'));
  worker.on('exit', () => {
    failAll(new Error('The thread of the text index ended.'));
    onEnd();
  });
  return worker;
};

const ended = async (worker: Worker): Promise<void> => {
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.postMessage({ kind: 'stop' } satisfies ToThread);
  const cancel = systemTime.after(patienceMs, () => void worker.terminate());
  await exit;
  cancel();
};

/** A phrase of FTS5: words are letters and digits alone, so nothing of them is syntax. */
const matchOf = ({ words, isPrefix }: SearchTerm): string => `"${words.join(' ')}"${isPrefix ? '*' : ''}`;
