import { type ClientRequest as HttpRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { PassThrough, Writable } from 'node:stream';
import type { ClientRequest, ClientRequestConstructorOptions, Net, Session } from 'electron';
import type { AppCore } from './app.ts';
import type { StandInConfig } from './config.ts';
import { faithful, knownOptions } from './faithful.ts';

/**
 * Requests of Chromium's network by Node's: as Electron's own, a response whose stream is destroyed goes on behind it until
 * the request is aborted, a redirect that nobody follows is an error, and what can't be set can't be set.
 */
export const createNet = (
  { caPem }: StandInConfig,
  core: AppCore,
  isSession: (session: Session | undefined) => boolean,
) =>
  faithful<Net>('net', {
    request(options) {
      core.mustBeReady('net.request');
      if (typeof options === 'string')
        throw new Error('The stand-in for Electron takes options of a request.');
      knownOptions('net.request', options, ['method', 'url', 'session', 'redirect', 'credentials']);
      if (!isSession(options.session))
        throw new TypeError('`session` should be an instance of the Session class');
      if (options.redirect !== 'manual' || options.credentials !== 'omit')
        throw new Error('The stand-in for Electron follows no redirect, and has no cookies to send.');
      return new StandInRequest(options, caPem) as unknown as ClientRequest;
    },
  });

/** Of Chromium, by those of Node: an error of a certificate comes before anything is sent. */
const netErrors: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EPROTO: 'ERR_SSL_PROTOCOL_ERROR',
  ECONNRESET: 'ERR_CONNECTION_RESET',
};

const restricted = /^(content-length|host|trailer|te|upgrade|cookie2|keep-alive|transfer-encoding)$/i;

class StandInRequest extends Writable {
  readonly #options: ClientRequestConstructorOptions;
  readonly #caPem: string | undefined;
  readonly #headers: Record<string, string> = {};
  #chunked = false;
  #hasWritten = false;
  #slurped: Buffer[] = [];
  #sent: HttpRequest | undefined;
  #message: IncomingMessage | undefined;
  #shown: PassThrough | undefined;
  #aborted = false;

  constructor(options: ClientRequestConstructorOptions, caPem: string | undefined) {
    super({ autoDestroy: true });
    this.#options = options;
    this.#caPem = caPem;
  }

  get chunkedEncoding(): boolean {
    return this.#chunked;
  }

  set chunkedEncoding(value: boolean) {
    if (this.#hasWritten) throw new Error('chunkedEncoding can only be set before the request is started');
    this.#chunked = value;
  }

  setHeader(name: string, value: string): void {
    if (this.#hasWritten) throw new Error("Can't set headers after they are sent");
    if (restricted.test(name)) throw new Error(`Chromium sets ${name} itself.`);
    this.#headers[name] = value;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#hasWritten = true;
    if (!this.#chunked) {
      this.#slurped.push(chunk);
      callback();
    } else {
      this.#sent ??= this.#start();
      this.#sent.write(chunk, () => callback());
    }
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#hasWritten = true;
    if (this.#sent === undefined) {
      this.#sent = this.#start();
      const body = Buffer.concat(this.#slurped);
      if (body.length > 0) this.#sent.setHeader('content-length', body.length);
      this.#sent.end(body);
    } else this.#sent.end();
    callback();
  }

  #start(): HttpRequest {
    const { url = '', method = 'GET' } = this.#options;
    const request = url.startsWith('https:') ? httpsRequest : httpRequest;
    const trust = this.#caPem === undefined ? {} : { ca: this.#caPem };
    const sent = request(url, { method, headers: this.#headers, agent: false, ...trust });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const known = netErrors[error.code ?? ''];
      this.#die(new Error(`net::${known ?? `ERR_FAILED (${error.code ?? error.message})`}`));
    });
    sent.on('response', (message) => this.#respond(message, url));
    return sent;
  }

  #respond(message: IncomingMessage, url: string): void {
    const { statusCode = 0, headers } = message;
    if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
      this.emit('redirect', statusCode, 'GET', new URL(headers.location, url).href, headers);
      this.#die(new Error('Redirect was cancelled'));
      return;
    }
    this.#message = message;
    const shown = new PassThrough();
    this.#shown = shown;
    message.on('aborted', () => this.#die(new Error('net::ERR_CONTENT_LENGTH_MISMATCH')));
    message.on('error', () => {});
    message.pipe(shown);
    this.emit('response', Object.assign(shown, { statusCode, headers }));
  }

  abort(): void {
    if (!this.#aborted) process.nextTick(() => this.emit('abort'));
    this.#aborted = true;
    this.#die();
  }

  #die(error?: Error): void {
    if (this.destroyed && error !== undefined) this.emit('error', error);
    this.destroy(error);
    this.#sent?.destroy();
    this.#message?.destroy();
    this.#shown?.destroy(error);
  }
}
