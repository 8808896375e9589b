import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Approval } from '#contract/approvals.ts';
import { addMember, memberCall, succeeding } from '#test/support/approving.ts';
import { until } from '#test/support/host-process.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, visit } from '#test/support/ui.ts';

const browser = browserOfFile();

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
type Json = any;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Two people, each in a browser of their own: one asks by trying, the other one signs what is shown. */
const team = async () => {
  const host = await testHost({ clock: 'virtual' });
  const { desk: machine, api, ready } = host;
  const ada = await addMember(machine, ready.deskUrl, 'Ada', 'admin');
  const signedIn = async (name: string, ...roles: Parameters<typeof addMember>[3][]) => {
    const { id } = await addMember(machine, ready.deskUrl, name, ...roles);
    const { token } = await succeeding(machine)('POST', `/api/people/${id}/tokens`, { name: 'browser' });
    const page = await openUi(browser(), host, { as: token, alone: true, expected: /status of 409/ });
    return { page, ok: succeeding(memberCall(ready.deskUrl, token)) };
  };
  return { ada, api, eve: await signedIn('Eve', 'engineer'), ann: await signedIn('Ann', 'approver') };
};

/** Ann opens what waits for her, and approves it. */
const approves = async (page: Page, operation: string, looks = false): Promise<void> => {
  await visit(page, '/approvals');
  const waiting = page.getByRole('region', { name: 'Waiting for me' });
  await waiting.getByRole('link', { name: operation }).click();
  await page.getByText('Matches', { exact: true }).waitFor();
  if (looks) await expectAccessible(page, true);
  await press(page, 'Approve and sign');
  await page.getByText('Approved', { exact: true }).first().waitFor();
};

