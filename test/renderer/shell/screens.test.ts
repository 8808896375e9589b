import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { livedIn } from '#test/support/lived-in.ts';
import { outOfPlace, unexplained } from '#test/support/page-measures.ts';
import { testHost } from '#test/support/test-host.ts';
import {
  browserOfFile,
  expectAccessible,
  expectMenuAccessible,
  openUi,
  settled,
  showIn,
  visit,
} from '#test/support/ui.ts';

const browser = browserOfFile();
/** Where pictures go for people to look at; none are taken without it. */
const pictures = process.env.CARRYOVER_PICTURES;
/** CSS pixels: 640 is a window of 1280 at 200 %. The usual one is last, so that the page is as usual afterwards. */
const widths = [640, 800, 2560, 1280];
const usualWidth = 1280;
/** Of the text on A4, in CSS pixels. */
const a4Width = 718;

it('draws every screen in both themes and at every width, and prints it without what is around it', {
  timeout: 480_000,
}, async () => {
  const host = await testHost();
  // 500: what the lists cannot be read from, below.
  const empty = await openUi(browser(), host, {
    expected: /status of 500/,
    timezoneId: 'Asia/Tokyo',
  });
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
    mails: `${inCase}/mails?mail=intake`,
    reports: `${inCase}/reports`,
    endpoints: '/endpoints',
    endpoint: `/endpoints/${webhookId}`,
    'endpoint-headers': `/endpoints/${webhookId}?tab=headers`,
    'endpoint-secret': `/endpoints/${webhookId}?tab=secret`,
    'endpoint-testing': `/endpoints/${webhookId}?tab=testing`,
    'endpoint-doctor': `/endpoints/${webhookId}?tab=doctor`,
    'endpoint-log': `/endpoints/${webhookId}?tab=log`,
    approvals: '/approvals',
    messages: '/messages',
    message: `/messages/${messageId}`,
    ...Object.fromEntries(
      [
        'requests',
        'runner',
        'keys',
        'snippets',
        'clock',
        'states',
        'scenarios',
        'faults',
        'tokens',
        'receiver',
        'cutover',
      ].map((tab) => [`local-api-${tab}`, `/local-api/${tab}`]),
    ),
    ...Object.fromEntries(
      [
        'general',
        'account',
        'people',
        'approvals',
        'audit',
        'targets',
        'data',
        'security',
        'diagnostics',
        'about',
      ].map((section) => [`settings-${section}`, `/settings/${section}`]),
    ),
  };
  for (const [name, path] of Object.entries(screens)) {
    await visit(empty, path);
    await take(empty, name);
  }
  for (const path of ['/messages', `${inCase}/tokens`]) {
    await visit(empty, path);
    await expectPrinted(empty);
  }
  await expectMenus(empty, ['/', inCase, '/messages', `/messages/${messageId}`]);
  await expectSeenFaults(empty, { endpoint: `/endpoints/${webhookId}`, inCase });
  await expectDensityAndZone(empty, {
    inCase,
    paths: ['/messages', `/messages/${messageId}`, `${inCase}/timeline`],
  });
  await expectFirstMigration(empty);
  await expectUnreadable(empty, listsOf(inCase));
});

const unreadable = {
  statusCode: 500,
  error: 'It could not be read.',
  correlationId: 'a'.repeat(32),
  canBeRetried: 'No',
  detailedErrorCode: 1,
};

/** Lists, and what they are read from. `anew`: in a page that is loaded for it, as others read that list before. */
const listsOf = (inCase: string): readonly (readonly [path: string, from: RegExp, load?: 'anew'])[] => [
  ['/', /\/api\/(cases|running)$/, 'anew'],
  ['/endpoints', /\/api\/endpoints\b/],
  ['/messages', /\/api\/messages(\/activity)?$/],
  [`${inCase}/eligibility`, /\/eligibility$/],
  [`${inCase}/eligibility?part=review`, /\/mentions$/],
  [`${inCase}/eligibility?part=recipes`, /\/recipes$/],
  [`${inCase}/tokens`, /\/tokens\/(rows|counts)\b/],
  [`${inCase}/managed`, /\/runbook$/],
  [`${inCase}/cutover`, /\/cutover$/],
  [`${inCase}/mails`, /\/mails$/],
  [`${inCase}/reports`, /\/reports?\b[^/]*/],
  ['/local-api/states', /\/api\/states$/],
  ['/local-api/scenarios', /\/api\/scenarios$/],
  ['/settings/data', /\/api\/(backups|storage)$/],
  [`${inCase}/tokens/runs`, /\/tokens\/runs$/, 'anew'],
  ['/settings/targets', /\/api\/targets$/, 'anew'],
  ['/settings/audit', /\/api\/audit\/streams$/, 'anew'],
];

