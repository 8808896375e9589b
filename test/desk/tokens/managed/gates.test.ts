import { expect, test } from 'vitest';
import { runbookSteps } from '#contract/runbook.ts';
import { causeLabels } from '#contract/token-causes.ts';
import { statusOf } from '#desk/tokens/managed/status.ts';
import { runbookFixture, wave } from './fixture.ts';

const refs = ['a-1', 'a-2', 'a-3'];

const states = (view: { steps: readonly { state: string }[] }) => view.steps.map(({ state }) => state);

test('a case without a runbook has no requirements', async () => {
  const { id, runbooks, addRows } = await runbookFixture();
  await addRows(refs);
  for (const kind of ['pilot', 'run', 'retry', 'check'] as const) {
    const gate = await runbooks.gateOf(id, kind);
    expect([gate.refused, gate.held('a-1', wave)]).toEqual([undefined, undefined]);
  }
  const view = await runbooks.show(id);
  expect([view.steps, view.routes.map(({ name }) => name)]).toEqual([[], ['Wave']]);
  await expect(runbooks.estimate(id, {}, 'Ada')).rejects.toThrow(/no managed migration/);
});

test('six steps, each with a requirement', async () => {
  const fixture = await runbookFixture();
  const { id, runbooks, cases, addRows, ranTo } = fixture;
  await addRows(refs);
  const opened = await runbooks.open(id, wave, 'Ada');
  expect(states(opened)).toEqual(Array(6).fill('open'));
  expect(opened.steps.map(({ responsible }) => responsible)).toEqual([
    'integrator',
    'both',
    'integrator',
    'integrator',
    'support',
    'support',
  ]);
  const inCase = async () =>
    (await cases.view(id)).steps.filter((step) => step.id.startsWith('managed-')).map(({ state }) => state);
  expect(await inCase()).toEqual(Array(6).fill('open'));
  expect((await runbooks.gateOf(id, 'pilot', ['a-1'])).refused).toMatch(/Step 1.*OAuth client id.*missing/);
  const early = [
    () => fixture.scheduleAll(),
    () => fixture.updateAll(),
    () => runbooks.confirmSyncing(id, { refs, by: 'Kim' }, 'Ada'),
  ];
  for (const act of early) await expect(act()).rejects.toThrow(/is blocked: Step 1/);

  await fixture.supplyAll();
  await expect(fixture.updateAll()).rejects.toThrow(/"Update application details" is blocked: Step 2/);
  await fixture.scheduleAll();
  await fixture.updateAll();
  expect(await inCase()).toEqual(['done', 'done', 'done', 'open', 'open', 'open']);

  expect((await runbooks.gateOf(id, 'pilot', ['a-1'])).refused).toMatch(/a-1 is held.*step 4/);
  const confirmed = await runbooks.confirmSyncing(id, { refs: ['a-1', 'A-9'], by: 'Kim' }, 'Ada');
  expect(confirmed).toMatchObject({
    confirmed: 1,
    already: 0,
    unknownCount: 1,
    unknown: [{ line: 2, text: 'A-9', why: expect.stringContaining('No company') }],
    runbook: { syncing: { companies: 3, confirmed: 1, heldBack: ['a-2', 'a-3'], heldBackCount: 2 } },
  });
  expect((await runbooks.gateOf(id, 'pilot', ['a-1'])).refused).toBeUndefined();
  for (const wrong of [undefined, [], ['a-1', 'a-2']]) {
    expect((await runbooks.gateOf(id, 'pilot', wrong)).refused).toMatch(/exactly one company/);
  }
  expect((await runbooks.gateOf(id, 'run')).refused).toMatch(/Step 5.*pilot/);

  await ranTo('pilot', { done: 0, failed: 1 }, { failures: { 'token-replaced': 1 } });
  const blocked = (await runbooks.gateOf(id, 'run')).refused ?? '';
  const { title, action } = causeLabels['token-replaced'];
  for (const words of ['The pilot failed.', `${title} (1)`, action]) expect(blocked).toContain(words);
  expect((await runbooks.gateOf(id, 'retry')).refused).toBe(blocked);
  expect((await runbooks.gateOf(id, 'retry', ['a-1'])).refused).toBeUndefined();
  expect((await runbooks.gateOf(id, 'check')).refused).toBeUndefined();

  await ranTo('pilot', { done: 1 });
  expect(await inCase()).toEqual(['done', 'done', 'done', 'open', 'done', 'open']);
  const gate = await runbooks.gateOf(id, 'run');
  expect([gate.refused, gate.held('a-1', wave)]).toEqual([undefined, undefined]);
  expect(gate.held('a-2', wave)).toMatch(/Syncing is not confirmed as disabled/);
  expect(gate.held('a-1', 'vxvy')).toMatch(/runbook is for Wave/);

  await runbooks.confirmSyncing(
    id,
    { list: { name: 'off.txt', content: 'a-2\nCompany a-3\n' }, by: 'Kim' },
    'Ada',
  );
  expect(await fixture.stateOf('disable-syncing')).toBe('done');
  await expect(runbooks.handOver(id, 'Ada')).rejects.toThrow(/3 companies are not migrated yet/);
  expect((await runbooks.show(id)).steps.at(-1)?.missing).toContain('No handover document yet.');
});

