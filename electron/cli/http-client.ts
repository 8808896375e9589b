import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { packageVersion } from '#base/package-root.ts';
import { CommandError } from './command-error.ts';
import { refusal } from './refusal.ts';

/** JSON over HTTP to a host, as the commands use it. */
export interface HttpClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body?: unknown): Promise<T>;
  patch<T>(path: string, body?: unknown): Promise<T>;
  delete(path: string): Promise<void>;
  /** A file: its bytes as they are, and what the headers tell of it. */
  file(path: string): Promise<{ content: Buffer; headers: IncomingHttpHeaders }>;
  /** Whether any call was answered. */
  answered(): boolean;
}

/**
 * Every method throws CommandError with the sentence that the server answered.
 * @param authorization value of the header
 * @param patienceMs gives up after so long without a byte; by default never: advancing the clock answers when
 *   everything that fell due is done, however long that takes
 */
export const createHttpClient = (baseUrl: string, authorization: string, patienceMs = 0): HttpClient => {
  let answered = false;
  const answerOf = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const url = new URL(path, baseUrl);
    const answer = await send(url, { method, authorization, body, patienceMs }).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message || String(cause) : String(cause);
      throw new CommandError(`The host at ${baseUrl} can't be reached: ${reason}.`, 1, { cause });
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
    file: (path) => answerOf('GET', path),
  };
};

interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
}

interface Call {
  readonly method: string;
  readonly authorization: string;
  readonly body: unknown;
  readonly patienceMs: number;
}

const send = (url: URL, call: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method, authorization, patienceMs } = call;
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    // By it the desk knows calls of its own from those of the integrator's application.
    const headers = {
      authorization,
      'user-agent': `carryover-cli/${packageVersion()}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = request(url, { method, headers, agent: false, timeout: patienceMs }, (response) => {
      const { statusCode = 500, headers: told } = response;
      buffer(response).then((content) => resolve({ statusCode, headers: told, content }), reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('it does not answer')));
    sent.on('error', reject);
    sent.end(body);
  });
