import type { Socket } from 'node:net';
import { createGzip } from 'node:zlib';
import type { DoctorCheckId } from '#contract/doctor.ts';

/** Consumers that answer what no consumer should, byte by byte. */
export interface Hostile {
  readonly name: string;
  /** Checks that fail; none: it counts as delivered. */
  readonly fails: readonly DoctorCheckId[];
  readonly serve: (socket: Socket) => void;
}

/** Calls `work` once a request began to come. */
const onRequest =
  (work: (socket: Socket) => void) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      work(socket);
      socket.on('data', () => undefined);
    });
  };

/** Writes as fast as the other side reads, until it goes away. */
const forever = (socket: Socket, chunk: string | Buffer): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
};

/** A little at a time, until the other side goes away. */
const dripping = (socket: Socket, chunk: string, everyMs = 20): void => {
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(chunk);
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
};

const ok = 'HTTP/1.1 200 OK\r\n';
const filler = 'x'.repeat(65_536);

export const hostile: readonly Hostile[] = [
  { name: 'accepts and never answers', fails: ['answers-in-time'], serve: () => undefined },
  {
    name: 'drips its status line',
    fails: ['answers-in-time'],
    serve: onRequest((socket) => {
      socket.write('HTTP/1.1 200 ');
      dripping(socket, 'O');
    }),
  },
  {
    name: 'drips its body',
    fails: ['answers-in-time'],
    serve: onRequest((socket) => {
      socket.write(`${ok}content-length: 100000\r\n\r\n`);
      dripping(socket, 'x');
    }),
  },
  {
    name: 'drips headers',
    fails: ['answers-in-time'],
    serve: onRequest((socket) => {
      socket.write(ok);
      dripping(socket, 'x-a: b\r\n');
    }),
  },
  {
    name: 'answers garbage',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => socket.end('\u0000\u0001 what is this?\r\n\r\n')),
  },
  {
    name: 'speaks TLS without being asked',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 10]))),
  },
  {
    name: 'sends headers without end',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => {
      socket.write(ok);
      forever(socket, `x-filler: ${filler}\r\n`);
    }),
  },
  {
    name: 'sends a body without end, of which enough is read',
    fails: [
      'bad-signature',
      'wrong-secret',
      'tampered-body',
      'stale-timestamp',
      'future-timestamp',
      'missing-signature',
      'auth-required',
    ],
    serve: onRequest((socket) => {
      socket.write(`${ok}\r\n`);
      forever(socket, filler);
    }),
  },
  {
    name: 'sends chunk extensions without end',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => {
      socket.write(`${ok}transfer-encoding: chunked\r\n\r\n1;`);
      forever(socket, filler);
    }),
  },
  {
    name: 'sends a chunk of an impossible size',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => socket.end(`${ok}transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n`)),
  },
  {
    name: 'says two lengths',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => socket.end(`${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`)),
  },
  {
    name: 'closes as soon as it accepts',
    fails: ['answers-2xx'],
    serve: (socket) => socket.destroy(),
  },
  {
    name: 'closes in the middle of its headers',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => socket.end(`${ok}content-le`)),
  },
  {
    name: 'closes in the middle of its body',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => socket.end(`${ok}content-length: 100\r\n\r\nhalf`)),
  },
  {
    name: 'resets the connection',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => void socket.resetAndDestroy()),
  },
  {
    name: 'upgrades to another protocol',
    fails: ['answers-2xx'],
    serve: onRequest((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nhello'),
    ),
  },
  {
    name: 'sends interim answers without end',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => forever(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100))),
  },
  {
    name: 'sends interim answers slowly, for ever',
    fails: ['answers-in-time'],
    serve: onRequest((socket) => dripping(socket, 'HTTP/1.1 100 Continue\r\n\r\n')),
  },
  {
    name: 'answers with status 999',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => socket.end('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n')),
  },
  {
    name: 'answers with status 0',
    fails: ['answers-2xx'],
    serve: onRequest((socket) => socket.end('HTTP/1.1 000 None\r\ncontent-length: 0\r\n\r\n')),
  },
  {
    name: 'compresses much into little',
    fails: [
      'bad-signature',
      'wrong-secret',
      'tampered-body',
      'stale-timestamp',
      'future-timestamp',
      'missing-signature',
      'auth-required',
    ],
    serve: (socket) => {
      socket.on('data', () => {
        const gzip = createGzip();
        const parts: Buffer[] = [];
        gzip.on('data', (part: Buffer) => parts.push(part));
        gzip.on('end', () => {
          const body = Buffer.concat(parts);
          socket.end(
            Buffer.concat([
              Buffer.from(
                `${ok}content-encoding: gzip\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`,
              ),
              body,
            ]),
          );
        });
        gzip.end(Buffer.alloc(4 * 1_048_576));
      });
    },
  },
];
