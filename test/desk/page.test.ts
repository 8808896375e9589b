import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '#contract/content-security.ts';
import { plainPageHeaders } from '#contract/plain-page.ts';
import { speak } from '#test/support/speak.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const startWithPage = async () => {
  const parent = temporaryFolder();
  const rendererDir = join(parent, 'renderer');
  mkdirSync(join(rendererDir, 'assets'), { recursive: true });
  writeFileSync(join(parent, 'secret.txt'), 'out of bounds');
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Carryover</title>');
  writeFileSync(join(rendererDir, 'assets', 'index-Dk3_x-1.js'), 'export {};');
  writeFileSync(join(rendererDir, 'assets', 'index-B2.css'), 'body {}');
  writeFileSync(join(rendererDir, 'icon.svg'), '<svg/>');
  return startDesk({ rendererDir });
};

/** What a browser asks for when it loads a page. */
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.each([
  ['/', 'text/html; charset=utf-8', 'no-cache'],
  ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/cases/6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11?tab=notes', 'text/html; charset=utf-8', 'no-cache'],
  ['/apiary', 'text/html; charset=utf-8', 'no-cache'],
  ['/assets/index-Dk3_x-1.js', /javascript; charset=utf-8$/, 'public, max-age=31536000, immutable'],
  ['/assets/index-B2.css', /^text\/css/, 'public, max-age=31536000, immutable'],
  ['/icon.svg', /^image\/svg\+xml/, 'no-cache'],
])('%s comes without a token, under a strict policy', async (path, type, cache) => {
  const { deskUrl } = await startWithPage();
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(deskUrl + path, { method, headers: asBrowser });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(type);
    expect(response.headers.get('cache-control')).toBe(cache);
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(response.headers.has('set-cookie')).toBe(false);
    expect((await response.text()).length > 0).toBe(method === 'GET');
  }
});

test('what is unchanged is not sent again', async () => {
  const { deskUrl } = await startWithPage();
  const etag = (await fetch(deskUrl)).headers.get('etag');
  const head = `GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nif-none-match: ${etag}\r\nconnection: close\r\n\r\n`;
  expect(await speak(deskUrl, head)).toMatch(/^HTTP\/1\.1 304 /);
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/..%5csecret.txt',
  '/assets//../../secret.txt',
  '/C:%5csecret.txt',
  '/index.html%00.js',
  `/${'a'.repeat(300)}`,
])('nothing outside the folder comes out: %s', async (path) => {
  const { deskUrl } = await startWithPage();
  const answer = await speak(deskUrl, `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
  expect(answer).not.toContain('out of bounds');
  expect(answer).toMatch(/^HTTP\/1\.1 (200|40[34]) /);
});

test('an asset of another build is not answered with the page', async () => {
  const { deskUrl } = await startWithPage();
  const response = await fetch(`${deskUrl}/assets/index-gone.js`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ]);
});

test('below /api there is no page; what there is not needs the token too', async () => {
  const { deskUrl, call } = await startWithPage();
  expect((await fetch(`${deskUrl}/api/nothing`)).status).toBe(401);
  expect((await fetch(`${deskUrl}/api`)).status).toBe(401);
  expect((await fetch(`${deskUrl}/cases`, { method: 'POST' })).status).toBe(401);
  expect((await call('GET', '/api/nothing')).body).toMatchObject({
    detailedErrorCode: 40413,
    error: 'GET /api/nothing does not exist. See /api/docs for the API.',
  });
  const docs = await fetch(`${deskUrl}/api/docs`);
  expect([docs.status, await docs.text()]).toEqual([200, expect.stringContaining('Carryover desk')]);
});

test('a page that was not built is said to be so, and found once it is', async () => {
  const rendererDir = join(temporaryFolder(), 'renderer');
  const { deskUrl } = await startDesk({ rendererDir });
  const missing = await fetch(`${deskUrl}/cases`, { headers: asBrowser });
  expect([missing.status, await missing.text()]).toEqual([503, expect.stringContaining('npm run build')]);
  expect(missing.headers.get('content-security-policy')).toBe(plainPageHeaders['content-security-policy']);
  mkdirSync(rendererDir);
  writeFileSync(join(rendererDir, 'index.html'), 'built');
  expect(await (await fetch(`${deskUrl}/cases`, { headers: asBrowser })).text()).toBe('built');
});
