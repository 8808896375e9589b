import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { dropFiles } from '#test/support/drop-files.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Call, testHost } from '#test/support/test-host.ts';
import { browserOfFile, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();
/** For a machine that has much else to do; all that is waited for is a condition. */
const patience = { timeout: 60_000 };

/** Performs a sentence. @param names what it marks in it, in order: controls, files, texts on the screen */
type Perform = (...names: string[]) => Promise<void>;

/** The numbered sentences of the README's walk through the app. */
const sentences = (): string[] => {
  const readme = readFileSync(join(packageRoot(), 'README.md'), 'utf8');
  const [, section = ''] = readme.split('## Five minutes in the app\n');
  const items = [
    ...section
      .split('\n## ', 1)
      .join()
      .matchAll(/^(\d+)\. (.*)$/gm),
  ];
  expect(items.map(([, number]) => Number(number))).toEqual(items.map((_, at) => at + 1));
  return items.flatMap(([, , text = '']) => text.split(/(?<=\.) (?=[*A-Z])/));
};

/** `**bold**`, `*italic*` or code. */
const marked = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g;

/** A sentence without its marked names, and those. */
const readSentence = (sentence: string): { readonly form: string; readonly names: readonly string[] } => ({
  form: sentence.replace(marked, '_'),
  names: [...sentence.matchAll(marked)].map(([, ...names]) => names.find(Boolean) ?? ''),
});

/** What is pressed, filled in and looked for, all by the names that a person sees. */
const person = (page: Page) => {
  const main = page.locator('main');
  const dialog = page.getByRole('dialog');
  return {
    main,
    dialog,
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    go: (name: string) => page.getByRole('link', { name, exact: true }).click(),
    fill: (name: string | RegExp, text: string) => page.getByRole('textbox', { name }).fill(text),
    sees: (text: string | RegExp) => main.getByText(text).first().waitFor(),
    follow: (list: string, name: string | RegExp) =>
      page.getByRole('navigation', { name: list }).getByRole('link', { name }).click(),
    /** Opens a dialog, which asks who does it, and confirms it. */
    async confirm(name: string): Promise<void> {
      await page.getByRole('button', { name, exact: true }).click();
      await dialog.getByRole('textbox', { name: /^(Sent|Granted) by/ }).fill('Sam');
      await dialog.getByRole('button', { name: /^(Mark|Apply)/ }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    async choose(label: string, option: string | RegExp): Promise<void> {
      await page.getByRole('combobox', { name: new RegExp(`^${label}\\b`) }).click();
      await page.getByRole('option', { name: option }).click();
    },
  };
};

interface World {
  readonly page: Page;
  readonly dataDir: string;
  readonly desk: Call;
  readonly deskUrl: string;
}

const toEligible = ({ page, dataDir, deskUrl }: World): Record<string, Perform> => {
  const { press, sees, follow, dialog } = person(page);
  return {
    'Run _.': async (command) => {
      const { scripts } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
      expect(command.split(' ')).toEqual(['npm', expect.toSatisfy((name) => name in scripts)]);
    },
    'On Home, press _: Bakery Books, a fictional integrator with live data in the local service.': async (
      open,
    ) => {
      expect(page.url()).toBe(`${deskUrl}/`);
      await press(open);
      await page.getByRole('heading', { name: 'Sample: Bakery Books' }).waitFor();
    },
    'Open _: _.': async (tab, state) => {
      await follow('Parts of the case', tab);
      await sees(new RegExp(`^${state}: `));
    },
    'Press _, then _: the very line.': async (check, place) => {
      await page
        .getByRole('button', { name: new RegExp(`^${check}`) })
        .last()
        .click();
      await press(place);
      const line = dialog.locator('[aria-current]');
      await line.waitFor();
      expect(await line.textContent()).toContain('RuleId');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
    'Their fixed version is in the data folder: drop _ and _ on the window.': async (...files) => {
      await dropFiles(page, ...files.map((file) => join(dataDir, file)));
      for (const file of files) await dialog.getByText(file.replace('sample/', '')).first().waitFor();
    },
    'Press _ as its code base, then _: _.': async (codeBase, start, state) => {
      await press(codeBase);
      expect(await dialog.getByRole('combobox', { name: 'Code base' }).inputValue()).toBe(codeBase);
      await press(start);
      await sees(new RegExp(`^${state}: `));
    },
  };
};

const toDelivered = ({ page }: World): Record<string, Perform> => {
  const { press, go, fill, sees, follow, confirm, main } = person(page);
  const selected = page.getByRole('region', { name: 'Selected message' });
  return {
    'Press _, then _ and _: what is there today beside what will be.': async (open, plan, freeze) => {
      await go(open);
      await press(plan);
      await press(freeze);
      await sees('Plan, frozen');
    },
    'Press _, _ and _: _.': async (next, rehearse, start, words) => {
      await go(next);
      await press(rehearse);
      await press(start);
      await sees(words);
    },
    'Press _, _ and _, then _ and _.': async (next, draft, sent, grant, apply) => {
      await go(next);
      await press(draft);
      await confirm(sent);
      await go(grant);
      await confirm(apply);
    },
    'The rule becomes an endpoint, with its headers: _ and _ say _.': async (next, verify, words) => {
      await sees(/^Granted: 1 endpoint/);
      await go(next);
      await press(verify);
      await sees(words);
    },
    'Open _ and the endpoint _.': async (tab, endpoint) => {
      await follow('Parts of the case', tab);
      await page.getByRole('button', { name: endpoint }).click();
    },
    'Choose _, enter one, press _, then _: _, and _.': async (kind, set, send, right, signature) => {
      await main.getByText(kind, { exact: true }).click();
      await fill('Token', 'a-token-of-theirs');
      await press(set);
      await page.getByRole('button', { name: 'Remove Authorization' }).waitFor();
      await press(send);
      await sees(right);
      await sees(signature);
    },
    'Open _ and the one that _.': async (screen, status) => {
      await follow('Screens', screen);
      const rows = page.getByRole('row').filter({ has: page.getByText(status, { exact: true }) });
      await rows.first().waitFor();
      expect(await rows.count()).toBe(1);
      await rows.click();
      await selected.getByText(status, { exact: true }).first().waitFor();
    },
    'Its response was _: press _, and it is delivered.': async (answer, resend) => {
      await selected
        .getByText(new RegExp(`\\b${answer}\\b`))
        .first()
        .waitFor();
      await press(resend);
      await selected.getByText('Delivered', { exact: true }).first().waitFor();
    },
    'A message of an event, such as _, shows the _ attempts of its 28-hour window.': async (
      event,
      attempts,
    ) => {
      await page.getByRole('row').filter({ hasText: event }).first().click();
      await selected.getByRole('heading', { name: event }).waitFor();
      const schedule = page.getByRole('list', { name: '28-hour schedule' }).getByRole('listitem');
      await schedule.first().waitFor();
      expect(await schedule.count()).toBe(Number(attempts));
    },
  };
};

const toReport = (world: World): Record<string, Perform> => {
  const { page, dataDir } = world;
  const { press, sees, follow, choose, dialog, main } = person(page);
  return {
    'Back in the case, open _ and _: _, for _.': async (tab, link, file, platform) => {
      await follow('Screens', /^Sample/);
      await follow('Parts of the case', tab);
      await page.getByRole('link', { name: link, exact: true }).click();
      await choose('Platform of all rows', new RegExp(`^${platform} \\(`));
      await page.getByLabel('List of tokens').setInputFiles(join(dataDir, file));
    },
    'All _ rows are ready.': async (rows) => {
      await press(`Import ${rows} rows`);
      await sees(`Imported: ${rows} rows ready`);
    },
    'Open _ and press _: _ steps, each with what is missing.': async (tab, open, steps) => {
      await follow('Parts of the case', tab);
      await press(open);
      const all = page.getByRole('navigation', { name: 'Steps of the migration' }).getByRole('link');
      await all.first().waitFor();
      expect([await all.count(), await all.getByText('Done', { exact: true }).count()]).toEqual([
        Number(steps),
        0,
      ]);
      for (const step of await all.all()) {
        await step.click();
        await page.getByRole('region', { name: /^Step \d/ }).waitFor();
        // Of step 1 each input says it.
        await main
          .getByText('Missing', { exact: true })
          .or(main.getByRole('list', { name: 'Missing' }))
          .first()
          .waitFor();
      }
    },
    '_ says what to fill in.': async (guide) => {
      await press(guide);
      await dialog.getByText('go through the six steps').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await prepare(world);
      await migrate(world);
    },
    '_ companies fail on purpose: accept each failure with a reason, have both parties sign off, and press _.':
      async (failing, save) => {
        await handOver(page);
        await press(save);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: 'Markdown', exact: true }).click(),
        ]);
        const report = readFileSync(await download.path(), 'utf8');
        expect(report).toContain(`${12 - Number(failing)} of 12 companies migrated; ${failing} failed.`);
      },
  };
};

