import { connect, type Socket } from 'node:net';
import { systemTime } from '#base/clock.ts';
import {
  type Greeting,
  helloHeaders,
  helloPath,
  holdPath,
  isNonce,
  isProofOf,
  newNonce,
  proofOf,
} from './proof.ts';

/** A server that proves who it is, as its discovery file, or its ready message, names it. */
export interface KnownHost {
  /** Only its origin is called. */
  readonly url: string;
  readonly pid: number;
  /** What both sides prove to know; it never leaves either. */
  readonly secret: string;
}

/** There is no proven connection, and nothing but a nonce was sent. `cause`: the system's error, if it was one. */
export class UnprovenError extends Error {
  override readonly name = 'UnprovenError';
  /** Whether somebody answered, and not as the host would. */
  readonly impostor: boolean;

  constructor(message: string, impostor: boolean, cause?: unknown) {
    super(message, { cause });
    this.impostor = impostor;
  }
}

/** From dialling to the end of both proofs. A host may be busy for some seconds without hearing anybody. */
const deadlineMs = 30_000;
const headLimitBytes = 2048;

/**
 * A connection to a host, on which both sides have proven who they are. It is to be used for HTTP next.
 * @throws UnprovenError
 */
export const connectToHost = async (host: KnownHost, withinMs = deadlineMs): Promise<Socket> => {
  const { hostname, port } = new URL(host.url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80), noDelay: true });
  // Also between the proofs and the first listener of whoever uses it: an error without one would end the process.
  socket.on('error', () => undefined);
  const cancel = systemTime.after(withinMs, () =>
    socket.destroy(new Error(`it did not answer within ${withinMs / 1000} s`)),
  );
  try {
    await connected(socket);
    await exchangeProofs(socket, host);
    return socket;
  } catch (error) {
    socket.destroy();
    if (error instanceof UnprovenError) throw error;
    const { message } = error as Error;
    throw new UnprovenError(message || String((error as NodeJS.ErrnoException).code), false, error);
  } finally {
    cancel();
  }
};

/**
 * Holds a host until the connection is closed: one that a command started for itself ends only then.
 * A host of an earlier version does not know the request; it is left at that.
 * @param socket as `connectToHost` gave it
 * @throws UnprovenError if the host is about to end
 */
export const hold = async (socket: Socket, { url }: KnownHost): Promise<void> => {
  const { host } = new URL(url);
  socket.write(`GET ${holdPath} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  try {
    await readHead(socket);
  } catch (error) {
    if (!(error instanceof UnprovenError)) throw new UnprovenError((error as Error).message, false, error);
  }
};

const exchangeProofs = async (socket: Socket, { url, pid, secret }: KnownHost): Promise<void> => {
  const { host } = new URL(url);
  const clientNonce = newNonce();
  socket.write(request('GET', host, helloHeaders.nonce, clientNonce));
  const answer = await readAnswer(socket);
  const hostNonce = answer.get(helloHeaders.nonce);
  const { remoteAddress: address, remotePort: port } = socket;
  if (!isNonce(hostNonce) || answer.get(helloHeaders.pid) !== String(pid)) throw notTheHost();
  const greeting: Greeting = { clientNonce, hostNonce, address, port, pid };
  if (!isProofOf(answer.get(helloHeaders.proof), secret, 'host', greeting)) throw notTheHost();
  socket.write(request('POST', host, helloHeaders.proof, proofOf(secret, 'client', greeting)));
  await readAnswer(socket);
};

const notTheHost = (): UnprovenError => new UnprovenError('it did not prove to be the host', true);

const request = (method: string, host: string, header: string, value: string): string =>
  `${method} ${helloPath} HTTP/1.1\r\nhost: ${host}\r\n${header}: ${value}\r\ncontent-length: 0\r\n\r\n`;

const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });

/** The headers of an answer 204, and nothing after them. */
const readAnswer = async (socket: Socket): Promise<ReadonlyMap<string, string>> => {
  const [status = '', ...lines] = (await readHead(socket)).split('\r\n');
  if (!status.startsWith('HTTP/1.1 204 ')) throw notTheHost();
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
};

/** Read by hand, as whoever uses the connection next must find it as if nobody had. */
const readHead = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const settle = (work: () => void): void => {
      socket.off('readable', read).off('error', fail).off('close', closed);
      work();
    };
    const fail = (error: Error): void => settle(() => reject(error));
    const closed = (): void => fail(new Error('it closed the connection'));
    const read = (): void => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end === -1 && text.length <= headLimitBytes) return;
      if (end !== -1 && end === text.length - 4) settle(() => resolve(text.slice(0, end)));
      else fail(notTheHost());
    };
    socket.on('readable', read).on('error', fail).on('close', closed);
  });
