import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recipesFor } from '#desk/eligibility/recipes.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { findingScan, scan, sourceFinding } from './evidence.ts';
import { type Fixture, legacySetup, startFixture } from './fixture.ts';

const path = join(import.meta.dirname, 'request.test.ts');
const eligibleCase = async (fixture: Fixture): Promise<string> => {
  const { id } = await fixture.newCase();
  await fixture.check({ caseId: id, source: [{ path }], configuration: {} });
  return id;
};

test('blocked, fixed, eligible: the history shows what changed, and the steps follow', async () => {
  const use = sourceFinding('rule-id', 'src/hook.ts');
  const fixture = await startFixture({
    scans: [findingScan([use], { at: '2026-01-01T00:00:00.000Z' }), scan({ at: '2026-01-02T00:00:00.000Z' })],
  });
  const { id } = await fixture.newCase();
  const stepsDone = async () =>
    (await fixture.cases.state(id)).steps.filter(({ state }) => state === 'done').map((step) => step.id);
  expect((await fixture.check({ caseId: id, source: [{ path }] })).verdict.state).toBe('blocked');
  expect(await stepsDone()).toEqual(['check-eligibility']);
  await expect(fixture.eligibility.requests.draft(id, 'tester')).rejects.toThrow(/blocked.*RuleId/);
  const { change, verdict } = await fixture.check({ caseId: id, source: [{ path }] });
  expect(verdict.state).toBe('eligible');
  expect(change).toEqual({
    state: { from: 'blocked', to: 'eligible' },
    rows: [{ row: 'rule-id', from: 'present', to: 'absent' }],
    gone: [use],
    appeared: [],
  });
  expect(await stepsDone()).toEqual(['check-eligibility', 'remove-blockers']);
  const { history } = await fixture.eligibility.view(id);
  expect(history[1]?.change?.gone).toEqual([use]);
});

test('people answer, override, dismiss and withdraw; the verdict follows each and all of it is on record', async () => {
  const use = sourceFinding('rule-id', 'src/hook.ts');
  const fixture = await startFixture({ scans: [findingScan([use])] });
  const { id } = await fixture.newCase();
  await fixture.check({ caseId: id, source: [{ path }] });
  const { answers } = fixture.eligibility;
  const verdict = async () => (await fixture.cases.state(id)).verdicts.at(-1)?.verdict.state;
  await expect(
    answers.answer(id, 'rule-id', { state: 'absent', by: 'Ada', note: 'we do not' }, 'tester'),
  ).rejects.toThrow(/needs evidence, not an answer/);
  await answers.dismiss(id, use.id, { row: 'rule-id', reason: 'a lint rule' }, 'tester');
  expect(await verdict()).toBe('eligible');
  await answers.restoreFinding(id, use.id, 'tester');
  expect(await verdict()).toBe('blocked');
  await answers.override(id, 'rule-id', { state: 'absent', by: 'Ada', reason: 'dead code' }, 'tester');
  expect(await verdict()).toBe('eligible');
  await answers.restoreCheck(id, 'rule-id', 'overrule', 'tester');
  expect(await verdict()).toBe('blocked');
  const { revision } = await fixture.cases.state(id);
  await answers.restoreCheck(id, 'rule-id', 'overrule', 'tester');
  await answers.restoreFinding(id, use.id, 'tester');
  expect((await fixture.cases.state(id)).revision).toBe(revision);
  await expect(
    answers.dismiss(id, '0123456789abcdef', { row: 'rule-id', reason: 'x' }, 'tester'),
  ).rejects.toThrow('No evidence');
  await answers.answer(id, 'auth-header-portal', { state: 'present', by: 'Ada', note: 'Basic' }, 'tester');
  const view = await fixture.eligibility.view(id);
  expect(view.answers).toMatchObject([{ row: 'auth-header-portal', by: 'Ada', actor: 'tester' }]);
  expect(view.verdict.actions.map(({ row }) => row)).toContain('auth-header-portal');
});