/** A step of the runbook: what it needs is done there, and it says so then. */
const step = async (page: Page, number: number, act: () => Promise<void>): Promise<void> => {
  const all = page.getByRole('navigation', { name: 'Steps of the migration' }).getByRole('link');
  await all.nth(number - 1).click();
  const region = page.getByRole('region', { name: `Step ${number}: ` });
  await region.waitFor();
  await act();
  await region.getByText('Done', { exact: true }).waitFor();
};

const say = async (page: Page, name: string, action: string): Promise<void> => {
  const { press, fill } = person(page);
  await page.getByRole('combobox', { name: 'Name' }).fill(name);
  await fill('Quoted message', 'That is right.');
  await press(action);
  await page.getByText(new RegExp(`^${name} \\(`)).waitFor();
};

/**
 * Step 1 with the examples of the form, as the guide says; steps 2 to 4 by the API, as `ui-managed.test.ts` goes through
 * them on the screen, which follows here.
 */
const prepare = async ({ page, desk }: World): Promise<void> => {
  const { press, choose } = person(page);
  await step(page, 1, async () => {
    await choose('Environment', 'production');
    for (const field of await page.locator('main form').getByRole('textbox').all()) {
      const example = (await field.getAttribute('placeholder')) ?? '';
      if (example.startsWith('Such as ')) await field.fill(example.slice('Such as '.length));
    }
    await choose('Data types', 'all');
    const scopes = page.getByRole('combobox', { name: 'Scopes' });
    const example = (await scopes.getAttribute('placeholder')) ?? '';
    await scopes.fill(example.slice('Such as '.length));
    await page.keyboard.press('Enter');
    await page.getByLabel('OAuth client secret').fill('hush-hush-of-the-application');
    await press('Save details');
  });
  const path = `/api${new URL(page.url()).pathname.replace(/\/managed.*/, '')}`;
  const does = async (method: string, what: string, body: object): Promise<void> => {
    const answer = await desk(method, `${path}/runbook/${what}`, body);
    expect([what, answer.status]).toEqual([what, expect.toSatisfy((status) => status < 300)]);
  };
  await does('POST', 'estimate', {});
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await does('PUT', 'window', { zone: 'UTC', start: `${day(0)}T00:00`, end: `${day(1)}T23:00` });
  for (const [party, name] of [
    ['integrator', 'Mia'],
    ['support', 'Sam'],
  ]) {
    await does('POST', 'window/agreements', { party, name, quote: 'That is right.' });
  }
  const { callbackUrl } = (await desk('GET', `${path}/runbook`)).body;
  await does('POST', 'callback', { urls: callbackUrl });
  const rows: { ref: string }[] = (await desk('GET', `${path}/tokens/rows`)).body.results;
  await does('POST', 'syncing', { refs: rows.map(({ ref }) => ref), by: 'Mia' });
  for (const number of [2, 3, 4]) await step(page, number, async () => {});
};

