import { expect, it } from 'vitest';
import { until } from '#test/support/host-process.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, showIn, untilLive, visit } from '#test/support/ui.ts';

const browser = browserOfFile();

it('finds screens, cases, rows, messages, endpoints, Help and every action, by keyboard alone', async () => {
  const host = await testHost();
  const { body: receiver } = await host.desk('POST', '/api/receiver', {});
  const { body: endpoint } = await host.desk('POST', '/api/endpoints', {
    url: `${receiver.url}/hooks`,
    eventTypes: ['company.created'],
  });
  await host.api('POST', '/companies', { name: 'Bakery' });
  const { body: one } = await host.desk('POST', '/api/cases', { name: 'Acme hooks', integrator: 'Acme Ltd' });
  const { body: tokens } = await host.desk('POST', '/api/cases', { name: 'Wave', parts: ['tokens'] });
  const { body: job } = await host.desk('POST', `/api/cases/${tokens.id}/tokens/imports`, {
    content: JSON.stringify([{ ref: 'bakery-17', name: 'Bakery', platform: 'gbol', accessToken: 'pl4nted' }]),
  });
  await until(async () => (await host.desk('GET', `/api/jobs/${job.id}`)).body.state === 'done');
  const page = await openUi(browser(), host, { expected: /503/ });
  await untilLive(page);
  const dialog = page.getByRole('dialog', { name: 'Search or run a command' });
  const field = dialog.getByRole('combobox');
  const group = (name: string) => dialog.getByRole('group', { name, exact: true });
  const key = (name: string): Promise<void> => page.keyboard.press(name);
  const open = async (text = ''): Promise<void> => {
    await key('Control+K');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(text);
  };
  const active = () => dialog.locator('[aria-selected="true"]');

  // Nothing typed: what there is, each with its own icon, and what the field says of it to a screen reader.
  await open();
  await group('Cases')
    .getByRole('option', { name: /^Acme hooks/ })
    .waitFor();
  const icons = await group('Screens')
    .locator('svg')
    .evaluateAll((all: { getAttribute(name: string): string | null }[]) =>
      all.map((icon) => icon.getAttribute('class')),
    );
  expect(icons.length).toBeGreaterThan(14);
  expect(new Set(icons).size).toBe(icons.length);
  await group('Actions')
    .getByRole('option', { name: /^Use compact|^Use roomy/ })
    .waitFor();
  expect(await field.getAttribute('aria-activedescendant')).toBe(await active().getAttribute('id'));
  await key('ArrowUp');
  expect(await field.getAttribute('aria-activedescendant')).toBe(await active().getAttribute('id'));
  await expectAccessible(page, true);
  await key('Escape');
  await dialog.waitFor({ state: 'detached' });

  // Enter takes what was typed, however soon it comes.
  await key('Control+K');
  await page.keyboard.type('faults');
  await key('Enter');
  await page.waitForURL('**/local-api/faults');
  await page.getByRole('heading', { level: 1, name: 'Local API' }).and(page.locator(':focus')).waitFor();
  await open('acme elig');
  await key('Enter');
  await page.waitForURL(`**/cases/${one.id}/eligibility`);
  // Actions of its menu are found as those of its buttons are.
  await page.getByRole('button', { name: 'Case actions' }).waitFor();
  await open('edit case');
  await key('Enter');
  await page.getByRole('dialog', { name: 'Edit case' }).waitFor();
  await key('Escape');
  await open('BAKERY-1');
  await key('Enter');
  await page.waitForURL(`**/cases/${tokens.id}/tokens?row=*`);
  await page.getByRole('dialog').getByText('bakery-17').first().waitFor();
  await key('Escape');
  await open(endpoint.id.slice(0, 13));
  await key('Enter');
  await page.waitForURL(`**/endpoints/${endpoint.id}`);
  await page.getByRole('button', { name: 'Resend failed: none failed' }).waitFor();

  // Its actions: those of its keys, with why one can't be done; and those of its buttons.
  await open('resend');
  const resend = group('Actions').getByRole('option', { name: /^Resend failed deliveries/ });
  await resend.getByText('none failed').waitFor();
  expect(await resend.getAttribute('aria-disabled')).toBe('true');
  await key('Enter');
  await dialog.waitFor();
  await field.fill('disable endpoint');
  await key('Enter');
  await page.getByText('Endpoint disabled.').waitFor();

  const { body: log } = await host.desk('GET', '/api/messages');
  await open(log.results[0].id);
  await key('Enter');
  await page.waitForURL(`**/messages/${log.results[0].id}`);
  await open('status:failed bakery');
  await group('Search').getByRole('option', { name: 'Search messages for “status:failed bakery”' }).waitFor();
  await key('Enter');
  await page.waitForURL('**/messages?*status=Failed*');
  expect(new URL(page.url()).searchParams.get('text')).toBe('bakery');
  await open('retry schedule');
  await group('Help').getByRole('option').first().waitFor();
  await expectAccessible(page);
  await key('End');
  while ((await group('Help').locator('[aria-selected="true"]').count()) === 0) await key('ArrowDown');
  const topic = (await active().locator('span').first().textContent()) ?? '';
  await key('Enter');
  await page.waitForURL('**/help/**');

  // What was used last is on top; what was typed and customers' references are not kept.
  await open();
  await expect
    .poll(() => group('Recent').getByRole('option').allTextContents())
    .toContainEqual(expect.stringContaining(topic));
  const recent = await group('Recent').getByRole('option').allTextContents();
  expect(recent).toHaveLength(5);
  expect(recent[0]).toContain(topic);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/bakery|pl4nted|Acme/i);

  // What can't be read is said; the rest is there. An entry that was moved to stays chosen as results arrive.
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/tokens/rows*', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: '{"error":"The store is damaged.","canBeRetried":"No","detailedErrorCode":1}',
    }),
  );
  await page.route('**/api/cases?*', async (route) => {
    await answered;
    await route.continue();
  });
  await field.fill('hooks');
  await group('Search').waitFor();
  await dialog.getByRole('alert').getByText('Token rows not read.').waitFor();
  await key('ArrowDown');
  const moved = await active().getAttribute('id');
  answer();
  await group('Cases')
    .getByRole('option', { name: /^Acme hooks/ })
    .waitFor();
  expect(await active().getAttribute('id')).toBe(moved);
  await page.setViewportSize({ width: 800, height: 600 });
  await showIn(page, 'dark');
  await expectAccessible(page);
  await field.fill('no such thing anywhere?');
  await key('Escape');

  // The list of shortcuts has those of the rows and of the screen; a letter is a letter where text is typed.
  await page.unrouteAll();
  await visit(page, '/messages');
  await page.getByTestId('log-rows').getByRole('row').first().waitFor();
  await key('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const name of [
    'Search or run a command Ctrl K',
    'Select row X',
    'Search messages /',
    'Show next J',
    'Select range Shift ↓ Shift ↑',
  ]) {
    await list.getByRole('row', { name }).waitFor();
  }
  await expectAccessible(page, true);
  await key('Escape');
  await list.waitFor({ state: 'detached' });
  await open('keyboard s?');
  expect(await list.count()).toBe(0);

  // Above a dialog it closes alone, and gives the focus back.
  await field.fill('show keyboard');
  await key('Enter');
  await list.waitFor();
  await open('compare');
  expect(
    await group('Actions')
      .getByRole('option', { name: /Compare attempts/ })
      .count(),
  ).toBe(0);
  await key('Escape');
  await dialog.waitFor({ state: 'detached' });
  await list.waitFor();
  await key('Escape');
  await list.waitFor({ state: 'detached' });
});
