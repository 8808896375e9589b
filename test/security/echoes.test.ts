import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createReceiver } from '#host/receiver/index.ts';
import { type Answer, type Received, startConsumer } from '#test/support/consumer.ts';
import { filesIn, foundIn } from '#test/support/planted.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTestService } from '#test/support/test-service.ts';

const token = 'q7Tz-91mK/44xP+eW2s=Lr08';
const password = 'pass-word-7788';
const basic = `Basic ${Buffer.from(`acme-user:${password}`).toString('base64')}`;
const secrets = { token, password, basic: basic.slice(6) };
const headers = [
  { name: 'Authorization', value: `Bearer ${token}` },
  { name: 'X-Other', value: basic },
];

/** What the message log says, and what any file of the data folder holds, after one test event was answered so. */
const afterEcho = async (answer: (request: Received) => Answer) => {
  const dataDir = temporaryFolder();
  const { control } = await startTestService({ dataDir, clock: 'system' });
  const consumer = await startConsumer(answer);
  const { id } = await control.endpoints.create({ url: consumer.url, eventTypes: ['company.created'] });
  const { secret } = await control.endpoints.secret(id);
  await control.endpoints.setHeaders(id, { headers });
  const { messageId } = await control.endpoints.test(id);
  await expect.poll(async () => (await control.messages.show(messageId)).attempts.length).toBe(1);
  const [attempt] = (await control.messages.show(messageId)).attempts;
  const planted = { ...secrets, signing: secret.slice(6) };
  return {
    control,
    dataDir,
    planted,
    attempt,
    found: () => filesIn(dataDir).flatMap(({ content }) => foundIn(planted, content)),
  };
};

const both = ({ headers: sent }: Received): string => `${sent.authorization} ${sent['x-other']}`;
const everyByte = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&');

test.each<[string, (request: Received) => Answer]>([
  ['as they came', (request) => ({ status: 200, body: both(request) })],
  ['as JSON', ({ headers: sent }) => ({ status: 500, body: JSON.stringify(sent) })],
  ['in base64', (request) => ({ status: 200, body: `x${btoa(`yz${both(request)}`)}` })],
  ['percent-encoded', (request) => ({ status: 200, body: everyByte(both(request)) })],
  ['in hex', (request) => ({ status: 200, body: Buffer.from(both(request)).toString('hex') })],
  [
    'in its headers',
    (request) => ({ status: 200, headers: { 'x-echo': both(request), 'retry-after': both(request) } }),
  ],
])('a consumer that repeats its headers %s leaves none of them in the message log', async (_, answer) => {
  const { attempt, found } = await afterEcho(answer);
  expect(found()).toEqual([]);
  const shown = JSON.stringify([attempt?.responseBody, attempt?.responseHeaders]);
  expect(shown).toContain('••••');
  expect(foundIn(secrets, shown)).toEqual([]);
});

