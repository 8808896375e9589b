import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import { sendOnce } from '#base/outgoing/send-once.ts';
import { TargetError } from '#desk/targets/target-error.ts';
import { json, problem, scriptedServer } from '#test/support/scripted-server.ts';
import { testTargets } from '#test/support/test-targets.ts';

const get = { method: 'GET', path: '/companies' } as const;
const reason = new Error('stopped');

test('a stop ends the wait for another attempt, and what had gone wrong is told', async () => {
  const stop = new AbortController();
  const server = await scriptedServer((_request, response) => {
    json(response, problem(500, 'Something broke.'), 500);
    setImmediate(() => stop.abort(reason));
  });
  const { remote } = await testTargets({ backoffMs: 60_000 });
  const client = await remote(server.url);
  await expect(client.call({ ...get, stop: stop.signal })).rejects.toBeInstanceOf(TargetError);
  expect(server.seen).toHaveLength(1);
  // Nothing is sent any more.
  await expect(client.call({ ...get, stop: stop.signal })).rejects.toBe(reason);
  expect(server.seen).toHaveLength(1);
});

test('a stop does not touch the attempt that is in the air, the first or a later one', async () => {
  for (const attempt of [1, 2]) {
    const stop = new AbortController();
    const server = await scriptedServer(async (_request, response, count) => {
      if (count < attempt) return json(response, problem(500, 'Something broke.'), 500);
      stop.abort(reason);
      await sleep(20);
      json(response, { fine: true });
    });
    const { remote } = await testTargets();
    const client = await remote(server.url);
    expect(await client.call({ ...get, stop: stop.signal })).toMatchObject({
      body: { fine: true },
      attempts: attempt,
    });
  }
});

test('a client that can not even begin leaves no timer behind', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  const dispatch = (): never => {
    throw new Error('no such path');
  };
  const request = {
    origin: 'http://127.0.0.1:9',
    path: '/',
    method: 'GET',
    headers: {},
    body: null,
    timeoutMs: 3_600_000,
    limitBytes: 1,
  } as const;
  const { signal } = new AbortController();
  await expect(sendOnce({ dispatch } as unknown as Dispatcher, request, signal)).rejects.toThrow(
    'no such path',
  );
  expect(timers()).toBe(before);
});
