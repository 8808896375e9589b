import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { EligibilityView, Finding } from '#contract/eligibility.ts';
import type { HeaderSetup } from '#contract/header-setup.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { clientOf } from '#test/support/desk-client.ts';
import { startHostProcess } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const legacyHandler = `import express from 'express';
import { recordPayment, warnOperator } from './ledger.js';

const app = express();
app.use(express.json());

app.post('/hooks', async (req, res) => {
  const { RuleId, RuleType, CompanyId, Data } = req.body;
  if (RuleId === process.env.SYNC_RULE) {
    await recordPayment(CompanyId, Data.dataType);
  } else if (RuleType === 'Sync Failed') {
    await warnOperator(CompanyId);
  }
  res.sendStatus(200);
});

app.listen(8080);
`;
const fixedHandler = legacyHandler
  .replace('const { RuleId, RuleType,', 'const { RuleType,')
  .replace('RuleId === process.env.SYNC_RULE', "RuleType === 'Data sync completed'");
const legacyPoller = `const base = process.env.SERVICE_URL;

export const missedAlerts = async (key) => {
  const answer = await fetch(\`\${base}/rules/alerts?page=1\`, { headers: { authorization: key } });
  const { results } = await answer.json();
  return results.filter((alert) => alert.status === 'Failed');
};
`;
const fixedPoller = `// The service retries for 28 hours: nothing is polled any more.
export const missedAlerts = async () => [];
`;

/** What the application does to the service while it runs: over real sockets, as itself. */
const application = (apiUrl: string, apiKey: string) => {
  const headers = { authorization: `Basic ${btoa(apiKey)}`, 'user-agent': 'acme-app/1.4' };
  const get = async (path: string) => (await fetch(apiUrl + path, { headers })).status;
  return {
    legacy: async () => [await get('/companies'), await get('/rules/alerts?page=1')],
    fixed: async () => [await get('/companies'), await get('/integrations')],
  };
};

const place = ({ place }: Finding): string =>
  place.kind === 'source'
    ? `${place.file}:${place.line}`
    : place.kind === 'request'
      ? `${place.method} ${place.path} ×${place.count} by ${place.caller}`
      : place.text;

