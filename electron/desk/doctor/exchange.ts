import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
} from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { systemTime } from '#base/clock.ts';
import { rejectMachineFault } from './machine-fault.ts';

/** One request and its answer: always ends, whatever the other side does. */

/** Why there is no whole answer. */
export type Failure = 'timeout' | 'refused' | 'reset' | 'closed' | 'invalid' | 'tls' | 'unreachable';

export interface Answer {
  /** As soon as a status line came, even if the rest failed. */
  readonly status?: number;
  readonly failure?: Failure;
  readonly durationMs: number;
  readonly location?: string;
  /** The consumer said that it closes the connection. */
  readonly closes: boolean;
  /** Its body was longer than is read, so this side closed the connection. */
  readonly cutOff: boolean;
  /** The connection that it came on, if there was one. */
  readonly socket?: Socket;
}

export interface Wire {
  readonly url: URL;
  readonly agent: Agent;
  readonly options: RequestOptions & { readonly ca?: string | string[]; readonly servername?: string };
  readonly answerMs: number;
  readonly readBytes: number;
}

export interface Outgoing {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** More interim answers than these are a fault, not patience. */
const mostInterim = 100;

/**
 * @param begun gets what ends it early, whose `destroy` counts as `closed`
 * @throws MachineFaultError
 */
export const exchange = (
  { url, agent, options, answerMs, readBytes }: Wire,
  { headers, body }: Outgoing,
  begun: (request: ClientRequest) => void,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const startedAt = systemTime.monotonic();
    let response: IncomingMessage | undefined;
    let socket: Socket | undefined;
    let interim = 0;
    let over = false;
    let cutOff = false;
    const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, {
      ...options,
      agent,
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
    });
    const end = (failure?: Failure): void => {
      if (over) return;
      over = true;
      cancel();
      resolve({
        ...(failure === undefined ? {} : { failure }),
        durationMs: systemTime.monotonic() - startedAt,
        ...headOf(response),
        cutOff,
        ...(socket === undefined ? {} : { socket }),
      });
      if (failure !== undefined) request.destroy();
    };
    const cancel = systemTime.after(answerMs, () => end('timeout'));
    request.on('socket', (one) => {
      socket = one;
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      rejectMachineFault(error, reject);
      end(failureOf(error));
    });
    request.on('close', () => end('closed'));
    request.on('information', () => {
      interim += 1;
      if (interim > mostInterim) end('invalid');
    });
    request.on('upgrade', (_response, upgraded) => {
      upgraded.destroy();
      end('invalid');
    });
    request.on('response', (answer) => {
      response = answer;
      readBounded(answer, readBytes, end, () => {
        cutOff = true;
        end();
        request.destroy();
      });
    });
    begun(request);
    request.end(body);
  });

const headOf = (response: IncomingMessage | undefined): Pick<Answer, 'status' | 'location' | 'closes'> => {
  if (response === undefined) return { closes: false };
  const { statusCode: status, headers } = response;
  return {
    ...(status === undefined ? {} : { status }),
    ...(headers.location === undefined ? {} : { location: headers.location }),
    closes: closesAfter(response),
  };
};

/** What is longer is cut off and changes nothing. Source: `docs/reference/rules/delivery.md#outcome`. */
const readBounded = (
  answer: IncomingMessage,
  most: number,
  end: (failure?: Failure) => void,
  cut: () => void,
): void => {
  let read = 0;
  answer.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > most) cut();
  });
  answer.on('end', () => end());
  answer.on('error', (error: NodeJS.ErrnoException) => end(failureOf(error)));
  answer.on('close', () => end(answer.complete ? undefined : 'closed'));
};

const closesAfter = ({ httpVersion, headers }: IncomingMessage): boolean => {
  const connection = String(headers.connection ?? '').toLowerCase();
  if (/(^|,)\s*close\s*(,|$)/.test(connection)) return true;
  if (httpVersion === '1.0' && !connection.includes('keep-alive')) return true;
  const idle = /timeout=(\d+)/i.exec(String(headers['keep-alive'] ?? ''));
  // So short that no client may use it again.
  return idle !== null && Number(idle[1]) <= 1;
};

/** By the codes of Node's `net`, `tls` and `http`. */
const failureOf = ({ code = '', message }: NodeJS.ErrnoException): Failure => {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ECONNRESET') return /hang up/.test(message) ? 'closed' : 'reset';
  if (code === 'EPIPE') return 'reset';
  if (code.startsWith('HPE_')) return 'invalid';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|EAI_)/.test(code)) return 'unreachable';
  return /CERT|TLS|SSL|EPROTO|ISSUER|SIGNED/.test(code) ? 'tls' : 'closed';
};

const failureTexts: Readonly<Record<Failure, string>> = {
  timeout: 'no complete response',
  refused: 'connection refused',
  reset: 'connection reset',
  closed: 'connection closed before the end of the response',
  invalid: 'not a valid HTTP response',
  tls: 'TLS failed',
  unreachable: 'not reachable',
};

/** Such as `200` or `connection reset`. */
export const answerText = ({ status, failure }: Pick<Answer, 'status' | 'failure'>): string => {
  if (failure === undefined) return String(status);
  return status === undefined ? failureTexts[failure] : `${status}, then ${failureTexts[failure]}`;
};
