import { request as httpRequest, type IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import type { SendRequest } from '#contract/request-runner.ts';

/** What came back of a request to this service. */
export interface Received {
  /** 0: nothing. */
  readonly statusCode: number;
  readonly problem?: string;
  /** Name, value, name, value, … */
  readonly headers: readonly string[];
  readonly contentType: string;
  /** At most `keptBytes`. */
  readonly body: Buffer;
  readonly bodyBytes: number;
}

const keptBytes = 1_048_576;
/** Longer than the slowest fault. */
const deadlineMs = 150_000;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** One request to an address that no part of it can change. It follows no redirect, and ends within `deadlineMs`. */
export const sendTo = (
  { host, port }: Address,
  { method, path, body }: SendRequest,
  headers: readonly string[],
): Promise<Received> =>
  new Promise((resolve) => {
    const request = httpRequest({
      host,
      port,
      method,
      path,
      headers: [...headers],
      agent: false,
      family: isIPv6(host) ? 6 : 4,
    });
    const cancel = systemTime.after(deadlineMs, () => request.destroy(new Error('no response within 150 s')));
    const end = (received: Received): void => {
      cancel();
      resolve(received);
    };
    request.once('error', (error) => end(nothing(errorText(error))));
    request.once('response', (response) => void collect(response).then(end));
    request.end(body);
  });

const nothing = (problem: string): Received => ({
  statusCode: 0,
  problem,
  headers: [],
  contentType: '',
  body: Buffer.alloc(0),
  bodyBytes: 0,
});

const collect = async (response: IncomingMessage): Promise<Received> => {
  const kept: Buffer[] = [];
  let bodyBytes = 0;
  let problem: string | undefined;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (bodyBytes < keptBytes) kept.push(chunk.subarray(0, keptBytes - bodyBytes));
      bodyBytes += chunk.length;
    }
  } catch (error) {
    problem = `The response broke off: ${errorText(error)}`;
  }
  return {
    statusCode: response.statusCode ?? 0,
    ...(problem === undefined ? {} : { problem }),
    headers: response.rawHeaders,
    contentType: response.headers['content-type'] ?? '',
    body: Buffer.concat(kept),
    bodyBytes,
  };
};
