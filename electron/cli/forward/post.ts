import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connectionHeaders } from '#contract/header-problems.ts';

/** What goes to the consumer, as it was received. */
export interface ForwardedMessage {
  readonly id: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Aborted when the sender no longer waits. */
  readonly gone: AbortSignal;
}

export interface Answer {
  readonly statusCode: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** As much of a response as the service itself reads. */
const readBytes = 1_048_576;

const ofConnection: ReadonlySet<string> = new Set(connectionHeaders);

const ofMessage = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, at) => !ofConnection.has((rawHeaders[at - (at % 2)] as string).toLowerCase()));

/**
 * Sends the exact bytes with the original headers, on a connection of their own: one that was kept could have ended with
 * the consumer's last restart. Redirects are not followed. @throws the system's error
 */
export const post = (target: URL, { rawHeaders, body, gone }: ForwardedMessage): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const send = target.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = ['host', target.host, ...ofMessage(rawHeaders), 'content-length', String(body.length)];
    const sent = send(target, { method: 'POST', headers, agent: false, signal: gone }, (response) => {
      read(response).then(resolve, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const read = async (response: IncomingMessage): Promise<Answer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= readBytes) break;
  }
  return {
    statusCode: response.statusCode ?? 502,
    headers: ofMessage(response.rawHeaders),
    body: Buffer.concat(chunks).subarray(0, readBytes),
  };
};
