import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { livedIn } from '#test/support/lived-in.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, showIn, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();
/** An artefact for people to look at, not committed. */
const pictures = join(packageRoot(), 'out', 'screens');

it('draws every screen in both themes, with nothing serious for axe to find', {
  timeout: 240_000,
}, async () => {
  const host = await testHost();
  const empty = await openUi(browser(), host);
  await settled(empty);
  await take(empty, 'home-first-run');
  const { caseId, webhookId, messageId, runId } = await livedIn(host.desk);
  const inCase = `/cases/${caseId}`;
  const screens: Readonly<Record<string, string>> = {
    home: '/',
    case: inCase,
    timeline: `${inCase}/timeline`,
    eligibility: `${inCase}/eligibility`,
    'eligibility-review': `${inCase}/eligibility?part=review`,
    'case-cutover': `${inCase}/cutover`,
    'case-cutover-parity': `${inCase}/cutover?stage=rehearsed`,
    'case-cutover-request': `${inCase}/cutover?stage=requested`,
    'case-headers': `${inCase}/headers`,
    tokens: `${inCase}/tokens`,
    'tokens-import': `${inCase}/tokens/import`,
    'tokens-rehearse': `${inCase}/tokens/rehearse`,
    'tokens-run': `${inCase}/tokens/run`,
    'tokens-runs': `${inCase}/tokens/runs`,
    'tokens-run-ended': `${inCase}/tokens/runs/${runId}`,
    managed: `${inCase}/managed`,
    reports: `${inCase}/reports`,
    endpoints: '/endpoints',
    endpoint: `/endpoints/${webhookId}`,
    'endpoint-headers': `/endpoints/${webhookId}?tab=headers`,
    'endpoint-secret': `/endpoints/${webhookId}?tab=secret`,
    'endpoint-testing': `/endpoints/${webhookId}?tab=testing`,
    'endpoint-doctor': `/endpoints/${webhookId}?tab=doctor`,
    'endpoint-log': `/endpoints/${webhookId}?tab=log`,
    messages: '/messages',
    message: `/messages/${messageId}`,
    ...Object.fromEntries(
      ['requests', 'keys', 'snippets', 'clock', 'faults', 'tokens', 'receiver', 'cutover'].map((tab) => [
        `local-api-${tab}`,
        `/local-api/${tab}`,
      ]),
    ),
    ...Object.fromEntries(
      ['general', 'targets', 'data', 'security', 'diagnostics', 'about'].map((section) => [
        `settings-${section}`,
        `/settings/${section}`,
      ]),
    ),
  };
  for (const [name, path] of Object.entries(screens)) {
    await empty.goto(host.ready.deskUrl + path);
    await settled(empty);
    await take(empty, name);
  }
});

/** What the screen reads has been read. */
const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await untilLive(page);
  await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
};

const take = async (page: Page, name: string): Promise<void> => {
  mkdirSync(pictures, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme);
    await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) });
  }
  await expectAccessible(page, true);
};
