import { expect, test } from 'vitest';
import { type Call, testHost } from '#test/support/test-host.ts';

const url = 'http://127.0.0.1:9/hook?tenant=7';
const digest = 'd'.repeat(64);

const addRule = async (api: Call, type: string): Promise<string> => {
  const { body } = await api('POST', '/rules', { type, notifiers: { webhook: url } });
  return body.id;
};

test('a plan is carried out, rolled back and carried out again, as callers of both APIs see it', async () => {
  const { api, desk } = await testHost();
  const profile = { name: 'Acme', redirectUrl: '', alertAuthHeader: 'Bearer one' };
  await api('PUT', '/profile', profile);
  const ruleId = await addRule(api, 'Sync Completed');
  const endpoints = [{ url, eventTypes: ['expenses.sync.successful'], ruleIds: [ruleId] }];
  const plan = { digest, ruleIds: [ruleId], endpoints, authHeader: 'profile' };
  const moved = await desk('POST', '/api/cutover', { plan: { ...plan, authHeader: 'none' } });
  expect(moved).toMatchObject({ status: 409, body: { detailedErrorCode: 41134, canBeRetried: 'No' } });
  expect(moved.body.error).toContain('The profile has an auth header.');
  const unknown = await desk('POST', '/api/cutover', { plan: { ...plan, ruleIds: 'all' } });
  expect(unknown.status).toBe(400);
  expect((await desk('GET', '/api/cutover')).body).toEqual({ cutOver: false });

  const { status, body: result } = await desk('POST', '/api/cutover', { plan });
  expect(status).toBe(200);
  expect((await desk('GET', '/api/cutover')).body).toEqual({ cutOver: true, planDigest: digest, ...result });
  expect((await api('GET', '/webhooks')).body.results).toEqual([result.endpoints[0].webhook]);
  expect((await api('GET', '/rules/alerts')).status).toBe(404);
  const refused = await api('POST', '/rules', { type: 'Sync Failed', notifiers: { webhook: url } });
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('POST /webhooks') } });
  const otherHeader = { ...profile, alertAuthHeader: 'Bearer two' };
  expect((await api('PUT', '/profile', otherHeader)).status).toBe(400);

  expect(await desk('POST', '/api/cutover/undo')).toEqual({ status: 204, body: undefined });
  expect((await desk('GET', '/api/cutover')).body).toEqual({ cutOver: false });
  const disabled = { ...result.endpoints[0].webhook, disabled: true };
  expect((await api('GET', '/webhooks')).body.results).toEqual([disabled]);
  expect((await api('GET', '/rules/alerts')).status).toBe(200);
  expect((await api('PUT', '/profile', otherHeader)).status).toBe(200);
  const added = await addRule(api, 'Sync Failed');
  expect((await desk('POST', '/api/cutover', { plan })).body.error).toContain(
    `Rule ${added} (Sync Failed) is new.`,
  );

  const again = {
    digest: 'e'.repeat(64),
    ruleIds: [ruleId, added],
    endpoints: [
      {
        url,
        eventTypes: ['expenses.sync.successful', 'expenses.sync.unsuccessful'],
        ruleIds: [ruleId, added],
      },
    ],
  };
  const { body: second } = await desk('POST', '/api/cutover', { plan: again });
  const { id } = result.endpoints[0].webhook;
  expect(second.endpoints).toMatchObject([{ ruleIds: again.ruleIds, webhook: { id, disabled: false } }]);
  expect((await desk('GET', '/api/cutover')).body.planDigest).toBe(again.digest);
  const { body: headers } = await desk('GET', `/api/endpoints/${id}/headers?reveal=true`);
  expect(headers.headers).toContainEqual({ name: 'Authorization', value: 'Bearer two' });
});
