import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runTask } from '#base/worker/run-task.ts';
import { bodyLimit } from './error-answer.ts';
import { parseBody } from './parse-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many values the body of this route may hold, if other than `usualValues`. */
    mostValues?: number;
  }
}

/** Many times what forms, refs and rules come to; what it makes is passed between threads in 20 ms. */
const usualValues = 100_000;
const bounds = { what: 'The body', timeMs: 30_000, heapMb: 2048, resultBytes: 512 * 1_048_576 };

/**
 * Reads JSON bodies. An empty body counts as none, whatever its content type says. One that is longer than most routes
 * take is parsed in a worker.
 */
export const readJsonBodies = (
  app: FastifyInstance,
  /** Told of each body, before it is parsed. */
  onBody?: (request: FastifyRequest, body: Buffer) => void,
): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      onBody?.(request, body);
      if (body.length <= bodyLimit) parseAtOnce(body, mostValuesOf(request), done);
      else parseInWorker(body, mostValuesOf(request)).then((value) => done(null, value), done);
    },
  );
};

const mostValuesOf = ({ routeOptions }: FastifyRequest): number =>
  routeOptions.config.mostValues ?? usualValues;

/** Without a promise, as most bodies are small. */
const parseAtOnce = (body: Buffer, mostValues: number, done: Done): void => {
  let value: unknown;
  try {
    value = body.length === 0 ? undefined : parseBody(body, mostValues);
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, value);
};

type Done = (error: Error | null, value?: unknown) => void;

const parseInWorker = (body: Buffer, mostValues: number): Promise<unknown> => {
  const bytes = ownBytes(body);
  return runTask('json', { body: bytes, mostValues }, { ...bounds, transfer: [bytes.buffer] });
};

/** Passed on as they are, not copied: megabytes would take their time. */
const ownBytes = ({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> => {
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
};