test('a legacy set-up is found blocked with evidence, fixed, found eligible, cut over, and its headers arrive', async () => {
  const consumer = await startConsumer();
  const host = await startHostProcess(['--data', temporaryFolder()]);
  const { api, desk, check } = clientOf(host);
  const app = application(host.ready.apiUrl, host.ready.apiKey);

  // The legacy set-up: four rules, one company-specific, one with emails, an auth header from the profile.
  const url = `${consumer.url}/hooks`;
  const acme = await api('POST', '/companies', { name: 'Acme Bakery' });
  await api('PUT', '/profile', {
    name: 'Acme',
    redirectUrl: 'https://acme.example',
    alertAuthHeader: 'Basic bGVnYWN5OnNlY3JldA==',
  });
  await api('POST', '/rules', { type: 'Data sync completed', notifiers: { webhook: url } });
  await api('POST', '/rules', { type: 'DataConnectionStatusChanged', notifiers: { webhook: url } });
  await api('POST', '/rules', {
    type: 'New company synchronized',
    companyId: acme.id,
    notifiers: { webhook: url },
  });
  await api('POST', '/rules', { type: 'Sync Failed', notifiers: { emails: ['ops@acme.example'] } });

  const source = temporaryFolder();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  };
  write('src/hooks.js', legacyHandler);
  write('src/poller.js', legacyPoller);

  // The case: what the application does is watched, its code and the configuration are read.
  const { id } = await desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
  const path = `/api/cases/${id}`;
  const first = await desk('POST', `${path}/observations`, { name: 'staging, before the fix' });
  expect(await app.legacy()).toEqual([200, 200]);
  const scan = { caseId: id, configuration: {}, source: [{ path: source, scope: 'acme-app' }] };
  const blocked = await check(scan);
  expect(blocked.verdict.state).toBe('blocked');
  const rows = Object.fromEntries(blocked.verdict.rows.map(({ row, state }) => [row, state]));
  expect(rows).toMatchObject({
    'email-notifications': 'present',
    'alerts-endpoints': 'present',
    'rule-id': 'present',
    'company-agnostic': 'absent',
    'company-specific': 'present',
    'auth-header-profile': 'present',
  });
  const { findings } = (await desk('GET', `${path}/eligibility`)) as EligibilityView;
  const places = findings.map((finding) => `${finding.row} ${place(finding)}`);
  expect(places).toContain('alerts-endpoints src/poller.js:4');
  expect(places.some((text) => /^rule-id src\/hooks\.js:[89]$/.test(text))).toBe(true);
  expect(places).toContain('alerts-endpoints GET /rules/alerts ×1 by acme-app/1.4');
  const blocking = blocked.verdict.actions.filter((action) => action.blocking);
  expect(blocking.map(({ row, responsible }) => [row, responsible])).toEqual([
    ['alerts-endpoints', 'integrator'],
    ['rule-id', 'integrator'],
  ]);
  // What blocks can't be talked away, and nothing can be requested yet.
  expect(
    (await host.desk('PUT', `${path}/rows/rule-id/answer`, { state: 'absent', by: 'Jo', note: 'gone' }))
      .status,
  ).toBe(409);
  expect((await host.desk('POST', `${path}/request`)).status).toBe(409);

  // The fix, and a new window in which the application works without the alerts endpoints.
  await desk('POST', `${path}/observations/${first.id}/close`);
  write('src/hooks.js', fixedHandler);
  write('src/poller.js', fixedPoller);
  const second = await desk('POST', `${path}/observations`, { name: 'staging, after the fix' });
  expect(await app.fixed()).toEqual([200, 200]);
  await desk('POST', `${path}/observations/${second.id}/close`);
  const eligible = await check(scan);
  expect(eligible.verdict.state).toBe('eligible');
  expect(eligible.verdict.actions.map(({ row }) => row)).toEqual(
    expect.arrayContaining(['email-notifications', 'company-specific', 'auth-header-profile']),
  );
  const { history } = (await desk('GET', `${path}/eligibility`)) as EligibilityView;
  expect(history.map(({ state }) => state)).toEqual(expect.arrayContaining(['blocked', 'eligible']));
  expect(history.at(-1)?.state).toBe('eligible');
  const gone = history.flatMap(({ change }) => change?.gone ?? []).map(place);
  expect(gone).toEqual(expect.arrayContaining(['src/poller.js:4']));

  // Requested, granted on the local service, and verified.
  const draft = await desk('POST', `${path}/request`);
  expect(draft).toMatchObject({ state: 'drafted', document: { integrator: 'Acme Ltd' } });
  expect(draft.markdown).toContain('Acme Ltd');
  await desk('POST', `${path}/request/sent`, { by: 'Sam' });
  const granted = await desk('POST', `${path}/cutover`, { by: 'Sam' });
  expect(granted.result.endpoints.length).toBeGreaterThan(0);
  expect((await desk('POST', `${path}/cutover/check`)).done).toBe(true);

  // Both headers on every endpoint, and a test event that brings them.
  const { results } = (await desk('GET', `${path}/endpoints`)) as { results: HeaderSetup[] };
  expect(results.length).toBe(granted.result.endpoints.length);
  const clientId = granted.request.document.clientId as string;
  for (const { webhook } of results) {
    const headersPath = `${path}/endpoints/${webhook.id}/headers`;
    const setup = (await desk('PUT', headersPath, {
      authorization: { scheme: 'basic', user: 'hooks', password: 'n3w-secret' },
      clientId: true,
    })) as HeaderSetup;
    expect(setup.headers.map(({ name }) => name).sort()).toEqual(['Authorization', 'X-Service-ClientId']);
    expect(JSON.stringify(setup)).not.toContain('n3w-secret');
    const before = consumer.received.length;
    const checked = await desk('POST', `${headersPath}/check`);
    expect(checked).toMatchObject({ passed: true, statusCode: 200, by: 'test-event' });
    expect(consumer.received.slice(before)).toMatchObject([
      {
        path: '/hooks',
        headers: {
          authorization: `Basic ${btoa('hooks:n3w-secret')}`,
          'x-service-clientid': clientId,
          'webhook-signature': expect.stringMatching(/^v1,/),
        },
      },
    ]);
  }

  const view = await desk('GET', path);
  const open = view.steps.filter(({ state }: { state: string }) => state === 'open');
  // The cutover itself goes on: it is not rehearsed, and its soak is still to come.
  expect(open.map(({ id }: { id: string }) => id)).toEqual([
    'rehearse-cutover',
    'test-endpoint',
    'complete-cutover',
  ]);
  expect(await desk('POST', `${path}/verify`, { expect: draft.document.chainDigest })).toMatchObject({
    whole: true,
  });
  expect(await host.end('SIGTERM')).toBe(0);
});
