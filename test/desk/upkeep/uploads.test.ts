import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createUploads } from '#desk/upkeep/uploads.ts';
import { until } from '#test/support/host-process.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

type Desk = Awaited<ReturnType<typeof startDesk>>;

const send = async (desk: Desk, name: string, body: unknown, type = 'application/octet-stream') => {
  const response = await fetch(`${desk.deskUrl}/api/uploads?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: desk.authorization, 'content-type': type },
    body,
    duplex: 'half',
  } as RequestInit);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
  return { status: response.status, body: (await response.json()) as any };
};
const leftIn = (dataDir: string): string[] =>
  existsSync(join(dataDir, 'uploads')) ? readdirSync(join(dataDir, 'uploads')) : [];

test('a file is kept as it came, for its owner alone, and is removed when asked', async () => {
  const desk = await startDesk();
  const chunk = Buffer.alloc(1_048_576, 'carryover');
  async function* pieces() {
    for (let i = 0; i < 40; i++) yield chunk;
  }
  const { status, body } = await send(desk, 'C:\\code\\acme app.zip', Readable.from(pieces()));
  expect([status, body.name, body.size]).toEqual([200, 'acme app.zip', 40 * chunk.length]);
  // Where it lies on the disk concerns no browser.
  expect(body.path).toBe(`upload:${body.id}`);
  const path = join(desk.dataDir, 'uploads', body.id, 'acme app.zip');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(statSync(join(desk.dataDir, 'uploads')).mode & 0o777).toBe(0o700);
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  expect(digest(readFileSync(path))).toBe(digest(Buffer.concat(Array(40).fill(chunk))));

  const empty = await send(desk, 'empty.log', '');
  expect([empty.status, empty.body.size]).toEqual([200, 0]);
  expect((await desk.call('DELETE', `/api/uploads/${body.id}`)).status).toBe(204);
  expect(leftIn(desk.dataDir)).toEqual([empty.body.id]);
  const again = await desk.call('DELETE', `/api/uploads/${body.id}`);
  expect([again.status, again.body.detailedErrorCode]).toEqual([404, 41105]);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..', 'upload'],
  ['a/..\\..\\b.log', 'b.log'],
  ['.htaccess', 'htaccess'],
  ['nul.txt', '_nul.txt'],
  ['a\u0000b\n:c.zip', 'a_b__c.zip'],
  ['  .. ', 'upload'],
  [`${'ü'.repeat(300)}.tar.gz`, `${'ü'.repeat(73)}.gz`],
  [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(148)}`],
  ['\ud800.log', '\ufffd.log'],
])('%j never leaves its folder', async (name, kept) => {
  const uploads = createUploads({ folder: temporaryFolder(), log: silentLog() });
  const upload = await uploads.receive(name, Readable.from(['x']));
  expect(upload.name).toBe(kept);
  const path = uploads.pathOf(upload.id);
  expect([basename(path), readFileSync(path, 'utf8')]).toEqual([kept, 'x']);
});

test('what does not come whole leaves nothing', async () => {
  const desk = await startDesk();
  const url = `${desk.deskUrl}/api/uploads?name=part.zip`;
  const headers = { authorization: desk.authorization, 'content-type': 'application/octet-stream' };
  for (const length of [{ 'content-length': '1000000' }, {}]) {
    const outgoing = request(url, { method: 'POST', headers: { ...headers, ...length } });
    outgoing.on('error', () => undefined);
    outgoing.write('the first bytes');
    await until(async () => leftIn(desk.dataDir).length === 1);
    outgoing.destroy();
    await until(async () => leftIn(desk.dataDir).length === 0);
  }
});