it('two people take a managed migration and a cutover through approvals, and a changed plan is refused', {
  timeout: 240_000,
}, async () => {
  const { ada, api, eve, ann } = await team();
  await ada.ok('PUT', '/api/policy', { scope: 'target:local', writes: true, overrides: false });
  const { ok } = eve;

  // The managed migration: its first company.
  const tokens = await ok('POST', '/api/cases', { name: 'managed', parts: ['tokens'] });
  const managed = `/api/cases/${tokens.id}`;
  await ok('POST', `${managed}/runbook`, { platformKey: 'qhyg' });
  const { results: sets } = await ok('POST', '/api/simulator/tokens', {
    ...{ platformKey: 'qhyg', count: 2, behaviour: 'good' },
  });
  const rows = sets.map(({ credentials }: Json, n: number) => ({
    ref: `C-${n + 1}`,
    name: `B ${n + 1}`,
    ...credentials,
  }));
  const imported = async (list: readonly Json[]): Promise<void> => {
    const job = await ok('POST', `${managed}/tokens/imports`, {
      ...{ content: JSON.stringify(list), platformKey: 'qhyg', name: 'list' },
    });
    await until(async () => (await ok('GET', `/api/jobs/${job.id}`)).state === 'done');
  };
  await imported(rows);
  const book = await ok('GET', `${managed}/runbook`);
  for (const { id } of book.steps.slice(0, 4))
    await ok('PUT', `${managed}/runbook/steps/${id}/overrule`, { reason: 'Shown' });
  const startPilot = async (): Promise<void> => {
    await visit(eve.page, `/cases/${tokens.id}/managed?step=first-company`);
    await eve.page.getByRole('combobox', { name: 'First company' }).fill('C-1');
    await eve.page.getByRole('option', { name: 'C-1, B 1' }).click();
    await press(eve.page, 'Migrate first company');
  };
  await startPilot();
  await eve.page.getByText('Approval requested.').waitFor();
  // Nobody but a second person decides.
  await eve.page.getByRole('link', { name: 'Open the approval' }).click();
  await eve.page.getByRole('heading', { name: 'Run the token migration' }).waitFor();
  await press(eve.page, 'Withdraw');
  await eve.page.getByText('Withdrawn', { exact: true }).first().waitFor();
  expect(await eve.page.getByRole('button', { name: 'Approve and sign' }).count()).toBe(0);
  await startPilot();
  await eve.page.getByText('Approval requested.').waitFor();
  await approves(ann.page, 'Run the token migration', true);
  await startPilot();
  const run = await until(async () => {
    const [found] = (await ok('GET', `${managed}/tokens/runs`)).results;
    if (found === undefined) return undefined;
    if (found.counts.syncing > 0) await ok('POST', '/api/clock/advance', { by: 'PT10S' });
    return found.state === 'done' && found;
  });
  expect(run.counts.done).toBe(1);

  // The cutover.
  for (const type of ['Data sync completed', 'Sync Failed'])
    await api('POST', '/rules', { type, notifiers: { webhook: `http://127.0.0.1:9/${type.length}` } });
  const { id: caseId } = await ok('POST', '/api/cases', { name: 'webhooks', parts: ['webhooks'] });
  const base = `/api/cases/${caseId}`;
  const override = { state: 'absent', reason: 'shown elsewhere' };
  for (const row of ['alerts-endpoints', 'rule-id'])
    await ok('PUT', `${base}/rows/${row}/overrule`, override);
  const freeze = async (): Promise<void> => {
    await ok('POST', `${base}/cutover/plan`, { freeze: true });
    await ok('POST', `${base}/request`);
    await ok('POST', `${base}/request/sent`, {});
  };
  const apply = async (): Promise<void> => {
    const { plan } = await ok('GET', `${base}/cutover`);
    await visit(eve.page, `/cases/${caseId}/cutover?stage=granted`);
    // The page learns by an announcement what was frozen elsewhere, and only then applies that.
    await eve.page.getByText(`By the frozen plan ${plan.digest.slice(0, 8)}`).waitFor();
    await press(eve.page, 'Apply plan…');
    const dialog = eve.page.getByRole('dialog');
    const by = dialog.getByLabel('Granted by');
    if ((await by.count()) > 0) await by.fill('Jo');
    await dialog.getByRole('button', { name: 'Apply plan', exact: true }).click();
  };
  await freeze();
  await apply();
  await eve.page.getByText('Approval requested.').waitFor();
  await approves(ann.page, 'Carry out the cutover');

  // The plan changes after it was approved: nothing runs.
  await api('POST', '/rules', { type: 'Sync Completed', notifiers: { webhook: 'http://127.0.0.1:9/new' } });
  await freeze();
  await apply();
  await eve.page.getByText(/The approved plan differs: Cutover plan: /).waitFor();
  expect((await ok('GET', '/api/cutover')).cutOver).toBe(false);
  await approves(ann.page, 'Carry out the cutover');
  await apply();
  await eve.page
    .getByText(/endpoints created|Granted/i)
    .first()
    .waitFor();
  await until(async () => (await ok('GET', '/api/cutover')).cutOver);

  // The signature is on the plan that ran.
  const { results }: { results: Approval[] } = await ok('GET', `${base}/approvals`);
  expect(results.map(({ state }) => state)).toEqual(['used', 'replaced']);
  expect(results[0]?.given).toMatchObject({ by: 'Ann <ann@example.com>' });
  const shown: Approval = await ok('GET', `${base}/approvals/${results[0]?.id}`);
  const { plan } = await ok('GET', `${base}/cutover`);
  expect(shown.plan.facts).toContainEqual({ label: 'Cutover plan', value: plan.digest });
  expect((await ok('POST', `${base}/verify`, {})).whole).toBe(true);
  expect((await ok('POST', `${managed}/verify`, {})).whole).toBe(true);

  // Policy and keys.
  await visit(ann.page, '/settings/approvals');
  await ann.page.getByRole('cell', { name: /^Browser / }).waitFor();
  await expectAccessible(ann.page, true);
});
