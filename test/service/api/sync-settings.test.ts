import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataTypes } from '#contract/data-types.ts';
import type { SyncSetting } from '#contract/sync-settings.ts';
import { testApi } from '#test/support/test-api.ts';

const defaults = { fetchOnFirstLink: true, syncSchedule: 0, syncOrder: 0 };
const setting: fc.Arbitrary<SyncSetting> = fc.record(
  {
    dataType: fc.constantFrom(...dataTypes),
    fetchOnFirstLink: fc.boolean(),
    syncSchedule: fc.integer({ min: 0, max: 8784 }),
    syncOrder: fc.integer({ min: 0, max: 50 }),
    syncFromUtc: fc.constantFrom('2020-01-01T00:00:00Z', '2026-03-04T05:06:07.089Z'),
    syncFromWindow: fc.integer({ min: 0, max: 48 }),
    monthsToSync: fc.integer({ min: 0, max: 48 }),
    isLocked: fc.boolean(),
  },
  { requiredKeys: ['dataType', 'fetchOnFirstLink', 'syncSchedule', 'syncOrder'], noNullPrototype: true },
);
const settings = fc.uniqueArray(setting, { selector: ({ dataType }) => dataType, maxLength: 12 });
const level = fc.oneof(
  settings.map((own) => ({ settings: own, overridesDefaults: true })),
  settings.map((own) => ({ settings: own })),
  fc.constant({ overridesDefaults: false }),
);

test("a company's own settings outweigh the client's, and those the defaults, data type by data type", async () => {
  const { call, client } = await testApi();
  const { id: companyId } = (await call('POST', '/companies', { name: 'Acme' })).body;
  const { id: otherId } = (await call('POST', '/companies', { name: 'Other' })).body;
  await fc.assert(
    fc.asyncProperty(level, level, async (ofClient, ofCompany) => {
      expect((await call('POST', '/profile/syncSettings', ofClient)).status).toBe(204);
      expect((await call('POST', `/companies/${companyId}/syncSettings`, ofCompany)).status).toBe(204);
      const ownOf = (wanted: object): SyncSetting[] =>
        'settings' in wanted ? (wanted.settings as SyncSetting[]) : [];
      const above = dataTypes.map(
        (dataType) => ownOf(ofClient).find((own) => own.dataType === dataType) ?? { dataType, ...defaults },
      );
      const whole = above.map(
        (one) => ownOf(ofCompany).find(({ dataType }) => dataType === one.dataType) ?? one,
      );
      const shown = (await call('GET', '/profile/syncSettings')).body;
      expect(shown).toEqual({
        clientId: client.id,
        overridesDefaults: 'settings' in ofClient,
        settings: above,
      });
      const company = (await call('GET', `/companies/${companyId}/syncSettings`)).body;
      expect(company).toEqual({ companyId, overridesDefaults: 'settings' in ofCompany, settings: whole });
      const other = (await call('GET', `/companies/${otherId}/syncSettings`)).body;
      expect(other).toEqual({ companyId: otherId, overridesDefaults: false, settings: above });
      // What was read may be sent back.
      expect((await call('POST', '/profile/syncSettings', shown)).status).toBe(204);
      expect((await call('GET', '/profile/syncSettings')).body).toEqual(shown);
    }),
    { numRuns: 25 },
  );
});

test('fetchOnFirstLink alone sets it for all data types, and nothing else', async () => {
  const { call } = await testApi();
  const bills = { dataType: 'bills', fetchOnFirstLink: true, syncSchedule: 24, syncOrder: 3 };
  await call('POST', '/profile/syncSettings', { settings: [bills] });
  await call('POST', '/profile/syncSettings', { fetchOnFirstLink: false });
  const { settings, overridesDefaults } = (await call('GET', '/profile/syncSettings')).body;
  expect(overridesDefaults).toBe(true);
  expect(settings).toHaveLength(dataTypes.length);
  for (const one of settings) {
    expect(one).toEqual({
      ...(one.dataType === 'bills' ? bills : { dataType: one.dataType, ...defaults }),
      fetchOnFirstLink: false,
    });
  }
});

const bills = { dataType: 'bills', fetchOnFirstLink: true, syncSchedule: 24, syncOrder: 3 };

test.each([
  ['nothing', {}, 'settings'],
  ['both ways at once', { fetchOnFirstLink: true, settings: [bills] }, 'fetchOnFirstLink'],
  ['an unknown data type', { settings: [{ ...bills, dataType: 'nonsense' }] }, 'settings.0.dataType'],
  ['a data type twice', { settings: [bills, bills] }, 'settings.1.dataType'],
  ['a schedule of half an hour', { settings: [{ ...bills, syncSchedule: 0.5 }] }, 'settings.0.syncSchedule'],
  ['a schedule backwards', { settings: [{ ...bills, syncSchedule: -1 }] }, 'settings.0.syncSchedule'],
  ['no schedule', { settings: [{ ...bills, syncSchedule: undefined }] }, 'settings.0.syncSchedule'],
  ['an order that is none', { settings: [{ ...bills, syncOrder: 'first' }] }, 'settings.0.syncOrder'],
  ['no instant', { settings: [{ ...bills, syncFromUtc: 'last year' }] }, 'settings.0.syncFromUtc'],
  ['a window backwards', { settings: [{ ...bills, syncFromWindow: -2 }] }, 'settings.0.syncFromWindow'],
  ['months that are none', { settings: [{ ...bills, monthsToSync: 1.5 }] }, 'settings.0.monthsToSync'],
  ['a lock that is none', { settings: [{ ...bills, isLocked: 'yes' }] }, 'settings.0.isLocked'],
])('%s is refused at the door, and changes nothing', async (_what, body, itemId) => {
  const { call } = await testApi();
  const { id } = (await call('POST', '/companies', { name: 'Acme' })).body;
  for (const path of ['/profile/syncSettings', `/companies/${id}/syncSettings`]) {
    const before = (await call('GET', path)).body;
    const answer = await call('POST', path, body);
    if (path.startsWith('/companies') && 'fetchOnFirstLink' in body) continue;
    expect(answer.status).toBe(400);
    expect(answer.body.validation.errors.map((item: { itemId: string }) => item.itemId)).toContain(itemId);
    expect((await call('GET', path)).body).toEqual(before);
  }
});
