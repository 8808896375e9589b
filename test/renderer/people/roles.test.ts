import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { picture } from '#test/support/pictures.ts';
import { teamHost } from '#test/support/team-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive, visit } from '#test/support/ui.ts';

const browser = browserOfFile();

/** Why a button is blocked; null: it is not. */
const reasonOf = async (page: Page, name: string): Promise<string | null> => {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  return (await button.getAttribute('aria-disabled')) === 'true'
    ? button.getAttribute('aria-description')
    : null;
};

it('says to a viewer which role a change needs, where it is offered, and lets an engineer of the case act there alone', async () => {
  const host = await teamHost();
  const maker = await host.person('Eve Engineer', ['engineer', 'desk']);
  const headers = {
    authorization: `Bearer ${await host.tokenOf(maker)}`,
    'content-type': 'application/json',
  };
  const caseOf = async (name: string): Promise<string> => {
    const response = await fetch(`${host.ready.deskUrl}/api/cases`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name, parts: ['webhooks'] }),
    });
    return ((await response.json()) as { id: string }).id;
  };
  const [caseId, other] = [await caseOf('acme'), await caseOf('other')];
  const onCase = 'Needs the role engineer on this case.';

  const viewer = await host.person('Vic Viewer', ['viewer', 'desk']);
  const page = await openUi(browser(), host, {
    as: await host.tokenOf(viewer),
    path: `/cases/${caseId}`,
    alone: true,
    expected: /403/,
  });
  await untilLive(page);
  for (const name of ['Add note', 'Add contact', 'Attach file…'])
    expect([name, await reasonOf(page, name)]).toEqual([name, onCase]);
  await picture(page, 'roles-viewer');
  await page.getByRole('button', { name: 'Case actions' }).click();
  const item = page.getByRole('menuitem', { name: /^Delete case/ });
  expect(await item.getAttribute('aria-description')).toContain('Needs the role admin on this case');
  expect(await page.getByRole('menuitem', { name: 'Export case…' }).getAttribute('aria-disabled')).toBeNull();
  await picture(page, 'roles-menu');
  await page.keyboard.press('Escape');
  await expectAccessible(page, true);
  await visit(page, '/');
  expect(await reasonOf(page, 'New case')).toContain('Needs the role engineer');
  await visit(page, '/endpoints');
  expect(await reasonOf(page, 'New endpoint')).toContain('for the local service');
  await visit(page, '/settings/targets');
  expect(await reasonOf(page, 'Add target')).toContain('Needs the role admin on the desk');

  // Roles that are given meanwhile count without another sign-in.
  await host.made('PUT', `/api/people/${viewer.id}/grants`, {
    grants: [
      { role: 'viewer', scope: 'desk' },
      { role: 'engineer', scope: `case:${caseId}` },
    ],
  });
  await page.reload();
  await visit(page, `/cases/${caseId}`);
  expect(await reasonOf(page, 'Add contact')).toBeNull();
  await page.getByLabel('New note').fill('seen');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Vic Viewer <vic.viewer@example.com>').first().waitFor();
  await visit(page, `/cases/${other}`);
  expect(await reasonOf(page, 'Add contact')).toBe(onCase);
});

it('asks nobody who is signed in for their name', async () => {
  const host = await teamHost();
  const eve = await host.person('Eve Engineer', ['engineer', 'desk']);
  const token = await host.tokenOf(eve);
  const response = await fetch(`${host.ready.deskUrl}/api/cases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'acme', parts: ['webhooks'] }),
  });
  const { id } = (await response.json()) as { id: string };
  const page = await openUi(browser(), host, { as: token, path: '/settings/general', alone: true });
  await page.getByRole('heading', { name: 'Times' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Your name' }).count()).toBe(0);
  await visit(page, `/cases/${id}/mails?mail=intake`);
  await page.getByLabel('Subject').waitFor();
  expect(await page.getByLabel('Your name').count()).toBe(0);
  // Nothing is left to fill in: the mail is signed with the name of the person.
  await page.getByRole('button', { name: 'Write for a mail client' }).waitFor();
  expect(await page.getByRole('alert').getByText('sender').count()).toBe(0);
});

it('says to somebody without a role whom to ask', async () => {
  const host = await teamHost();
  const page = await openUi(browser(), host, {
    as: await host.tokenOf(await host.person('No Roles')),
    alone: true,
    expected: /403/,
  });
  await page.getByText('Ask an admin for a role').waitFor();
  await picture(page, 'roles-none');
  await expectAccessible(page, true);
});
