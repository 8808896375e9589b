import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { picture } from '#test/support/pictures.ts';
import { teamHost } from '#test/support/team-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

/** Two people of a team on one case, each in a page of their own. */
const browser = browserOfFile();

const team = async () => {
  const host = await teamHost();
  const eve = await host.person('Eve Engineer', ['engineer', 'desk']);
  const bo = await host.person('Bo Baker', ['engineer', 'desk']);
  const eveToken = await host.tokenOf(eve);
  const call = async (method: string, path: string, body: unknown) => {
    const response = await fetch(host.ready.deskUrl + path, {
      method,
      headers: { authorization: `Bearer ${eveToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
    return (await response.json()) as any;
  };
  const { id } = await call('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
  const path = `/cases/${id}`;
  await call('POST', `/api${path}/notes`, { text: 'Call Sam on Monday.' });
  const open = async (token: string, at: string): Promise<Page> => {
    const page = await openUi(browser(), host, { as: token, path: at, alone: true, expected: /40[49]/ });
    await untilLive(page);
    return page;
  };
  return { host, path, eve: await open(eveToken, path), bo: await open(await host.tokenOf(bo), '/') };
};

test('shows who else is on a case and edits the same note, until they leave', async () => {
  const { path, host, eve, bo } = await team();
  await bo.goto(`${host.ready.deskUrl}${path}`);
  const others = eve.getByRole('list', { name: 'Also on this case' });
  await others.getByRole('img', { name: 'Bo Baker' }).waitFor();
  await bo
    .getByRole('list', { name: 'Also on this case' })
    .getByRole('img', { name: 'Eve Engineer' })
    .waitFor();
  await bo.getByRole('button', { name: 'Edit note' }).click();
  await others.getByRole('img', { name: 'Bo Baker, editing' }).waitFor();
  await eve.getByRole('button', { name: 'Edit note' }).click();
  await eve.getByText('Bo Baker is editing this note.').waitFor();
  await bo.getByText('Eve Engineer is editing this note.').waitFor();
  await picture(eve, 'together-editing');
  await expectAccessible(eve, true);
  await bo.getByRole('button', { name: 'Cancel' }).click();
  await eve.getByText('Bo Baker is editing this note.').waitFor({ state: 'detached' });
  await bo.close();
  await others.waitFor({ state: 'detached' });
});

test('offers people after an @, and tells whom a note mentions, with the way to it', async () => {
  const { path, eve, bo } = await team();
  const note = eve.getByLabel('New note');
  await note.pressSequentially('Ask @ba');
  const offered = eve.getByRole('listbox', { name: 'People to mention' });
  await offered.getByRole('option', { name: 'Bo Baker' }).waitFor();
  await picture(eve, 'together-mention');
  await expectAccessible(eve);
  await eve.keyboard.press('Enter');
  expect(await note.inputValue()).toBe('Ask @bo.baker@example.com ');
  await note.pressSequentially('about the list');
  await eve.getByRole('button', { name: 'Add note' }).click();

  const bell = bo.getByRole('button', { name: 'Notifications, 1 unread' });
  await bell.click();
  const list = bo.getByRole('dialog', { name: 'Notifications' });
  await list.getByText('Eve Engineer mentioned you in acme').waitFor();
  await picture(bo, 'together-notifications');
  await expectAccessible(bo);
  await list.getByRole('button', { name: /mentioned you/ }).click();
  await bo.waitForURL(new RegExp(`${path}#note-`));
  const told = bo.getByRole('article').filter({ hasText: 'about the list' });
  await told.and(bo.locator(':focus')).waitFor();
  await bo.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
});

test('gives a case to a person, who is notified and finds it by the owner', async () => {
  const { eve, bo } = await team();
  await eve.getByRole('button', { name: 'Case actions' }).click();
  await eve.getByRole('menuitem', { name: 'Edit case' }).click();
  const dialog = eve.getByRole('dialog');
  await dialog.getByLabel('Owner').fill('bo');
  await eve.getByRole('option', { name: 'Bo Baker <bo.baker@example.com>' }).click();
  await dialog.getByRole('button', { name: 'Save case' }).click();
  await eve.getByText('Bo Baker <bo.baker@example.com>').waitFor();
  await bo.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await bo.getByText('Eve Engineer assigned you acme').waitFor();
  await bo.keyboard.press('Escape');
  const cell = bo.getByRole('row').getByText('Bo Baker', { exact: true });
  const filterBy = async (owner: string): Promise<void> => {
    await bo.getByRole('button', { name: 'Filter', exact: true }).click();
    await bo.getByRole('menuitem', { name: owner, exact: true }).click();
  };
  await filterBy('Me');
  await cell.waitFor();
  await bo.getByRole('button', { name: 'Remove filter Owner' }).click();
  await filterBy('Eve Engineer');
  await cell.waitFor({ state: 'detached' });
  await bo.getByRole('button', { name: 'Remove filter Owner' }).click();
  await filterBy('Unassigned');
  await bo.getByRole('button', { name: 'Remove filter Owner' }).waitFor();
  expect(await cell.count()).toBe(0);
});
