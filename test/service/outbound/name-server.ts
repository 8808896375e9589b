import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** IPv4 addresses, none where there is no such name, `'silent'` for no answer at all, or the server's own failure. */
export type NameAnswer = readonly string[] | 'silent' | 'failure';

export interface NameServer {
  readonly address: string;
  /** Names asked for, each once for IPv4 and once for IPv6. */
  readonly asked: string[];
}

/** A real DNS server over UDP on loopback. */
export const startNameServer = async (answer: (name: string) => NameAnswer): Promise<NameServer> => {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const chosen = answer(name);
    if (chosen !== 'silent') socket.send(answerTo(query.subarray(0, end), type, chosen), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => {
    socket.close();
  });
  return { address: `127.0.0.1:${socket.address().port}`, asked };
};

const headerBytes = 12;
const ipv4Type = 1;

const questionOf = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const answerTo = (question: Buffer, type: number, answer: readonly string[] | 'failure'): Buffer => {
  const addresses = answer === 'failure' || type !== ipv4Type ? [] : answer;
  const code = answer === 'failure' ? 2 : answer.length === 0 ? 3 : 0;
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | code, 2); // a recursive server's answer
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  // Each points back to the name in the question: type A, class IN, 60 s, 4 bytes.
  const records = addresses.map((address) =>
    Buffer.from([0xc0, headerBytes, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
};
