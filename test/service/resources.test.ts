import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServiceControl } from '#contract/service-control.ts';
import { createGrowth, readSpace, type Space, spaceLimits } from '#service/disk-space.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTestService } from '#test/support/test-service.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;
const minute = 60_000;

describe('the limits of free space', () => {
  test.each([
    ['a large disk', 500 * gibibyte, mebibyte, undefined, 512 * mebibyte, 256 * mebibyte],
    ['a small one', 12 * mebibyte, mebibyte / 2, undefined, 1_258_290, 629_145],
    ['a store as large as what is free', 500 * gibibyte, 4 * gibibyte, 0, 4 * gibibyte, 256 * mebibyte],
    ['fast growth', 500 * gibibyte, gibibyte, gibibyte, 24 * gibibyte, 256 * mebibyte],
  ])('%s', (_, totalBytes, dataBytes, bytesPerHour, warnBelowBytes, refuseBelowBytes) => {
    expect(spaceLimits({ totalBytes, dataBytes }, bytesPerHour)).toEqual({
      warnBelowBytes,
      refuseBelowBytes,
    });
  });

  test('a warning always comes before the refusal', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 40), fc.nat(2 ** 36), fc.nat(2 ** 34), (totalBytes, dataBytes, perHour) => {
        const { warnBelowBytes, refuseBelowBytes } = spaceLimits({ totalBytes, dataBytes }, perHour);
        expect(warnBelowBytes).toBeGreaterThanOrEqual(2 * refuseBelowBytes);
        expect(warnBelowBytes).toBeGreaterThanOrEqual(dataBytes);
      }),
    );
  });
});

describe('growth', () => {
  test('is not known in the first ten minutes, and then that of the last hour', () => {
    const growth = createGrowth();
    for (let at = 0; at <= 9 * minute; at += minute) growth.note(at, 0);
    expect(growth.bytesPerHour()).toBeUndefined();
    growth.note(10 * minute, 1000);
    expect(growth.bytesPerHour()).toBe(6000);
    for (let at = 11 * minute; at <= 120 * minute; at += minute) growth.note(at, 1000 + at / minute);
    expect(growth.bytesPerHour()).toBe(60);
    for (let at = 121 * minute; at <= 200 * minute; at += minute) growth.note(at, 0);
    expect(growth.bytesPerHour()).toBe(0);
  });
});

test('the space of a folder is read, whatever of its databases exists', async () => {
  const space = await readSpace(temporaryFolder());
  expect(space).toMatchObject({ dataBytes: 0 });
  expect(space.freeBytes).toBeGreaterThan(0);
  expect(await readSpace('/nowhere/at/all')).toEqual({ dataBytes: 0 });
});

