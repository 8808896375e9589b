import PQueue from 'p-queue';
import { createAnnouncer } from '#base/announcer.ts';
import { systemTime, toIso } from '#base/clock.ts';
import { allowedHostNames, checkAddressee } from '#base/host-guard.ts';
import { consumerLimits } from '#base/http/held-bodies.ts';
import { type Arrived, type Listener, listen } from '#base/http/listen.ts';
import type { Log } from '#base/log.ts';
import type { SignatureVerdict } from '#contract/attempt-check.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatBytes } from '#contract/format.ts';
import { type Receiver, type ReceiverAnswer, type ReceiverView, receiverLimits } from '#contract/receiver.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { createKept } from './kept.ts';
import { readReceiverSettings, writeReceiverSettings } from './settings.ts';

export interface HostReceiver extends Receiver {
  /** Listens again, if it did when the host was stopped. That it can't is said in its view, and is no reason not to start. */
  resume(): Promise<void>;
  /** Forgets what it received, as after a reset of the sandbox. */
  forget(): void;
  /** Closes it; the next host takes it up again. */
  close(): Promise<void>;
}

interface ReceiverOptions {
  readonly dataDir: string;
  readonly verify: ServiceControl['endpoints']['verify'];
  readonly log: Log;
}

/** A consumer of webhooks that belongs to the host: off until it is started, on loopback, always on the same port. */
export const createReceiver = ({ dataDir, verify, log }: ReceiverOptions): HostReceiver => {
  const announcer = createAnnouncer(log);
  const kept = createKept();
  let answer: ReceiverAnswer = { statusCode: 200, delayMs: 0 };
  const socket = createSocket(readReceiverSettings(dataDir).port, async (request) => {
    const received = await receive(request, verify);
    const answered = request.tooLarge ? { statusCode: 413, delayMs: 0 } : answer;
    const id = kept.add({ ...received, answered });
    const { state } = received.signature;
    announcer.announce({ type: 'received', id, state, statusCode: answered.statusCode });
    return answered;
  });
  const view = (): ReceiverView => ({ ...socket.view(), answer, received: kept.count() });
  // Two starts at once would take two ports.
  const queue = new PQueue({ concurrency: 1 });

  return {
    show: async () => view(),
    start: ({ newPort = false }) =>
      queue.add(async () => {
        if (newPort) await socket.close();
        if (!socket.view().on) {
          const port = await socket.open(newPort ? 0 : (socket.view().port ?? 0));
          writeReceiverSettings(dataDir, { port, on: true });
        }
        return view();
      }),
    stop: () =>
      queue.add(async () => {
        await socket.close();
        socket.note(undefined);
        writeReceiverSettings(dataDir, { port: socket.view().port, on: false });
        return view();
      }),
    async setAnswer(wanted) {
      answer = { ...wanted };
      return view();
    },
    received: async (query) => kept.list(query),
    subscribe: announcer.subscribe,
    forget: kept.clear,
    resume: () =>
      queue.add(async () => {
        const { on, port } = readReceiverSettings(dataDir);
        if (!on || port === undefined) return;
        await socket.open(port).catch((error: Error) => {
          socket.note(error.message);
          log.warn({ port, reason: error.message }, 'host: the receiver of webhooks stays off');
        });
      }),
    close: () => queue.add(socket.close),
  };
};

/** Where it listens, or why not. @param port that it had last */
const createSocket = (port: number | undefined, arrived: (request: Arrived) => Promise<ReceiverAnswer>) => {
  const hosts = allowedHostNames('127.0.0.1', []);
  let listener: Listener | undefined;
  let lastPort = port;
  let problem: string | undefined;
  return {
    view: (): Pick<ReceiverView, 'on' | 'url' | 'port' | 'problem'> => ({
      on: listener !== undefined,
      ...(listener === undefined ? {} : { url: `http://127.0.0.1:${listener.port}` }),
      ...(lastPort === undefined ? {} : { port: lastPort }),
      ...(problem === undefined ? {} : { problem }),
    }),
    async open(wanted: number): Promise<number> {
      listener = await listen(wanted, {
        admit: (request) => checkAddressee({ url: request.url ?? '/', raw: request }, hosts),
        arrived,
      }).catch((error: unknown) => {
        throw listenError(error, wanted);
      });
      problem = undefined;
      lastPort = listener.port;
      return lastPort;
    },
    note(text: string | undefined): void {
      problem = text;
    },
    async close(): Promise<void> {
      const closing = listener;
      listener = undefined;
      await closing?.close();
    },
  };
};

/** What a request was, and whether an endpoint's secret signed it. */
const receive = async (
  { request, body, tooLarge }: Arrived,
  verify: ServiceControl['endpoints']['verify'],
) => {
  const { headers, rawHeaders, method = '', url: path = '/' } = request;
  const at = toIso(systemTime.now());
  const signature: SignatureVerdict = tooLarge
    ? { state: 'wrong', reason: `Body over ${formatBytes(consumerLimits.eachBytes)}: not read.` }
    : await verify({
        id: single(headers['webhook-id']),
        timestamp: single(headers['webhook-timestamp']),
        signature: single(headers['webhook-signature']),
        body,
      });
  return {
    at,
    method,
    path,
    headers: pairs(rawHeaders),
    body: body.subarray(0, receiverLimits.shownBytes).toString('utf8'),
    bodyBytes: body.length,
    signature,
  };
};

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Names and values as they came, in turn. */
const pairs = (rawHeaders: readonly string[]) =>
  Array.from({ length: rawHeaders.length / 2 }, (_, n) => ({
    name: rawHeaders[2 * n] as string,
    value: rawHeaders[2 * n + 1] as string,
  }));

const listenError = (error: unknown, port: number): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' || code === 'EACCES'
    ? new CatalogueError('receiver.portInUse', { port }, [], { cause: error })
    : error;
};