test('the requirement of every step can be overridden with a recorded reason, and restored', async () => {
  const { id, runbooks, cases, stateOf, supplyAll } = await runbookFixture();
  await runbooks.open(id, wave, 'Ada');
  for (const step of runbookSteps) {
    const view = await runbooks.override(id, step, { reason: `Known otherwise: ${step}` }, 'Jo');
    const found = view.steps.find((one) => one.id === step);
    expect(found).toMatchObject({
      state: 'overruled',
      overrule: { by: 'Jo', reason: `Known otherwise: ${step}` },
    });
    expect(found?.missing).not.toEqual([]);
  }
  const skipped = (await cases.view(id)).steps.filter((step) => step.id.startsWith('managed-'));
  expect(skipped.map(({ state }) => state)).toEqual(Array(6).fill('skipped'));
  expect(skipped[0]?.note).toBe('Overridden by Jo: Known otherwise: supply');
  const gate = await runbooks.gateOf(id, 'run');
  expect([gate.refused, gate.held('unheard-of', 'vxvy')]).toEqual([undefined, undefined]);

  await supplyAll();
  expect(await stateOf('supply')).toBe('done');
  await expect(runbooks.override(id, 'supply', { reason: 'x' }, 'Jo')).rejects.toThrow(/is done/);
  for (const step of runbookSteps) await runbooks.restore(id, step, 'Jo');
  await expect(runbooks.restore(id, 'schedule', 'Jo')).rejects.toThrow(/not overridden/);
  expect(states(await runbooks.show(id))).toEqual(['done', 'open', 'open', 'open', 'open', 'open']);
  const steps = (await cases.view(id)).steps.filter((step) => step.id.startsWith('managed-'));
  expect(steps.map(({ state }) => state)).toEqual(['done', 'open', 'open', 'open', 'open', 'open']);
  expect((await runbooks.gateOf(id, 'run')).refused).toMatch(/Step 2/);
});

test('an override of a late step meets no earlier requirement', async () => {
  const { id, runbooks } = await runbookFixture();
  await runbooks.open(id, wave, 'Ada');
  await runbooks.override(id, 'first-company', { reason: 'Done elsewhere' }, 'Jo');
  expect((await runbooks.gateOf(id, 'run')).refused).toMatch(/Step 1.*Step 2.*Step 3/);
});

