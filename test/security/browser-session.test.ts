import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Response } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, openUi, untilLive } from '#test/support/ui.ts';
import { otherPage } from './other-page.ts';

/** Real Chromium, in which a person is signed in, visits another local server: what its page gets of the desk. */

const browser = browserOfFile();

/** A page of another port of this machine, and what the browser brought it. */
const otherServer = async (content: string) => {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers);
    response.setHeader('content-type', 'text/html');
    response.end(content);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, heard };
};

const isLive = (page: Page): Promise<void> => untilLive(page);
const secretIn = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('carryover-session') ?? '');

test('nothing of the desk reaches the page of another local server, by any way that a browser has', async () => {
  const host = await testHost();
  const { body: made } = await host.desk('POST', '/api/cases', { name: 'acme', parts: ['webhooks'] });
  const page = await openUi(browser(), host, { alone: true });
  await isLive(page);

  const other = await otherServer(otherPage(host.ready.deskUrl, made.id));
  const visiting = await page.context().newPage();
  const answers: [string, number][] = [];
  visiting.on('response', (answer) => {
    if (answer.url().startsWith(host.ready.deskUrl)) {
      answers.push([`${answer.request().method()} ${new URL(answer.url()).pathname}`, answer.status()]);
    }
  });
  await visiting.goto(other.url);
  const got = (await visiting.evaluate('window.seen')) as Record<string, string>;
  // Typed into the address bar, or opened by a link, it is a request without the secret, too.
  await visiting.goto(`${host.ready.deskUrl}/api/keys`);
  const shown = await visiting.content();

  // What the browser brought that server, it may bring the desk, without a browser.
  for (const { cookie = '', authorization = '' } of other.heard) {
    const brought = { cookie, authorization };
    expect([cookie, (await fetch(`${host.ready.deskUrl}/api/keys`, { headers: brought })).status]).toEqual([
      '',
      401,
    ]);
  }
  const secret = await secretIn(page);
  expect(secret).toMatch(/^[\w-]{43}$/);
  for (const hidden of [host.ready.apiKey, host.ready.apiKey.slice(8), host.ready.deskToken, secret]) {
    expect(JSON.stringify(got) + shown).not.toContain(hidden);
    expect(JSON.stringify(other.heard)).not.toContain(hidden);
  }
  expect(got).toMatchObject({ storage: '{}', cookie: '', img: 'error', script: 'error', stream: 'error' });
  expect(got.cors).toMatch(/^failed/);
  // A refusal says, too, that it is for no other origin: of most the browser tells not even its own tools.
  expect(answers.length).toBeGreaterThan(2);
  expect(answers.filter(([, status]) => status !== 401 && status !== 403 && status !== 404)).toEqual([]);
  expect((await host.desk('GET', `/api/cases/${made.id}`)).body.attachments).toEqual([]);
  // The person's own page was not disturbed by any of it.
  await isLive(page);
  expect(await page.evaluate('document.cookie')).toBe('');
});

test('no cookie is ever set, and none is needed: reloading and further tabs work without; who signs out is signed out in every tab, and a new address brings all of them back', async () => {
  const host = await testHost();
  await host.desk('POST', '/api/cases', { name: 'acme', parts: ['webhooks'] });
  const page = await openUi(browser(), host, { alone: true, expected: /401/ });
  const context = page.context();
  const answers: Response[] = [];
  context.on('response', (answer) => void answers.push(answer));
  await isLive(page);
  await page.reload();
  await isLive(page);
  const tab = await context.newPage();
  await tab.goto(`${host.ready.deskUrl}/settings`);
  await isLive(tab);
  expect(await context.cookies()).toEqual([]);

  // Two who sign in one after the other in tabs of one browser share the later session; the tab before goes on.
  const { body } = await host.desk('POST', '/api/session/tickets');
  const third = await context.newPage();
  await third.goto(body.url);
  await isLive(third);
  await page.reload();
  await isLive(page);

  // A page that is closed tells nothing of its responses any more: they are asked here, and awaited.
  const cookies = await Promise.all(
    answers.map(async (answer) => [answer.url(), await answer.headerValue('set-cookie')] as const),
  );
  expect(cookies.filter(([, cookie]) => cookie !== null)).toEqual([]);
  expect(cookies.length).toBeGreaterThan(10);
  expect(await context.cookies()).toEqual([]);
  await tab.close();

  const ended = await third.evaluate(async () => {
    const session = localStorage.getItem('carryover-session') ?? '';
    const headers = { 'x-carryover-session': session };
    return (await fetch('/api/session', { method: 'DELETE', headers })).status;
  });
  expect(ended).toBe(204);
  for (const one of [page, third]) await one.getByRole('alert').getByText('Signed out').waitFor();
  await third.reload();
  await third.getByRole('heading', { name: 'Open Carryover again' }).waitFor();

  const { body: again } = await host.desk('POST', '/api/session/tickets');
  await third.goto(again.url);
  await isLive(third);
  await isLive(page);
});

test('a session of a host that ended opens nothing on the next, also on the same port', async () => {
  const first = await testHost();
  const page = await openUi(browser(), first, { expected: /401|ERR_CONNECTION/ });
  await isLive(page);
  const deskPort = Number(new URL(first.ready.deskUrl).port);
  await first.stop(0);
  await testHost({ deskPort });
  await page.getByRole('alert').getByText('Signed out').waitFor();
});
