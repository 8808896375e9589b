import { expect, it } from 'vitest';
import { clientId, realProvider } from '#test/support/oidc/real-provider.ts';
import { picture } from '#test/support/pictures.ts';
import { teamHost } from '#test/support/team-host.ts';
import {
  browserOfFile,
  expectAccessible,
  expectMenuAccessible,
  nobody,
  openUi,
  untilLive,
  visit,
} from '#test/support/ui.ts';

const browser = browserOfFile();

it('signs in by an access token, keeps the token nowhere, and signs out', async () => {
  const host = await teamHost();
  const jo = await host.person('Jo Baker', ['engineer', 'desk'], ['admin', 'target:local']);
  const token = await host.tokenOf(jo);
  const page = await openUi(browser(), host, { as: nobody, path: '/messages', expected: /401/ });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByRole('alert').textContent()).toBe('');
  await expectAccessible(page, true);
  const field = page.getByLabel(/^Access token/);
  await field.fill('not a token');
  await field.press('Enter');
  await page.getByText('An access token starts with carryover_pat_').waitFor();
  await field.fill(`carryover_pat_${'x'.repeat(43)}`);
  await field.press('Enter');
  await page.getByRole('alert').getByText('unknown, revoked or expired').waitFor();
  await picture(page, 'sign-in');

  await field.fill(` ${token}\n`);
  await field.press('Enter');
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await untilLive(page);
  const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
  expect(kept).toContain('carryover-session');
  expect(kept).not.toContain('carryover_pat_');

  await page.getByRole('button', { name: 'Signed in as Jo Baker' }).click();
  const menu = page.getByRole('menu');
  await menu.getByText('jo.baker@example.com').waitFor();
  await menu.getByText('Engineer · 1 role on targets').waitFor();
  await expectMenuAccessible(page);
  await picture(page, 'user-menu');
  await menu.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate("localStorage.getItem('carryover-session')")).toBeNull();
  expect(
    (await host.desk('GET', '/api/people')).body.results.map((one: { sessions: number }) => one.sessions),
  ).toEqual([0, 0]);
});

it('says that a session ended, keeps what was typed, and goes on where it was', async () => {
  const host = await teamHost();
  const jo = await host.person('Jo Baker', ['engineer', 'desk']);
  const ed = await host.person('Ed Other', ['engineer', 'desk']);
  const page = await openUi(browser(), host, {
    as: await host.tokenOf(jo),
    path: '/?new=case',
    alone: true,
    expected: /401/,
  });
  await page.getByRole('dialog').getByLabel('Case name').fill('half-typed');
  await host.made('POST', `/api/people/${jo.id}/leave`);
  const notice = page.getByRole('alert', { name: 'Signed out' });
  await notice.waitFor();
  await host.made('POST', `/api/people/${jo.id}/rejoin`);
  await notice.getByRole('button', { name: 'Sign in…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await picture(page, 'session-ended');
  await dialog.getByLabel(/^Access token/).fill(await host.tokenOf(jo));
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await untilLive(page);
  expect(await page.getByRole('dialog').getByLabel('Case name').inputValue()).toBe('half-typed');

  // Another person in the same window gets none of it.
  await page.keyboard.press('Escape');
  await visit(page, '/messages');
  await page.getByRole('button', { name: 'Signed in as Jo Baker' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel(/^Access token/).fill(await host.tokenOf(ed));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await untilLive(page);
  expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('half-typed');
});

it('signs in by the identity provider, comes back to the same screen, and says what the provider refused', async () => {
  const provider = await realProvider();
  const host = await teamHost({ oidcIssuer: provider.issuer, oidcClientId: clientId });
  await host.made('POST', '/api/people', {
    login: 'ada@desk.example',
    name: 'Ada Lovelace',
    grants: [{ role: 'engineer', scope: 'desk' }],
  });
  const page = await openUi(browser(), host, {
    as: nobody,
    path: '/messages?q=abc',
    alone: true,
    expected: /40[13]/,
  });
  const button = page.getByRole('button', { name: `Sign in with ${new URL(provider.issuer).host}` });
  await button.waitFor();
  await picture(page, 'sign-in-provider');
  await expectAccessible(page, true);
  await page.setExtraHTTPHeaders({ 'x-sign-in-as': 'ada' });
  await button.click();
  await page.getByRole('button', { name: 'Signed in as Ada Lovelace' }).waitFor();
  expect(page.url()).toBe(`${host.ready.deskUrl}/messages?q=abc`);
  expect(await page.evaluate("sessionStorage.getItem('carryover-sign-in')")).toBeNull();

  // Whom nobody added.
  await page.getByRole('button', { name: 'Signed in as Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  provider.accounts.set('eve', { email: 'eve@desk.example', email_verified: true, name: 'Eve' });
  await page.context().clearCookies();
  await page.setExtraHTTPHeaders({ 'x-sign-in-as': 'eve' });
  await button.click();
  await page.getByRole('alert').getByText(/admin/).waitFor();
  await picture(page, 'sign-in-refused');
  // The address of a response opens nothing a second time, nor in another tab.
  await page.goto(`${host.ready.deskUrl}/sign-in/callback?code=abc&state=def`);
  await page.getByText('not begun in this tab').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/');
});