test('withdrawn evidence opens a step again', async () => {
  const fixture = await runbookFixture();
  const { id, runbooks, stateOf, addRows, ranTo, targets, cases } = fixture;
  await addRows(refs);
  await runbooks.open(id, wave, 'Ada');
  await fixture.supplyAll();
  await fixture.scheduleAll();
  await fixture.updateAll();
  await runbooks.confirmSyncing(id, { refs, by: 'Kim', quote: 'All off' }, 'Ada');
  await ranTo('pilot', { done: 1 });
  expect(await stateOf('first-company')).toBe('done');

  await runbooks.revokeSyncing(id, { refs: ['a-2'], reason: 'Switched on again' }, 'Ada');
  expect([await stateOf('disable-syncing'), (await runbooks.gateOf(id, 'run')).held('a-2', wave)]).toEqual([
    'open',
    expect.stringContaining('step 4'),
  ]);
  await expect(runbooks.revokeSyncing(id, { refs: ['a-2'], reason: 'x' }, 'Ada')).rejects.toThrow(
    /Nothing was/,
  );

  await runbooks.supply(id, { fields: { clientSecret: null } }, 'Kim');
  expect([await stateOf('supply'), (await runbooks.gateOf(id, 'run')).refused]).toEqual([
    'open',
    expect.stringContaining('OAuth client secret'),
  ]);
  await fixture.supplyAll();

  const { id: targetId } = await targets.add({
    name: 'far',
    baseUrl: 'https://api.example.com',
    apiKey: 'key-of-the-target',
    callbackUrl: 'https://api.example.com/callback',
  });
  await cases.act(id, 'Ada', { kind: 'case.changed', content: { changes: { targetId } } });
  expect([await stateOf('update-application'), await stateOf('first-company')]).toEqual(['open', 'open']);
  await runbooks.checkCallback(id, 'https://api.example.com/callback', 'Kim');
  expect(await stateOf('update-application')).toBe('done');
  await targets.change(targetId, { callbackUrl: 'https://api.example.com/oauth' });
  expect((await runbooks.gateOf(id, 'run')).refused).toMatch(/has changed since the check/);
  await targets.change(targetId, { callbackUrl: null });
  await expect(runbooks.checkCallback(id, 'https://x.example', 'Kim')).rejects.toThrow(/--callback-url/);
});

test('a pilot from before the runbook, on another target, or cancelled shows nothing', async () => {
  const { id, runbooks, ranTo, stateOf } = await runbookFixture();
  await ranTo('pilot', { done: 1 });
  await runbooks.open(id, wave, 'Ada');
  for (const step of ['supply', 'schedule', 'update-application'] as const) {
    await runbooks.override(id, step, { reason: 'agreed' }, 'Jo');
  }
  expect(await stateOf('first-company')).toBe('open');
  await ranTo('pilot', { done: 1 }, { targetId: 'e7a1f7de-5d0a-4b1e-9a37-51a8c2f60d11' });
  await ranTo('rehearsal', { done: 1 });
  await ranTo('pilot', { done: 0, left: 1 });
  expect(await stateOf('first-company')).toBe('open');
  await ranTo('retry', { done: 1 });
  expect(await stateOf('first-company')).toBe('done');
});

test('steps have due dates, and two people do not overwrite each other', async () => {
  const { id, runbooks, cases } = await runbookFixture();
  const { revision } = await runbooks.open(id, wave, 'Ada');
  const view = await runbooks.due(id, 'supply', { due: '2098-01-01T12:00:00+01:00' }, 'Ada');
  expect(view.steps[0]?.due).toBe('2098-01-01T11:00:00.000Z');
  expect((await cases.view(id)).steps.find(({ id: step }) => step === 'managed-supply')?.due).toBeDefined();
  expect((await runbooks.due(id, 'supply', { due: null }, 'Ada')).steps[0]?.due).toBeUndefined();
  await runbooks.override(id, 'schedule', { reason: 'First', revision }, 'Jo');
  await expect(runbooks.override(id, 'schedule', { reason: 'Second', revision }, 'Kim')).rejects.toThrow(
    /Someone else changed this/,
  );
});

