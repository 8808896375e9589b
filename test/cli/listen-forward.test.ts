import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { type Run, startCli, startCliIn } from '#test/support/cli.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const lines = (run: Run): Record<string, unknown>[] =>
  run.out.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const patience = { timeout: 20_000 };

const secretOf = (run: Run): string => /whsec_\S+/.exec(run.out.stderr)?.[0] as string;

const listen = async (dataDir: string, ...args: string[]): Promise<Run> => {
  const run = startCli('listen', '--json', '--show-secret', '--data', dataDir, ...args);
  await run.saw('Caught up');
  return run;
};

test('what is forwarded, missed and killed in between reaches the consumer, signed with one secret', {
  timeout: 120_000,
}, async () => {
  const dataDir = temporaryFolder();
  const { desk } = await testHost({ dataDir, clock: 'virtual' });
  const advance = (by: string) => desk('POST', '/api/clock/advance', { by });
  const send = async (eventType: string): Promise<string> =>
    (await desk('POST', '/api/events', { eventType })).body.messageId;
  const statusOf = async (messageId: string): Promise<string> =>
    (await desk('GET', `/api/messages/${messageId}`)).body.deliveries[0]?.status;
  const consumer = await startConsumer((_, before) => (before === 0 ? 503 : 200));
  const target = `${consumer.url}/hooks`;

  const before = await send('company.created');
  await advance('PT1M');
  const first = await listen(dataDir, '--forward-to', target);
  const secret = secretOf(first);
  const failing = await send('read.completed');
  // Its response is the delivery's own, so the service's schedule retries it.
  await first.saw(/"answered":503/);
  await expect.poll(() => statusOf(failing), patience).toBe('Attempting');
  await advance('PT5S');
  expect(await statusOf(failing)).toBe('Success');
  first.process.kill('SIGKILL');
  await first.ended;

  const whileKilled = await send('connection.connected');
  await expect.poll(() => statusOf(whileKilled), patience).toBe('Attempting');
  const second = await listen(dataDir, '--forward-to', target);
  await expect.poll(() => statusOf(whileKilled), patience).toBe('Success');
  expect(second.out.stderr).toContain('Failed while not listening: 1 message');
  second.process.kill('SIGINT');
  expect((await second.ended).code).toBe(0);

  const whileStopped = await send('connection.deleted');
  const third = await listen(dataDir, '--forward-to', target);
  await expect.poll(() => statusOf(whileStopped), patience).toBe('Success');
  expect(third.out.stderr).toContain('Missed while not listening: 1 message');
  third.process.kill('SIGINT');
  await third.ended;

  // It was published before any run: only --since asks for it.
  const fourth = await listen(dataDir, '--forward-to', target, '--since', 'start');
  await expect.poll(() => statusOf(before), patience).toBe('Success');
  fourth.process.kill('SIGINT');
  await fourth.ended;

  // Its endpoint goes with everything else; that is no failure, and the next run has one of its own.
  const fifth = await listen(dataDir, '--forward-to', target);
  await desk('POST', '/api/reset');
  fifth.process.kill('SIGINT');
  const { code, stderr } = await fifth.ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining('Caught up')]);

  expect([second, third, fourth, fifth].map(secretOf)).toEqual([secret, secret, secret, secret]);
  expect(consumer.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    failing,
    failing,
    whileKilled,
    whileStopped,
    before,
  ]);
  const webhook = new Webhook(secret);
  for (const { headers, body, path } of consumer.received) {
    expect(path).toBe('/hooks');
    expect(() => webhook.verify(body, headers as Record<string, string>)).not.toThrow();
  }
});

test('what is not verified is shown and refused, not forwarded', async () => {
  const consumer = await startConsumer();
  const signing = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const args = ['listen', '--json', '--secret-env', 'SIGNING', '--forward-to', consumer.url];
  const listening = startCliIn({ SIGNING: signing }, ...args);
  await listening.saw('Listening at');
  const [, url] = /Listening at (\S+)\./.exec(listening.out.stderr) as unknown as [string, string];
  const post = async (key: string): Promise<number> => {
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign('msg_1', at, '{}'),
    };
    return (await fetch(url, { method: 'POST', body: '{}', headers })).status;
  };
  expect(await post(`whsec_${Buffer.alloc(24, 2).toString('base64')}`)).toBe(401);
  expect(consumer.received).toEqual([]);
  expect(await post(signing)).toBe(200);
  expect(consumer.received).toHaveLength(1);
  await listening.saw(/"verified":true/);
  expect(lines(listening).map(({ verified, answered }) => [verified, answered])).toEqual([
    [false, 401],
    [true, 200],
  ]);
  listening.process.kill('SIGTERM');
  expect((await listening.ended).code).toBe(0);
});

test.each([
  [['--forward-to', 'nowhere'], /Must be a URL/],
  [['--forward-to', 'http://example.com/'], /add --allow-remote/],
  [['--forward-to', 'http://localhost:1/', '--fail', '2'], /cannot be used with/],
  [['--since', '2h'], /need --forward-to/],
  [['--forward-to', 'http://localhost:1/', '--since', 'x', '--secret-env', 'X'], /cannot be used with/],
])('listen %j is refused', async (args, words) => {
  const run = startCli('listen', ...args, '--data', temporaryFolder());
  const { code, stderr } = await run.ended;
  expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
});
