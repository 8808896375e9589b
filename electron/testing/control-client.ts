import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'undici';
import { fileProblem } from '#base/file-problem.ts';
import { receivedHeader } from '#contract/control.ts';
import { ControlError } from './control-error.ts';
import type { ServiceAddress } from './types.ts';

/** Calls of the control API: nothing else reaches the service, so that every language has the same powers. */
export interface ControlClient {
  // biome-ignore lint/suspicious/noExplicitAny: each caller names the shape of its route
  call<T = any>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<T>;
  /** Lines of a response that never ends, parsed. @returns ends it */
  follow(path: string, onLine: (line: unknown) => void): () => Promise<void>;
  /** The bytes of a response, to a file that is there only when it is whole. */
  download(path: string, file: string): Promise<void>;
  upload<T>(path: string, file: string): Promise<T>;
  /** Runs after every response, with how many requests consumers had received by then. */
  onResponse(work: (received: number) => Promise<void>): void;
  /** Calls begin once these have ended. */
  after(work: Promise<unknown>): void;
  isClosed(): boolean;
  close(): Promise<void>;
}

/** A pool of its own: what a test intercepts of `fetch` and `node:http` is not this. */
export const createControlClient = ({ controlUrl, controlToken }: ServiceAddress): ControlClient => {
  const { origin, pathname } = new URL(controlUrl);
  // A wait takes as long as it is told to, by the server.
  const pool = new Pool(origin, { connections: 64, headersTimeout: 0, bodyTimeout: 0 });
  const authorization = `Bearer ${controlToken}`;
  const before = new Set<Promise<unknown>>();
  let responded: (received: number) => Promise<void> = async () => {};
  let isClosed = false;

  return {
    async call(method, path, body) {
      if (isClosed) throw new ControlError('The service is stopped.', 0);
      await Promise.all(before);
      const response = await pool
        .request({
          method,
          path: pathname + path,
          headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        .catch((cause: unknown) => {
          const reason = cause instanceof Error ? cause.message : String(cause);
          throw new ControlError(`The service at ${origin} can't be reached: ${reason}.`, 0, { cause });
        });
      const text = await response.body.text();
      if (response.statusCode >= 400) throw refusal(response.statusCode, text);
      await responded(Number(response.headers[receivedHeader] ?? 0));
      return text === '' ? undefined : JSON.parse(text);
    },
    async download(path, file) {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: pathname + path,
        headers: { authorization },
      });
      if (statusCode >= 400) throw refusal(statusCode, await body.text());
      const unfinished = `${file}.${process.pid}.part`;
      try {
        await pipeline(body, createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true }));
        renameSync(unfinished, file);
      } catch (error) {
        rmSync(unfinished, { force: true });
        // The system names the file beside it, which nobody asked for.
        const isFile = error instanceof Error && 'syscall' in error;
        throw isFile
          ? new Error(`${file} can't be written: ${fileProblem(error)}.`, { cause: error })
          : error;
      }
    },
    async upload(path, file) {
      const { size } = statSync(file);
      const { statusCode, body } = await pool.request({
        method: 'PUT',
        path: pathname + path,
        headers: {
          authorization,
          'content-type': 'application/octet-stream',
          'content-length': String(size),
        },
        body: createReadStream(file),
      });
      const text = await body.text();
      if (statusCode >= 400) throw refusal(statusCode, text);
      return JSON.parse(text);
    },
    follow(path, onLine) {
      const ending = new AbortController();
      const reading = readLines(pool, pathname + path, authorization, ending.signal, onLine);
      return async () => {
        ending.abort();
        await reading;
      };
    },
    onResponse(work) {
      responded = work;
    },
    after(work) {
      const ended = work
        .catch(() => {})
        .finally(() => {
          before.delete(ended);
        });
      before.add(ended);
    },
    isClosed: () => isClosed,
    async close() {
      isClosed = true;
      await pool.destroy();
    },
  };
};

const refusal = (statusCode: number, text: string): ControlError => {
  try {
    const { error, detailedErrorCode } = JSON.parse(text) as { error: string; detailedErrorCode: number };
    return new ControlError(error, statusCode, { detailedErrorCode });
  } catch {
    return new ControlError(`The control API answered ${statusCode}: ${text.slice(0, 500)}`, statusCode);
  }
};

/** Ends without an error: whoever waits for a line that never comes is told by the next call. */
const readLines = async (
  pool: Pool,
  path: string,
  authorization: string,
  signal: AbortSignal,
  onLine: (line: unknown) => void,
): Promise<void> => {
  try {
    const { body } = await pool.request({ method: 'GET', path, headers: { authorization }, signal });
    let text = '';
    for await (const chunk of body.setEncoding('utf8')) {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) onLine(JSON.parse(line));
    }
  } catch {
    // Stopped.
  }
};