test('the request goes from drafted over sent to confirmed, with digests of the evidence', async () => {
  const fixture = await startFixture({ scans: [scan()] });
  await legacySetup(fixture);
  const id = await eligibleCase(fixture);
  const { requests } = fixture.eligibility;
  await expect(requests.show(id)).rejects.toThrow('no migration request');
  await expect(requests.sent(id, { by: 'Ada' }, 'tester')).rejects.toThrow('no migration request');
  const { digest } = await fixture.cases.state(id);
  const drafted = await requests.draft(id, 'tester');
  expect(drafted).toMatchObject({ state: 'drafted', outdated: false });
  expect(drafted.document).toMatchObject({
    integrator: 'Acme Ltd',
    chainDigest: digest,
    ipAddresses: ['4.159.114.108', '20.117.190.191'],
    evidence: [{ collector: 'configuration' }, { collector: 'source' }],
  });
  expect(drafted.document.evidence.every((one) => /^[0-9a-f]{64}$/.test(one.digest))).toBe(true);
  expect(drafted.document.carryOver.join(' ')).toMatch(/companyId.*Authorization/);
  expect(drafted.markdown).toContain('4.159.114.108');
  await expect(requests.confirmed(id, { by: 'Ada' }, 'tester')).rejects.toThrow(/was not sent/);
  await requests.sent(id, { by: 'Ada', note: 'by mail' }, 'tester');
  await requests.confirmed(id, { by: 'Provider' }, 'tester');
  await expect(requests.draft(id, 'tester')).rejects.toThrow(/is confirmed/);
  const { history } = await requests.show(id);
  expect(history).toMatchObject([
    { state: 'drafted', by: 'tester' },
    { state: 'sent', by: 'Ada', note: 'by mail' },
    { state: 'confirmed', by: 'Provider' },
  ]);
  const { steps } = await fixture.cases.state(id);
  expect(steps.filter(({ state }) => state === 'done').map((step) => step.id)).toEqual([
    'check-eligibility',
    'remove-blockers',
    'send-request',
    'await-confirmation',
  ]);
});

test('a request is outdated once the checks have other results', async () => {
  const fixture = await startFixture({ scans: [scan()] });
  const id = await eligibleCase(fixture);
  await fixture.eligibility.requests.draft(id, 'tester');
  await fixture.eligibility.answers.answer(
    id,
    'auth-header-portal',
    { state: 'present', by: 'Ada', note: 'x' },
    'tester',
  );
  expect((await fixture.eligibility.requests.show(id)).outdated).toBe(true);
  expect((await fixture.eligibility.requests.draft(id, 'tester')).outdated).toBe(false);
});

test('a draft whose evidence was replaced is not sent, as it would name digests of other files; a sent one holds', async () => {
  const scans = [scan({ at: '2026-01-01T00:00:00.000Z' }), scan({ at: '2026-01-02T00:00:00.000Z' })];
  const fixture = await startFixture({ scans: [...scans, scan({ at: '2026-01-03T00:00:00.000Z' })] });
  const id = await eligibleCase(fixture);
  const { requests } = fixture.eligibility;
  await requests.draft(id, 'tester');
  await fixture.check({ caseId: id, source: [{ path }] });
  expect(await requests.show(id)).toMatchObject({ outdated: true });
  await expect(requests.sent(id, { by: 'Jo' }, 'tester')).rejects.toMatchObject({
    code: 'migrationRequest.outdated',
  });
  await requests.draft(id, 'tester');
  await requests.sent(id, { by: 'Jo' }, 'tester');
  await fixture.check({ caseId: id, source: [{ path }] });
  expect(await requests.show(id)).toMatchObject({ state: 'sent', outdated: false });
});

test("a draft is not sent once its target has another client id than the draft's", async () => {
  const fixture = await startFixture({ scans: [scan()] });
  const [first, other] = ['5a0d4f5e-6c3c-4b93-9a80-2f1f6f0a1b01', '5a0d4f5e-6c3c-4b93-9a80-2f1f6f0a1b02'];
  const target = await fixture.targets.add({
    name: 'production',
    baseUrl: fixture.service.apiUrl,
    apiKey: fixture.service.apiKey,
    clientId: first,
  });
  const { id } = await fixture.cases.create({ name: 'A', integrator: 'A', targetId: target.id }, 'tester');
  await fixture.check({ caseId: id, source: [{ path }], configuration: {} });
  const { requests } = fixture.eligibility;
  await requests.draft(id, 'tester');
  await fixture.targets.change(target.id, { clientId: other });
  await expect(requests.sent(id, { by: 'Jo' }, 'tester')).rejects.toMatchObject({
    code: 'migrationRequest.outdated',
  });
  expect((await requests.draft(id, 'tester')).document.clientId).toBe(other);
  expect((await requests.sent(id, { by: 'Jo' }, 'tester')).state).toBe('sent');
});

test('on the local service the request is granted; the portal header is nowhere; what came of it is verified', async () => {
  const fixture = await startFixture({ scans: [scan()] });
  await legacySetup(fixture);
  const id = await eligibleCase(fixture);
  const { requests } = fixture.eligibility;
  const { grants } = fixture.cutover;
  await expect(grants.grant(id, { by: 'Ada' }, 'tester')).rejects.toThrow('no migration request');
  const early = await grants.check(id, 'tester');
  expect(early.done).toBe(false);
  expect(early.expectations.map(({ state }) => state)).toEqual(['missing', 'missing']);
  await requests.draft(id, 'tester');
  await expect(grants.grant(id, { by: 'Ada' }, 'tester')).rejects.toMatchObject({
    code: 'migrationRequest.notSent',
  });
  await requests.sent(id, { by: 'Ada' }, 'tester');
  const portalAuthHeader = 'Bearer planted-portal-secret';
  const { result, request } = await grants.grant(id, { by: 'Ada', portalAuthHeader }, 'tester');
  expect(result.endpoints).toHaveLength(2);
  expect(request.state).toBe('confirmed');
  const check = await grants.check(id, 'tester');
  expect(check.done).toBe(true);
  expect(
    check.expectations.filter(({ what }) => what.startsWith('Header')).map(({ state }) => state),
  ).toEqual(['met', 'met', 'met', 'met']);
  const state = await fixture.cases.state(id);
  expect(state.steps.find((step) => step.id === 'set-headers')?.state).toBe('done');
  const entries = JSON.stringify(await fixture.cases.entries(id, 0, 1000));
  expect(entries).not.toMatch(/planted-portal|planted-secret/);
  await expect(grants.grant(id, { by: 'Ada' }, 'tester')).rejects.toThrow('already cut over');
});

