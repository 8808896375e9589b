import { expect, it } from 'vitest';
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