/** Step 5, and the runs of step 6. Their syncs wait for the virtual clock. */
const migrate = async ({ page, desk }: World): Promise<void> => {
  const { press } = person(page);
  const ended = (words: string) =>
    until(async () => {
      await desk('POST', '/api/clock/advance', { by: 'PT5M' });
      return page
        .getByText(words, { exact: true })
        .first()
        .waitFor({ timeout: 500 })
        .then(
          () => true,
          () => undefined,
        );
    });
  await step(page, 5, async () => {
    await page.getByRole('combobox', { name: 'First company' }).fill('BB-001');
    await page.getByRole('option', { name: /^BB-001/ }).click();
    await press('Migrate first company');
    await ended('1 of 1 company done');
  });
  await page.getByRole('link', { name: /^step 6/ }).click();
  await press('Migrate 11 remaining companies');
  await ended('8 of 11 companies done, 3 failed');
};

const handOver = async (page: Page): Promise<void> => {
  const { press, fill } = person(page);
  await step(page, 6, async () => {
    await page.getByRole('checkbox', { name: /^Select all undecided/ }).check();
    await press('Accept failure…');
    await fill(/^Reason/, 'They connect again by themselves.');
    await press('Accept failure');
    await page.getByText('Accepted', { exact: true }).first().waitFor();
    await press('Create document');
    await say(page, 'Mia', "Record integrator's sign-off");
    await say(page, 'Sam', "Record support's sign-off");
  });
};

it('the sample case works as the README says, sentence by sentence', async () => {
  const dataDir = temporaryFolder();
  const host = await testHost({ dataDir, clock: 'virtual' });
  const page = await openUi(browser(), host);
  page.setDefaultTimeout(patience.timeout);
  const world: World = { page, dataDir, desk: host.desk, deskUrl: host.ready.deskUrl };
  const performs = { ...toEligible(world), ...toDelivered(world), ...toReport(world) };
  const forms = sentences().map(readSentence);
  expect(forms.map(({ form }) => form)).toEqual(Object.keys(performs));
  for (const { form, names } of forms) {
    await performs[form]?.(...names).catch((error: unknown) => {
      throw new Error(`README: "${form}" with ${names.join(', ')} is not so.`, { cause: error });
    });
  }
}, 300_000);
