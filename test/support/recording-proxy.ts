import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import { onTestFinished } from 'vitest';

export interface RecordedCall {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: string;
  readonly statusCode: number;
}

/** Stands before a server and keeps what is sent through it, in the order of the answers; gone when the test ends. */
export const recordingProxy = async (
  to: string,
): Promise<{ url: string; calls: readonly RecordedCall[] }> => {
  const pool = new Pool(to, { connections: 100 });
  const calls: RecordedCall[] = [];
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    const body = await text(request);
    try {
      const { authorization = '', 'content-type': type } = headers;
      const answer = await pool.request({
        method: method as 'GET',
        path,
        headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
        body: body === '' ? null : body,
      });
      const answered = await answer.body.text();
      calls.push({ method, path, body, statusCode: answer.statusCode });
      response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answered);
    } catch {
      response.destroy();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await pool.destroy();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
};
