import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { picture } from '#test/support/pictures.ts';
import { teamHost } from '#test/support/team-host.ts';
import { browserOfFile, expectAccessible, nobody, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();
const verifier = 'v'.repeat(43);
const state = 's'.repeat(43);

/** A program on this machine that waits to be signed in. */
const program = async () => {
  const seen: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/?')) seen.push(url.slice(1));
    response.setHeader('connection', 'close').end('Close this window');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const asked = (changed: Record<string, string> = {}): string =>
    `/app-sign-in?${new URLSearchParams({
      port: String(port),
      challenge: createHash('sha256').update(verifier).digest('base64url'),
      state,
      name: 'command line on laptop',
      ...changed,
    })}`;
  return { seen, asked };
};

it('signs a program in once the person agreed, after the sign-in of the page', async () => {
  const host = await teamHost();
  const jo = await host.person('Jo Baker', ['engineer', 'desk']);
  const { seen, asked } = await program();
  const page = await openUi(browser(), host, { as: nobody, path: asked(), expected: /401/ });
  await page.getByLabel(/^Access token/).fill(await host.tokenOf(jo));
  await page.keyboard.press('Enter');
  await page
    .getByRole('heading', { name: 'Sign in command line on laptop on this machine as Jo Baker?' })
    .waitFor();
  await expectAccessible(page, true);
  await picture(page, 'app-sign-in');
  expect(seen).toEqual([]);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Close this window').waitFor();
  const given = new URLSearchParams(seen[0]);
  expect([seen.length, given.get('state')]).toEqual([1, state]);
  const answer = await fetch(`${host.ready.deskUrl}/api/session/app-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: given.get('code'), verifier }),
  });
  expect(await answer.json()).toMatchObject({ name: 'command line on laptop', access: 'all' });

  await page.goto(host.ready.deskUrl + asked());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Close this window').waitFor();
  expect(seen[1]).toBe(`?error=access_denied&state=${state}`);
});

it('asks nothing for an address that is not whole, and goes nowhere', async () => {
  const host = await teamHost();
  const token = await host.tokenOf(host.admin);
  const { seen, asked } = await program();
  const wrong: Record<string, string>[] = [
    { port: '80' },
    { port: '65536' },
    { port: '8080@evil.example' },
    { challenge: 'short' },
    { state: '' },
    { name: 'tool\u202eexe' },
  ];
  const page = await openUi(browser(), host, {
    as: nobody,
    path: asked({ port: '1023' }),
    expected: /401/,
  });
  await page.getByLabel(/^Access token/).fill(token);
  await page.keyboard.press('Enter');
  for (const one of wrong) {
    await page.getByText('The address is not a whole one').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await page.goto(host.ready.deskUrl + asked(one));
  }
  await page.getByText('The address is not a whole one').waitFor();
  expect(seen).toEqual([]);
});
