import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request,
} from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { connectToHost, type KnownHost, UnprovenError } from '#base/hello/connect.ts';
import { packageVersion } from '#base/package-root.ts';
import { CommandError } from './command-error.ts';
import { refusal } from './refusal.ts';

/** JSON over HTTP to the desk of a host, as the commands use it. */
export interface HttpClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body?: unknown): Promise<T>;
  patch<T>(path: string, body?: unknown): Promise<T>;
  delete(path: string): Promise<void>;
  /** A file: its bytes as they are, and what the headers tell of it. With a body it is made by POST. */
  file(path: string, body?: unknown): Promise<{ content: Buffer; headers: IncomingHttpHeaders }>;
  /** What is larger than memory: its bytes as they come. */
  download(path: string): Promise<IncomingMessage>;
  upload<T>(path: string, content: Readable, bytes: number): Promise<T>;
  /** Whether any call was answered. */
  answered(): boolean;
}

/**
 * Each call has a connection of its own, on which both sides prove who they are before anything else is sent: that lets
 * it in, without the desk token. How long an answer takes is not bounded: advancing the clock answers when everything that
 * fell due is done.
 *
 * Every method throws CommandError with the sentence that the server answered.
 */
export const createHttpClient = (host: KnownHost): HttpClient => {
  let answered = false;
  const answerOf = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await send(host, method, path, body).catch((cause: unknown) => {
      throw unreachable(host, cause);
    });
    answered = true;
    if (answer.statusCode >= 400) throw refusal(answer.statusCode, answer.content.toString('utf8'));
    return answer;
  };
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const { content } = await answerOf(method, path, body);
    return content.length === 0 ? undefined : JSON.parse(content.toString('utf8'));
  };
  return {
    answered: () => answered,
    get: <T>(path: string) => call('GET', path) as Promise<T>,
    post: <T>(path: string, body?: unknown) => call('POST', path, body) as Promise<T>,
    put: <T>(path: string, body?: unknown) => call('PUT', path, body) as Promise<T>,
    patch: <T>(path: string, body?: unknown) => call('PATCH', path, body) as Promise<T>,
    delete: async (path) => {
      await call('DELETE', path);
    },
    async download(path) {
      const response = await open(host, 'GET', path, {}).catch((cause: unknown) => {
        throw unreachable(host, cause);
      });
      answered = true;
      const { statusCode = 500 } = response;
      if (statusCode >= 400) throw refusal(statusCode, (await buffer(response)).toString('utf8'));
      return response;
    },
    async upload<T>(path: string, content: Readable, bytes: number) {
      const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes };
      const response = await open(host, 'PUT', path, headers, content).catch((cause: unknown) => {
        throw unreachable(host, cause);
      });
      answered = true;
      const { statusCode = 500 } = response;
      const text = (await buffer(response)).toString('utf8');
      if (statusCode >= 400) throw refusal(statusCode, text);
      return JSON.parse(text) as T;
    },
    file: (path, body) => answerOf(body === undefined ? 'GET' : 'POST', path, body),
  };
};

interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
}

/** In words for a person; `cause` tells whether anything was sent. */
export const unreachable = ({ deskUrl }: Pick<KnownHost, 'deskUrl'>, cause: unknown): CommandError => {
  const reason = cause instanceof Error ? cause.message || String(cause) : String(cause);
  const text =
    cause instanceof UnprovenError && cause.impostor
      ? `What listens at ${deskUrl} could not be verified as this data folder's host, so nothing was sent. Another program may use its port: stop that program, or restart the host with --desk-port.`
      : `The host at ${deskUrl} can't be reached: ${reason}.`;
  return new CommandError(text, 1, { cause });
};

type Connect = NonNullable<RequestOptions['createConnection']>;

const send = async (host: KnownHost, method: string, path: string, content: unknown): Promise<Answer> => {
  const body = content === undefined ? undefined : JSON.stringify(content);
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await open(host, method, path, headers, body);
  const { statusCode = 500, headers: told } = response;
  return { statusCode, headers: told, content: await buffer(response) };
};

const open = (
  host: KnownHost,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
  body?: string | Readable,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = new URL(path, host.deskUrl);
    // By it the desk knows calls of its own from those of the integrator's application.
    const told = { 'user-agent': `carryover-cli/${packageVersion()}`, ...headers };
    const createConnection: Connect = (_options, done) => {
      connectToHost(host).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, undefined as never),
      );
      return undefined;
    };
    const sent = request(url, { method, headers: told, createConnection }, resolve);
    sent.on('error', reject);
    if (body === undefined || typeof body === 'string') sent.end(body);
    // Refused in the middle, the answer says why.
    else pipeline(body, sent).catch(reject);
  });
