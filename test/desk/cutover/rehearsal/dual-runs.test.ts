import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { DualRunView } from '#contract/cutover.ts';
import type { Receiver } from '#contract/receiver.ts';
import { createDualRuns } from '#desk/cutover/rehearsal/dual-runs.ts';
import { createReceiver } from '#host/receiver/index.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { fakeReceiver } from '#test/support/fake-receiver.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { makeFourRules, planFor, startFixture } from './fixture.ts';

const startDualRuns = async (receiver: Receiver = fakeReceiver()) => {
  const fixture = await startFixture();
  const { service, desk, caseId } = fixture;
  const consumer = await startConsumer();
  const made = await makeFourRules(service, consumer.url);
  const parts = { ...desk, control: service.control, receiver, portalSecretName: 'portal' };
  const begin = () => {
    const dualRuns = createDualRuns(parts);
    onTestFinished(() => dualRuns.end());
    return dualRuns;
  };
  const dualRuns = begin();
  return {
    ...fixture,
    ...made,
    consumer,
    dualRuns,
    begin,
    viewOnce: (isWanted: (view: DualRunView) => boolean): Promise<DualRunView> =>
      until(async () => {
        const view = await dualRuns.view(caseId);
        return isWanted(view) && view;
      }),
  };
};

test('a dual run shows pairs as they arrive, and records the comparison when it is stopped', async () => {
  const { dualRuns, service, desk, caseId, freeze, rules, company, consumer, viewOnce, begin } =
    await startDualRuns();
  await expect(dualRuns.start(caseId, 'tester')).rejects.toMatchObject({ code: 'cutover.noPlan' });
  expect(await dualRuns.view(caseId)).toEqual({ running: false, pairs: [] });
  const digest = await freeze(planFor(caseId, rules));

  const begun = await dualRuns.start(caseId, 'tester');
  expect(begun).toMatchObject({ running: true, pairs: [], report: { verdict: 'unknown' } });
  expect(await dualRuns.start(caseId, 'tester')).toMatchObject({ started: begun.started });
  const publish = (eventType: string) =>
    service.control.messages.publishExample({ eventType, companyId: company.id });
  await publish('connection.connected');
  await publish('invoices.write.successful');
  const two = await viewOnce(({ pairs }) => pairs.filter(({ outcome }) => outcome === 'both').length === 2);
  expect(two.pairs.map(({ eventType }) => eventType).sort()).toEqual([
    'connection.connected',
    'invoices.write.successful',
  ]);
  expect(two.report?.verdict).toBe('holds');
  await publish('read.completed');

  const last = await dualRuns.stop(caseId);
  expect(last).toMatchObject({
    running: false,
    report: { verdict: 'holds', findings: [], occurrences: { both: 5, legacyOnly: 0, newOnly: 0, twice: 0 } },
  });
  expect(last.report?.late).toEqual({ p50Ms: expect.any(Number), p99Ms: expect.any(Number) });
  expect(await dualRuns.stop(caseId)).toEqual(last);
  expect((await desk.cases.state(caseId)).comparisons).toMatchObject([
    { source: 'dual-run', planDigest: digest, report: last.report },
  ]);
  expect(desk.context.announced).toContainEqual({ type: 'dual-run', caseId, running: true });
  expect(desk.context.announced).toContainEqual({ type: 'dual-run', caseId, running: false });
  // The sandbox stays as it is: no endpoint, and rules that fire to their own consumer.
  expect(await service.control.endpoints.list()).toEqual([]);
  expect(new Set((await consumer.receivedAtLeast(5)).map(({ path }) => path))).toEqual(
    new Set(['/webhooks?tenant=acme', '/pushes']),
  );
  expect(await begin().view(caseId)).toMatchObject({ running: false, report: last.report, pairs: [] });
});

