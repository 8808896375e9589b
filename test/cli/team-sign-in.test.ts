import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { signInByBrowser } from '#cli/team/browser-sign-in.ts';
import type { Person } from '#contract/people.ts';
import { sessionHeader } from '#contract/session-header.ts';
import { runHereIn } from '#test/support/cli-here.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTlsProxy } from '#test/support/tls-proxy.ts';
import { virtualTime } from '#test/support/virtual-time.ts';

/** A desk, and the browser of an admin who is signed in on its page. */
const deskWithBrowser = async () => {
  const desk = await startDesk();
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(desk.deskUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return JSON.parse(await response.text());
  };
  const ada = { login: 'ada@desk.example', name: 'Ada', grants: [{ role: 'admin', scope: 'desk' }] };
  const { body: person } = await desk.call('POST', '/api/people', ada);
  const { body: issued } = await desk.call('POST', `/api/people/${person.id}/tokens`, { name: 'page' });
  const { session } = await post('/api/session', { token: issued.token });
  /** What the page gets when the person agrees. */
  const agreed = async (address: string): Promise<{ back: URL; state: string; code: string }> => {
    const { searchParams: asked } = new URL(address);
    const of = (key: string): string => asked.get(key) ?? '';
    const request = { challenge: of('challenge'), name: of('name') };
    const { code } = await post('/api/session/app-codes', request, { [sessionHeader]: session });
    return { back: new URL(`http://127.0.0.1:${of('port')}/`), state: of('state'), code };
  };
  const people = async (): Promise<readonly Person[]> => (await desk.call('GET', '/api/people')).body.results;
  return { ...desk, post, session, agreed, people };
};

const go = async (back: URL, response: Record<string, string>): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${back}?${new URLSearchParams(response)}`);
  return { status: answer.status, text: await answer.text() };
};

test.skipIf(process.platform !== 'linux')(
  'sign-in opens the page of the desk, and sign-out revokes what it made',
  async () => {
    const { deskUrl, session, people } = await deskWithBrowser();
    const [home, bin] = [temporaryFolder(), temporaryFolder()];
    // Stands in for a browser with the page in it: reads the address out of the file, agrees, goes back.
    writeFileSync(
      join(bin, 'xdg-open'),
      `#!${process.execPath}
const text = require('node:fs').readFileSync(new URL(process.argv[2]), 'utf8');
const address = new URL(/href="([^"]+)"/.exec(text)[1].replaceAll('&amp;', '&'));
const of = (key) => address.searchParams.get(key);
(async () => {
  const response = await fetch(address.origin + '/api/session/app-codes', {
    method: 'POST',
    headers: { 'content-type': 'application/json', '${sessionHeader}': '${session}' },
    body: JSON.stringify({ challenge: of('challenge'), name: of('name') }),
  });
  const { code } = await response.json();
  const back = new URLSearchParams({ code, state: of('state') });
  await (await fetch('http://127.0.0.1:' + of('port') + '/?' + back)).text();
})();
`,
      { mode: 0o755 },
    );
    const noDesk = { CARRYOVER_DESK: undefined, CARRYOVER_TOKEN: undefined };
    const here = { CI: undefined, SSH_CONNECTION: undefined, SSH_TTY: undefined, DISPLAY: ':99' };
    const PATH = `${bin}${delimiter}${process.env.PATH}`;
    const env = { ...noDesk, ...here, PATH, XDG_CONFIG_HOME: home };
    const signedIn = await runHereIn(env, 'sign-in', '--desk', deskUrl, '--browser');
    expect([signedIn.code, signedIn.stdout]).toEqual([0, 'Ada <ada@desk.example>\n']);
    expect(signedIn.stderr).toContain('Confirm the sign-in in your browser');
    const [saved = '', ...more] = globSync(join(home, 'carryover/desks/*'));
    const { token, tokenId } = JSON.parse(readFileSync(saved, 'utf8'));
    expect([statSync(saved).mode & 0o777, more]).toEqual([0o600, []]);
    expect(signedIn.stdout + signedIn.stderr).not.toContain(token);
    expect((await runHereIn(env, '--desk', deskUrl, 'case', 'list')).code).toBe(0);
    const made = async () => (await people())[0]?.tokens.find(({ id }) => id === tokenId);
    expect(await made()).toMatchObject({ name: expect.stringMatching(/^command line on /) });

    const out = await runHereIn(env, 'sign-out', '--desk', deskUrl, '--json');
    expect(JSON.parse(out.stdout)).toEqual({ desk: deskUrl, signedOut: true, revoked: true });
    expect(await made()).toMatchObject({ revoked: expect.any(String) });
  },
);

test('the response of another sign-in is passed over, and the own one counts once', async () => {
  const { deskUrl, agreed, post } = await deskWithBrowser();
  let used = '';
  const { token } = await signInByBrowser(deskUrl, async (address) => {
    const { back, state, code } = await agreed(address);
    used = code;
    const wrong = [
      await go(back, { code, state: 'x'.repeat(43) }),
      await go(back, { code }),
      await go(back, { state }),
      await go(new URL(`http://localhost:${back.port}/`), { code, state }).catch(() => ({ status: 400 })),
      await go(new URL('/elsewhere', back), { code, state }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    const right = await go(back, { code, state });
    expect([right.status, right.text]).toEqual([200, expect.stringContaining('You can close this window')]);
    expect(right.text).not.toContain(code);
  });
  expect(token).toMatch(/^carryover_pat_/);
  const replayed = await post('/api/session/app-token', { code: used, verifier: 'v'.repeat(43) });
  expect(replayed.detailedErrorCode).toBe(45081);
});

test('a cancelled sign-in, a code of somebody else, and no response sign nobody in', async () => {
  const { deskUrl, agreed, post, session, people } = await deskWithBrowser();
  const cancelled = signInByBrowser(deskUrl, async (address) => {
    const { back, state } = await agreed(address);
    await go(back, { error: 'access_denied', state });
  });
  await expect(cancelled).rejects.toThrow('Cancelled in the browser');
  const other = signInByBrowser(deskUrl, async (address) => {
    const { back, state } = await agreed(address);
    const request = { challenge: 'c'.repeat(43), name: 'another program' };
    const { code } = await post('/api/session/app-codes', request, { [sessionHeader]: session });
    await go(back, { code, state });
  });
  await expect(other).rejects.toThrow('issued to another program');

  const time = virtualTime();
  let back: URL | undefined;
  const late = signInByBrowser(
    deskUrl,
    async (address) => {
      back = (await agreed(address)).back;
      time.pass(300_000);
    },
    time,
  );
  await expect(late).rejects.toThrow('within 5 minutes');
  await expect(go(back as URL, {})).rejects.toThrow('fetch failed');
  expect((await people())[0]?.tokens.map(({ name }) => name)).toEqual(['page']);
});

test('no browser is sent to a desk whose certificate is not right, or that has no people', async () => {
  const { deskUrl } = await startDesk();
  const proxy = await startTlsProxy('desk.example');
  proxy.to(deskUrl);
  const show = () => Promise.reject(new Error('A browser was opened.'));
  await expect(signInByBrowser(`https://127.0.0.1:${proxy.port}`, show)).rejects.toThrow(
    'could not be verified',
  );
  await expect(signInByBrowser(deskUrl, show)).rejects.toThrow('has no people');
});
