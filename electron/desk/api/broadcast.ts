import { PassThrough } from 'node:stream';
import { systemTime } from '#base/clock.ts';
import type { ServiceControl } from '#contract/service-control.ts';

/** A reader that lets this much pile up is dropped; it reconnects and rereads, which costs less than a backlog. */
const backlogLimitBytes = 1_048_576;
const heartbeatMs = 15_000;

export interface Broadcast {
  /** A new reader's server-sent events, until it goes away or falls behind. */
  open(): PassThrough;
  /** Ends all streams; their readers come back and read everything anew. */
  cut(): void;
  close(): void;
}

/** Passes announcements on to all who listen. Ids rise by one with each announcement of the host's life. */
export const createBroadcast = (subscribe: ServiceControl['subscribe']): Broadcast => {
  const readers = new Set<PassThrough>();
  let id = 0;
  const drop = (reader: PassThrough): void => {
    readers.delete(reader);
    reader.destroy();
  };
  const write = (text: string): void => {
    for (const reader of readers) {
      reader.write(text);
      if (reader.writableLength + reader.readableLength > backlogLimitBytes) drop(reader);
    }
  };
  const cut = (): void => {
    for (const reader of readers) reader.end();
    readers.clear();
  };
  const unsubscribe = subscribe((announcement) => {
    id += 1;
    if (readers.size > 0) write(`id: ${id}\ndata: ${JSON.stringify(announcement)}\n\n`);
  });
  const stopHeartbeat = systemTime.every(heartbeatMs, () => write(': alive\n\n'));
  return {
    open() {
      const reader = new PassThrough({ highWaterMark: backlogLimitBytes });
      reader.once('close', () => readers.delete(reader));
      readers.add(reader);
      reader.write(`retry: 1000\n: the last was ${id}\n\n`);
      return reader;
    },
    cut,
    close() {
      unsubscribe();
      stopHeartbeat();
      cut();
    },
  };
};
