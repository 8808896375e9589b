import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemTime, toIso } from '#base/clock.ts';
import type { CutoverPlanView, CutoverView, SoakView } from '#contract/cutover.ts';
import type { CutoverRequest } from '#contract/sandbox.ts';
import type { Webhook } from '#contract/webhook.ts';
import { type Consumer, startConsumer } from '#test/support/consumer.ts';
import {
  checkedEligible,
  legacySetUp,
  nextEvent,
  portalHeader,
  soakIsOver,
  startWorld,
  type World,
} from './cutover-cli.ts';

const soakMs = 5000;
const problemsOf = ({ last }: SoakView): string[] => last?.problems.map(({ id }) => id) ?? [];

/** What the request asks the provider for. */
const orderOf = ({ digest, rules, endpoints }: CutoverPlanView): CutoverRequest => ({
  portalAuthHeader: portalHeader,
  plan: {
    digest,
    ruleIds: rules.map(({ ruleId }) => ruleId),
    endpoints: endpoints.map(({ url, eventTypes, companyId, fromRules }) => ({
      url,
      eventTypes,
      ...(companyId === undefined ? {} : { companyId }),
      ruleIds: fromRules,
    })),
  },
});

/** Verifies with what the consumer received from each endpoint, as a person hands it in. */
const verifyByReceived = async (
  code: number,
  { dataDir, run }: World,
  provider: World,
  consumer: Consumer,
): Promise<void> => {
  const { results } = (await provider.api('GET', '/webhooks')) as { results: Webhook[] };
  const given: string[] = [];
  for (const { id } of results.filter(({ disabled }) => !disabled)) {
    const before = consumer.received.length;
    await provider.desk('POST', `/api/endpoints/${id}/test`, {});
    const [got] = (await consumer.receivedAtLeast(before + 1)).slice(before);
    const file = join(dataDir, `received-${id}.txt`);
    writeFileSync(
      file,
      Object.entries(got?.headers ?? {})
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    );
    given.push(`${id.slice(0, 13)}=${file}`);
  }
  await run(code, 'cutover', 'verify', 'acme', '--received', ...given);
};

