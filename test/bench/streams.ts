import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { mostReaders } from '#desk/api/broadcast.ts';
import { type BenchHost, benchFolder, startHost } from './processes.ts';
import { type Result, result } from './results.ts';

/** Up to here the system's own buffers take most of it: the bound on a reader's backlog itself is not reached. */
const events = 4000;
/** A megabyte for each reader, before it is dropped. */
const barMb = 80;

/** What readers of the event stream cost that take it and never read on, while announcements flow. */
export const streams = async (): Promise<Result> => {
  const without = await growth(0);
  const idle = await growth(mostReaders);
  const note = `${idle.toFixed(0)} MB with them, ${without.toFixed(0)} MB without, over ${events.toLocaleString('en')} events`;
  return result(`(streams) memory for ${mostReaders} idle readers`, idle - without, '<', barMb, 'MB', note);
};

/** The most that the host's memory grows by, MB. */
const growth = async (readers: number): Promise<number> => {
  const host = await startHost(['--data', benchFolder()]);
  // What is warm first is not counted.
  await publish(host, 1000);
  const before = host.memoryMb();
  const sockets = await Promise.all(Array.from({ length: readers }, () => idleReader(host)));
  let most = before;
  for (let sent = 0; sent < events; sent += 500) {
    await publish(host, 500);
    most = Math.max(most, host.memoryMb());
  }
  for (const socket of sockets) socket.destroy();
  await host.stop();
  return most - before;
};

const idleReader = async ({ ready }: BenchHost): Promise<Socket> => {
  const { hostname, port } = new URL(ready.deskUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${ready.deskToken}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  if (!head.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(`No stream: ${head}`);
  socket.pause();
  return socket;
};

const lanes = 8;

const publish = async ({ ready }: BenchHost, count: number): Promise<void> => {
  const send = async (): Promise<void> => {
    for (let n = 0; n < count / lanes; n++) {
      const response = await fetch(`${ready.deskUrl}/api/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ready.deskToken}`, 'content-type': 'application/json' },
        body: '{"eventType":"company.created"}',
      });
      if (!response.ok) throw new Error(`Not published: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: lanes }, send));
};
