import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { type CatalogueError, invalid } from '#contract/errors.ts';
import { toErrorBody } from './error-answer.ts';

export interface BrokenRequestsOptions {
  readonly service: string;
  readonly nextCorrelationId: () => string;
  /** What every other answer carries too. */
  readonly headers: () => Readonly<Record<string, string>>;
}

/** Answers what is not HTTP in the same shape as everything else. Nothing of it could be read, so nothing is logged. */
export const answerBrokenRequest =
  ({ service, nextCorrelationId, headers }: BrokenRequestsOptions) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable || socket.bytesWritten > 0) return void socket.destroy();
    const body = JSON.stringify(toErrorBody(whatIsWrong(error.code), nextCorrelationId(), service));
    const all = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      ...headers(),
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 400 ${STATUS_CODES[400]}\r\n${lines.join('')}\r\n${body}`);
  };

const whatIsWrong = (code: string): CatalogueError => {
  if (code === 'HPE_HEADER_OVERFLOW') return broken('its headers are larger than 16 KiB together');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return broken('it did not come whole in time');
  return broken('it is not HTTP/1.1');
};

const broken = (problem: string): CatalogueError =>
  invalid({ itemId: 'request', message: `The request can't be read: ${problem}.`, validatorName: 'http' });