describe('the public API', () => {
  const started = async () => {
    const space: { now: Space } = {
      now: { freeBytes: 10 * gibibyte, totalBytes: 20 * gibibyte, dataBytes: 0 },
    };
    const service = await startTestService({ space: async () => space.now });
    const state = async () => (await service.control.health()).resources;
    return { ...service, space, state };
  };

  test('refuses what may add companies or events while the disk is nearly full; reads and deletions go on', async () => {
    const { api, call, control, space, state } = await started();
    const announced: unknown[] = [];
    control.subscribe((one) => announced.push(one));
    const { id } = await api('POST', '/companies', { name: 'Bright Bakery' });
    space.now = { ...space.now, freeBytes: 300 * mebibyte };
    await expect.poll(async () => (await state()).disk.state).toBe('low');
    expect((await call('POST', '/companies', { name: 'Still taken' })).status).toBe(200);

    space.now = { ...space.now, freeBytes: 200 * mebibyte };
    await expect.poll(async () => (await state()).disk.state).toBe('refusing');
    expect(announced.filter((one) => (one as { type: string }).type === 'resources')).toHaveLength(2);
    const refused = await call('POST', '/companies', { name: 'Corner Cafe' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await refused.json()).toMatchObject({ detailedErrorCode: 42_904, canBeRetried: 'Yes' });
    for (const [method, path, body] of [
      ['PUT', `/companies/${id}`, { name: 'x' }],
      ['PATCH', `/companies/${id}`, { name: 'x' }],
      ['POST', `/companies/${id}/connections`, { platformKey: 'gbol' }],
      ['POST', `/companies/${id}/data/all`, undefined],
    ] as const)
      expect((await call(method, path, body)).status).toBe(429);
    expect((await api('GET', '/companies')).totalResults).toBe(2);
    expect((await call('DELETE', `/companies/${id}`)).status).toBe(204);
    expect(
      (await call('POST', '/rules', { type: 'Sync Completed', notifiers: { emails: ['a@b.example'] } }))
        .status,
    ).toBe(200);
    // Who has no key learns nothing of it.
    expect((await fetch(refused.url, { method: 'POST' })).status).toBe(401);

    space.now = { dataBytes: 0 };
    await expect.poll(async () => (await state()).disk.state).toBe('unknown');
    expect((await call('POST', '/companies', { name: 'Corner Cafe' })).status).toBe(200);
  });

  test('refuses more while too many deliveries wait, and takes them again when fewer do', async () => {
    const { api, call, control, state } = await started();
    const endpoint = { url: 'http://127.0.0.1:9/', eventTypes: ['company.created'] };
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push((await api('POST', '/webhooks', endpoint)).id);
    await control.clock.pause();
    await control.sandbox.setSettings({
      rateLimit: false,
      retention: { messageDays: 30, requests: 1000 },
      waitingDeliveries: 1000,
    });
    for (let n = 0; n < 50; n++) await api('POST', '/companies', { name: `Company ${n}` });
    await expect
      .poll(async () => (await state()).backlog)
      .toEqual({ state: 'refusing', waiting: 1000, counted: 1000, limit: 1000 });
    const refused = await call('POST', '/companies', { name: 'One more' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await refused.json()).toMatchObject({
      detailedErrorCode: 42_903,
      error: expect.stringContaining(
        '1,000 deliveries are waiting; 1,000 of them count, and the limit is 1,000.',
      ),
    });
    expect((await api('GET', '/companies?pageSize=1')).totalResults).toBe(50);
    await refusesToPublish(control, ids[0] as string, 'backlog.full');

    for (const id of ids.slice(0, 10)) expect((await call('DELETE', `/webhooks/${id}`)).status).toBe(204);
    await expect.poll(async () => (await state()).backlog.state).toBe('ok');
    expect((await call('POST', '/companies', { name: 'One more' })).status).toBe(200);
  });

  test('counts a tenth of the limit at most for each endpoint that is dead', async () => {
    const { api, call, control, state } = await started();
    const endpoint = { url: 'http://127.0.0.1:9/', eventTypes: ['company.created'] };
    const dead: string[] = [];
    for (let n = 0; n < 5; n++) dead.push((await api('POST', '/webhooks', endpoint)).id);
    await control.sandbox.setSettings({
      rateLimit: false,
      retention: { messageDays: 30, requests: 1000 },
      waitingDeliveries: 1000,
    });
    for (let n = 0; n < 220; n++) await api('POST', '/companies', { name: `Company ${n}` });
    await expect
      .poll(async () => (await state()).backlog)
      .toEqual({ state: 'ok', waiting: 1100, counted: 500, limit: 1000 });
    expect((await call('POST', '/companies', { name: 'One more' })).status).toBe(200);

    // Disabled, they count the same; and what waits at others that respond counts in full.
    for (const id of dead) await control.endpoints.change(id, { disabled: true });
    await control.clock.pause();
    for (let n = 0; n < 10; n++) await api('POST', '/webhooks', endpoint);
    for (let n = 0; n < 50; n++) await api('POST', '/companies', { name: `Later ${n}` });
    await expect
      .poll(async () => (await state()).backlog)
      .toMatchObject({ state: 'refusing', counted: 1000 });
    expect((await call('POST', '/companies', { name: 'Too many' })).status).toBe(429);
  });
});

/** What a person starts in the desk, and publishes. A test event, a deletion and a reset still work. */
const refusesToPublish = async (control: ServiceControl, webhookId: string, code: string): Promise<void> => {
  const since = { since: '2026-01-01T00:00:00Z' };
  const [message] = (await control.messages.list({})).results;
  for (const work of [
    () => control.messages.publishExample({ eventType: 'company.created' }),
    () => control.messages.resend(message?.id as string),
    () => control.endpoints.recover(webhookId, since),
    () => control.endpoints.replay(webhookId, since),
    () => control.sandbox.seed({} as never),
  ]) {
    await expect(work()).rejects.toMatchObject({ code });
  }
  await control.endpoints.test(webhookId);
};
