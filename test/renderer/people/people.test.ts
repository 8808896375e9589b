import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { picture } from '#test/support/pictures.ts';
import { teamHost } from '#test/support/team-host.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, nobody, openUi, untilLive, visit } from '#test/support/ui.ts';

const browser = browserOfFile();

/** The token that is shown this once. */
const shownToken = async (page: Page): Promise<string> =>
  (await page.getByRole('region', { name: 'the access token' }).textContent()) ?? '';

it("makes one person's desk a team's, and goes on as its admin", async () => {
  const host = await testHost();
  const page = await openUi(browser(), host, { path: '/settings/people', alone: true });
  await page.getByRole('heading', { name: "One person's desk" }).waitFor();
  await picture(page, 'people-none');
  await expectAccessible(page, true);
  await page.getByRole('button', { name: 'Add yourself as admin…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('Jo Baker');
  await dialog.getByLabel(/^Sign-in name/).fill('Jo@Example.com');
  await picture(page, 'people-first');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add yourself', exact: true }).click();
  const token = await shownToken(page);
  expect(token).toMatch(/^carryover_pat_[\w-]{43}$/);
  await picture(page, 'people-token');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign in with it' }).click();
  await page.getByRole('button', { name: 'Signed in as Jo Baker' }).waitFor();
  await page.getByRole('region', { name: 'People' }).getByText('jo@example.com').waitFor();
  expect(await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
    'carryover_pat_',
  );

  // The machine of the desk is told that it only maintains it, on every screen.
  const machine = await openUi(browser(), host, { path: '/settings/account', alone: true, expected: /403/ });
  await machine.getByText('For maintenance only').waitFor();
  await machine.getByText('Nobody is signed in').waitFor();
  await picture(machine, 'people-machine');
});

it('adds a person with a role, gives and takes others, creates a token, and ends the access', async () => {
  const host = await teamHost();
  const page = await openUi(browser(), host, {
    as: await host.tokenOf(host.admin),
    path: '/settings/people',
    alone: true,
    expected: /409/,
  });
  await untilLive(page);
  await page.getByRole('button', { name: 'Add person' }).click();
  const adding = page.getByRole('dialog', { name: 'Add person' });
  await adding.getByLabel(/^Name/).fill('Vic Viewer');
  await adding.getByLabel(/^Sign-in name/).fill('ada.admin@example.com');
  await adding.getByRole('button', { name: 'Add person' }).click();
  await adding.getByText('is or was the sign-in name of somebody else').waitFor();
  await adding.getByLabel(/^Sign-in name/).fill('vic@example.com');
  await adding.getByRole('button', { name: 'Add person' }).click();

  const drawer = page.getByRole('dialog', { name: 'Vic Viewer' });
  const roles = drawer.getByRole('table', { name: 'Roles of Vic Viewer' });
  await roles.getByRole('row', { name: /Engineer/ }).waitFor();
  await picture(page, 'people-person');
  await expectAccessible(page);
  await drawer.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await drawer.getByRole('combobox', { name: 'Where' }).fill('local');
  await page.getByRole('option', { name: /local/i }).first().click();
  await drawer.getByRole('button', { name: 'Give role' }).click();
  await roles.getByRole('row', { name: /Viewer\s*Local service/ }).waitFor();
  await drawer.getByRole('button', { name: 'Take role: Engineer, Everywhere' }).click();
  await roles.getByRole('row', { name: /Engineer/ }).waitFor({ state: 'detached' });

  await drawer.getByRole('button', { name: 'New access token…' }).click();
  const creating = page.getByRole('dialog', { name: 'New access token for Vic Viewer' });
  await creating.getByLabel(/^Name/).fill('laptop');
  await picture(page, 'people-new-token');
  await expectAccessible(page);
  await creating.getByRole('button', { name: 'Create access token' }).click();
  const token = await shownToken(page);
  await creating.getByRole('button', { name: 'Done' }).click();
  const tokens = drawer.getByRole('table', { name: 'Access tokens of Vic Viewer' });
  await tokens.getByText(`ends in ${token.slice(-4)}`).waitFor();

  const theirs = await openUi(browser(), host, {
    as: token,
    path: '/settings/people',
    alone: true,
    expected: /40[13]/,
  });
  await theirs.getByText('Admins of the desk add people').waitFor();
  await theirs.getByText('ada.admin@example.com').waitFor();
  await picture(theirs, 'people-names');
  await visit(theirs, '/settings/account');
  await theirs.getByRole('table', { name: 'Roles of Vic Viewer' }).getByText('Local service').waitFor();
  await picture(theirs, 'account');
  await expectAccessible(theirs, true);

  await page.reload();
  await drawer.getByRole('button', { name: 'End access…' }).click();
  const ending = page.getByRole('dialog', { name: 'End access of Vic Viewer?' });
  await ending.getByText('1 session and 1 access token end').waitFor();
  await picture(page, 'people-end');
  await expectAccessible(page);
  await ending.getByRole('button', { name: 'End access' }).click();
  await drawer.getByRole('button', { name: 'Let in again' }).waitFor();
  await theirs.getByRole('alert', { name: 'Signed out' }).waitFor();
  await theirs.reload();
  await theirs.getByText('Your session ended').waitFor();
  const refused = await openUi(browser(), host, { as: nobody, alone: true, expected: /401/ });
  await refused.getByLabel(/^Access token/).fill(token);
  await refused.getByLabel(/^Access token/).press('Enter');
  await refused.getByText('its person has left').waitFor();
});

it('revokes an own token after saying what ends', async () => {
  const host = await teamHost();
  const jo = await host.person('Jo Baker', ['engineer', 'desk']);
  const page = await openUi(browser(), host, { as: await host.tokenOf(jo), path: '/settings/account' });
  await untilLive(page);
  const { id } = await host.made<{ id: string }>('POST', `/api/people/${jo.id}/tokens`, {
    name: 'old laptop',
  });
  await page.reload();
  await page.getByRole('button', { name: 'Revoke old laptop' }).click();
  await page.getByRole('dialog').getByText('It ends at once').waitFor();
  await page.getByRole('button', { name: 'Revoke access token' }).click();
  await page.getByRole('row', { name: /old laptop.*Revoked/ }).waitFor();
  const { tokens } = (await host.desk('GET', '/api/people')).body.results.find(
    (one: { id: string }) => one.id === jo.id,
  );
  expect(tokens.find((one: { id: string }) => one.id === id).revoked).toBeTruthy();
});

it('says of a person whom the provider no longer knows that the access is suspended, and why', async () => {
  const host = await teamHost();
  const jo = await host.person('Jo Baker', ['engineer', 'desk']);
  const page = await openUi(browser(), host, {
    as: await host.tokenOf(host.admin),
    alone: true,
    before: (opened) =>
      opened.route('**/api/people', async (route) => {
        const response = await route.fetch();
        const { results } = (await response.json()) as { results: { id: string }[] };
        const suspended = { since: '2026-11-29T08:00:00.000Z', why: 'refused' };
        await route.fulfill({
          json: { results: results.map((one) => (one.id === jo.id ? { ...one, suspended } : one)) },
        });
      }),
    path: '/settings/people',
  });
  await page.getByRole('row', { name: /Jo Baker.*Suspended/ }).click();
  await page
    .getByRole('dialog', { name: 'Jo Baker' })
    .getByText('The account at the provider is disabled')
    .waitFor();
  await picture(page, 'people-suspended');
  await expectAccessible(page);
});