/** A list that cannot be read says so, and is never shown as empty. */
const expectUnreadable = async (page: Page, lists: ReturnType<typeof listsOf>): Promise<void> => {
  let from = /^$/;
  const matches = (url: URL): boolean => url.pathname.startsWith('/api/') && from.test(url.pathname);
  await page.route(matches, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: unreadable }) : route.fallback(),
  );
  for (const [path, pattern, load] of lists) {
    from = pattern;
    if (load === 'anew') {
      await page.goto(new URL(path, page.url()).href);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    } else await visit(page, path);
    const alert = page
      .locator('#main')
      .getByRole('alert')
      .filter({ visible: true, hasText: 'It could not be read.' });
    const isSaid = await alert
      .first()
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
    const empty = await page.locator('[class*="_empty_"]').filter({ visible: true }).allTextContents();
    expect.soft([path, isSaid, empty]).toEqual([path, true, []]);
  }
  await page.unroute(matches);
};

/** Every menu is opened once, by its name: those of rows are alike. */
const expectMenus = async (page: Page, paths: readonly string[]): Promise<void> => {
  const seen = new Set<string>();
  const openEach = async (): Promise<void> => {
    const menus = page.locator('[aria-haspopup="menu"]').filter({ visible: true });
    for (const menu of await menus.all()) {
      const text = (await menu.getAttribute('aria-label')) ?? (await menu.textContent()) ?? '';
      const name = text.replace(/".*"/, '');
      if (seen.has(name)) continue;
      seen.add(name);
      await menu.click();
      await expectMenuAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
  };
  for (const path of paths) {
    await visit(page, path);
    await openEach();
  }
  // Tabs without room are in a menu, too.
  await page.setViewportSize({ width: 640, height: 800 });
  await visit(page, paths[1] ?? '/');
  await page.getByRole('button', { name: 'More', exact: true }).waitFor();
  await openEach();
  await page.setViewportSize({ width: usualWidth, height: 800 });
  expect([...seen].sort()).toEqual([
    'Actions for ',
    'Add filter',
    'Case actions',
    'Columns',
    'Export',
    'Filter',
    'Group Due',
    'More',
    'More actions',
    'Status: Open. Change',
    'Views',
  ]);
};

/** Faults that were seen once are brought about, each by a style, so that the measures are known to find them. */
const expectSeenFaults = async (
  page: Page,
  { endpoint, inCase }: { readonly endpoint: string; readonly inCase: string },
): Promise<void> => {
  const faults: readonly (readonly [path: string, width: number, style: string, found: RegExp])[] = [
    [
      endpoint,
      1280,
      '.recharts-cartesian-grid-horizontal line:nth-child(2n) { display: none }',
      /^grid lines/,
    ],
    [
      '/local-api/snippets',
      1280,
      '[class*="_block_"] { position: relative; grid-template-columns: 1fr } [class*="_copy_"] { position: absolute; right: 0; top: 0 }',
      /^BUTTON Copy .* covers PRE/,
    ],
    ['/', 800, '#main button { max-width: 30px; overflow: hidden }', /^cut: BUTTON/],
    ['/', 800, '#main header > * + * { margin-left: -80px }', / \| /],
    [`${inCase}/tokens`, 800, '#main [class*="_tabs_"] { height: 60px }', /^the case header is 104 px/],
  ];
  for (const [path, width, style, found] of faults) {
    await visit(page, path);
    await page.setViewportSize({ width, height: 800 });
    const look = async (): Promise<string> =>
      (await page.evaluate<string[]>(outOfPlace)).find((one) => found.test(one)) ?? '';
    const tag = await page.addStyleTag({ content: style });
    await expect.poll(look, { message: style }).toMatch(found);
    await tag.evaluate((one) => (one as unknown as { remove(): void }).remove());
    await expect.poll(look, { message: `without ${style}` }).toBe('');
  }
  await page.setViewportSize({ width: usualWidth, height: 800 });
  // A second bar of tabs, and an example that is a day.
  await page.evaluate(`document.querySelector('#main').insertAdjacentHTML('beforeend',
    '<div id="fault"><div role="tablist"><button role="tab">One</button></div><div role="tablist"><button role="tab">Two</button></div><input placeholder="21 Nov 2026, 17:00"></div>')`);
  expect(await page.evaluate(outOfPlace)).toEqual(
    expect.arrayContaining([expect.stringContaining('rows of tabs'), 'example date: 21 Nov 2026, 17:00']),
  );
  await page.evaluate(`document.querySelector('#fault').remove()`);
};

/** Heights of rows and the zone of instants are a person's choice: everywhere at once, and kept. */
const expectDensityAndZone = async (
  page: Page,
  { inCase, paths }: { readonly inCase: string; readonly paths: readonly string[] },
): Promise<void> => {
  const choose = async (choice: string): Promise<void> => {
    await visit(page, '/settings/general');
    await page.getByText(choice, { exact: true }).click();
  };
  const rowHeight = async (path: string): Promise<number> => {
    await visit(page, path);
    const rows = page.locator('[data-rows] :is(tbody tr, [role="row"][data-index])');
    const box = await rows.first().boundingBox();
    return Math.round(box?.height ?? 0);
  };
  /** Of each instant that is drawn with its time, whether it is written in a zone; and what else is a time: ticks of charts, rows of logs. */
  const instants = async (zone: string, on = paths): Promise<{ of: unknown[]; ticks: string[] }> => {
    const of: unknown[] = [];
    const ticks: string[] = [];
    let all = 0;
    for (const path of on) {
      await visit(page, path);
      const wrong = await page.evaluate<string[]>(`(() => {
        const write = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: '${zone}' });
        return [...document.querySelectorAll('#main time[datetime]')]
          .filter((one) => /\\d\\d:\\d\\d/.test(one.textContent) && !one.textContent.includes(write.format(new Date(one.dateTime))))
          .map((one) => one.dateTime + ' as ' + one.textContent);
      })()`);
      of.push([path, wrong]);
      all += await page.locator('#main time[datetime]').count();
      ticks.push(
        ...(await page
          .locator('[class*="_ticks_"] span, [class*="_tick_"], #main time:not([datetime])')
          .allTextContents()),
      );
    }
    expect(all).toBeGreaterThan(0);
    return { of, ticks };
  };
  const report = (): Promise<string> =>
    page.evaluate(`fetch(${JSON.stringify(`/api${inCase}/reports/case?format=html`)}, {
      headers: { 'x-carryover-session': localStorage.getItem('carryover-session') },
    }).then((response) => response.text())`);

  const right = paths.map((path) => [path, []]);
  const [tokyo, exported] = [await instants('Asia/Tokyo'), await report()];
  expect(tokyo.of).toEqual(right);
  const compact = [await rowHeight('/messages')];
  await choose('UTC');
  await choose('Roomy');
  for (const reload of [false, true]) {
    if (reload) {
      await page.reload();
      await settled(page);
    }
    const utc = await instants('UTC', reload ? paths.slice(-1) : paths);
    expect(utc.of).toEqual(reload ? right.slice(-1) : right);
    if (!reload) expect(utc.ticks.length).toBeGreaterThan(2);
    expect([reload, utc.ticks.filter((one) => tokyo.ticks.includes(one))]).toEqual([reload, []]);
    expect([reload, await rowHeight('/messages')]).toEqual([reload, 40]);
    expect(await report()).toBe(exported);
  }
  expect(compact).toEqual([32]);
  await choose('Compact');
  expect(await rowHeight('/messages')).toBe(32);
};

/** The checklist of the first migration agrees with its strip, brings its files into the screens, and can be put away. */
const expectFirstMigration = async (page: Page): Promise<void> => {
  await visit(page, '/');
  const strip = page.getByRole('region', { name: 'First migration' });
  const [, done, all] = /(\d+) of (\d+) steps/.exec((await strip.textContent()) ?? '') ?? [];
  const checklist = page.getByRole('dialog', { name: 'First migration' });
  const open = () => strip.getByRole('button', { name: 'Show checklist' }).click();
  await open();
  await checklist.getByRole('listitem').first().waitFor();
  const steps = checklist.getByRole('listitem');
  expect([
    await steps.filter({ has: page.getByRole('img', { name: 'Open' }) }).count(),
    await steps.count(),
  ]).toEqual([Number(all) - Number(done), Number(all)]);
  await checklist.getByRole('button', { name: 'Use sample files' }).click();
  await page.waitForURL(/\/eligibility/);
  const check = page.getByRole('dialog');
  await check.getByText('bakery-books.zip').first().waitFor();
  await check.getByText('access.log').first().waitFor();
  await check.getByRole('button', { name: 'Cancel' }).click();
  await visit(page, '/');
  await strip.getByRole('button', { name: 'Hide first migration' }).click();
  await strip.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('show first migration');
  await page.getByRole('option', { name: /Show first migration/ }).click();
  await strip.waitFor();
};

const take = async (page: Page, name: string): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // Charts measure themselves again in a frame of their own. The page itself may evaluate no text: it is asked anew.
    let found: unknown[] = [];
    const look = async (): Promise<number> => {
      found = await page.evaluate<unknown[]>(outOfPlace);
      return found.length;
    };
    await expect
      .poll(look, { timeout: 3000 })
      .toBe(0)
      .catch(() => {});
    // Soft: one look tells of all screens.
    expect.soft([name, width, found]).toEqual([name, width, []]);
    if (pictures !== undefined) await picture(page, `${name}-${width}`);
  }
  expect.soft([name, await page.evaluate(unexplained)]).toEqual([name, []]);
  await expectAccessible(page, true);
};

