import { Readable } from 'node:stream';
import type { ClientRequest, IncomingMessage, Net, Session } from 'electron';
import { upload } from './upload.ts';

/** A request to the desk of a team. */
export interface TeamRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: ReadableStream<Uint8Array> | null;
  readonly signal?: AbortSignal;
}

/**
 * Sends it by Chromium's network, so with the system's proxy and trust store, and answers when the head of the response is
 * there. Nobody may ignore an error of a certificate.
 * @throws RedirectError; Error with Chromium's own name, such as `net::ERR_CERT_DATE_INVALID`
 */
export type AskTeam = (request: TeamRequest) => Promise<Response>;

/** The desk leads elsewhere, where nothing is sent. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  readonly to: string;
  constructor(to: string) {
    super('The desk responded with a redirect.');
    this.to = to;
  }
}

/**
 * @param session of its own: the block of remote content of the pages' session stays, and there are no cookies in it.
 * Not by `session.fetch`: it holds a whole upload in memory, and a response that is cancelled goes on behind it.
 */
export const createAskTeam =
  (net: Pick<Net, 'request'>, session: Session): AskTeam =>
  ({ method, url, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const sent = net.request({ method, url, session, redirect: 'manual', credentials: 'omit' });
      const abort = (): void => {
        reject(signal?.reason);
        sent.abort();
      };
      signal?.addEventListener('abort', abort, { once: true });
      // Heard to the end: one that comes in the middle of a response has nobody else.
      sent.on('error', reject);
      // Chromium cancels it, as nobody follows.
      sent.on('redirect', (_status, _method, to) => reject(new RedirectError(to)));
      sent.on('response', (response) => {
        try {
          resolve(responseOf(method, sent, response));
        } catch (error) {
          sent.abort();
          reject(error);
        }
      });
      for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
      upload(sent, body).catch((error: unknown) => {
        reject(error);
        sent.abort();
      });
    });

/** With these there is no body, and `Response` takes none. */
const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304]);

const responseOf = (method: string, sent: ClientRequest, message: IncomingMessage): Response => {
  const { statusCode: status } = message;
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  // As its documentation says, a stream of Node's; its type does not.
  const stream = message as unknown as Readable;
  if (method === 'HEAD' || bodiless.has(status)) {
    stream.resume();
    return new Response(null, { status, headers });
  }
  // Whoever cancels the body destroys the stream, which alone would leave the connection open.
  stream.once('close', () => {
    if (!stream.readableEnded) sent.abort();
  });
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
};