test('a runbook is opened once for one platform, and only where there is a process', async () => {
  const { id, runbooks, cases } = await runbookFixture();
  await expect(runbooks.open(id, 'zzzz', 'Ada')).rejects.toThrow(/No integration has/);
  await expect(runbooks.open(id, 'gbol', 'Ada')).rejects.toThrow(
    /Xero has no managed migration.*self-service/,
  );
  await expect(runbooks.open(id, 'ltpp', 'Ada')).rejects.toThrow(
    /WooCommerce .*solutions engineer .*`carryover runbook platform ltpp`/,
  );
  expect(await runbooks.routeMarkdown('ltpp')).toMatch(
    /no standard process[\s\S]*- \[ \] Whether WooCommerce/,
  );
  expect((await runbooks.route('gbol')).toAgree).toEqual([]);
  expect((await runbooks.show(id)).steps).toEqual([]);
  await runbooks.open(id, wave, 'Ada');
  const { revision } = await cases.state(id);
  await runbooks.open(id, wave, 'Ada');
  expect((await cases.state(id)).revision).toBe(revision);
  await expect(runbooks.open(id, 'vxvy', 'Ada')).rejects.toThrow(/is for Wave/);
});

test("steps of the runbook can't be set manually, and are the next steps", async () => {
  const { id, runbooks, cases, addRows, supplyAll } = await runbookFixture();
  await addRows(refs);
  const tokensStep = async () =>
    (await cases.view(id)).steps.find((step) => step.id === 'migrate-tokens')?.state;
  expect([(await cases.view(id)).next?.id, await tokensStep()]).toEqual(['migrate-tokens', 'open']);
  await runbooks.open(id, wave, 'Ada');
  expect([(await cases.view(id)).next?.id, await tokensStep()]).toEqual(['managed-supply', 'skipped']);
  await supplyAll();
  expect((await cases.view(id)).next).toMatchObject({ id: 'managed-schedule', responsible: 'both' });
  expect((await cases.view(id)).nextSteps).toMatchObject([{ part: 'tokens', id: 'managed-schedule' }]);

  const set = (change: { state?: 'done' | 'skipped'; note?: string; responsible?: 'support' }) =>
    cases.act(id, 'Ada', { kind: 'step.changed', content: { id: 'managed-disable-syncing', ...change } });
  for (const state of ['done', 'skipped'] as const) {
    await expect(set({ state })).rejects.toMatchObject({
      code: 'step.ofRunbook',
      message: expect.stringContaining('runbook override'),
    });
  }
  await set({ note: 'Kim is on it', responsible: 'support' });
  expect((await runbooks.show(id)).steps[3]).toMatchObject({ responsible: 'support', state: 'open' });
  await runbooks.override(id, 'schedule', { reason: 'By phone' }, 'Jo');
  await cases.act(id, 'Ada', { kind: 'step.changed', content: { id: 'managed-schedule', note: 'Mine' } });
  await runbooks.restore(id, 'schedule', 'Jo');
  const step = (await cases.view(id)).steps.find((one) => one.id === 'managed-schedule');
  expect(step).toMatchObject({ state: 'open', note: 'Mine' });
});

test('without the companies, as on another desk, the chain alone tells whether syncing is disabled', async () => {
  const fixture = await runbookFixture();
  const { id, runbooks, cases, addRows } = fixture;
  await addRows(refs);
  await runbooks.open(id, wave, 'Ada');
  for (const step of ['supply', 'schedule', 'update-application'] as const) {
    await runbooks.override(id, step, { reason: 'Known' }, 'Jo');
  }
  const missing = async () => {
    const state = await cases.state(id);
    return state.runbook && statusOf(state, state.runbook)[3]?.missing;
  };
  const confirm = (which: string[]) => runbooks.confirmSyncing(id, { refs: which, by: 'Kim' }, 'Ada');
  expect(await missing()).toEqual(['Disabled syncing is not confirmed for every company.']);
  await confirm(['a-1']);
  expect(await missing()).toEqual([expect.stringMatching(/for 2 of 3 companies\. They are held/)]);
  await confirm(['a-2', 'a-3']);
  expect(await missing()).toEqual([]);
  const counts = { rows: 3, ready: 3, invalid: 0, replaced: 3, unchanged: 0, byPlatform: {} };
  const file = { importId: id, name: 'more.csv', format: 'csv', fingerprint: 'f', ...counts } as const;
  await cases.act(id, 'Ada', { kind: 'tokens.imported', content: file });
  expect(await missing()).toEqual([]);
  await cases.act(id, 'Ada', { kind: 'tokens.imported', content: { ...file, replaced: 1 } });
  expect(await missing()).toEqual([expect.stringContaining('imported since the last confirmation')]);
  await runbooks.revokeSyncing(id, { refs: ['a-2'], reason: 'On again' }, 'Ada');
  expect(await missing()).toEqual([expect.stringMatching(/for 1 of 3 companies\. It is held/)]);

  const { steps } = await runbooks.override(id, 'disable-syncing', { reason: 'Known' }, 'Jo');
  expect(steps[3]?.missing).toEqual([expect.stringMatching(/overridden, so none is held/)]);
});