const picture = async (page: Page, name: string): Promise<void> => {
  mkdirSync(pictures as string, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme);
    await page.screenshot({ path: join(pictures as string, `${name}-${colorScheme}.png`) });
  }
};

/** On paper: the content and when it was printed, in light colours, whatever the theme is, and no row cut off. */
const expectPrinted = async (page: Page): Promise<void> => {
  await showIn(page, 'dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: a4Width, height: 1000 });
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' });
  await page.getByText(/ – Carryover · .*\d{4}/).waitFor();
  for (const hidden of [
    '.mantine-AppShell-navbar',
    '.mantine-AppShell-footer',
    '#main button.mantine-Button-root',
  ])
    expect(await page.locator(hidden).filter({ visible: true }).count()).toBe(0);
  expect(
    await page.evaluate(`(() => {
      const rows = [...document.querySelectorAll('[data-rows] [role="row"], [data-rows] tbody tr')].filter((one) => one.checkVisibility());
      const tops = rows.map((one) => one.getBoundingClientRect().top);
      return {
        background: getComputedStyle(document.body).backgroundColor,
        overlaps: tops.some((top, at) => at > 0 && top <= tops[at - 1]),
        // On paper nothing is shown under a pointer.
        cut: [...document.querySelectorAll('#main td, #main td *')]
          .filter((one) => one.checkVisibility() && getComputedStyle(one).overflowX === 'hidden' && one.scrollWidth > one.clientWidth)
          .map((one) => one.textContent),
        endsInside: document.documentElement.scrollHeight >= (rows.at(-1)?.getBoundingClientRect().bottom ?? 0),
      };
    })()`),
  ).toEqual({ background: 'rgb(246, 247, 248)', overlaps: false, cut: [], endsInside: true });
  if (pictures !== undefined) await picture(page, 'printed');
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: usualWidth, height: 800 });
};
