import { expect, test } from 'vitest';
import { present } from '#base/lists.ts';
import type { ServiceInstance } from '#contract/service-control.ts';
import { makeFourRules, planFor, startFixture } from './fixture.ts';

/** An instance whose endpoints are no longer as planned once it is cut over. */
const changedAfter =
  (change: (control: ServiceInstance['control'], webhookIds: string[]) => Promise<unknown>) =>
  (instance: ServiceInstance): ServiceInstance => {
    const { control } = instance;
    const cutover: typeof control.sandbox.cutover = async (request) => {
      const result = await control.sandbox.cutover(request);
      await change(
        control,
        result.endpoints.map(({ webhook }) => webhook.id),
      );
      return result;
    };
    return { ...instance, control: { ...control, sandbox: { ...control.sandbox, cutover } } };
  };

/** @param count of the four rules, the last ones: what is sent takes most of the time */
const rehearsed = async (
  change: (instance: ServiceInstance) => ServiceInstance,
  { portal, count = 4 }: { portal?: 'profile' | 'portal'; count?: number } = {},
) => {
  const { service, caseId, freeze, rehearse } = await startFixture({ change });
  const { rules } = await makeFourRules(service);
  await freeze(planFor(caseId, rules.slice(-count), portal === undefined ? {} : { portal }));
  const report = await rehearse();
  return { ...report, found: [...new Set(report.findings.map(({ id }) => id))] };
};

test('an event type that an endpoint lost is found by its name', async () => {
  const lost = 'connection.disconnected';
  const drop = changedAfter(async ({ endpoints }, ids) => {
    for (const id of ids) {
      const { url, eventTypes, channels } = await endpoints.show(id);
      if (!eventTypes.includes(lost)) continue;
      const headers = await endpoints.headers(id, true);
      await endpoints.remove(id);
      const [companyId] = channels;
      const others = eventTypes.filter((one) => one !== lost);
      const again = await endpoints.create({ url, eventTypes: others, ...present({ companyId }) });
      await endpoints.setHeaders(again.id, { headers });
    }
  });
  const { verdict, found, findings } = await rehearsed(drop);
  expect(verdict).toBe('fails');
  expect(found).toContain('missing-event-type');
  expect(new Set(findings.map(({ eventType }) => eventType))).toEqual(new Set([lost]));
});

test('an endpoint for another company is found', async () => {
  const swap = changedAfter(async ({ endpoints }, ids) => {
    for (const id of ids) {
      const { channels } = await endpoints.show(id);
      if (channels.length > 0) await endpoints.change(id, { channels: [] });
    }
  });
  const { verdict, found } = await rehearsed(swap);
  expect(verdict).toBe('fails');
  expect(found).toContain('unexpected-occurrence');
});

test('a header that was left out, or is that of the other source, is found', async () => {
  const setAuth = (value: string | undefined) =>
    changedAfter(async ({ endpoints }, ids) => {
      for (const id of ids) {
        const headers = (await endpoints.headers(id, true)).filter(({ name }) => name !== 'Authorization');
        const auth = value === undefined ? [] : [{ name: 'Authorization', value }];
        await endpoints.setHeaders(id, { headers: [...headers, ...auth] });
      }
    });
  expect(await rehearsed(setAuth(undefined), { count: 2 })).toMatchObject({
    verdict: 'fails',
    found: ['missing-header'],
  });
  expect(await rehearsed(setAuth('Bearer other'), { count: 1 })).toMatchObject({
    verdict: 'fails',
    found: ['different-header'],
  });
});

test('messages that are signed with another secret than that of their endpoint are unsigned', async () => {
  const forged = (instance: ServiceInstance): ServiceInstance => {
    const { control } = instance;
    const verify = async () => ({ state: 'wrong' as const, reason: 'Another secret.' });
    return { ...instance, control: { ...control, endpoints: { ...control.endpoints, verify } } };
  };
  const { verdict, found, requests, findings } = await rehearsed(forged, { count: 1 });
  expect([verdict, found]).toEqual(['fails', ['unsigned']]);
  expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(requests.new);
});

test('with a conflict, the header that was decided on is carried over', async () => {
  for (const portal of ['profile', 'portal'] as const) {
    const sent: (string | undefined)[] = [];
    const watch = changedAfter(async ({ endpoints }, ids) => {
      const headers = await endpoints.headers(ids[0] as string, true);
      sent.push(headers.find(({ name }) => name === 'Authorization')?.value);
    });
    expect((await rehearsed(watch, { portal, count: 1 })).verdict).toBe('holds');
    // A value that only stands for the real one.
    expect(sent).toEqual([expect.stringMatching(new RegExp(`^Bearer rehearsal-${portal}-[0-9a-f]{24}$`))]);
  }
});
