import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Desks, TeamDesk } from '#contract/bridge.ts';
import { callAs } from '#test/support/call-as.ts';
import { picture } from '#test/support/pictures.ts';
import { type PlayedOrigin, playedMain, playedOrigin } from '#test/support/played-main.ts';
import { teamHost } from '#test/support/team-host.ts';
import { testHost } from '#test/support/test-host.ts';
import {
  browserOfFile,
  expectAccessible,
  expectMenuAccessible,
  nobody,
  openUi,
  settled,
  untilLive,
  visit,
} from '#test/support/ui.ts';

const browser = browserOfFile();
const id = '0123456789abcdef';
const other = 'fedcba9876543210';

const jo = { name: 'Jo Baker', login: 'jo.baker@example.com' };
const desk = (changed: Partial<TeamDesk> = {}): TeamDesk => ({
  id,
  address: 'https://desk.example',
  person: jo,
  isShown: false,
  isKept: true,
  ...changed,
});
const longNamed = desk({
  id: other,
  address: 'https://support.integrations.bakery.example:8443',
  person: undefined,
});

/** The page of the local desk in the app. */
const openLocal = async (desks: Desks, path = '/') => {
  const main = playedMain({ desks: () => desks, hostState: () => ({ state: 'running' }) });
  const before = (page: Page): Promise<void> => main.install(page);
  const page = await openUi(browser(), await testHost(), { path, alone: true, before });
  await settled(page);
  return { main, page };
};

/** That of a team's desk there, as a person whose access token main has. @param changed of how it is reached */
const openTeam = async (changed: Partial<PlayedOrigin> = {}, path = '/', expected?: RegExp) => {
  const host = await teamHost();
  const person = await host.person('Jo Baker', ['engineer', 'desk']);
  const token = await host.tokenOf(person);
  const origin = await playedOrigin(`${id}.team`);
  Object.assign(origin, { desk: host.ready.deskUrl, token, ...changed });
  const shown = desk({ isShown: true });
  const main = playedMain({ desks: (): Desks => ({ teams: [shown, longNamed], shown: id }) });
  const page = await openUi(
    browser(),
    { ready: { deskUrl: origin.url }, desk: host.desk },
    {
      path,
      as: nobody,
      alone: true,
      ...origin.context,
      before: (opened) => main.install(opened),
      ...(expected && { expected }),
    },
  );
  return { host, main, origin, page, person, token };
};

const switcher = (page: Page) => page.getByRole('button', { name: /^Desk: / });
const names = (asked: readonly { readonly name: string }[]): string[] => asked.map(({ name }) => name);

it('connects to a team desk from the sidebar, and says why it did not', async () => {
  const { main, page } = await openLocal({ teams: [], unkept: 'The system offers no keychain.' });
  const ends: { resolve: (id: string | undefined) => void; reject: (error: Error) => void }[] = [];
  main.answers = {
    ...main.answers,
    connectTeam: () => {
      const { promise, ...end } = Promise.withResolvers<string | undefined>();
      ends.push(end);
      return promise;
    },
    cancelTeamSignIn: () => ends.at(-1)?.resolve(undefined),
  };
  await switcher(page).getByText('Local desk').waitFor();
  await switcher(page).click();
  await page.getByRole('menuitem', { name: 'Connect to a team desk…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect to a team desk' });
  await dialog.getByText('The system offers no keychain.').waitFor();
  const field = dialog.getByLabel(/^Address/).and(page.locator(':focus'));
  await field.fill('http://desk.example');
  await page.keyboard.press('Enter');
  await dialog.getByText('The address must begin with https://').waitFor();
  await picture(page, 'connect-problem');
  await field.fill(' desk.example');
  await picture(page, 'connect');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await dialog.getByRole('status').getByText('https://desk.example in your browser').waitFor();
  await picture(page, 'connect-waiting');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await dialog.getByRole('button', { name: 'Continue in browser' }).click();
  await dialog.getByRole('status').waitFor();
  ends[1]?.reject(new Error('The certificate of https://desk.example has expired, so nothing was sent.'));
  await dialog.getByRole('alert').getByText('has expired').waitFor();
  await picture(page, 'connect-refused');
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Continue in browser' }).click();
  await dialog.getByRole('status').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => names(main.asked).filter((name) => name === 'cancelTeamSignIn').length).toBe(2);

  await main.tellOpening(page, { type: 'connect' });
  await field.fill('https://desk.example');
  await page.keyboard.press('Enter');
  await dialog.getByRole('status').waitFor();
  ends[3]?.resolve(id);
  await expect.poll(() => main.asked.at(-1)).toEqual({ name: 'showDesk', args: [id] });
  expect(main.asked.filter(({ name }) => name === 'connectTeam').map(({ args }) => args)).toEqual(
    Array(4).fill(['https://desk.example']),
  );
});

