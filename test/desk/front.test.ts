import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { createHello } from '#base/hello/answer.ts';
import { newHelloSecret } from '#base/hello/proof.ts';
import { arrivalLimits } from '#base/http/arrivals.ts';
import type { ApiApp } from '#control/app.ts';
import { createFront } from '#desk/api/front.ts';

test('a request of which nothing comes any more is answered 408; an answer may take as long as it takes', async () => {
  const graceMs = 100;
  const front = createFront(createHello({ secret: newHelloSecret() }), {
    ...arrivalLimits,
    graceMs,
    lookMs: 20,
  });
  const port = await front.listen(0, '127.0.0.1');
  onTestFinished(() => front.close(0));
  const routing = async (incoming: NodeJS.ReadableStream, response: NodeJS.WritableStream) => {
    for await (const _chunk of incoming);
    await systemTime.sleep(4 * graceMs);
    response.end('late');
  };
  front.serve({
    routing: (incoming, response) => void routing(incoming, response).catch(() => undefined),
  } as ApiApp);
  const url = `http://127.0.0.1:${port}/`;

  const stalled = request(url, { method: 'POST', headers: { 'content-length': '9' } });
  const refused = new Promise<[number | undefined, string]>((resolve) => {
    stalled.once('response', (response) => {
      void text(response).then((body) => resolve([response.statusCode, body]));
    });
  });
  stalled.on('error', () => undefined);
  stalled.write('half');
  const slow = await fetch(url, { method: 'POST', body: 'whole' });
  expect(await slow.text()).toBe('late');
  expect(await refused).toEqual([408, expect.stringContaining('"detailedErrorCode":40801')]);
});

test('who asks whether the host is alive is answered also while other requests wait', async () => {
  const front = createFront(createHello({ secret: newHelloSecret() }));
  const port = await front.listen(0, '127.0.0.1');
  onTestFinished(() => front.close(0));
  const answered: (string | undefined)[] = [];
  front.serve({
    routing: (incoming, response) => {
      answered.push(incoming.url);
      response.end('here');
    },
  } as ApiApp);
  const ask = async (path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const held = front.holding({} as never, 1000, () => {
    begun.resolve();
    return gate.promise;
  });
  await begun.promise;
  const waiting = ask('/ready');
  expect(await ask('/health')).toBe('here');
  expect(answered).toEqual(['/health']);
  gate.resolve();
  await held;
  expect(await waiting).toBe('here');
});