test('a file over the limit is refused, announced or not', async () => {
  const folder = temporaryFolder();
  const uploads = createUploads({ folder, log: silentLog(), limit: 1000 });
  const large = () => Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
  await expect(uploads.receive('a', large())).rejects.toMatchObject({ code: 'upload.tooLarge' });
  await expect(uploads.receive('a', large(), 1200)).rejects.toMatchObject({ code: 'upload.tooLarge' });
  expect([readdirSync(folder), uploads.underWay()]).toEqual([[], 0]);

  const desk = await startDesk();
  const headers = {
    authorization: desk.authorization,
    'content-type': 'application/octet-stream',
    'content-length': String(2 ** 31 + 1),
  };
  const answered = Promise.withResolvers<number>();
  const outgoing = request(`${desk.deskUrl}/api/uploads?name=a`, { method: 'POST', headers });
  outgoing.on('error', () => undefined);
  outgoing.on('response', (response) => answered.resolve(response.statusCode ?? 0));
  outgoing.flushHeaders();
  expect(await answered.promise).toBe(413);
  outgoing.destroy();
});

test('room is left on the disk for the databases, and all together have a limit', async () => {
  const folder = temporaryFolder();
  const mebi = 1_048_576;
  let room = 600 * mebi;
  const uploads = createUploads({
    folder,
    log: silentLog(),
    totalLimit: 200 * mebi,
    room: async () => room,
  });
  const noSpace = { code: 'upload.noSpace' };
  await expect(uploads.receive('a', Readable.from(['x']), 100 * mebi)).rejects.toMatchObject(noSpace);
  async function* shrinking() {
    for (let n = 0; n < 100; n++) {
      if (n === 32) room = 500 * mebi;
      yield Buffer.alloc(mebi);
    }
  }
  await expect(uploads.receive('a', Readable.from(shrinking()))).rejects.toMatchObject(noSpace);
  room = 1000 * mebi;

  const half = () => Readable.from(Array(70).fill(Buffer.alloc(mebi)));
  const first = await uploads.receive('a', half());
  await uploads.receive('b', half());
  const tooMuch = { code: 'upload.tooMuch' };
  await expect(uploads.receive('c', half(), 70 * mebi)).rejects.toMatchObject(tooMuch);
  await expect(uploads.receive('c', half())).rejects.toMatchObject(tooMuch);
  expect(readdirSync(folder)).toHaveLength(2);
  uploads.remove(first.id);
  await uploads.receive('c', half());
});

test('a full disk is told in words', async () => {
  const folder = temporaryFolder();
  const uploads = createUploads({ folder, log: silentLog() });
  // A stream that fails as a file system without room does.
  const full = Readable.from(
    (async function* () {
      yield Buffer.from('some');
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    })(),
  );
  await expect(uploads.receive('a', full)).rejects.toMatchObject({ code: 'upload.noSpace' });
  expect(readdirSync(folder)).toEqual([]);
});

test('bytes are taken whatever they are, here alone, and only with a name', async () => {
  const desk = await startDesk();
  for (const type of ['application/json', 'text/plain', 'application/zip']) {
    const { body } = await send(desk, 'a', '{ not JSON', type);
    expect(readFileSync(join(desk.dataDir, 'uploads', body.id, 'a'), 'utf8')).toBe('{ not JSON');
    await desk.call('DELETE', `/api/uploads/${body.id}`);
  }
  expect((await send(desk, '', 'x')).status).toBe(400);
  const other = await fetch(`${desk.deskUrl}/api/cases`, {
    method: 'POST',
    headers: { authorization: desk.authorization, 'content-type': 'application/octet-stream' },
    body: 'x',
  });
  expect(other.status).toBe(415);
  expect(leftIn(desk.dataDir)).toEqual([]);
});

test('what an earlier host left is removed at its start, and what is a day old', async () => {
  const folder = join(temporaryFolder(), 'uploads');
  mkdirSync(join(folder, 'old'), { recursive: true });
  writeFileSync(join(folder, 'old', 'a.zip'), 'left behind');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const uploads = createUploads({ folder, log: silentLog() });
  onTestFinished(uploads.start());
  expect(existsSync(folder)).toBe(false);

  const path = uploads.pathOf((await uploads.receive('a', Readable.from(['x']))).id);
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(existsSync(path)).toBe(true);
  vi.advanceTimersByTime(2 * 3_600_000);
  expect(readdirSync(folder)).toEqual([]);
});