it('switches between desks by the menu and the palette, and removes one', async () => {
  const { main, page } = await openLocal({ teams: [desk(), longNamed] });
  main.answers = {
    ...main.answers,
    removeTeam: async () => {
      await main.tellDesks(page, { teams: [longNamed] });
      return 'desk.example was not reached, so its access token was not revoked. Revoke it under Settings › Account.';
    },
  };
  const run = async (command: string): Promise<void> => {
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(command);
    await page.keyboard.press('Enter');
  };
  const shows = () => main.asked.filter(({ name }) => name === 'showDesk').map(({ args }) => args[0]);
  await switcher(page).click();
  const menu = page.getByRole('menu');
  await menu
    .getByRole('menuitem', { name: 'Local desk', exact: false })
    .and(page.locator('[aria-current]'))
    .waitFor();
  await menu.getByRole('menuitem', { name: 'support.integrations.bakery.example:8443 Signed out' }).waitFor();
  await picture(page, 'switcher');
  await expectMenuAccessible(page);
  await menu.getByRole('menuitem', { name: 'desk.example Jo Baker' }).click();
  await expect.poll(shows).toEqual([id]);

  await menu.waitFor({ state: 'detached' });
  await run('switch to support');
  await expect.poll(shows).toEqual([id, other]);
  await run('connect to a team');
  await page.getByRole('dialog', { name: 'Connect to a team desk' }).waitFor();
  await page.keyboard.press('Escape');

  await switcher(page).click();
  await menu.getByRole('menuitem', { name: 'Remove desk.example…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove desk.example?' });
  await dialog.getByText('Signs out Jo Baker.').waitFor();
  await picture(page, 'remove-desk');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove desk' }).click();
  await page.getByText('its access token was not revoked').waitFor();
  await switcher(page).click();
  await menu.getByRole('menuitem', { name: 'support.integrations' }).first().waitFor();
  expect(await menu.getByRole('menuitem', { name: 'desk.example Jo Baker' }).count()).toBe(0);

  await main.tellDesks(page, {
    teams: [],
    problem: 'team-desks.json is not readable: the JSON ends too early.',
  });
  await menu.getByText('the JSON ends too early').waitFor();
  await picture(page, 'switcher-problem');
});

