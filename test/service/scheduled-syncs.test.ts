import { expect, test } from 'vitest';
import { type Linked, type SteeredService, startSteeredService } from '#test/support/steered-service.ts';
import { testOnFile } from '#test/support/test-store.ts';

const setting = (dataType: string, syncSchedule: number, syncOrder = 0, fetchOnFirstLink = false) => ({
  dataType,
  fetchOnFirstLink,
  syncSchedule,
  syncOrder,
});

const read = async ({ api }: SteeredService, { companyId }: Linked): Promise<string[]> =>
  (await api('GET', `/companies/${companyId}/data/history?pageSize=5000`)).results.map(
    ({ dataType, requested }: { dataType: string; requested: string }) => `${requested} ${dataType}`,
  );
const timeOf = async ({ control }: SteeredService) => Date.parse((await control.clock.show()).now);
const at = (ms: number, dataType: string) => `${new Date(ms).toISOString()} ${dataType}`;
const hour = 3_600_000;

test('each data type is fetched on first link as its settings say, in their order', async () => {
  const service = await startSteeredService();
  await service.api('POST', '/profile/syncSettings', { fetchOnFirstLink: false });
  const unfetched = await service.link();
  expect(await read(service, unfetched)).toEqual([]);

  await service.api('POST', '/profile/syncSettings', {
    settings: [setting('bills', 0, 2, true), setting('invoices', 0, 1, true), setting('items', 0, 0)],
  });
  const start = await timeOf(service);
  const types = (await read(service, await service.link())).map((line) => line.split(' ')[1]);
  expect(types).not.toContain('items');
  expect(types.indexOf('bills')).toBe(types.length - 1);
  expect(types.indexOf('invoices')).toBe(types.length - 2);
  expect(types.length).toBeGreaterThan(5);
  expect(await timeOf(service)).toBe(start);
});

test('a schedule reads again and again while the connection is Linked, and is told beforehand', async () => {
  const service = await startSteeredService();
  const { api, control } = service;
  await api('POST', '/profile/syncSettings', { fetchOnFirstLink: false });
  const linked = await service.link();
  const start = await timeOf(service);
  await api('POST', '/profile/syncSettings', {
    settings: [setting('invoices', 24, 2), setting('bills', 24, 1), setting('items', 36)],
  });
  await api('POST', `/companies/${linked.companyId}/syncSettings`, { settings: [setting('items', 0)] });

  const day = new Date(start + 24 * hour).toISOString();
  expect((await control.clock.upcoming({})).results).toContainEqual({
    what: 'scheduled data sync',
    at: day,
    count: 2,
    subject: linked.connectionId,
    repeats: 'schedule',
  });
  expect(await control.clock.next()).toContainEqual({
    kind: 'work',
    what: 'scheduled data sync',
    at: day,
    count: 2,
  });
  const { counts } = await control.clock.upcoming({ until: new Date(start + 72 * hour).toISOString() });
  expect(counts).toContainEqual({ what: 'scheduled data sync', count: 6 });

  await service.advance('PT72H');
  const expected = [24, 48, 72].flatMap((hours) => [
    at(start + hours * hour, 'bills'),
    at(start + hours * hour, 'invoices'),
  ]);
  expect(await read(service, linked)).toEqual(expected);
  const messages = await control.messages.list({ eventType: 'read.completed' });
  expect(messages.results.length).toBeGreaterThanOrEqual(2);

  await api('PATCH', linked.path, { status: 'Unlinked' });
  await service.advance('PT240H');
  expect(await read(service, linked)).toHaveLength(expected.length);
  await service.authorize(linked);
  expect(await read(service, linked)).toHaveLength(expected.length);
  await service.advance('PT24H');
  expect(await read(service, linked)).toHaveLength(expected.length + 2);

  await api('POST', '/profile/syncSettings', { overridesDefaults: false });
  await service.advance('PT240H');
  expect(await read(service, linked)).toHaveLength(expected.length + 2);
});

testOnFile('a schedule survives a kill, and what fell due by then is read once', async () => {
  const service = await startSteeredService();
  await service.api('POST', '/profile/syncSettings', { settings: [setting('invoices', 5)] });
  const linked = await service.link();
  const start = await timeOf(service);
  await service.advance('PT12H');
  const other = await service.killed();
  await other.advance('PT12H');
  const invoices = (await read(other, linked)).filter((line) => line.endsWith('invoices'));
  expect(invoices).toEqual([5, 10, 15, 20].map((hours) => at(start + hours * hour, 'invoices')));
});

test('a dead token ends the schedule with the link, and a new one begins another', async () => {
  const service = await startSteeredService();
  await service.api('POST', '/profile/syncSettings', { settings: [setting('invoices', 1)] });
  const { api } = service;
  const { id: companyId } = await api('POST', '/companies', { name: 'Acme' });
  const made = await api('POST', `/companies/${companyId}/connections`, { platformKey: 'gbol' });
  const linked = {
    companyId,
    connectionId: made.id,
    path: `/companies/${companyId}/connections/${made.id}`,
  };
  await service.authorize(linked, 'revoked');
  await service.advance('PT5H');
  expect(await read(service, linked)).toHaveLength(1);
  expect(await api('GET', linked.path)).toMatchObject({ status: 'Deauthorized' });
  await service.authorize(linked);
  await service.advance('PT2H');
  expect(await read(service, linked)).toHaveLength(3);
});