test.each<[string, (body: string) => Buffer]>([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a compressed echo is masked, too: %s', async (encoding, compress) => {
  const dataDir = temporaryFolder();
  const { control } = await startTestService({ dataDir });
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(compress(JSON.stringify(request.headers)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const { id } = await control.endpoints.create({ url, eventTypes: ['company.created'] });
  await control.endpoints.setHeaders(id, { headers });
  const { messageId } = await control.endpoints.test(id);
  await expect.poll(async () => (await control.messages.show(messageId)).attempts.length).toBe(1);
  const [attempt] = (await control.messages.show(messageId)).attempts;
  expect(attempt?.responseBody).toContain('"authorization":"••••"');
  expect(attempt?.statusCode).toBe(200);
});

test('a secret that the limit of what is kept cuts in two leaves no beginning', async () => {
  const before = 'x'.repeat(16 * 1024 - 12);
  const { attempt } = await afterEcho(() => ({ status: 200, body: `${before}${token}` }));
  expect(attempt?.responseBody).not.toContain(token.slice(0, 4));
  expect(attempt?.responseBody?.startsWith(before)).toBe(true);
});

test('what holds no secret is kept as it came, and the outcome stays what it was', async () => {
  const { attempt } = await afterEcho(() => ({
    status: 503,
    headers: { 'x-a': 'b' },
    body: 'no, thank you',
  }));
  expect(attempt).toMatchObject({
    statusCode: 503,
    responseBody: 'no, thank you',
    responseHeaders: { 'x-a': 'b' },
  });
});

test('a signing secret that a consumer tells is masked', async () => {
  const dataDir = temporaryFolder();
  const { control } = await startTestService({ dataDir });
  let told = '';
  const consumer = await startConsumer(() => ({ status: 401, body: `expected ${told}` }));
  const { id } = await control.endpoints.create({ url: consumer.url, eventTypes: ['company.created'] });
  told = (await control.endpoints.secret(id)).secret;
  const { messageId } = await control.endpoints.test(id);
  await expect.poll(async () => (await control.messages.show(messageId)).attempts.length).toBe(1);
  expect((await control.messages.show(messageId)).attempts[0]?.responseBody).toBe('expected ••••');
});

test('after a reset no file of the data folder holds anything of what was there', async () => {
  const dataDir = temporaryFolder();
  const { control, api } = await startTestService({ dataDir });
  // What no header names is kept: it is what reset has to remove.
  const consumer = await startConsumer(() => ({ status: 200, body: 'told-by-the-consumer-4711' }));
  const { id } = await control.endpoints.create({ url: consumer.url, eventTypes: ['company.created'] });
  for (let n = 0; n < 30; n++) await api('POST', '/companies', { name: `planted-company-name-${n}` });
  await api('POST', '/rules', {
    type: 'New company synchronized',
    notifiers: { emails: ['planted-mail@acme.test'] },
  });
  await control.messages.publishExample({ eventType: 'read.completed.initial' });
  const { messageId } = await control.endpoints.test(id);
  await expect.poll(async () => (await control.messages.show(messageId)).attempts.length).toBe(1);
  const planted = {
    body: 'told-by-the-consumer-4711',
    company: 'planted-company-name',
    mail: 'planted-mail@acme',
  };
  const found = () =>
    [...new Set(filesIn(dataDir).flatMap(({ content }) => foundIn(planted, content)))].sort();
  expect(found()).toEqual(['body', 'company', 'mail']);
  await api('GET', '/companies?query=name=planted-company-name');
  await control.sandbox.reset();
  expect(found()).toEqual([]);
});

test('a log of a version that kept echoes in the clear is masked at the next start, free pages included', async () => {
  const dataDir = temporaryFolder();
  const dataKey = randomBytes(32);
  const path = join(dataDir, 'service.db');
  {
    const { createService } = await import('#service/index.ts');
    const service = await createService(serviceOptions(dataDir, dataKey));
    await service.start();
    const consumer = await startConsumer(() => ({ status: 200, body: 'fine' }));
    const { control } = service;
    const { id } = await control.endpoints.create({ url: consumer.url, eventTypes: ['company.created'] });
    await control.endpoints.setHeaders(id, { headers });
    const { messageId } = await control.endpoints.test(id);
    await expect.poll(async () => (await control.messages.show(messageId)).attempts.length).toBe(1);
    await service.stop(0);
  }
  // As such a version left it.
  const old = new Database(path);
  old.pragma('secure_delete = OFF');
  old.exec(`update attempts set response_body = cast('echo: ${token} ${password}' as blob)`);
  old.exec(`create table gone (a text); insert into gone values ('${token}'); drop table gone`);
  old.exec("delete from facts where name = 'responsesMasked'");
  old.pragma('user_version = 0');
  old.close();
  const found = () =>
    [...new Set(filesIn(dataDir).flatMap(({ content }) => foundIn(secrets, content)))].sort();
  expect(found()).toEqual(['password', 'token']);

  const { control } = await startTestService({ dataDir, dataKey });
  await expect.poll(found).toEqual([]);
  const { results } = await control.messages.list({});
  const { attempts } = await control.messages.show(results[0]?.id as string);
  expect(attempts[0]?.responseBody).toBe('echo: •••• ••••');
});

test('the built-in receiver forgets what it received', async () => {
  const { control } = await startTestService();
  const verify = control.endpoints.verify;
  const receiver = createReceiver({ dataDir: temporaryFolder(), verify, log: silentLog() });
  onTestFinished(() => receiver.close());
  const { url } = await receiver.start({});
  await fetch(url as string, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{}' });
  expect(await receiver.received({ reveal: true })).toHaveLength(1);
  receiver.forget();
  expect(await receiver.received({ reveal: true })).toEqual([]);
});
