import { STATUS_CODES } from 'node:http';
import { mask } from '#base/sealing.ts';
import type { HarEntry, HarHeader } from '#contract/har.ts';
import type { Attempt, MessageDetail } from '#contract/message.ts';

/** Attempts as entries of an HTTP Archive (HAR 1.2), without secrets. Pure. */

/** Headers that hold secrets wherever they stand. */
const secretHeader =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|.*(token|secret|password).*)$/i;
/** Parameters of an address that hold them. */
const secretParameter = /(token|secret|password|key|sig|auth|code)/i;

const masked = ({ name, value }: HarHeader): HarHeader =>
  secretHeader.test(name) && !value.includes('••••') ? { name, value: mask(value) } : { name, value };

const headersOf = (headers: Readonly<Record<string, string>>): HarHeader[] =>
  Object.entries(headers).map(([name, value]) => masked({ name, value }));

/** An address without what is secret in it. */
export const maskedUrl = (text: string): URL => {
  const url = new URL(text);
  if (url.username !== '') url.username = '••••';
  if (url.password !== '') url.password = '••••';
  for (const [name, value] of [...url.searchParams]) {
    if (secretParameter.test(name)) url.searchParams.set(name, mask(value));
  }
  return url;
};

/** @param url of the endpoint */
export const harEntry = (message: MessageDetail, attempt: Attempt, url: string): HarEntry => {
  const { requestHeaders, responseHeaders, responseBody, error } = attempt;
  const address = maskedUrl(url);
  const { startedDateTime, virtual } = startOf(attempt);
  return {
    startedDateTime,
    time: attempt.durationMs,
    request: {
      method: 'POST',
      url: address.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(requestHeaders),
      queryString: [...address.searchParams].map(([name, value]) => ({ name, value })),
      postData: { mimeType: 'application/json', text: message.body },
      headersSize: -1,
      bodySize: Buffer.byteLength(message.body),
    },
    response: {
      status: attempt.statusCode ?? 0,
      statusText: STATUS_CODES[attempt.statusCode ?? 0] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(responseHeaders),
      content: {
        size: Buffer.byteLength(responseBody ?? ''),
        mimeType: responseHeaders['content-type'] ?? '',
        ...(responseBody === undefined ? {} : { text: responseBody }),
      },
      redirectURL: responseHeaders.location ?? '',
      headersSize: -1,
      bodySize: -1,
      ...(error === undefined ? {} : { comment: `No complete response: ${error}` }),
    },
    cache: {},
    timings: {
      send: 0,
      wait: attempt.durationMs,
      receive: 0,
      comment: 'Only the total duration is recorded; it is given as wait.',
    },
    comment: commentOf(message, attempt, virtual),
  };
};

/** On a virtual clock the request left at the time that its signature names. */
const startOf = ({ at, requestHeaders }: Attempt): { startedDateTime: string; virtual?: string } => {
  const virtual = requestHeaders['x-sandbox-time'];
  const seconds = Number(requestHeaders['webhook-timestamp']);
  if (virtual === undefined || !Number.isFinite(seconds)) return { startedDateTime: at };
  return { startedDateTime: new Date(seconds * 1000).toISOString(), virtual };
};

const commentOf = (message: MessageDetail, attempt: Attempt, virtual: string | undefined): string =>
  [
    `${message.eventType}, message ${message.id}, attempt ${attempt.number} (${attempt.trigger}).`,
    ...(virtual === undefined ? [] : [`Virtual time ${virtual}.`]),
    ...(message.editedFrom === undefined ? [] : [`Edited copy of ${message.editedFrom}.`]),
  ].join(' ');

/**
 * The text of an archive, piece by piece: one of many attempts never stands in memory whole.
 * @param version of Carryover
 */
export async function* harText(entries: AsyncIterable<HarEntry>, version: string): AsyncGenerator<string> {
  const creator = JSON.stringify({ name: 'Carryover', version });
  yield `{"log":{"version":"1.2","creator":${creator},"comment":"Secrets are masked.","entries":[`;
  let before = '\n';
  for await (const entry of entries) {
    yield before + JSON.stringify(entry);
    before = ',\n';
  }
  yield '\n]}}\n';
}
