import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes as they are and resolves with everything that came back until the server closed. */
export const speak = async (url: string, bytes: string | Buffer): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
};

/** The JSON after the headers. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
export const bodyOf = (answer: string): any => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