it("offers nothing of this machine's own desk on a team's page, and signs out through main", async () => {
  const { host, main, page, token } = await openTeam({}, '/', /403/);
  await settled(page);
  await switcher(page).getByText('desk.example', { exact: true }).waitFor();
  await page.setViewportSize({ width: 800, height: 800 });
  await switcher(page).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await picture(page, 'team-home');
  await expectAccessible(page, true);

  await visit(page, '/settings/data');
  await page.getByRole('heading', { name: 'Data folder' }).waitFor();
  expect(await page.getByRole('button', { name: 'Open folder' }).count()).toBe(0);
  await visit(page, '/settings/general');
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Notifications' }).count()).toBe(0);

  await visit(page, '/settings/account');
  await page
    .getByRole('button', { name: 'New access token…' })
    .and(page.locator('[aria-disabled]'))
    .waitFor();

  const { body: one } = await callAs(host.ready.deskUrl)(
    { authorization: `Bearer ${token}` },
    'POST',
    '/api/cases',
    { name: 'Acme hooks' },
  );
  await visit(page, `/cases/${one.id}/eligibility`);
  await page.getByRole('button', { name: 'Check eligibility' }).first().click();
  await page.getByRole('dialog').getByText('Files are uploaded to the desk').waitFor();
  expect(await page.getByRole('dialog').locator('input[webkitdirectory]').count()).toBe(1);
  await page.keyboard.press('Escape');

  main.answers = { ...main.answers, signOutTeam: () => 'desk.example was not reached.' };
  await page.getByRole('button', { name: 'Signed in as Jo Baker' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('desk.example was not reached.').waitFor();
  const asked = new Set(names(main.asked));
  expect([...asked].toSorted()).toEqual(['desks', 'ready', 'signOutTeam']);
});

it('signs in again over the screen once the desk has ended the access, with what was typed kept', async () => {
  const { host, main, origin, page, person } = await openTeam({}, '/?new=case', /401/);
  await untilLive(page);
  const name = page.getByRole('dialog').getByLabel('Case name');
  await name.fill('Typed before');
  const { tokens } = (await host.desk('GET', '/api/people')).body.results.find(
    (one: { id: string }) => one.id === person.id,
  );
  await host.made('DELETE', `/api/people/${person.id}/tokens/${tokens[0].id}`);
  const notice = page.getByRole('alert', { name: 'Signed out' });
  await notice.waitFor();
  main.answers = {
    ...main.answers,
    signInTeam: async () => {
      origin.token = await host.tokenOf(person);
      return true;
    },
  };
  await notice.getByRole('button', { name: 'Sign in…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  expect(await dialog.getByLabel(/^Access token/).count()).toBe(0);
  await picture(page, 'team-signed-out');
  await dialog.getByRole('button', { name: 'Continue in browser' }).click();
  await notice.waitFor({ state: 'detached' });
  await untilLive(page);
  expect(await name.inputValue()).toBe('Typed before');
});

it('says that the app and the desk are of different versions, where they are', async () => {
  const { page } = await openTeam();
  await untilLive(page);
  const notice = page.getByRole('alert', { name: 'Different versions' });
  expect(await notice.count()).toBe(0);
  await page.route('**/api/about', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), version: '99.1.0' } });
  });
  await page.reload();
  await notice.getByText('the desk 99.1.0').waitFor();
  await picture(page, 'team-versions');
  await expectAccessible(page, true);
});

it('asks to sign in where nobody is, and then opens what the system asked for meanwhile', async () => {
  const { host, main, origin, page, token } = await openTeam({ token: undefined }, '/', /401/);
  const as = { authorization: `Bearer ${token}` };
  const { body: one } = await callAs(host.ready.deskUrl)(as, 'POST', '/api/cases', { name: 'Acme hooks' });
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
  await switcher(page).getByText('desk.example').waitFor();
  await picture(page, 'team-door');
  await expectAccessible(page, true);
  await main.tellOpening(page, { type: 'case', caseId: one.id });
  let end = (_: boolean): void => {};
  main.answers = {
    ...main.answers,
    signInTeam: () => new Promise<boolean>((resolve) => (end = resolve)),
  };
  await page.getByRole('button', { name: 'Continue in browser' }).click();
  await page.getByRole('status').getByText('Sign in to desk.example').waitFor();
  await picture(page, 'team-door-waiting');
  origin.token = token;
  end(true);
  await page.getByRole('heading', { level: 1, name: 'Acme hooks' }).waitFor();
  await untilLive(page);
  expect(main.asked.filter(({ name }) => name === 'signInTeam')).toEqual([
    { name: 'signInTeam', args: [id] },
  ]);
});

it('says that the desk is not reached, with the way to the local one, and opens once it is', async () => {
  const problem = {
    error: 'desk.example is not reached: the certificate has expired. Nothing was sent.',
    detailedErrorCode: 1,
  };
  const { main, origin, page } = await openTeam({ problem }, '/endpoints', /502|ERR_/);
  await page.getByRole('heading', { name: 'Desk not reached' }).waitFor();
  await page.getByRole('alert').getByText('the certificate has expired').waitFor();
  await picture(page, 'team-unreached');
  await expectAccessible(page, true);
  await page.getByRole('button', { name: 'Open local desk' }).click();
  await expect.poll(() => main.asked.at(-1)).toEqual({ name: 'showDesk', args: [undefined] });
  origin.problem = undefined;
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Endpoints' }).waitFor();
  await untilLive(page);

  // In the middle of the work it is said by the strip.
  origin.problem = { error: 'desk.example is not reached.', detailedErrorCode: 1 };
  origin.cut();
  await page.getByText(/^Reconnecting to desk\.example/).waitFor();
  await picture(page, 'team-reconnecting');
  origin.problem = undefined;
  await untilLive(page);
});
