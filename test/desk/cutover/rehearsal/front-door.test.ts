import { expect, test } from 'vitest';
import type { ParityReport } from '#contract/parity.ts';
import { until } from '#test/support/host-process.ts';
import { type Call, testHost } from '#test/support/test-host.ts';

/** Rehearsals over HTTP, of a case on the local service and of one on a second host. */

const hook = 'https://hooks.acme.example/webhooks';
const profileValue = 'Bearer planted-profile-7B2';
const portalValue = 'Bearer planted-portal-9C3';

const setUp = async (api: Call) => {
  const company = (await api('POST', '/companies', { name: 'Bright Bakery' })).body;
  await api('POST', `/companies/${company.id}/connections`, { platformKey: 'gbol' });
  const rules = [
    { type: 'DataConnectionStatusChanged', companyId: company.id, notifiers: { webhook: hook } },
    { type: 'Data sync completed', notifiers: { webhook: hook, emails: ['ops@acme.example'] } },
    { type: 'Dataset data changed', notifiers: { webhook: `${hook}/changed` } },
    { type: 'Push Operation Status Changed', notifiers: { webhook: hook } },
    { type: 'Sync Failed', notifiers: { emails: ['ops@acme.example'] } },
  ];
  for (const rule of rules) expect((await api('POST', '/rules', rule)).status).toBe(200);
  const profile = { name: 'Acme', redirectUrl: 'https://acme.example/', alertAuthHeader: profileValue };
  await api('PUT', '/profile', profile);
};

const answer = { state: 'present', by: 'Jo', note: 'Asked.' };

const rehearsed = async (desk: Call, request: object): Promise<{ path: string; report: ParityReport }> => {
  const { body: opened } = await desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme', ...request });
  const path = `/api/cases/${opened.id}`;
  expect((await desk('POST', `${path}/cutover/rehearsal`, {})).body.detailedErrorCode).toBe(41142);
  await desk('PUT', `${path}/rows/auth-header-portal/answer`, answer);
  await desk('PUT', `${path}/portal-header`, { by: 'Jo', value: portalValue });
  await desk('POST', `${path}/cutover/plan`, {});
  await desk('PUT', `${path}/cutover/conflicts`, { header: 'Authorization', use: 'portal', by: 'Jo' });
  const plan = await desk('POST', `${path}/cutover/plan`, { freeze: true, by: 'Jo' });
  expect([plan.status, plan.body.plan?.endpoints.length]).toEqual([200, 3]);
  const { body: size } = await desk('GET', `${path}/cutover/rehearsal`);
  const { body: started } = await desk('POST', `${path}/cutover/rehearsal`, {});
  expect(started).toMatchObject({ kind: 'rehearsal', caseId: opened.id });
  const job = await until(async () => {
    const { body } = await desk('GET', `/api/jobs/${started.id}`);
    return body.state !== 'running' && body;
  });
  expect([job.state, job.error]).toEqual(['done', undefined]);
  const { legacy, new: messages } = job.result.requests;
  // An example of a read has three data types, and a rule does not send for each of them.
  expect([size.companies, size.ofCompanies]).toEqual([1, 1]);
  expect(size.requests).toBeGreaterThanOrEqual(legacy + messages);
  expect(size.requests).toBeLessThan(legacy + messages + 10);
  return { path, report: job.result };
};

const expectRecorded = async (desk: Call, path: string, report: ParityReport): Promise<void> => {
  expect([report.verdict, report.why, report.findings]).toEqual(['holds', [], []]);
  const { body: view } = await desk('GET', `${path}/cutover`);
  expect(view.comparisons).toMatchObject([{ source: 'rehearsal', current: true, report }]);
  expect(view.stages.find(({ id }: { id: string }) => id === 'rehearsed').reached).toBe(true);
  const entries = JSON.stringify((await desk('GET', `${path}/entries?limit=200`)).body);
  expect(entries).not.toMatch(/planted-(profile|portal)/);
};

test('of the local service', async () => {
  const { api, desk } = await testHost();
  await setUp(api);
  const { path, report } = await rehearsed(desk, {});
  await expectRecorded(desk, path, report);
  // Nothing of it is on the service itself.
  expect((await api('GET', '/webhooks')).body.results).toEqual([]);
  const { results } = (await desk('GET', '/api/messages')).body;
  const types = results.map(({ eventType }: { eventType: string }) => eventType);
  expect(types).toEqual(['connection.created', 'company.created']);
});

test('of a remote target, which is only read', async () => {
  const provider = await testHost();
  await setUp(provider.api);
  const { desk } = await testHost();
  const { apiUrl, apiKey } = provider.ready;
  const target = { name: 'production', baseUrl: apiUrl, apiKey };
  const { body: added } = await desk('POST', '/api/targets', target);
  const clientId = (await provider.desk('GET', '/api/sandbox/client')).body?.id;
  const request = { targetId: added.id, ...(clientId === undefined ? {} : { clientId }) };
  const { path, report } = await rehearsed(desk, request);
  await expectRecorded(desk, path, report);
  const calls = (await provider.desk('GET', '/api/requests?limit=500')).body.results;
  const byDesk = calls.filter(({ userAgent = '' }) => /carryover/i.test(userAgent));
  expect(byDesk.length).toBeGreaterThan(0);
  expect(new Set(byDesk.map(({ method }: { method: string }) => method))).toEqual(new Set(['GET']));
});
