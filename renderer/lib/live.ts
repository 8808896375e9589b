import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Announcement } from '#contract/stream.ts';
import { api, isSignedOut } from './api.ts';

/** `since`: until then all was announced, ms UTC. `signed-out` needs a person, in this window or another one of the browser. */
export type LiveState =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | { readonly state: 'lost'; readonly since: number }
  | { readonly state: 'signed-out'; readonly since: number };

interface LiveOptions {
  readonly onState: (state: LiveState) => void;
  readonly onAnnouncement: (announcement: Announcement) => void;
  /** Announcements were missed, or the host is another one: everything shown is to be reread. */
  readonly onCaughtUp: () => void;
}

/** Nothing came for so long, not even the heartbeat (every 15 s): the stream is dead, whatever the socket says. */
const silenceMs = 40_000;
const firstWaitMs = 300;
const longestWaitMs = 5000;

/**
 * Follows the desk's event stream until stopped. A stream that breaks is opened again, waiting longer from try to try;
 * each opening but the first is a catching up.
 */
export const followLive = ({ onState, onAnnouncement, onCaughtUp }: LiveOptions): (() => void) => {
  const stop = new AbortController();
  let opened = false;
  let tries = 0;
  let lostSince: number | undefined;

  const read = async (): Promise<void> => {
    const attempt = new AbortController();
    const abort = (): void => attempt.abort();
    // What was said in the silence never came.
    const giveUp = (): void => {
      lostSince ??= Date.now() - silenceMs;
      abort();
    };
    stop.signal.addEventListener('abort', abort);
    let alarm = setTimeout(giveUp, silenceMs);
    const heard = (): void => {
      // Not at the answer's head: a stream that opens and ends at once is no better than none.
      tries = 0;
      clearTimeout(alarm);
      alarm = setTimeout(giveUp, silenceMs);
    };
    try {
      const response = await api.stream('/api/stream', attempt.signal);
      if (response.body === null) return;
      lostSince = undefined;
      onState({ state: 'live' });
      if (opened) onCaughtUp();
      opened = true;
      const events = response.body
        .pipeThrough(watched(heard))
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream());
      const reader = events.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        onAnnouncement(JSON.parse(value.data) as Announcement);
      }
    } finally {
      clearTimeout(alarm);
      stop.signal.removeEventListener('abort', abort);
      attempt.abort();
    }
  };

  const follow = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      let signedOut = false;
      try {
        await read();
      } catch (error) {
        signedOut = isSignedOut(error);
      }
      if (stop.signal.aborted) return;
      lostSince ??= Date.now();
      onState({ state: signedOut ? 'signed-out' : 'lost', since: lostSince });
      await pause(Math.min(longestWaitMs, firstWaitMs * 2 ** tries), stop.signal);
      tries += 1;
    }
  };
  void follow();
  return () => stop.abort();
};

/** Passes bytes on, and tells that there were some: the heartbeat is a comment, which the parser swallows. */
const watched = (heard: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> =>
  new TransformStream({
    transform(chunk, controller) {
      heard();
      controller.enqueue(chunk);
    },
  });

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
