import { randomBytes } from 'node:crypto';
import { systemTime, toIso } from '#base/clock.ts';
import { allowedHostNames, checkAddressee } from '#base/host-guard.ts';
import { type Arrived, listen } from '#base/http/listen.ts';
import type { RecordedRequest } from '#contract/parity.ts';

/** A webhook that the recorder received. */
export interface Arrival extends Pick<RecordedRequest, 'at' | 'headers'> {
  /** Its path below the recorder's URL. */
  readonly place: string;
  /** The exact bytes; none if there are too many. */
  readonly bytes: Buffer;
}

interface Recorder {
  /** Without a slash at its end. */
  readonly url: string;
  /** Cuts off what is under way. */
  close(): Promise<void>;
}

interface RecorderOptions {
  /** Whether something was told to send there: all else is cut off before it is read. */
  readonly isPlace: (place: string) => boolean;
  /** Awaited before the request is answered, with 200, so that no more arrives than is taken. */
  readonly take: (arrival: Arrival) => Promise<void>;
}

const hosts = allowedHostNames('127.0.0.1', []);

/**
 * A consumer that records: on loopback, on a port of its own, below a path that nobody can guess, so that what comes there
 * was sent by whom it was given to. It keeps nothing itself.
 */
export const startRecorder = async ({ isPlace, take }: RecorderOptions): Promise<Recorder> => {
  const prefix = `/${randomBytes(18).toString('base64url')}/`;
  const placeOf = (url = ''): string | undefined => {
    const place = url.startsWith(prefix) ? url.slice(prefix.length) : undefined;
    return place !== undefined && isPlace(place) ? place : undefined;
  };
  const listener = await listen(0, {
    admit(request) {
      checkAddressee({ url: request.url ?? '/', raw: request }, hosts);
      if (request.method !== 'POST' || placeOf(request.url) === undefined) throw new Error('Not for it.');
    },
    async arrived(arrived) {
      await take(arrivalOf(arrived, placeOf(arrived.request.url) ?? ''));
      return { statusCode: 200, delayMs: 0 };
    },
  });
  return { url: `http://127.0.0.1:${listener.port}${prefix.slice(0, -1)}`, close: listener.close };
};

const arrivalOf = ({ request, body }: Arrived, place: string): Arrival => ({
  at: toIso(systemTime.now()),
  place,
  headers: Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  ),
  bytes: body,
});
