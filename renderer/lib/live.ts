import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Announcement } from '#contract/stream.ts';
import { api, isSignedOut } from './api.ts';
import type { LiveState } from './live-state.ts';
import { otherSession } from './other-session.ts';
import { pageId } from './page-id.ts';
import { sessionHeaders } from './session.ts';

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
 * each opening but a first one at the first try is a catching up.
 */
export const followLive = (options: LiveOptions): (() => void) => {
  const stop = new AbortController();
  void follow(options, stop.signal);
  return () => stop.abort();
};

interface Progress {
  /** It was live before. */
  opened: boolean;
  /** That brought nothing, since something came last. */
  tries: number;
  lostSince: number | undefined;
}

const follow = async (options: LiveOptions, stop: AbortSignal): Promise<void> => {
  const progress: Progress = { opened: false, tries: 0, lostSince: undefined };
  while (!stop.aborted) {
    const sent = sessionHeaders();
    const signedOut = await read(options, progress, stop).then(() => false, isSignedOut);
    if (stop.aborted) return;
    progress.lostSince ??= Date.now();
    options.onState({ state: signedOut ? 'signed-out' : 'lost', since: progress.lostSince });
    if (signedOut) await otherSession(sent, stop);
    await pause(Math.min(longestWaitMs, firstWaitMs * 2 ** progress.tries), stop);
    progress.tries += 1;
  }
};

/** Until the stream ends or falls silent. */
const read = async (
  { onState, onAnnouncement, onCaughtUp }: LiveOptions,
  progress: Progress,
  stop: AbortSignal,
): Promise<void> => {
  const attempt = new AbortController();
  const giveUp = (): void => {
    // What was announced in the silence never came.
    progress.lostSince ??= Date.now() - silenceMs;
    attempt.abort();
  };
  let alarm = setTimeout(giveUp, silenceMs);
  const heard = (): void => {
    // Not at the response's head: a stream that opens and ends at once is no better than none.
    progress.tries = 0;
    clearTimeout(alarm);
    alarm = setTimeout(giveUp, silenceMs);
  };
  try {
    const response = await api.stream(`/api/stream?page=${pageId}`, AbortSignal.any([stop, attempt.signal]));
    if (response.body === null) return;
    // What was read before the first opening may have failed like the stream itself.
    const wasLost = progress.opened || progress.lostSince !== undefined;
    progress.lostSince = undefined;
    onState({ state: 'live' });
    if (wasLost) onCaughtUp();
    progress.opened = true;
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
    attempt.abort();
  }
};

/** Passes bytes on, and tells that there were some: the heartbeat is a comment, which the parser swallows. */
const watched = (heard: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> =>
  new TransformStream({
    transform(chunk, controller) {
      heard();
      controller.enqueue(chunk);
    },
  });

/** Or until there may be another session: see `tellOfSession`. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('storage', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('storage', end);
    signal.addEventListener('abort', end);
  });
