import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type Cancel, systemTime } from '#base/clock.ts';
import type { Announcement } from '#contract/stream.ts';
import type { DeskFetch } from './desk-fetch.ts';

export type Listener = (announcement: Announcement) => void;

const againMs = 1000;

/**
 * Follows what the desk announces, from one host to the next, until it is stopped.
 * @param log gets what goes wrong in a listener, which keeps nobody else from hearing
 */
export const followDesk = (
  deskFetch: DeskFetch,
  listeners: readonly Listener[],
  log: (text: string) => void,
): Cancel => {
  const pass = (announcement: Announcement): void => {
    for (const listener of listeners) {
      try {
        listener(announcement);
      } catch (error) {
        log(`app: a listener failed: ${error instanceof Error ? error.stack : error}\n`);
      }
    }
  };
  const ending = new AbortController();
  const { signal } = ending;
  const follow = async (): Promise<void> => {
    const { body, ok } = await deskFetch({ method: 'GET', path: '/api/stream', signal });
    if (!ok || body === null) return;
    const text = (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream());
    for await (const { data } of text.pipeThrough(new EventSourceParserStream())) {
      pass(JSON.parse(data) as Announcement);
    }
  };
  const keepFollowing = async (): Promise<void> => {
    while (!signal.aborted) {
      // A lost stream is no news here: the supervisor tells when the host is gone.
      await follow().catch(() => {});
      if (!signal.aborted) await systemTime.sleep(againMs);
    }
  };
  void keepFollowing();
  return () => ending.abort();
};