test('on a remote target only its provider grants', async () => {
  const fixture = await startFixture({ scans: [scan()] });
  const target = await fixture.targets.add({
    name: 'production',
    baseUrl: fixture.service.apiUrl,
    apiKey: fixture.service.apiKey,
  });
  await legacySetup(fixture);
  const { id } = await fixture.cases.create({ name: 'A', integrator: 'A', targetId: target.id }, 'tester');
  await fixture.check({ caseId: id, source: [{ path }], configuration: {} });
  await fixture.eligibility.requests.draft(id, 'tester');
  await expect(fixture.cutover.grants.grant(id, { by: 'Ada' }, 'tester')).rejects.toThrow('is remote');
  await fixture.service.control.sandbox.cutover({});
  const check = await fixture.cutover.grants.check(id, 'tester');
  expect(check).toMatchObject({ done: false, state: 'not-visible' });
  expect(check.expectations.map(({ state }) => state)).toEqual([
    'met',
    'met',
    'not-visible',
    'not-visible',
    'not-visible',
    'not-visible',
  ]);
});

test('what others wrote is inert in the Markdown of a request', async () => {
  const fixture = await startFixture({
    scans: [scan({ origin: '<img src=x onerror=alert(1)> | **b** `c`' })],
  });
  const { id } = await fixture.cases.create(
    { name: 'A', integrator: '# Evil [link](javascript:alert(1)) <script>' },
    'tester',
  );
  await fixture.check({ caseId: id, source: [{ path }] });
  const { markdown } = await fixture.eligibility.requests.draft(id, 'tester');
  expect(markdown).not.toMatch(/<(?!br>)/);
  expect(markdown).not.toMatch(/^# Evil/m);
  expect(markdown).not.toMatch(/(?<!\\)\]\(/);
});

test('each rule with emails has a recipe with trigger, filter and mail', async () => {
  const fixture = await startFixture();
  const { id } = await fixture.newCase();
  const company = await legacySetup(fixture);
  await fixture.service.api('POST', '/rules', {
    type: 'Data Sync Status Changed To Error',
    companyId: company.id,
    notifiers: { emails: ['a@example.com', 'b@example.com'] },
  });
  const { results, markdown } = await fixture.eligibility.recipes(id);
  expect(results).toHaveLength(2);
  expect(results[0]).toMatchObject({
    ruleType: 'Dataset data changed',
    recipients: ['ops@example.com'],
    triggers: ['read.completed'],
    filter: [{ field: 'payload.dataTypes[].recordsModified', operator: 'equals', value: 'true' }],
  });
  expect(results[1]?.filter).toEqual([
    { field: 'payload.referenceCompany.id', operator: 'equals', value: company.id },
    {
      field: 'payload.dataTypes[].status',
      operator: 'in',
      value:
        'FetchError, MapError, ProcessingError, InternalError, AuthError, RateLimitError, PermissionsError',
    },
  ]);
  expect(results[1]?.body).toContain('{{payload.referenceCompany.id}}');
  expect(markdown).toContain('a@example.com');
  expect(markdown).toContain('| ` payload.dataTypes[].recordsModified ` | any item equals | ` true ` |');
  const file = join(temporaryFolder(), 'rules.json');
  writeFileSync(
    file,
    JSON.stringify([{ id: company.id, type: 'Sync Failed', notifiers: { emails: ['x@y.test'] } }]),
  );
  expect((await fixture.eligibility.recipes(id, file)).results).toMatchObject([
    { triggers: ['expenses.sync.unsuccessful'] },
  ]);
});

test('recipes are for people: writes in one line, no company where the event names none, and no cell that ends early', () => {
  const rule = (type: string, companyId: string) => ({
    id: 'r1',
    type,
    companyId,
    notifiers: { emails: ['ops@example.com'] },
  });
  const { results, markdown } = recipesFor([
    rule('Push Operation Status Changed', 'a|b'),
    rule('Rate Limit Reached', 'c'),
  ]);
  expect(results[0]?.triggers.length).toBeGreaterThan(50);
  expect(markdown).toMatch(
    /all \d+ event types that end in ` \.write\.successful ` or ` \.write\.unsuccessful `/,
  );
  expect(markdown).not.toContain('invoices.write');
  expect(markdown).toContain('| ` a\\|b ` |');
  expect(results[1]?.filter).toEqual([]);
});
