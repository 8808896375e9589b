import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunbookView, SyncingResult } from '#contract/runbook.ts';
import type { TokenSet } from '#contract/sandbox.ts';
import type { Run } from '#contract/token-runs.ts';
import { startHostHere } from '#test/support/host-here.ts';
import { deskOf, endOfJob, hasEnded, pump } from '#test/support/migrating.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
type Json = any;

test('step 4 left out: the old application refreshes, the copies die, and the report says why', async () => {
  const host = await startHostHere({ clock: 'virtual' });
  const desk = deskOf(host);
  const issue = async (count: number, behaviour: string): Promise<TokenSet[]> =>
    (await desk.post<Json>('/api/simulator/tokens', { platformKey: 'qhyg', count, behaviour })).results;

  const { id } = await desk.post<Json>('/api/cases', { name: 'acme', parts: ['tokens'] });
  const base = `/api/cases/${id}`;
  let book = await desk.post<RunbookView>(`${base}/runbook`, { platformKey: 'qhyg' });
  expect(book.steps.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open', 'open', 'open']);

  const sets = [...(await issue(5, 'good')), ...(await issue(3, 'used-by-old-application'))];
  const rows = sets.map(({ credentials }, n) => ({
    ref: `C-${n + 1}`,
    name: `Bakery ${n + 1}`,
    ...credentials,
  }));
  const file = join(temporaryFolder(), 'companies.json');
  writeFileSync(file, JSON.stringify(rows));
  const imported = await endOfJob(desk, `${base}/tokens/imports`, { path: file, platformKey: 'qhyg' });
  expect(imported).toMatchObject({ ready: 8, invalid: 0 });

  // No gate can be skipped.
  const early = await host.desk('POST', `${base}/tokens/runs`, { kind: 'pilot', refs: ['C-1'] });
  expect([early.status, ((await early.json()) as Json).error]).toEqual([
    409,
    expect.stringContaining('Step 1'),
  ]);

  const fields = Object.fromEntries(book.details.map(({ name, example }) => [name, example]));
  await desk.put(`${base}/runbook/details`, { fields });
  book = await desk.post<RunbookView>(`${base}/runbook/estimate`, {});
  expect(book.estimate).toMatchObject({ companies: 8 });
  await desk.put(`${base}/runbook/window`, {
    zone: 'Europe/Berlin',
    start: '2031-03-29T22:00',
    end: '2031-03-30T08:00',
    otherZone: 'America/New_York',
  });
  for (const [party, name] of [
    ['integrator', 'Jo of Acme'],
    ['support', 'Sam'],
  ]) {
    await desk.post(`${base}/runbook/window/agreements`, { party, name, quote: 'That suits us.' });
  }
  book = await desk.post<RunbookView>(`${base}/runbook/callback`, {
    urls: `https://acme.example/callback\n${book.callbackUrl}`,
  });
  expect(book.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'open', 'open', 'open']);

  // Only one company is confirmed; for the others the step is overruled.
  const confirmed = await desk.post<SyncingResult>(`${base}/runbook/syncing`, {
    refs: ['C-1'],
    by: 'Jo of Acme',
  });
  expect(confirmed.runbook.syncing).toMatchObject({ companies: 8, confirmed: 1, heldBackCount: 7 });
  // The window is years away: what writes asks for an override with a reason.
  const overrideWindow = 'Both want to begin now.';
  const outside = await host.desk('POST', `${base}/tokens/runs`, { kind: 'pilot', refs: ['C-1'] });
  expect([outside.status, ((await outside.json()) as Json).error]).toEqual([
    409,
    expect.stringMatching(/^Nothing was sent: the pilot would start .* before the agreed window/),
  ]);
  const pilot = await desk.post<Run>(`${base}/tokens/runs`, {
    kind: 'pilot',
    refs: ['C-1'],
    overrideWindow,
  });
  expect((await pump(desk, id, pilot.id, hasEnded)).counts).toMatchObject({ rows: 1, done: 1 });
  const held = await host.desk('POST', `${base}/tokens/runs`, {});
  expect([held.status, ((await held.json()) as Json).error]).toEqual([
    409,
    expect.stringContaining('not confirmed'),
  ]);
  await desk.put(`${base}/runbook/steps/disable-syncing/overrule`, {
    reason: 'The old application is to be shut down next month.',
  });

  const run = await desk.post<Run>(`${base}/tokens/runs`, { overrideWindow });
  expect(await pump(desk, id, run.id, hasEnded)).toMatchObject({
    state: 'done',
    counts: { rows: 7, done: 7 },
  });

  // The old application refreshes when its access tokens run out; the next sync finds the copies dead.
  await desk.post('/api/clock/advance', { by: 'PT2H' });
  const check = await desk.post<Run>(`${base}/tokens/runs`, { kind: 'check' });
  const checked = await pump(desk, id, check.id, hasEnded);
  expect(checked).toMatchObject({
    counts: { rows: 8, done: 5, failed: 3 },
    failures: { 'token-replaced': 3 },
  });
  const companies = (await (await host.api('GET', '/companies')).json()) as Json;
  const statuses = companies.results.flatMap((company: Json) =>
    company.dataConnections.map((c: Json) => c.status),
  );
  expect(statuses.toSorted()).toEqual([...Array(3).fill('Deauthorized'), ...Array(5).fill('Linked')]);

  const report = await (await host.desk('GET', `${base}/reports/managed?format=md`)).text();
  const plain = report.replaceAll('\\', '');
  expect(plain).toContain('The old application is to be shut down next month.');
  expect(plain).toContain('Token replaced');
  expect(plain).toContain(overrideWindow);
  for (const ref of ['C-6', 'C-7', 'C-8']) expect(plain).toContain(ref);
  expect(plain).toMatch(/Deauthorized/);
}, 60_000);
