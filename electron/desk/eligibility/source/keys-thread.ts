import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { runTask } from '#base/worker/run-task.ts';
import { prepareInspection } from './inspect.ts';
import type { CodeFile } from './inspection.ts';
import { inspectKeys } from './recognizers/keys.ts';
import type { Recognized } from './recognizers/subjects.ts';
import { readModels, readOnce } from './syntax/read.ts';

/**
 * A second thread for the part of an inspection that needs no other file: the headers and `RuleId`. It starts while the
 * first thread still reads, which takes files back that it has not come to. Both give the same for a file, so that a scan
 * says the same with it and without.
 */
export interface KeysThread {
  /** Hands a file over, if there is enough to do for two. */
  offer(file: CodeFile): void;
  /**
   * What the file shows, asked in the order of the offers. The calling thread works too, and waits only for what the
   * other one is at. Undefined of a file that was not offered, or that can't be inspected.
   * @param moved called for every file that is inspected here
   */
  keysOf(file: CodeFile, moved: () => void): Promise<Recognized | undefined>;
  /** Ends the thread, wherever it is. */
  close(): Promise<void>;
}

/** Characters of files that a thread starts for: reading the grammars takes as long as they do. */
const leastCharacters = 1_000_000;
/** Characters that the thread has before it at a time, as they are in memory twice. */
const mostAhead = 16_000_000;
const mostFiles = 65_536;
const heapMb = 768;
/** Models live for a moment only. */
const nurseryMb = 64;
/** The one that waits for the scan ends it if nothing moves. */
const noLimit = Number.POSITIVE_INFINITY;

interface Entry {
  readonly file: CodeFile;
  readonly index: number;
  isSent: boolean;
  answer?: Answer;
}
interface Answer {
  /** None: the inspection failed, and does so again where that is told of. */
  readonly keys?: Recognized;
}
interface Request extends CodeFile {
  readonly index: number;
}
export interface KeysTask {
  readonly dataDir: string | undefined;
  readonly port: MessagePort;
  /** Of each file, 1 once a thread inspects it. */
  readonly claims: Int32Array<SharedArrayBuffer>;
}

/** @param dataDir where a user's own recognizers may be */
export const createKeysThread = (dataDir: string | undefined): KeysThread => {
  const entries: Entry[] = [];
  const byFile = new Map<CodeFile, Entry>();
  const claims = new Int32Array(new SharedArrayBuffer(mostFiles * Int32Array.BYTES_PER_ELEMENT));
  let characters = 0;
  let ahead = 0;
  let nextToSend = 0;
  let thread: { readonly port: MessagePort; readonly ended: Promise<void> } | undefined;
  let isOver = availableParallelism() < 2;
  let wake = (): void => undefined;

  const start = (): void => {
    const { port1, port2 } = new MessageChannel();
    const task: KeysTask = { dataDir, port: port2, claims };
    const bounds = { what: 'The source code', timeMs: noLimit, heapMb, nurseryMb, isLong: true };
    const ended = runTask('keys', task, { ...bounds, transfer: [port2] }).then(
      () => undefined,
      () => undefined,
    );
    port1.on('message', (message: Answer & { index: number }) => {
      accept(message);
      wake();
    });
    thread = { port: port1, ended };
    void ended.then(() => {
      isOver = true;
      wake();
    });
  };
  const accept = ({ index, ...answer }: Answer & { index: number }): void => {
    const entry = entries[index] as Entry;
    entry.answer = answer;
    ahead -= entry.file.text.length;
  };
  /** Takes what the thread has said, also while nothing else runs here, and gives it more. */
  const exchange = (): void => {
    if (thread === undefined || isOver) return;
    for (let said = receiveMessageOnPort(thread.port); said !== undefined; ) {
      accept(said.message);
      said = receiveMessageOnPort(thread.port);
    }
    for (; nextToSend < entries.length && ahead < mostAhead; nextToSend++) {
      const entry = entries[nextToSend] as Entry;
      const { path, text } = entry.file;
      if (Atomics.load(claims, entry.index) === 1) continue;
      entry.isSent = true;
      ahead += text.length;
      const request: Request = { index: entry.index, path, text };
      thread.port.postMessage(request);
    }
  };
  const claim = ({ index }: Entry): boolean => Atomics.compareExchange(claims, index, 0, 1) === 0;
  const inspectHere = (entry: Entry): void => {
    entry.answer = answerFor(entry.file);
    if (entry.isSent) ahead -= entry.file.text.length;
  };

  return {
    offer(file) {
      if (isOver || entries.length >= mostFiles) return;
      const entry: Entry = { file, index: entries.length, isSent: false };
      entries.push(entry);
      byFile.set(file, entry);
      characters += file.text.length;
      if (thread === undefined && characters >= leastCharacters) start();
      exchange();
    },
    async keysOf(file, moved) {
      const entry = byFile.get(file);
      if (entry === undefined) return undefined;
      let next = entry.index + 1;
      for (exchange(); entry.answer === undefined; exchange()) {
        const isMine = claim(entry) || isOver;
        // While that thread is at this file, this one goes on with those behind it.
        while (!isMine && next < entries.length && !claim(entries[next] as Entry)) next++;
        const free = isMine ? entry : entries[next];
        if (free === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        inspectHere(free);
        moved();
      }
      byFile.delete(file);
      return entry.answer.keys;
    },
    async close() {
      isOver = true;
      claims.fill(1);
      thread?.port.postMessage(null);
      await thread?.ended;
      thread?.port.close();
    },
  };
};

const answerFor = ({ path, text }: CodeFile): Answer => {
  try {
    return { keys: inspectKeys(path, text, readOnce(readModels)) };
  } catch {
    return {};
  }
};

/** What the second thread does: one file after the other, until there are no more. */
export const serveKeys = async ({ dataDir, port, claims }: KeysTask): Promise<void> => {
  await prepareInspection(dataDir);
  await new Promise<void>((resolve) => {
    port.on('message', (request: Request | null) => {
      if (request === null) {
        port.close();
        resolve();
      } else if (Atomics.compareExchange(claims, request.index, 0, 1) === 0)
        port.postMessage({ index: request.index, ...answerFor(request) });
    });
  });
};
