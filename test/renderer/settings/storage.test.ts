import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Health } from '#contract/about.ts';
import type { Compaction } from '#contract/compaction.ts';
import type { Resources } from '#contract/resources.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();

/** The health as it is, on a machine with too little of something. */
const lacking = async (page: Page, change: Partial<Resources>): Promise<void> => {
  await page.route('**/api/health', async (route) => {
    const response = await route.fetch();
    const health = (await response.json()) as Health;
    await route.fulfill({ response, json: { ...health, resources: { ...health.resources, ...change } } });
  });
  await page.reload();
};

const look = async (page: Page, name: string): Promise<void> => {
  if (process.env.SCREENS === undefined) return;
  mkdirSync(process.env.SCREENS, { recursive: true });
  await page.screenshot({ path: `${process.env.SCREENS}/${name}.png` });
};

describe('storage', () => {
  it('shows sizes by table with the limits, and changes one of them', async () => {
    const host = await testHost();
    const page = await openUi(browser(), host, { path: '/settings/data' });
    await untilLive(page);
    const table = page.getByRole('region', { name: 'Size of databases and tables' });
    await table.getByText('Local service (service.db)').waitFor();
    await table.getByText('Cases (desk.db)').waitFor();
    await page.getByText('0 of 1,000,000').waitFor();
    await expectAccessible(page, true);
    await table.scrollIntoViewIfNeeded();
    await look(page, 'storage');

    await page.getByLabel('Waiting deliveries').fill('5000');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved.').waitFor();
    expect((await host.desk('GET', '/api/settings')).body.waitingDeliveries).toBe(5000);
    await page.getByText('0 of 5,000').waitFor();
    await look(page, 'retention');
  });

  it('says why there is no daily backup, since when, and what to do', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'backups'), 'in the way');
    const host = await testHost({ dataDir });
    expect((await host.desk('GET', '/api/backups')).body).toMatchObject({
      results: [],
      problems: [{ of: 'desk', text: expect.stringContaining('backups') }],
    });
    const page = await openUi(browser(), host, { path: '/settings/data', expected: /status of 503/ });
    const notice = page.getByRole('alert').filter({ hasText: 'No daily backup: cases and targets' });
    await notice.getByText('it is a file').waitFor();
    await notice.getByText('Newest backup: none.').waitFor();
    await expectAccessible(page, true);

    rmSync(join(dataDir, 'backups'));
    await page.getByRole('button', { name: 'Create backup' }).click();
    await page.getByText('Backup created.').waitFor();
    await notice.waitFor({ state: 'detached' });

    const refused = { error: 'The database of the local service is damaged.', detailedErrorCode: 50311 };
    await page.route('**/api/backups/local-service', (route) =>
      route.fulfill({ status: 503, json: { ...refused, statusCode: 503, canBeRetried: 'No' } }),
    );
    await page.getByRole('button', { name: 'Create backup' }).click();
    await page.getByText('Backup of cases and targets created, none of the local service').waitFor();
    await page.getByText(refused.error).waitFor();
  });

  it('offers to compact the database with what it frees and takes, and says when it is done', async () => {
    const host = await testHost();
    let compaction: Compaction = {
      running: false,
      fileBytes: 1_140_000_000,
      freedBytes: 900_000_000,
      shrinksByItself: false,
      neededBytes: 300_000_000,
      freeBytes: 50_000_000_000,
      expectedSeconds: 90,
    };
    const answer = async (route: Route): Promise<void> => {
      if (route.request().method() === 'POST') compaction = { ...compaction, running: true };
      await route.fulfill({ json: compaction });
    };
    const page = await openUi(browser(), host, {
      path: '/settings/data',
      before: (one) => one.route('**/api/compaction', answer),
    });
    await page.getByText('Compacting service.db once frees 900 MB').waitFor();
    await page.getByRole('button', { name: 'Compact service.db…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1.1 GB become 240 MB').waitFor();
    await dialog.getByText('Needs 300 MB of 50 GB free disk space').waitFor();
    await expectAccessible(page);
    await look(page, 'compact');
    await dialog.getByRole('button', { name: 'Compact' }).click();
    await page.getByText('Compacting service.db', { exact: true }).waitFor();
    compaction = { ...compaction, running: false, freedBytes: 0, shrinksByItself: true };
    await page.getByText('service.db has hardly any unused space').waitFor();
  });

  it('says on every screen that the machine has too little, and what to do', async () => {
    const host = await testHost();
    const page = await openUi(browser(), host);
    await untilLive(page);
    const { resources } = (await host.desk('GET', '/api/health')).body as Health;
    const disk = { ...resources.disk, freeBytes: 100_000_000 };
    await lacking(page, { disk: { ...disk, state: 'low' } });
    await page.getByText('Disk space is low').waitFor();
    await look(page, 'low');
    await lacking(page, { disk: { ...disk, state: 'refusing' } });
    await page.getByText('Disk nearly full: new events get 429').waitFor();
    await page.getByText('Local service: new events refused').waitFor();
    await expectAccessible(page, true);
    await look(page, 'refusing');
    const problem = 'this process has no free file descriptor (EMFILE)';
    await lacking(page, { descriptors: { ...resources.descriptors, state: 'short', problem } });
    await page.getByText('No attempt is used up.').waitFor();
    await lacking(page, { descriptors: { ...resources.descriptors, state: 'low', problem: 'only 64' } });
    await page.getByText('Deliveries to slow endpoints may delay others: only 64.').waitFor();
    await lacking(page, {
      backlog: { state: 'refusing', waiting: 1_000_000, counted: 1_000_000, limit: 1_000_000 },
    });
    await page.getByText('1,000,000 deliveries are waiting').waitFor();
    await page.getByRole('link', { name: 'Open Endpoints' }).click();
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
  });
});