test('what is said of syncing keeps when it was said, and what is cut off is said', async () => {
  const { id, runbooks, addRows } = await runbookFixture();
  const many = Array.from({ length: 53 }, (_, n) => `a-${n}`);
  await addRows(many);
  await runbooks.open(id, wave, 'Ada');
  for (const step of ['supply', 'schedule', 'update-application'] as const) {
    await runbooks.override(id, step, { reason: 'Known' }, 'Jo');
  }
  const at = '2026-01-15T08:00:00.000Z';
  for (const ref of many) await runbooks.confirmSyncing(id, { refs: [ref], by: 'Kim', at }, 'Ada');
  const step = (await runbooks.show(id)).steps[3];
  expect(step?.evidence).toHaveLength(51);
  expect(step?.evidence.slice(0, 2)).toEqual([
    { text: '3 earlier entries, not listed' },
    { text: '1 company, manually', at, by: 'Kim' },
  ]);
  expect([step?.state, step?.doneAt === at]).toEqual(['done', false]);
  await expect(
    runbooks.confirmSyncing(id, { refs: many, by: 'Kim', at: '2099-01-01T00:00:00Z' }, 'Ada'),
  ).rejects.toThrow(/at must not be in the future/);
});

test('the pilot names its company, and a failed one is worded as such', async () => {
  const { id, runbooks, ranTo } = await runbookFixture();
  await runbooks.open(id, wave, 'Ada');
  const company = { line: 2, ref: 'a-1', calls: 1, callMs: 1, datasets: {} } as const;
  // Results tell of all rows of the case.
  const others = [{ ...company, line: 1, ref: 'a-0', calls: 0, state: 'ready' as const }];
  await ranTo('pilot', { done: 0, failed: 1 }, { companies: [...others, { ...company, state: 'failed' }] });
  const text = async () => (await runbooks.show(id)).steps[4]?.evidence[0]?.text;
  expect(await text()).toBe('Pilot on local: a-1 not migrated');
  await ranTo('pilot', { done: 1 }, { companies: [...others, { ...company, state: 'done' }] });
  expect(await text()).toBe(
    'Pilot on local: a-1 migrated, without reauthorization and with all syncs complete',
  );
});

test('companies are listed by ref, page by page, each with who said that its syncing is off', async () => {
  const { id, runbooks, addRows } = await runbookFixture();
  await expect(runbooks.companies(id, {})).rejects.toThrow(/has no managed migration/);
  await runbooks.open(id, wave, 'Ada');
  await addRows(['b-2', 'a-1', 'c-3'], wave, ['Bakery 2']);
  for (const step of ['supply', 'schedule', 'update-application'] as const) {
    await runbooks.override(id, step, { reason: 'A test' }, 'Ada');
  }
  await runbooks.confirmSyncing(id, { refs: ['b-2'], by: 'Kim', at: '2026-01-01T00:00:00Z' }, 'Ada');
  const first = await runbooks.companies(id, { limit: 2 });
  expect(first).toEqual({
    results: [
      { ref: 'a-1', name: 'Company a-1', platformKey: wave },
      {
        ref: 'b-2',
        name: 'Bakery 2',
        platformKey: wave,
        disabled: { by: 'Kim', at: '2026-01-01T00:00:00.000Z', how: 'hand' },
      },
    ],
    cursor: 'b-2',
  });
  const rest = await runbooks.companies(id, { limit: 2, cursor: 'b-2' });
  expect([rest.results.map(({ ref }) => ref), rest.cursor]).toEqual([['c-3'], undefined]);
});
