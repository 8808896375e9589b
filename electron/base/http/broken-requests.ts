import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { closeGently } from './arrivals.ts';
import { toErrorBody } from './error-answer.ts';

export interface BrokenRequestsOptions {
  readonly service: string;
  readonly nextCorrelationId: () => string;
  /** What every other answer carries too. */
  readonly headers: () => Readonly<Record<string, string>>;
}

/**
 * Answers what is not HTTP, and what did not come in time, in the same shape as everything else, and closes. Nothing of
 * it could be read, so nothing is logged.
 */
export const answerBrokenRequest =
  ({ service, nextCorrelationId, headers }: BrokenRequestsOptions) =>
  ({ code }: { readonly code: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable || isBeingAnswered(socket)) return void socket.destroy();
    // Nothing more of it is read.
    socket.pause();
    const error = whatIsWrong(code);
    const { statusCode } = error.entry;
    const body = JSON.stringify(toErrorBody(error, nextCorrelationId(), service));
    const all = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      ...headers(),
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    closeGently(socket, `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${lines.join('')}\r\n${body}`);
  };

/** Part of an answer is out already: another in the middle of it would be read as part of it. */
const isBeingAnswered = (socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean =>
  // Node's own way to know, since the parser tells no request: `socketOnError` in lib/_http_server.js.
  socket._httpMessage?.headersSent === true;

const whatIsWrong = (code: string): CatalogueError => {
  if (code === 'HPE_HEADER_OVERFLOW') return broken('its headers are larger than 16 KiB together');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new CatalogueError('request.tooSlow');
  return broken('it is not HTTP/1.1');
};

const broken = (problem: string): CatalogueError =>
  invalid({ itemId: 'request', message: `The request can't be read: ${problem}.`, validatorName: 'http' });
