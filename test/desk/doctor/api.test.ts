import { expect, test } from 'vitest';
import type { DoctorResult } from '#contract/doctor.ts';
import type { Job } from '#contract/job.ts';
import { withOutcome } from '#test/support/doctor-consumers/examined.ts';
import { authorizationValue, createJudge, secret } from '#test/support/doctor-consumers/judge.ts';
import { httpConsumer } from '#test/support/doctor-consumers/servers.ts';
import { until } from '#test/support/host-process.ts';
import { type Call, testHost } from '#test/support/test-host.ts';

const endOf = async (desk: Call, started: Job): Promise<Job> =>
  until(async () => {
    const { body } = await desk('GET', `/api/jobs/${started.id}`);
    return body.state !== 'running' && body;
  });

test('the desk plans a test, carries it out as a job, and lists it under its case', async () => {
  const { desk } = await testHost();
  const { body: acme } = await desk('POST', '/api/cases', {
    name: 'acme',
    integrator: 'Acme Ltd',
    parts: ['webhooks'],
  });
  const { url } = await httpConsumer(createJudge('compares the first signature only'));
  const headers = [{ name: 'Authorization', value: authorizationValue }];
  const request = { url, secret, headers, caseId: acme.id };
  const plan = await desk('POST', '/api/doctor/plan', request);
  expect([plan.status, plan.body.loopback, plan.body.requests]).toEqual([200, true, 60]);
  const started = await desk('POST', '/api/doctor', request);
  expect([started.status, started.body.kind, started.body.caseId]).toEqual([200, 'doctor', acme.id]);
  const job = await endOf(desk, started.body);
  const result = job.result as DoctorResult;
  expect([job.state, withOutcome(result, 'fail')]).toEqual(['done', ['rotation']]);
  const listed = await desk('GET', `/api/cases/${acme.id}/doctor`);
  expect(listed.body.results.map((run: { result: DoctorResult }) => run.result)).toEqual([result]);
  const all = JSON.stringify([plan.body, job, listed.body]);
  expect(all).not.toContain(authorizationValue.slice(7));
  expect(all).not.toContain(secret.slice(6));
});

test('the desk refuses another host without the code of the plan', async () => {
  const { desk } = await testHost();
  const request = { url: 'https://203.0.114.7/hooks' };
  const refused = await desk('POST', '/api/doctor', request);
  expect([refused.status, refused.body.error]).toEqual([
    409,
    expect.stringMatching(/up to 45 requests to 203\.0\.114\.7, which is not this machine/),
  ]);
  const metadata = await desk('POST', '/api/doctor/plan', { url: 'http://169.254.169.254/latest' });
  expect([metadata.status, metadata.body.detailedErrorCode]).toEqual([400, 41550]);
  expect((await desk('GET', '/api/jobs')).body.results).toEqual([]);
});

test.each([
  [{ url: 'http://localhost:1', secret: 'whsec_planted words' }, /whsec_ followed by base64/],
  [{ url: 'http://localhost:1', headers: [{ name: 'Host', value: 'planted-words' }] }, /Host can't be set/],
  [{ url: 'http://localhost:1', headers: [{ name: 'X-A', value: 'planted\nwords' }] }, /can't carry/],
  [{ url: 'http://localhost:1', other: 1 }, /other/],
  [{ webhookId: '3f0c2a52-54a7-4a1c-9f0e-0c3f8f3a9b11' }, /not found/],
])('the desk refuses %j, and repeats no value', async (request, words) => {
  const { desk } = await testHost();
  const { status, body } = await desk('POST', '/api/doctor/plan', request);
  expect([status >= 400 && status < 500, body.error]).toEqual([true, expect.stringMatching(words)]);
  expect(body.error).not.toMatch(/planted/);
});

test('an endpoint of a remote target is tested at its URL, with the secret that is given', async () => {
  const remote = await testHost();
  const { desk } = await testHost();
  const { url } = await httpConsumer(createJudge('ignores Authorization'));
  const { body: webhook } = await remote.api('POST', '/webhooks', { url, eventTypes: ['read.completed'] });
  const { body: target } = await desk('POST', '/api/targets', {
    name: 'far',
    baseUrl: remote.ready.apiUrl,
    apiKey: remote.ready.apiKey,
  });
  const { body: acme } = await desk('POST', '/api/cases', {
    name: 'acme',
    integrator: 'Acme Ltd',
    parts: ['webhooks'],
    targetId: target.id,
  });
  const request = { webhookId: webhook.id, caseId: acme.id };
  const without = await desk('POST', '/api/doctor/plan', request);
  expect(without.body).toMatchObject({ url, secret: 'none', headers: [] });
  const job = await endOf(desk, (await desk('POST', '/api/doctor', { ...request, secret })).body);
  expect((job.result as DoctorResult).verdict).toBe('pass');
  const listed = await desk('GET', `/api/cases/${acme.id}/doctor`);
  expect(listed.body.results[0].webhookId).toBe(webhook.id);
});

test('once the cutover is planned, the case names the endpoint to test', async () => {
  const { desk, api } = await testHost();
  const { body: acme } = await desk('POST', '/api/cases', {
    name: 'acme',
    integrator: 'Acme Ltd',
    parts: ['webhooks'],
  });
  const { url } = await httpConsumer(createJudge());
  const notifiers = { emails: [], webhook: url };
  await api('POST', '/rules', { type: 'Data sync completed', notifiers });
  const planned = await desk('POST', `/api/cases/${acme.id}/cutover/plan`, { freeze: true });
  expect([planned.status, planned.body.error]).toEqual([200, undefined]);
  const plan = await desk('POST', '/api/doctor/plan', { caseId: acme.id });
  expect([plan.status, plan.body.url, plan.body.secret]).toEqual([200, url, 'none']);
});
