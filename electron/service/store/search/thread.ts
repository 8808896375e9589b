import { parentPort, workerData } from 'node:worker_threads';
import { systemTime } from '#base/clock.ts';
import { type IndexFile, openIndexFile, removeIndexFile } from './index-file.ts';
import type { FromThread, ThreadData, ToThread } from './messages.ts';

/**
 * The thread that keeps the text index: it reads `service.db` and writes `search.db`, so deliveries never wait for it.
 * Between two steps it answers those who search.
 */

const { path, servicePath, pollMs } = workerData as ThreadData;
/** After a failure, such as a full disk, ms. */
const failedPauseMs = 10_000;
/** Before a search: what came a moment ago is found too, ms. */
const catchUpMs = 150;

let file: IndexFile | undefined;
let isStopped = false;

const opened = (): IndexFile => (file ??= openIndexFile(path, servicePath));

const post = (message: FromThread): void => parentPort?.postMessage(message);

/** It is made again from the beginning, whatever is wrong with it. */
const giveUp = (error: unknown, id?: number): void => {
  file?.close();
  file = undefined;
  removeIndexFile(path);
  post({ kind: 'failed', id, problem: error instanceof Error ? error.message : String(error) });
};

const catchUp = (): void => {
  const until = systemTime.monotonic() + catchUpMs;
  while (systemTime.monotonic() < until && opened().step());
};

const answer = (message: ToThread): void => {
  switch (message.kind) {
    case 'find': {
      const { id, match, from, before, limit } = message;
      catchUp();
      post({
        kind: 'found',
        id,
        found: opened().find(match, from, before, limit),
        behind: opened().behind(),
      });
      return;
    }
    case 'state':
      post({ kind: 'state', id: message.id, stored: opened().stored(), behind: opened().behind() });
      return;
    case 'clear':
      file?.close();
      file = undefined;
      removeIndexFile(path);
      post({ kind: 'cleared', id: message.id });
      return;
    case 'stop':
      isStopped = true;
      file?.close();
      parentPort?.close();
  }
};

parentPort?.on('message', (message: ToThread) => {
  if (isStopped) return;
  try {
    answer(message);
  } catch (error) {
    giveUp(error, 'id' in message ? message.id : undefined);
  }
});

const work = (): void => {
  if (isStopped) return;
  let pauseMs = pollMs;
  try {
    if (opened().step()) pauseMs = 0;
  } catch (error) {
    giveUp(error);
    pauseMs = failedPauseMs;
  }
  // Others have their turn in between, and those who search.
  if (pauseMs === 0) setImmediate(work);
  else systemTime.after(pauseMs, work, { unref: true });
};
work();
