import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { examined, withOutcome } from '#test/support/doctor-consumers/examined.ts';
import { createJudge, type Judge } from '#test/support/doctor-consumers/judge.ts';
import { httpConsumer } from '#test/support/doctor-consumers/servers.ts';

/** Valid events, with and without the client id, then unusual ones, then those on one connection. */
const beforeLoad = 1 + 20 + 9 + 20;

test('a connection that is closed without notice fails connection-reuse alone', async () => {
  const consumer = await httpConsumer(createJudge(), { afterAnswer: (socket) => void socket.destroy() });
  const result = await examined(consumer.url);
  expect(withOutcome(result, 'fail')).toEqual(['connection-reuse']);
});

test('one that is reset after its answer fails connection-reuse alone', async () => {
  const consumer = await httpConsumer(createJudge(), {
    afterAnswer: (socket) => void setTimeout(() => socket.resetAndDestroy(), 1),
  });
  const result = await examined(consumer.url);
  expect(withOutcome(result, 'fail')).toEqual(['connection-reuse']);
});

test('a close that is announced is sound', async () => {
  const closing: Judge = (received) => {
    const decision = createJudge()(received);
    return decision === 'silence' ? decision : { ...decision, headers: { connection: 'close' } };
  };
  const { url } = await httpConsumer(closing);
  const result = await examined(url);
  expect([result.verdict, withOutcome(result, 'fail')]).toEqual(['pass', []]);
  expect(result.checks.find(({ id }) => id === 'connection-reuse')?.evidence).toEqual([
    '20 requests on 20 connections, 20 closes announced',
  ]);
});

test('a response that the doctor itself cuts off is not held against the consumer', async () => {
  const sound = createJudge();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const decision = sound({ headers: request.headers, raw: Buffer.concat(parts) });
      response.writeHead(decision === 'silence' ? 500 : decision.status).end('x'.repeat(2_000_000));
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const result = await examined(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`);
  expect([result.verdict, withOutcome(result, 'fail')]).toEqual(['pass', []]);
  expect(withOutcome(result, 'not-applicable')).toContain('connection-reuse');
});

test('a rate limit fails load alone', async () => {
  const sound = createJudge();
  let requests = 0;
  const { url } = await httpConsumer((received) => {
    requests += 1;
    return requests > beforeLoad + 10 && requests <= beforeLoad + 30 ? { status: 429 } : sound(received);
  });
  const result = await examined(url, { load: true, limits: { load: { perSecond: 50, forMs: 2000 } } });
  expect(withOutcome(result, 'fail')).toEqual(['load']);
  expect(result.checks.find(({ id }) => id === 'load')?.evidence[1]).toMatch(/not answered 2xx: 429 \(\d+\)/);
});

test('slow answers under load alone fail load alone', async () => {
  const sound = createJudge();
  let requests = 0;
  const { url } = await httpConsumer((received) => {
    requests += 1;
    const decision = sound(received);
    const isLoad = requests > beforeLoad && requests <= beforeLoad + 20;
    return isLoad && decision !== 'silence' ? { ...decision, delayMs: 1200 } : decision;
  });
  const limits = { usualMs: 1000, load: { perSecond: 50, forMs: 500 } };
  const result = await examined(url, { load: true, limits });
  expect(withOutcome(result, 'fail')).toEqual(['load']);
});
