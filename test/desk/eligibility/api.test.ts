import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import {
  CheckResult,
  CutoverCheck,
  EligibilityView,
  EmailRecipes,
  Evidence,
  GrantResult,
  MigrationRequestView,
  Observation,
} from '#contract/eligibility.ts';
import { JobList } from '#contract/job.ts';
import { jobEnded } from '#test/support/job-ended.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

type Host = Awaited<ReturnType<typeof testHost>>;

const newCase = async ({ desk }: Host): Promise<string> =>
  (await desk('POST', '/api/cases', { name: 'Acme' })).body.id;

/** Answers with 200, and with what the schema promises to the last property. */
const expecting =
  ({ desk }: Host) =>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
  async (schema: TSchema, method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await desk(method, path, body);
    expect([method, path, answer.status, answer.body?.error]).toEqual([method, path, 200, undefined]);
    expect([...Value.Errors(schema, answer.body)]).toEqual([]);
    return answer.body;
  };

const ended = ({ desk }: Host, jobId: string) => jobEnded(desk, jobId);

const appIn = (folder: string, code: string): string => {
  const path = join(folder, 'acme-app');
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'hook.js'), code);
  return path;
};

const legacyApp = [
  "export const missed = (client) => client.get('/rules/alerts');",
  'export const handle = (body) => (body.RuleId === known ? sync(body.CompanyId) : undefined);',
].join('\n');
const fixedApp =
  "export const handle = (body) => (body.RuleType === 'Data sync completed' ? sync(body) : undefined);";

test('every route answers what its schema promises, and the planted values stay where they belong', async () => {
  const dataDir = temporaryFolder();
  const host = await testHost({ dataDir });
  const ask = expecting(host);
  await host.api('POST', '/rules', {
    type: 'Data sync completed',
    notifiers: { webhook: 'http://127.0.0.1:9/hook', emails: ['ops@example.com'] },
  });
  const profile = (await host.api('GET', '/profile')).body;
  await host.api('PUT', '/profile', { ...profile, alertAuthHeader: 'Bearer planted-in-the-profile' });
  const id = await newCase(host);
  const caseUrl = `/api/cases/${id}`;
  const folder = temporaryFolder();
  const check = async (body: object) => {
    const started = await host.desk('POST', '/api/checks', { caseId: id, ...body });
    expect(started.status).toBe(200);
    const job = await ended(host, started.body.id);
    expect(job.error).toBeUndefined();
    expect([...Value.Errors(CheckResult, job.result)]).toEqual([]);
    return job.result;
  };

  const blocked = await check({ source: [{ path: appIn(folder, legacyApp) }], configuration: {} });
  expect(blocked.verdict.state).toBe('blocked');
  const view = await ask(EligibilityView, 'GET', `${caseUrl}/eligibility`);
  const placed = view.findings.filter(({ place }: { place: { kind: string } }) => place.kind === 'source');
  expect(
    placed.map(({ place }: { place: { file: string; line: number } }) => [place.file, place.line]),
  ).toEqual([
    ['hook.js', 1],
    ['hook.js', 2],
  ]);
  await ask(Evidence, 'GET', `${caseUrl}/evidence/${view.evidence[0].id}`);
  const finding = `${caseUrl}/findings/${placed[0].id}/dismissal`;
  await ask(EligibilityView, 'POST', finding, { row: placed[0].row, reason: 'a test' });
  await ask(EligibilityView, 'DELETE', finding);
  await ask(EligibilityView, 'PUT', `${caseUrl}/rows/rule-id/overrule`, {
    state: 'absent',
    by: 'Jo',
    reason: 'x',
  });
  await ask(EligibilityView, 'DELETE', `${caseUrl}/rows/rule-id/overrule`);
  const answer = { state: 'present', by: 'Jo', note: 'seen' };
  await ask(EligibilityView, 'PUT', `${caseUrl}/rows/auth-header-portal/answer`, answer);
  const refused = await host.desk('PUT', `${caseUrl}/rows/rule-id/answer`, { ...answer, state: 'absent' });
  expect(refused.status).toBe(409);
  const window = await ask(Observation, 'POST', `${caseUrl}/observations`, { name: 'first' });
  await ask(Observation, 'POST', `${caseUrl}/observations/${window.id}/close`);

  const fixed = await check({ source: [{ path: appIn(folder, fixedApp) }] });
  expect(fixed.change.state).toEqual({ from: 'blocked', to: 'eligible' });
  await ask(EmailRecipes, 'GET', `${caseUrl}/recipes`);
  await ask(MigrationRequestView, 'POST', `${caseUrl}/request`);
  const header = { by: 'Jo', value: 'Bearer planted-in-the-portal' };
  const supplied = await ask(EligibilityView, 'PUT', `${caseUrl}/portal-header`, header);
  expect(supplied.portalHeader.masked).toBe('Bearer ••••tal');
  await ask(MigrationRequestView, 'POST', `${caseUrl}/request/sent`, { by: 'Jo' });
  await ask(MigrationRequestView, 'GET', `${caseUrl}/request`);
  expect((await ask(EligibilityView, 'GET', `${caseUrl}/eligibility`)).request).toBe('sent');
  const { results: jobs } = await ask(JobList, 'GET', '/api/jobs');
  expect(jobs.map((job: object) => [Object.hasOwn(job, 'progress'), Object.hasOwn(job, 'result')])).toEqual([
    [true, false],
    [true, false],
  ]);
  const granted = await ask(GrantResult, 'POST', `${caseUrl}/cutover`, { by: 'Jo' });
  expect(granted.request.state).toBe('confirmed');
  const verified = await ask(CutoverCheck, 'POST', `${caseUrl}/cutover/check`);
  expect(verified.done).toBe(true);
  const markdown = await fetch(`${host.ready.deskUrl}${caseUrl}/request.md`, {
    headers: { authorization: `Bearer ${host.ready.deskToken}` },
  });
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await markdown.text()).toMatch(/^# Migration to the new webhook service/);

  const planted = ['planted-in-the-profile', 'planted-in-the-portal'];
  const needles = planted
    .flatMap((text) => [text, `Bearer ${text}`])
    .flatMap((text) => [
      Buffer.from(text),
      Buffer.from(Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -2)),
    ]);
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(dataDir, name),
  );
  for (const file of files.filter((path) => statSync(path).isFile() && !path.endsWith('carryover.key'))) {
    const content = readFileSync(file);
    expect([file, needles.filter((needle) => content.includes(needle)).map(String)]).toEqual([file, []]);
  }
});

