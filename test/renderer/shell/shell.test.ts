import { expect, it } from 'vitest';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, follow, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();

it('asks for a new address when there is no session, and says how to get one', async () => {
  const host = await testHost();
  const page = await openUi(browser(), host, { expected: /401/ });
  await untilLive(page);
  expect(new URL(page.url()).hash).toBe('');
  const folder = (): Promise<unknown> => page.evaluate("localStorage.getItem('carryover-folder')");
  await expect.poll(folder).not.toBeNull();
  await page.evaluate(() => localStorage.removeItem('carryover-session'));
  await page.reload();
  await page.getByRole('heading', { name: 'Open Carryover again' }).waitFor();
  const { body: about } = await host.desk('GET', '/api/about');
  await page.getByText(`carryover open --data ${about.dataDir}`, { exact: true }).waitFor();
  await expectAccessible(page);

  // As when a printed address is pasted into this very tab: only its fragment is another.
  const { body } = await host.desk('POST', '/api/session/tickets');
  await page.goto(body.url);
  await untilLive(page);
  expect(new URL(page.url()).hash).toBe('');
});

it('asks nothing of the desk while it is signed out, and goes on once another tab is signed in', async () => {
  const host = await testHost();
  const page = await openUi(browser(), host, { alone: true, expected: /401/ });
  await untilLive(page);
  const { body: clock } = await host.desk('GET', '/api/clock');
  let isOut = false;
  let refused = 0;
  let read = 0;
  await page.route('**/api/**', (route) => {
    if (isOut) {
      refused += 1;
      return route.fulfill({ status: 401, json: {} });
    }
    const path = new URL(route.request().url()).pathname;
    if (path === '/api/stream') return route.fulfill({ contentType: 'text/event-stream', body: ': \n\n' });
    if (path !== '/api/clock') return route.continue();
    read += 1;
    return route.fulfill({ json: { ...clock, mode: 'virtual', advancing: true } });
  });
  await page.goto(`${host.ready.deskUrl}/local-api/clock`);
  await expect.poll(() => read).toBeGreaterThan(2);
  isOut = true;
  await page.getByRole('alert').getByText('Signed out').waitFor();
  // What was under way is refused still.
  await page.waitForTimeout(700);
  const before = refused;
  await page.waitForTimeout(2500);
  expect(refused).toBe(before);

  await page.unrouteAll();
  const other = await page.context().newPage();
  const { body } = await host.desk('POST', '/api/session/tickets');
  await other.goto(body.url);
  await untilLive(page);
});

it('says why when the desk refuses, and goes on asking only where nobody answers', async () => {
  const page = await openUi(browser(), await testHost(), { expected: /503/ });
  await untilLive(page);
  let asked = 0;
  await page.route('**/api/endpoints', (route) => {
    asked += 1;
    const error = 'The store is damaged, so nothing is read from it.';
    const body = {
      statusCode: 503,
      error,
      correlationId: 'a'.repeat(32),
      canBeRetried: 'No',
      detailedErrorCode: 1,
    };
    return route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify(body) });
  });
  await page.getByRole('link', { name: 'Endpoints' }).click();
  await page.getByText('The store is damaged').waitFor();
  expect(asked).toBe(1);
});

it('says beside figures until when they were the present ones, where nothing is announced any more', async () => {
  const host = await testHost();
  const { body: endpoint } = await host.desk('POST', '/api/endpoints', {
    url: 'http://127.0.0.1:9/hooks',
    eventTypes: ['company.created'],
  });
  const page = await openUi(browser(), host, { expected: /ERR_FAILED/ });
  await untilLive(page);
  expect(await page.getByText('as of').count()).toBe(0);
  await page.route('**/api/stream*', (route) => route.abort());
  await page.reload();
  for (const path of ['/', `/endpoints/${endpoint.id}`, '/messages', '/local-api/clock']) {
    await follow(page, path);
    await page
      .getByText(/^Not live: as of \d\d:\d\d:\d\d$/)
      .first()
      .waitFor();
  }
  await expectAccessible(page);
});

it('says in a wide and a narrow window that the cases in the sidebar were not loaded, and loads them again', async () => {
  const host = await testHost();
  await host.desk('POST', '/api/cases', { name: 'acme' });
  const page = await openUi(browser(), host, { path: '/local-api', expected: /503/ });
  const sidebar = page.getByRole('navigation', { name: 'Screens' });
  const alert = sidebar.getByRole('alert');
  for (const width of [1280, 800]) {
    await page.setViewportSize({ width, height: 800 });
    await sidebar.getByRole('link', { name: 'acme' }).waitFor();
    await page.route('**/api/cases*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.reload();
    await alert.waitFor();
    await expectAccessible(page);

    await page.unrouteAll();
    await alert.getByRole('button', { name: /Retry$/ }).click();
    await sidebar.getByRole('link', { name: 'acme' }).waitFor();
    await alert.waitFor({ state: 'detached' });
  }
});
