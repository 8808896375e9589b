import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import type { DeskApp } from '#desk/api/app.ts';
import { createFront } from '#desk/api/front.ts';

test('a request of which nothing comes any more is dropped; an answer may take as long as it takes', async () => {
  const idleMs = 100;
  const front = createFront(idleMs);
  const port = await front.listen(0, '127.0.0.1');
  onTestFinished(() => front.close(0));
  const routing = async (incoming: NodeJS.ReadableStream, response: NodeJS.WritableStream) => {
    for await (const _chunk of incoming);
    await systemTime.sleep(4 * idleMs);
    response.end('late');
  };
  front.serve({
    routing: (incoming, response) => void routing(incoming, response).catch(() => undefined),
  } as DeskApp);
  const url = `http://127.0.0.1:${port}/`;

  const stalled = request(url, { method: 'POST', headers: { 'content-length': '9' } });
  const dropped = new Promise<{ code?: string }>((resolve) => stalled.once('error', resolve));
  stalled.write('half');
  const slow = await fetch(url, { method: 'POST', body: 'whole' });
  expect(await slow.text()).toBe('late');
  expect((await dropped).code).toBe('ECONNRESET');
});
