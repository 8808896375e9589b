import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { until } from '#test/support/host-process.ts';
import { countedKeys } from '#test/support/keyboard.ts';
import { addManyCases } from '#test/support/many-cases.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();

const failing = 80;
const cases = 120;

/**
 * Many cases, of which one is most overdue; an endpoint with 80 failed deliveries beside one that takes all, and a case
 * with eight tokens to migrate.
 */
const workplace = async () => {
  const dataDir = temporaryFolder();
  await (await testHost({ dataDir, clock: 'virtual' })).stop(0);
  const mostOverdue = await addManyCases(dataDir, cases);
  const host = await testHost({ dataDir });
  const { desk, api } = host;
  const consumer = await startConsumer(({ path }) => (path === '/down' ? 503 : 200));
  for (const path of ['/up', '/down']) {
    await desk('POST', '/api/endpoints', { url: consumer.url + path, eventTypes: ['company.created'] });
  }
  for (let n = 0; n < failing; n++) {
    await api('POST', '/companies', { name: n === 71 ? 'Zanzibar Traders' : `Bakery ${n}` });
  }
  await desk('POST', '/api/clock/advance', { by: 'PT28H' });
  const { body: wave } = await desk('POST', '/api/cases', { name: 'Wave', parts: ['tokens'] });
  const { body: issued } = await desk('POST', '/api/simulator/tokens', { platformKey: 'gbol', count: 8 });
  const rows = issued.results.map(({ credentials }: { credentials: object }, n: number) => ({
    ref: `acme-${n + 1}`,
    name: `Customer ${n + 1}`,
    platform: 'gbol',
    ...credentials,
  }));
  const path = `/api/cases/${wave.id}/tokens`;
  const { body: job } = await desk('POST', `${path}/imports`, { content: JSON.stringify(rows) });
  await until(async () => (await desk('GET', `/api/jobs/${job.id}`)).body.state === 'done');
  return { ...host, mostOverdue, runs: async () => (await desk('GET', `${path}/runs`)).body.results };
};

/** Somebody with a keyboard alone, who goes on once what a key brings is there. */
const userOf = (page: Page) => {
  const keys = countedKeys(page);
  return {
    ...keys,
    /** Chooses the first result of the palette: two presses. */
    find: async (text: string): Promise<void> => {
      await keys.press('Control+K');
      await page
        .getByRole('combobox', { name: 'Search or run a command' })
        .and(page.locator(':focus'))
        .waitFor();
      await keys.type(text);
      await keys.press('Enter');
    },
  };
};

/** By task of the specification: presses of keys beside the text typed. All begin at Home, unless it says where. */
const limits = {
  'find a failed delivery by a word of its body': 3,
  'compare two of its attempts': 4,
  'resend all that failed for one endpoint': 5,
  'open the case that is most overdue': 2,
  'start a run for five chosen rows': 12,
  /** One press can't go anywhere first: it begins where the error is shown. */
  'learn what an error means': 1,
};

it('does six tasks by keyboard alone, within their presses', async () => {
  const host = await workplace();
  const page = await openUi(browser(), host, { expected: /400/ });
  await untilLive(page);
  const presses: Partial<Record<keyof typeof limits, number>> = {};
  const list = page.getByRole('table', { name: 'Cases' });
  /** From Home. */
  const task = async (
    name: keyof typeof limits,
    work: (user: ReturnType<typeof userOf>) => Promise<void>,
  ): Promise<void> => {
    await page.goto(`${host.ready.deskUrl}/`);
    await untilLive(page);
    await list.getByRole('row', { name: new RegExp(host.mostOverdue) }).waitFor();
    const user = userOf(page);
    await work(user);
    presses[name] ??= user.presses();
  };
  const preview = page.getByRole('region', { name: 'Selected message' });

  await task('open the case that is most overdue', async ({ press }) => {
    await press('ArrowDown');
    await press('Enter');
    await page.getByRole('heading', { name: host.mostOverdue }).waitFor();
  });

  await task('compare two of its attempts', async ({ find, press, presses: soFar }) => {
    await find('status:failed zanzibar');
    await page.getByTestId('log-rows').locator('mark').getByText('Zanzibar').waitFor();
    await press('j');
    await preview.getByText('All scheduled attempts failed.').waitFor();
    await preview.getByText('Zanzibar Traders').first().waitFor();
    presses['find a failed delivery by a word of its body'] = soFar();
    await press('c');
    await preview.getByRole('table', { name: 'Compared attempts' }).waitFor();
  });

  await task('resend all that failed for one endpoint', async ({ find, press }) => {
    await find('/down');
    await page.getByRole('button', { name: `Resend ${failing} failed…` }).waitFor();
    await press('r');
    const dialog = page.getByRole('dialog', { name: 'Resend deliveries' });
    await dialog.getByText(`${failing} deliveries of ${failing} messages to 1 endpoint`).waitFor();
    await press('Enter');
    await dialog.getByText(`Done: ${failing} failed of ${failing}.`).waitFor({ timeout: 60_000 });
  });

  await task('start a run for five chosen rows', async ({ find, press }) => {
    await find('wave tokens');
    const rows = page.getByRole('region', { name: 'Rows', exact: true });
    await rows.getByRole('row', { name: /acme-8/ }).waitFor();
    await press('j');
    await press('Shift+ArrowDown', 4);
    await page.getByRole('region', { name: 'Selection' }).getByText('5 selected').waitFor();
    await press('r');
    const dialog = page.getByRole('dialog', { name: 'Run: selected rows' });
    await dialog.getByText('5 rows to migrate. Nothing sent yet.').waitFor();
    await press('Enter');
    await page.waitForURL(/\/tokens\/runs\//);
    expect(await host.runs()).toMatchObject([{ kind: 'run', counts: { rows: 5 } }]);
  });

  // The error comes first: a search without a letter or a digit.
  await userOf(page).find('!!');
  await page.getByRole('alert').getByText('must have a letter or a digit').first().waitFor();
  const reader = userOf(page);
  await reader.press('F1');
  await page
    .getByRole('dialog', { name: 'Help' })
    .locator('[data-shown]')
    .getByText('request.invalid')
    .waitFor();
  presses['learn what an error means'] = reader.presses();

  const over = Object.entries(limits).filter(
    ([name, limit]) => (presses[name as keyof typeof limits] ?? Number.POSITIVE_INFINITY) > limit,
  );
  expect(over, JSON.stringify(presses)).toEqual([]);
}, 180_000);