test('a dual run ends with the desk and with a reset, and is recorded', async () => {
  const { dualRuns, service, desk, caseId, freeze, rules, begin } = await startDualRuns();
  await freeze(planFor(caseId, rules));
  await dualRuns.start(caseId, 'tester');
  await dualRuns.end();
  expect((await service.control.sandbox.mirrorState()).running).toBe(false);
  expect((await desk.cases.state(caseId)).comparisons).toHaveLength(1);
  expect((await begin().view(caseId)).running).toBe(false);

  const later = begin();
  const { url } = await later.start(caseId, 'tester');
  await service.control.sandbox.reset();
  await until(async () => !(await later.view(caseId)).running);
  await expect(fetch(`${url}/legacy/0`, { method: 'POST', body: '{}' })).rejects.toThrow();
  expect((await desk.cases.state(caseId)).comparisons).toHaveLength(2);
});

test('a second dual run on the local service is refused, and leaves nothing behind', async () => {
  const { dualRuns, desk, caseId, freeze, rules } = await startDualRuns();
  await freeze(planFor(caseId, rules));
  const { id: other } = await desk.newCase({ name: 'other', parts: ['webhooks'] });
  const plan = planFor(other, rules);
  const content = { targetId: plan.targetId, digest: 'b'.repeat(64), plan };
  await desk.cases.act(other, 'tester', { kind: 'cutover.planned', content });
  await dualRuns.start(caseId, 'tester');
  await expect(dualRuns.start(other, 'tester')).rejects.toMatchObject({ code: 'mirror.running' });
  expect((await dualRuns.view(other)).running).toBe(false);
  expect((await dualRuns.view(caseId)).running).toBe(true);
});

test('a dual run on a remote target compares what the receiver takes from its start on', async () => {
  const service = { verify: async () => ({ state: 'unsigned' as const, reason: 'It is not known here.' }) };
  const receiver = createReceiver({ dataDir: temporaryFolder(), log: silentLog(), ...service });
  onTestFinished(() => receiver.close());
  const { dualRuns, service: remote, desk, caseId, rules, company, viewOnce } = await startDualRuns(receiver);
  const { url = '' } = await receiver.start({});
  await fetch(`${url}/before`, { method: 'POST', body: '{}' });
  const target = await desk.targets.add({ name: 'remote', baseUrl: remote.apiUrl, apiKey: remote.apiKey });
  await desk.cases.act(caseId, 'tester', {
    kind: 'case.changed',
    content: { changes: { targetId: target.id } },
  });
  const plan = planFor(caseId, rules, { targetId: target.id });
  const content = { targetId: target.id, digest: 'c'.repeat(64), plan };
  await desk.cases.act(caseId, 'tester', { kind: 'cutover.planned', content });

  const begun = await dualRuns.start(caseId, 'tester');
  expect(begun.url).toBe(url);
  // As the provider sets it up by hand: rules and endpoints both send to the receiver.
  const { api, control } = remote;
  await api('POST', '/rules', {
    type: 'DataConnectionStatusChanged',
    companyId: company.id,
    notifiers: { webhook: `${url}/webhooks?tenant=acme` },
  });
  const endpoint = await api('POST', '/webhooks', {
    url: `${url}/webhooks?tenant=acme`,
    companyId: company.id,
    eventTypes: ['connection.connected'],
  });
  const { id: clientId } = await control.sandbox.client();
  await control.endpoints.setHeaders(endpoint.id, {
    headers: [
      { name: 'X-Service-ClientId', value: clientId },
      { name: 'Authorization', value: 'Bearer the-real-one-of-acme' },
    ],
  });
  await control.messages.publishExample({ eventType: 'connection.connected', companyId: company.id });
  const seen = await viewOnce(({ pairs }) => pairs[0]?.outcome === 'both');
  expect(seen.pairs).toHaveLength(1);
  const last = await dualRuns.stop(caseId);
  expect(last.report).toMatchObject({ verdict: 'holds', requests: { legacy: 1, new: 1, unreadable: 0 } });
  expect(JSON.stringify(await desk.cases.entries(caseId, 0, 100))).not.toContain('the-real-one');
});
