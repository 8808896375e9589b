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
 * first thread still reads; later the first thread takes over files that the second one has not reached. Both give the
 * same result for a file, so a scan does not depend on the second thread.
 */
export interface KeysThread {
  /** Hands a file over, if there is enough to do for two. */
  offer(file: CodeFile): void;
  /**
   * What the file shows, asked in the order of the offers. The calling thread works too, and waits only for what the
   * other one is at. Undefined of a file that was not offered, or that can't be inspected.
   * @param onProgress called for every file that is inspected here
   */
  keysOf(file: CodeFile, onProgress: () => void): Promise<Recognized | undefined>;
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
type IndexedAnswer = Answer & { readonly index: number };
interface Request extends CodeFile {
  readonly index: number;
}
export interface KeysTask {
  readonly dataDir: string | undefined;
  readonly port: MessagePort;
  /** Of each file, 1 once a thread inspects it. */
  readonly claims: Int32Array<SharedArrayBuffer>;
}

interface Thread {
  readonly port: MessagePort;
  readonly ended: Promise<void>;
  /** Made with it: most scans need no thread, and such a large array in each of many keeps the collector busy. */
  readonly claims: KeysTask['claims'];
}

/** @param dataDir where a user's own recognizers may be */
export const createKeysThread = (dataDir: string | undefined): KeysThread => new SecondThread(dataDir);

class SecondThread implements KeysThread {
  readonly #dataDir: string | undefined;
  readonly #entries: Entry[] = [];
  readonly #byFile = new Map<CodeFile, Entry>();
  #characters = 0;
  #ahead = 0;
  #nextToSend = 0;
  #thread: Thread | undefined;
  #isOver = availableParallelism() < 2;
  #wake = (): void => undefined;

  constructor(dataDir: string | undefined) {
    this.#dataDir = dataDir;
  }

  offer(file: CodeFile): void {
    if (this.#isOver || this.#entries.length >= mostFiles) return;
    const entry: Entry = { file, index: this.#entries.length, isSent: false };
    this.#entries.push(entry);
    this.#byFile.set(file, entry);
    this.#characters += file.text.length;
    if (this.#thread === undefined && this.#characters >= leastCharacters) this.#start();
    this.#exchange();
  }

  async keysOf(file: CodeFile, onProgress: () => void): Promise<Recognized | undefined> {
    const entry = this.#byFile.get(file);
    if (entry === undefined) return undefined;
    let next = entry.index + 1;
    for (this.#exchange(); entry.answer === undefined; this.#exchange()) {
      const isMine = this.#claim(entry) || this.#isOver;
      // While the thread reads this file, this one continues with the next ones.
      if (!isMine) next = this.#nextFree(next);
      const free = isMine ? entry : this.#entries[next];
      if (free === undefined) await this.#nextMessage();
      else {
        this.#inspectHere(free);
        onProgress();
      }
    }
    this.#byFile.delete(file);
    return entry.answer.keys;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#thread?.claims.fill(1);
    this.#thread?.port.postMessage(null);
    await this.#thread?.ended;
    this.#thread?.port.close();
  }

  #start(): void {
    const { port1, port2 } = new MessageChannel();
    const claims = new Int32Array(new SharedArrayBuffer(mostFiles * Int32Array.BYTES_PER_ELEMENT));
    for (const { index, answer } of this.#entries) claims[index] = Number(answer !== undefined);
    const task: KeysTask = { dataDir: this.#dataDir, port: port2, claims };
    const bounds = { what: 'The source code', timeMs: noLimit, heapMb, nurseryMb, isLong: true };
    const ended = runTask('keys', task, { ...bounds, transfer: [port2] }).then(
      () => undefined,
      () => undefined,
    );
    port1.on('message', (message: IndexedAnswer) => {
      this.#accept(message);
      this.#wake();
    });
    this.#thread = { port: port1, ended, claims };
    void ended.then(() => {
      this.#isOver = true;
      this.#wake();
    });
  }

  #accept({ index, ...answer }: IndexedAnswer): void {
    const entry = this.#entries[index] as Entry;
    entry.answer = answer;
    this.#ahead -= entry.file.text.length;
  }

  /** Accepts the thread's answers, also while nothing else runs here, and sends it more files. */
  #exchange(): void {
    const thread = this.#thread;
    if (thread === undefined || this.#isOver) return;
    for (let received = receiveMessageOnPort(thread.port); received !== undefined; ) {
      this.#accept(received.message);
      received = receiveMessageOnPort(thread.port);
    }
    for (; this.#nextToSend < this.#entries.length && this.#ahead < mostAhead; this.#nextToSend++) {
      const entry = this.#entries[this.#nextToSend] as Entry;
      const { path, text } = entry.file;
      if (Atomics.load(thread.claims, entry.index) === 1) continue;
      entry.isSent = true;
      this.#ahead += text.length;
      const request: Request = { index: entry.index, path, text };
      thread.port.postMessage(request);
    }
  }

  #claim({ index }: Entry): boolean {
    // Without a thread, nobody else is there to claim it.
    return this.#thread === undefined || Atomics.compareExchange(this.#thread.claims, index, 0, 1) === 0;
  }

  /** Claims the first file that is free, from an index on. */
  #nextFree(from: number): number {
    let next = from;
    while (next < this.#entries.length && !this.#claim(this.#entries[next] as Entry)) next++;
    return next;
  }

  #nextMessage(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #inspectHere(entry: Entry): void {
    entry.answer = answerFor(entry.file);
    if (entry.isSent) this.#ahead -= entry.file.text.length;
  }
}

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
