import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { CutoverView } from '#contract/cutover.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, visit } from '#test/support/ui.ts';
import { coverFor, fakeView } from './fake-view.ts';

const browser = browserOfFile();

/** The tab of a case, whose cutover is as given: states that take long to bring about in earnest. */
const opened = async (change: (view: CutoverView) => CutoverView, query = '', expected?: RegExp) => {
  const host = await testHost();
  const { body } = await host.desk('POST', '/api/cases', {
    name: 'Fernhill Commerce',
    integrator: 'Fernhill',
  });
  const path = `/cases/${body.id}/cutover`;
  const page = await openUi(browser(), host, {
    path: path + query,
    before: (one) => coverFor(one, body.id, () => change(fakeView(body.id))),
    ...(expected && { expected }),
  });
  // Before it is signed in, another address would cut that off.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const go = (to: string) => visit(page, path + to);
  return { host, page, caseId: body.id as string, go };
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('the plan', () => {
  it('is a table that can be read aloud, and is filtered by what is lost', async () => {
    const { page } = await opened((view) => view);
    const table = page.getByRole('table', { name: 'Rules and endpoints' });
    await table.waitFor();
    const lines = await table.getByRole('row').allInnerTexts();
    const aloud = lines.map((line) => line.replaceAll(/\s+/g, ' ').trim());
    expect(aloud[0]).toBe('Today · legacy rules After cutover · endpoints');
    expect(aloud[1]).toContain('4 rules All companies');
    expect(aloud[3]).toContain('Removed: Dataset data changed');
    expect(aloud[3]).toContain('Added: read.completed');
    expect(aloud.at(-1)).toContain('Not carried over: Trigger client.rateLimit.reached');
    await page.getByText('Conditions lost 2').click();
    expect(await table.getByRole('row').count()).toBe(4);
    await table
      .getByRole('button', { name: /^Task 1/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Filter read.completed' });
    await dialog.getByRole('region', { name: 'Node sample' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).not.toContain('task=');
  }, 60_000);

  it('names beside the disabled button why it is not frozen, and a conflict is decided by keyboard', async () => {
    const { page, caseId } = await opened((view) => view);
    const sent: unknown[] = [];
    await page.route(`**/api/cases/${caseId}/cutover/conflicts`, async (route) => {
      sent.push(route.request().postDataJSON());
      await route.fulfill({ json: fakeView(caseId) });
    });
    const freeze = button(page, 'Freeze plan');
    await freeze.waitFor();
    expect(await freeze.isDisabled()).toBe(true);
    // Read out as its description, and shown to the keyboard, which reaches it; a press does nothing.
    expect(await freeze.getAttribute('aria-description')).toMatch(/1 conflict to decide/);
    await freeze.focus();
    await page.getByRole('tooltip').getByText('1 conflict to decide').waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('radio', { name: /^Portal value/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('radio', { name: /^Profile value/ }).isChecked()).toBe(true);
    await page.getByLabel('Decided by').fill('Jo');
    await button(page, 'Use profile value').click();
    await expect.poll(() => sent).toEqual([{ header: 'Authorization', use: 'profile', by: 'Jo' }]);
  }, 60_000);

  it('is offered where there is none, said where there is nothing to plan, and retried where the target is not reached', async () => {
    let view: (of: CutoverView) => CutoverView = ({ draft: _draft, plan: _plan, ...rest }) => rest;
    const { page, caseId } = await opened((of) => view(of), '', /503/);
    await page.getByText('No plan yet').waitFor();
    await page.route(`**/api/cases/${caseId}/cutover/plan`, (route) =>
      route.fulfill({ status: 503, body: '{}' }),
    );
    await button(page, 'Plan cutover').click();
    await page.getByText('Not planned.').waitFor();
    await button(page, 'Retry').waitFor();
    await expectAccessible(page);
    view = ({ plan: _plan, draft, ...rest }) => ({
      ...rest,
      ...(draft && { draft: { ...draft, rules: [], endpoints: [], conflicts: [], tasks: [] } }),
    });
    await page.reload();
    await page.getByText('No rules on the target').waitFor();
    await expectAccessible(page);
  }, 60_000);
});

describe('the stages', () => {
  it('lead to the first that is not reached, and each says what it lacks', async () => {
    const { page } = await opened((view) => ({
      ...view,
      stages: view.stages.map((stage, at) => (at < 2 ? { ...stage, reached: true, why: [] } : stage)),
    }));
    const strip = page.getByRole('list', { name: 'Stages of the cutover' });
    const shown = strip.locator('[aria-current="step"]');
    await shown.waitFor();
    expect(await shown.textContent()).toMatch(/^Current: Requested/);
    await strip.getByRole('link', { name: /Rehearsed/ }).click();
    await page.getByRole('link', { name: 'Next: request', exact: true }).click();
    await page.getByText('No migration request yet').waitFor();
  }, 60_000);

  it('of a remote target leave the work to the provider, with corrections to send', async () => {
    const { page, caseId } = await opened((view) => ({ ...view, local: false }), '?stage=granted');
    await page.route(`**/api/cases/${caseId}/cutover/corrections.md`, (route) =>
      route.fulfill({ body: 'Add Authorization to the endpoint.' }),
    );
    await page.getByText('What the provider does').waitFor();
    expect(await button(page, 'Apply plan…').count()).toBe(0);
    await page.getByRole('link', { name: /Verified/ }).click();
    await page.getByRole('region', { name: 'the corrections' }).getByText('Add Authorization').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: /Rehearsed/ }).click();
    await page.getByText(/^Only on the local service/).waitFor();
  }, 60_000);

  it('of an outdated rehearsal, a rollback and problems in soak say so', async () => {
    const { page, go } = await opened(
      (view) => ({
        ...view,
        state: 'rolled-back',
        comparisons: view.comparisons.map((one) => ({ ...one, current: false })),
      }),
      '?stage=rehearsed',
    );
    await page.getByText('The plan changed since this comparison. Rehearse again.').waitFor();
    await page.getByText('The consumer was not ready.').waitFor();
    await expectAccessible(page);
    await go('?stage=soak');
    await page.getByText('1 problem noticed').waitFor();
    await page.getByText('Authorization is gone from hooks.fernhill.example/service.').waitFor();
  }, 60_000);

  it('of a closed case can be read and not changed', async () => {
    const { page, host, caseId, go } = await opened((view) => view);
    const { body } = await host.desk('GET', `/api/cases/${caseId}`);
    const closed = await host.desk('POST', `/api/cases/${caseId}/close`, { revision: body.revision });
    expect(closed.body.state).toBe('closed');
    await page.reload();
    for (const stage of ['planned', 'rehearsed', 'granted', 'verified', 'soak', 'completed']) {
      await go(`?stage=${stage}`);
      await page.getByRole('list', { name: 'Stages of the cutover' }).waitFor();
      const names = await page.getByRole('main').getByRole('button').allInnerTexts();
      const acts = names.filter((name) =>
        /^(Plan cutover|Refresh|Freeze|Use |Rehearse|Compare|Start|Apply|Verify cutover|Check now|Roll back|Complete)/.test(
          name,
        ),
      );
      expect({ stage, acts }).toEqual({ stage, acts: [] });
    }
  }, 60_000);

  it('fit a narrow window, and are drawn in both themes with nothing serious for axe to find', async () => {
    const { page, go } = await opened((view) => view);
    for (const stage of ['planned', 'rehearsed', 'requested', 'granted', 'verified', 'soak', 'completed']) {
      await go(`?stage=${stage}`);
      await page.getByRole('list', { name: 'Stages of the cutover' }).waitFor();
      await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await expectAccessible(page, true);
      for (const width of [1000, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const wider = await page.evaluate(
          `[...document.querySelectorAll('main, main *')].some((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'visible' && one.getBoundingClientRect().right > innerWidth + 1)`,
        );
        expect({ stage, width, wider }).toEqual({ stage, width, wider: false });
      }
    }
  }, 90_000);
});

it('runs both mechanisms side by side with live pairs, and compares recordings', async () => {
  const host = await testHost();
  const consumer = await startConsumer();
  await host.api('POST', '/rules', {
    type: 'DataConnectionStatusChanged',
    notifiers: { webhook: consumer.url },
  });
  const { body: company } = await host.api('POST', '/companies', { name: 'Harbour & Vine Ltd' });
  const { body: found } = await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
  const path = `/cases/${found.id}/cutover`;
  const frozen = await host.desk('POST', `/api${path}/plan`, { freeze: true });
  expect(frozen.body.plan).toBeDefined();
  const page = await openUi(browser(), host, { path: `${path}?stage=rehearsed` });
  await button(page, 'Start dual run').click();
  await page.getByText('No occurrences yet.').waitFor();
  await host.api('POST', `/companies/${company.id}/connections`, { platformKey: 'gbol' });
  const pairs = page.getByRole('region', { name: 'Pairs, newest first' });
  await pairs.getByText('In both').first().waitFor();
  await expectAccessible(page);
  await button(page, 'Stop dual run…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop dual run' }).click();
  await page.getByRole('heading', { name: 'Dual run' }).first().waitFor();
  await button(page, 'Start dual run').waitFor();

  await button(page, 'Compare recordings…').click();
  const dialog = page.getByRole('dialog', { name: 'Compare recordings' });
  await expectAccessible(page);
  const legacy = { AlertId: 'a', RuleType: 'Sync Failed', ClientId: 'c', Message: 'm', Data: {} };
  const line = { at: '2026-11-23T04:00:00.000Z', url: consumer.url, headers: {}, body: legacy };
  await dialog.getByLabel('Recordings', { exact: true }).setInputFiles({
    name: 'consumer.jsonl',
    mimeType: 'application/json',
    buffer: Buffer.from(`${JSON.stringify(line)}\n`),
  });
  await dialog.getByText('consumer.jsonl').waitFor();
  await button(page, 'Compare').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Recordings' }).waitFor();
  await page.getByRole('combobox', { name: 'Comparison shown' }).click();
  await page.getByRole('option', { name: /^Dual run/ }).waitFor();
}, 90_000);
