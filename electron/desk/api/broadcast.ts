import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { systemTime } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Announcement } from '#contract/stream.ts';
import type { SeesAnnouncement } from './seen-announcements.ts';

/** A page, an app and a few tools: nobody needs more. */
export const mostReaders = 64;
/** A reader that has not read this much is dropped; it reconnects and rereads, which costs less than a backlog. */
const backlogLimitBytes = 1_048_576;
const heartbeatMs = 15_000;

export interface Broadcast {
  /**
   * A new reader's server-sent events, until it goes away or falls behind.
   * @param socket that it reads by: what waits there has not been read
   * @param sees what it is told of; left out: everything
   * @throws CatalogueError `stream.full`
   */
  open(socket: Pick<Socket, 'writableLength'>, sees?: SeesAnnouncement): PassThrough;
  /** Ends all streams; their readers reconnect and read everything again. */
  cut(): void;
  close(): void;
}

interface Reading {
  readonly socket: Pick<Socket, 'writableLength'>;
  readonly sees: SeesAnnouncement | undefined;
}

/** Passes announcements on to all who listen. Ids rise by one with each announcement of the host's life. */
export const createBroadcast = (subscribe: ServiceControl['subscribe']): Broadcast => {
  const readers = new Map<PassThrough, Reading>();
  let id = 0;
  const drop = (reader: PassThrough): void => {
    readers.delete(reader);
    reader.destroy();
  };
  const pass = (reader: PassThrough, bytes: Buffer): void => {
    const reading = readers.get(reader);
    // One that was ended is read to its end: a write would cut it off.
    if (reading === undefined || reader.writableEnded) return;
    reader.write(bytes);
    const unread = reader.writableLength + reader.readableLength + reading.socket.writableLength;
    if (unread > backlogLimitBytes) drop(reader);
  };
  const write = (text: string, announcement?: Announcement): void => {
    // The same bytes for all: a text would be copied for each.
    const bytes = Buffer.from(text);
    for (const [reader, { sees }] of readers) {
      if (announcement === undefined || sees === undefined) pass(reader, bytes);
      else
        void sees(announcement).then(
          (isSeen) => isSeen && pass(reader, bytes),
          // It reads everything again once it is connected again.
          () => drop(reader),
        );
    }
  };
  const cut = (): void => {
    for (const reader of readers.keys()) reader.end();
    readers.clear();
  };
  const unsubscribe = subscribe((announcement) => {
    id += 1;
    if (readers.size > 0) write(`id: ${id}\ndata: ${JSON.stringify(announcement)}\n\n`, announcement);
  });
  const stopHeartbeat = systemTime.every(heartbeatMs, () => write(': alive\n\n'));
  return {
    open(socket, sees) {
      if (readers.size >= mostReaders) throw new CatalogueError('stream.full', { limit: mostReaders });
      const reader = new PassThrough({ highWaterMark: backlogLimitBytes });
      reader.once('close', () => readers.delete(reader));
      readers.set(reader, { socket, sees });
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