test('a cutover of a remote target: the provider makes it wrongly, corrects it, and rolls it back on request', async () => {
  const consumer = await startConsumer();
  const provider = await startWorld();
  const world = await startWorld();
  const { run, json, dataDir } = world;
  const { companyId, own } = await legacySetUp(provider, consumer);
  const keyFile = join(dataDir, 'key.txt');
  writeFileSync(keyFile, provider.host.ready.apiKey);
  const portalFile = join(dataDir, 'portal.txt');
  writeFileSync(portalFile, `${portalHeader}\n`);
  await run(0, 'targets', 'add', 'production', '--url', provider.host.ready.apiUrl, '--key-file', keyFile);
  const { ClientId: clientId } = (await nextEvent(provider, consumer, companyId)).body;
  const about = ['--integrator', 'Acme Ltd', '--client-id', clientId];
  await run(0, 'case', 'new', 'acme', ...about, '--target', 'production');
  await checkedEligible(world, 'acme');

  await json(3, 'cutover', 'plan', 'acme', '--portal-auth-file', portalFile);
  const plan: CutoverPlanView = await json(0, 'cutover', 'plan', 'acme', '--use', 'portal', '--by', 'Jo');
  expect((await json(0, 'cutover', 'rehearse', 'acme')).verdict).toBe('holds');
  const requested = await run(0, 'cutover', 'request', 'acme', '--by', 'Jo');
  expect(requested.stdout).toContain(plan.digest);
  expect((await run(3, 'cutover', 'apply', 'acme')).stderr).toContain('its provider applies the plan');

  const setHeaders = (webhookId: string) =>
    provider.desk('PUT', `/api/endpoints/${webhookId}/headers`, {
      headers: [
        { name: 'Authorization', value: portalHeader },
        { name: 'X-Service-ClientId', value: clientId },
      ],
    });

  // The provider makes one endpoint wrongly.
  const { endpoints } = await provider.desk('POST', '/api/cutover', orderOf(plan));
  const right: Webhook = endpoints
    .map(({ webhook }: { webhook: Webhook }) => webhook)
    .find(({ url }: Webhook) => url === own);
  await provider.api('DELETE', `/webhooks/${right.id}`);
  const { url, eventTypes } = right;
  const wrong = await provider.api('POST', '/webhooks', { url, eventTypes: eventTypes.slice(1), companyId });
  await run(0, 'cutover', 'grant', 'acme', '--by', 'Sam');
  await run(3, 'cutover', 'verify', 'acme');
  const corrections = await run(3, 'cutover', 'verify', 'acme', '--corrections');
  expect(corrections.stdout).toContain(eventTypes[0]);
  expect(corrections.stdout).toContain(own);

  // Corrected; the headers are seen at the consumer alone.
  await provider.api('DELETE', `/webhooks/${wrong.id}`);
  const mended = await provider.api('POST', '/webhooks', { url, eventTypes, companyId });
  await setHeaders(mended.id);
  await run(4, 'cutover', 'verify', 'acme');
  await verifyByReceived(0, world, provider, consumer);
  const after = await nextEvent(provider, consumer, companyId);
  expect([after.path, after.headers.authorization, after.body.eventType]).toEqual([
    '/own',
    portalHeader,
    'connection.created',
  ]);

  // In soak, a dropped header and a deleted endpoint are noticed, and mended.
  await json(0, 'cutover', 'soak', 'acme', '--until', toIso(systemTime.now() + soakMs), '--by', 'Jo');
  await provider.desk('PATCH', `/api/endpoints/${mended.id}/headers`, { remove: ['Authorization'] });
  await verifyByReceived(3, world, provider, consumer);
  expect(problemsOf(await json(3, 'cutover', 'soak', 'acme'))).toEqual(['header-lost']);
  await json(3, 'cutover', 'status', 'acme');
  await provider.api('DELETE', `/webhooks/${mended.id}`);
  expect(problemsOf(await json(3, 'cutover', 'soak', 'acme'))).toContain('endpoint-deleted');
  const remade = await provider.api('POST', '/webhooks', { url, eventTypes, companyId });
  await setHeaders(remade.id);
  await verifyByReceived(0, world, provider, consumer);
  await soakIsOver(world, 'acme');
  await run(0, 'cutover', 'complete', 'acme', '--by', 'Jo');

  // The rollback is requested, carried out by the provider, and seen to be back.
  const asked = await run(0, 'cutover', 'rollback', 'acme', '--reason', 'Orders missing', '--yes');
  expect(asked.stdout).toContain(own);
  const waiting: CutoverView = await json(0, 'cutover', 'status', 'acme');
  expect(waiting.rollbacks).toMatchObject([{ state: 'requested', reason: 'Orders missing' }]);
  await provider.desk('POST', '/api/cutover/undo');
  await provider.desk('PATCH', `/api/endpoints/${remade.id}`, { disabled: true });
  await run(3, 'cutover', 'verify', 'acme');
  const back: CutoverView = await json(0, 'cutover', 'status', 'acme');
  expect(back).toMatchObject({ state: 'rolled-back', rollbacks: [{ state: 'done' }] });
  expect((await nextEvent(provider, consumer, companyId)).body.RuleType).toBe('DataConnectionStatusChanged');

  // And a second cutover.
  const second: CutoverPlanView = await json(0, 'cutover', 'plan', 'acme');
  await run(0, 'cutover', 'rehearse', 'acme');
  await run(0, 'cutover', 'request', 'acme', '--by', 'Jo');
  await provider.desk('POST', '/api/cutover', orderOf(second));
  await run(0, 'cutover', 'grant', 'acme', '--by', 'Sam');
  await verifyByReceived(0, world, provider, consumer);
  expect((await json(0, 'cutover', 'status', 'acme')).state).toBe('verified');
}, 240_000);