test('everything is in the OpenAPI document, with a summary', async () => {
  const { ready, desk } = await testHost();
  expect(ready.deskUrl).toBeDefined();
  const { body } = await desk('GET', '/api/openapi.json');
  const wanted: Record<string, string[]> = {
    '/api/checks': ['post'],
    '/api/cases/{id}/eligibility': ['get'],
    '/api/cases/{id}/evidence/{evidenceId}': ['get'],
    '/api/cases/{id}/rows/{row}/answer': ['put', 'delete'],
    '/api/cases/{id}/rows/{row}/overrule': ['put', 'delete'],
    '/api/cases/{id}/findings/{findingId}/dismissal': ['post', 'delete'],
    '/api/cases/{id}/observations': ['post'],
    '/api/cases/{id}/observations/{observationId}/close': ['post'],
    '/api/cases/{id}/request': ['post', 'get'],
    '/api/cases/{id}/request/sent': ['post'],
    '/api/cases/{id}/request/confirmed': ['post'],
    '/api/cases/{id}/request.md': ['get'],
    '/api/cases/{id}/recipes': ['get'],
    '/api/cases/{id}/cutover': ['post'],
    '/api/cases/{id}/portal-header': ['put'],
    '/api/cases/{id}/cutover/check': ['post'],
  };
  for (const [path, methods] of Object.entries(wanted)) {
    for (const method of methods)
      expect([path, body.paths[path]?.[method]?.summary]).toEqual([path, expect.any(String)]);
  }
});

test('misspelt fields, blank words and control characters are refused, each by name', async () => {
  const host = await testHost();
  const id = await newCase(host);
  const row = `/api/cases/${id}/rows/auth-header-portal`;
  const answer = { state: 'absent', by: 'Jo', note: 'looked' };
  const overrule = { state: 'absent', by: 'Jo', reason: 'old' };
  const refused: [string, string, object, RegExp][] = [
    ['POST', '/api/checks', { caseId: id, sources: [] }, /sources/],
    ['POST', '/api/checks', { caseId: id, configuration: { rules: '/x' } }, /rules/],
    ['PUT', `${row}/answer`, { ...answer, notes: 'x' }, /notes/],
    ['PUT', `${row}/answer`, { ...answer, by: ' ' }, /by/],
    ['PUT', `${row}/answer`, { ...answer, by: 'a\u001b[2J' }, /by/],
    ['PUT', `${row}/answer`, { ...answer, note: ' \n ' }, /note/],
    ['PUT', `${row}/overrule`, { ...overrule, reason: ' ' }, /reason/],
    ['POST', `/api/cases/${id}/observations`, { name: ' ' }, /name/],
    ['POST', `/api/cases/${id}/observations`, { name: 'w', callers: 'x' }, /callers/],
    ['POST', `/api/cases/${id}/request/sent`, { by: 'Jo', notes: 'x' }, /notes/],
    ['POST', `/api/cases/${id}/cutover`, { by: 'Jo', portalHeader: 'x' }, /portalHeader/],
  ];
  for (const [method, path, body, words] of refused) {
    const { status, body: said } = await host.desk(method, path, body);
    expect([path, status, JSON.stringify(said)]).toEqual([path, 400, expect.stringMatching(words)]);
  }
  expect(
    (await host.desk('PUT', `${row}/answer`, { ...answer, by: 'Jo Ødegård', note: 'two\nlines' })).status,
  ).toBe(200);
  expect((await host.desk('DELETE', `${row}/answer`)).body.answers).toEqual([]);
});

test('random bodies never make it fail', async () => {
  const host = await testHost();
  const id = await newCase(host);
  const routes: [string, string][] = [
    ['POST', '/api/checks'],
    ['PUT', `/api/cases/${id}/rows/rule-id/answer`],
    ['PUT', `/api/cases/${id}/rows/rule-id/overrule`],
    ['POST', `/api/cases/${id}/findings/0123456789abcdef/dismissal`],
    ['POST', `/api/cases/${id}/observations`],
    ['POST', `/api/cases/${id}/request`],
    ['POST', `/api/cases/${id}/request/sent`],
    ['POST', `/api/cases/${id}/cutover`],
  ];
  const words = [
    'state',
    'by',
    'note',
    'reason',
    'row',
    'name',
    'caller',
    'source',
    'path',
    'traffic',
    'paths',
    'configuration',
    'caseId',
  ];
  const body = fc.dictionary(
    fc.constantFrom(...words),
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('present', 'absent', 'rule-id', id, {}, [])),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), body, async ([method, path], sent) => {
      const { status } = await host.desk(method, path, sent);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
});
