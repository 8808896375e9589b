import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { packageVersion } from '#base/package-root.ts';
import type { Peer } from './peer.ts';
import { refusal, unexpected } from './refusal.ts';

/** JSON over HTTP to a host or a service, as the commands use it. */
export interface HttpClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body?: unknown): Promise<T>;
  patch<T>(path: string, body?: unknown): Promise<T>;
  delete<T = void>(path: string): Promise<T>;
  /** A file: its bytes as they are, and what the headers tell of it. With a body it is made by POST. */
  file(path: string, body?: unknown): Promise<{ content: Buffer; headers: IncomingHttpHeaders }>;
  /** What is larger than memory: its bytes as they come. With a body it is made by POST. */
  download(path: string, body?: unknown): Promise<IncomingMessage>;
  /** @param method PUT if left out */
  upload<T>(path: string, content: Readable, bytes: number, method?: 'PUT' | 'POST'): Promise<T>;
  /** Whether any call was answered. */
  answered(): boolean;
}

/**
 * Each call has a connection of its own. How long an answer takes is not bounded: advancing the clock answers when
 * everything that fell due is done.
 *
 * Every method throws CommandError with the sentence that the server answered.
 */
export const createHttpClient = (peer: Peer): HttpClient => {
  let answered = false;
  const answerOf = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await send(peer, method, path, body).catch((cause: unknown) => {
      throw peer.unreachable(cause);
    });
    answered = true;
    if (answer.statusCode >= 300)
      throw refusal(answer.statusCode, answer.content.toString('utf8'), peer.called);
    return answer;
  };
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const { statusCode, content } = await answerOf(method, path, body);
    return content.length === 0 ? undefined : parsed(statusCode, content.toString('utf8'));
  };
  const parsed = (statusCode: number, text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      throw unexpected(statusCode, text, peer.called);
    }
  };
  return {
    answered: () => answered,
    get: <T>(path: string) => call('GET', path) as Promise<T>,
    post: <T>(path: string, body?: unknown) => call('POST', path, body) as Promise<T>,
    put: <T>(path: string, body?: unknown) => call('PUT', path, body) as Promise<T>,
    patch: <T>(path: string, body?: unknown) => call('PATCH', path, body) as Promise<T>,
    delete: <T>(path: string) => call('DELETE', path) as Promise<T>,
    async download(path, body) {
      const response = await open(peer, ...asked(path, body)).catch((cause: unknown) => {
        throw peer.unreachable(cause);
      });
      answered = true;
      const { statusCode = 500 } = response;
      if (statusCode >= 300)
        throw refusal(statusCode, (await buffer(response)).toString('utf8'), peer.called);
      return response;
    },
    async upload<T>(path: string, content: Readable, bytes: number, method = 'PUT') {
      const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes };
      const response = await open(peer, method, path, headers, content).catch((cause: unknown) => {
        throw peer.unreachable(cause);
      });
      answered = true;
      const { statusCode = 500 } = response;
      const text = (await buffer(response)).toString('utf8');
      if (statusCode >= 300) throw refusal(statusCode, text, peer.called);
      return parsed(statusCode, text) as T;
    },
    file: (path, body) => answerOf(body === undefined ? 'GET' : 'POST', path, body),
  };
};

/** The same client, for paths below one of its own. */
export const below = (client: HttpClient, prefix: string): HttpClient => ({
  answered: client.answered,
  get: (path) => client.get(prefix + path),
  post: (path, body) => client.post(prefix + path, body),
  put: (path, body) => client.put(prefix + path, body),
  patch: (path, body) => client.patch(prefix + path, body),
  delete: (path) => client.delete(prefix + path),
  file: (path, body) => client.file(prefix + path, body),
  download: (path, body) => client.download(prefix + path, body),
  upload: (path, content, bytes, method) => client.upload(prefix + path, content, bytes, method),
});

interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
}

type Connect = NonNullable<RequestOptions['createConnection']>;

/** By POST where there is something to say. */
const asked = (path: string, content: unknown): [string, string, OutgoingHttpHeaders, string?] =>
  content === undefined ? ['GET', path, {}] : ['POST', path, asJson, JSON.stringify(content)];

const asJson = { 'content-type': 'application/json' };

const send = async (peer: Peer, method: string, path: string, content: unknown): Promise<Answer> => {
  const body = content === undefined ? undefined : JSON.stringify(content);
  const headers = body === undefined ? {} : asJson;
  const response = await open(peer, method, path, headers, body);
  const { statusCode = 500, headers: told } = response;
  return { statusCode, headers: told, content: await buffer(response) };
};

const open = (
  peer: Peer,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
  body?: string | Readable,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = new URL(peer.url + path);
    // By it the desk knows calls of its own from those of the integrator's application.
    const told = { 'user-agent': `carryover-cli/${packageVersion()}`, ...peer.headers, ...headers };
    const { connect } = peer;
    const proven: Connect = (_options, done) => {
      connect?.().then(
        (socket) => done(null, socket),
        (error: Error) => done(error, undefined as never),
      );
      return undefined;
    };
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const how = connect === undefined ? { agent: false as const } : { createConnection: proven };
    const tls = peer.isVerified ? { rejectUnauthorized: true } : {};
    const sent = request(url, { method, headers: told, ...how, ...tls }, resolve);
    sent.on('error', reject);
    if (body === undefined || typeof body === 'string') sent.end(body);
    // Refused in the middle, the answer says why.
    else pipeline(body, sent).catch(reject);
  });
