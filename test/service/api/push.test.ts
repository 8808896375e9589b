import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Linked, type SteeredService, startSteeredService } from '#test/support/steered-service.ts';
import { testApi } from '#test/support/test-api.ts';
import { testOnFile } from '#test/support/test-store.ts';

const customer = { customerName: 'Bright Bakery' };
const operations = async ({ api }: SteeredService, { companyId }: Linked) =>
  (await api('GET', `/companies/${companyId}/push?pageSize=5000`)).results;
/** Without syncs beside, whose ends would take away the link, too. */
const started = async (): Promise<SteeredService> => {
  const service = await startSteeredService();
  await service.api('POST', '/profile/syncSettings', { fetchOnFirstLink: false });
  return service;
};

interface Ended {
  readonly completedOnUtc: string;
}
const timeOf = async ({ control }: SteeredService) => Date.parse((await control.clock.show()).now);

/** Event types of what was published about pushes, oldest first, with the status that each tells. */
const writes = async ({ control }: SteeredService): Promise<string[]> => {
  const { results } = await control.messages.list({ limit: 500 });
  const told = results.filter(({ eventType }) => eventType.includes('.write.'));
  const bodies = await Promise.all(told.map(({ id }) => control.messages.show(id)));
  return bodies.map(({ eventType, body }) => {
    const { payload } = JSON.parse(body);
    return `${eventType} ${payload.id} ${payload.status}`;
  });
};

test('a push is Pending, then Success, and tells both mechanisms', async () => {
  const service = await started();
  const { api, control } = service;
  const linked = await service.link();
  for (const type of ['Push Operation Status Changed', 'Push Operation Timed Out']) {
    await api('POST', '/rules', { type, notifiers: { webhook: 'http://127.0.0.1:9/' } });
  }
  const made = await api('POST', `${linked.path}/push/customers?timeoutInMinutes=5`, {
    ...customer,
    colour: 'green',
  });
  const start = await timeOf(service);
  expect(made).toEqual({
    companyId: linked.companyId,
    pushOperationKey: expect.any(String),
    dataConnectionKey: linked.connectionId,
    requestedOnUtc: new Date(start).toISOString(),
    status: 'Pending',
    statusCode: 202,
    dataType: 'customers',
    timeoutInMinutes: 5,
  });
  const one = `/companies/${linked.companyId}/push/${made.pushOperationKey}`;
  expect(await api('GET', one)).toEqual(made);
  expect((await control.clock.upcoming({})).results).toContainEqual({
    what: 'End of a push: customers',
    at: expect.any(String),
    count: 1,
    subject: linked.connectionId,
  });
  expect(await control.clock.next()).toContainEqual(
    expect.objectContaining({ kind: 'work', what: 'end of a push', count: 1 }),
  );
  await service.advance('PT5S');
  const ended = await api(
    'GET',
    one.toUpperCase().replace('/COMPANIES', '/companies').replace('/PUSH', '/push'),
  );
  expect(ended).toEqual({
    ...made,
    status: 'Success',
    statusCode: 200,
    completedOnUtc: expect.any(String),
    changes: [{ type: 'Created', recordRef: { id: expect.any(String), dataType: 'customers' } }],
    validation: { errors: [], warnings: [expect.objectContaining({ itemId: 'colour' })] },
  });
  const took = Date.parse(ended.completedOnUtc) - start;
  expect(took).toBeGreaterThanOrEqual(1000);
  expect(took).toBeLessThanOrEqual(5000);

  const { results } = await control.messages.list({ eventType: 'customers.write.successful' });
  const { body } = await control.messages.show(results[0]?.id as string);
  expect(JSON.parse(body).payload).toMatchObject({
    id: made.pushOperationKey,
    type: 'customers',
    referenceCompany: { id: linked.companyId },
    connectionId: linked.connectionId,
    requestedOnDate: made.requestedOnUtc,
    completedOnDate: ended.completedOnUtc,
    status: 'Success',
    record: { id: ended.changes[0].recordRef.id },
  });
  const { results: alerts } = await api('GET', '/rules/alerts');
  expect(
    alerts.map(({ ruleType, payload }: { ruleType: string; payload: { Data: object } }) => [
      ruleType,
      payload.Data,
    ]),
  ).toEqual([
    [
      'Push Operation Status Changed',
      { dataType: 'customers', status: 'Success', pushOperationKey: made.pushOperationKey },
    ],
  ]);
});

test('changes and deletions name the record, as its platform spells it', async () => {
  const service = await started();
  const linked = await service.link();
  await service.api('PUT', `${linked.path}/push/customers/AbC-1`, customer);
  await service.api('DELETE', `${linked.path}/push/customers/A8098C1A-F86E-11DA-BD1A-00112444BE1E`);
  await service.advance('PT5S');
  expect((await operations(service, linked)).map(({ changes }: { changes: object }) => changes)).toEqual([
    [{ type: 'Modified', recordRef: { id: 'AbC-1', dataType: 'customers' } }],
    [{ type: 'Deleted', recordRef: { id: 'A8098C1A-F86E-11DA-BD1A-00112444BE1E', dataType: 'customers' } }],
  ]);
});

test('a record that the options forbid fails, and says why', async () => {
  const service = await started();
  const linked = await service.link();
  await service.api('POST', `${linked.path}/push/customers`, { contactName: 7 });
  await service.advance('PT5S');
  expect(await operations(service, linked)).toMatchObject([
    {
      status: 'Failed',
      statusCode: 400,
      errorMessage: 'The record has 2 problems: see validation.',
      validation: { errors: [{ itemId: 'customerName' }, { itemId: 'contactName' }], warnings: [] },
    },
  ]);
  expect(await writes(service)).toEqual([
    expect.stringMatching(/^customers\.write\.unsuccessful .* Failed$/),
  ]);
});

test.each([
  ['revoked', 'Failed', 401],
  ['refresh-token-used', 'Failed', 401],
  ['rate-limited', 'Failed', 429],
  ['slow', 'TimedOut', 504],
  ['good', 'Success', 200],
  ['access-token-expired', 'Success', 200],
])('a token that is %s shows in a push as in a sync: %s %d', async (behaviour, status, statusCode) => {
  const service = await started();
  const { api } = service;
  const linked = await service.link();
  await service.authorize(linked, behaviour);
  await api('POST', '/rules', {
    type: 'Push Operation Timed Out',
    notifiers: { webhook: 'http://127.0.0.1:9/' },
  });
  for (const dataType of ['customers', 'suppliers']) {
    const record = { customerName: 'A', supplierName: 'A' };
    await api('POST', `${linked.path}/push/${dataType}?timeoutInMinutes=1`, record);
  }
  await service.advance('PT1M');
  const ended = await operations(service, linked);
  const [first, second] = ended.sort((a: Ended, b: Ended) =>
    a.completedOnUtc.localeCompare(b.completedOnUtc),
  );
  expect(first).toMatchObject({ status, statusCode });
  const isDead = statusCode === 401;
  if (status !== 'Success') expect(first.errorMessage).not.toMatch(/[Ss]ync again|fetched/);
  const connection = await api('GET', linked.path);
  expect(connection.status).toBe(isDead ? 'Deauthorized' : 'Linked');
  expect(connection.dataConnectionErrors).toHaveLength(isDead ? 1 : 0);
  expect([first.statusCode, second.statusCode].sort()).toEqual(
    isDead ? [401, 409] : [statusCode, statusCode],
  );
  const alerts = (await api('GET', '/rules/alerts')).results;
  expect(alerts).toHaveLength(status === 'TimedOut' ? 2 : 0);
});

test('a dead token takes the link away once, also where several pushes end at the same instant', async () => {
  const service = await started();
  const linked = await service.link();
  await service.authorize(linked, 'revoked');
  // More than there are instants at which they may end.
  for (let n = 0; n < 12; n++) await service.api('POST', `${linked.path}/push/customers`, customer);
  await service.advance('PT5S');
  const codes = (await operations(service, linked)).map(
    ({ statusCode }: { statusCode: number }) => statusCode,
  );
  expect(codes.sort()).toEqual([401, ...Array(11).fill(409)]);
  expect((await service.api('GET', linked.path)).dataConnectionErrors).toHaveLength(1);
  const { results } = await service.control.messages.list({ eventType: 'connection.disconnected' });
  expect(results).toHaveLength(1);
});

test('one data type fails, and scopes are missing, in pushes too', async () => {
  const service = await started();
  const statuses = async (behaviour: string): Promise<number[]> => {
    const linked = await service.link();
    await service.authorize(linked, behaviour);
    const { datatypeFeatures } = await service.api('GET', '/integrations/gbol');
    for (const { dataType, supportedFeatures } of datatypeFeatures) {
      if (supportedFeatures.length === 1) continue;
      await service.api('DELETE', `${linked.path}/push/${dataType}/1`);
    }
    await service.advance('PT5S');
    return (await operations(service, linked)).map(({ statusCode }: { statusCode: number }) => statusCode);
  };
  const failing: number[] = [];
  const scopes = new Set<number>();
  for (let n = 0; n < 4; n++) {
    failing.push(...(await statuses('one-data-type-fails')).filter((code) => code !== 200));
    for (const code of await statuses('scope-missing')) scopes.add(code);
  }
  expect(new Set(failing)).toEqual(new Set([502]));
  expect(failing.length).toBeLessThanOrEqual(4);
  expect(scopes).toEqual(new Set([200, 403]));
});

test('a connection that goes meanwhile takes nothing, and its push still ends', async () => {
  const service = await started();
  const [unlinked, deleted, gone] = [await service.link(), await service.link(), await service.link()];
  for (const { path } of [unlinked, deleted, gone])
    await service.api('POST', `${path}/push/customers`, customer);
  await service.api('PATCH', unlinked.path, { status: 'Unlinked' });
  await service.api('DELETE', deleted.path);
  await service.api('DELETE', `/companies/${gone.companyId}`);
  await service.advance('PT5S');
  for (const linked of [unlinked, deleted]) {
    expect(await operations(service, linked)).toMatchObject([{ status: 'Failed', statusCode: 409 }]);
  }
  expect(await writes(service)).toHaveLength(2);
  expect((await service.call('GET', `/companies/${gone.companyId}/push`)).status).toBe(404);
});

testOnFile(
  'whatever the steps of the clock and wherever it is killed, each push ends once, at its time, the same way',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({ push: fc.constantFrom('customers', 'suppliers'), good: fc.boolean() }),
            fc.record({ advance: fc.integer({ min: 100, max: 4000 }) }),
            fc.constant({ kill: true }),
          ),
          { minLength: 3, maxLength: 8 },
        ),
        async (steps) => {
          let service = await started();
          const linked = await service.link();
          const start = await timeOf(service);
          const pushed: [key: string, dataType: string, good: boolean, at: number][] = [];
          for (const step of steps) {
            if ('push' in step) {
              const record = step.good ? { customerName: 'A', supplierName: 'A' } : {};
              const { pushOperationKey } = await service.api(
                'POST',
                `${linked.path}/push/${step.push}`,
                record,
              );
              pushed.push([pushOperationKey, step.push, step.good, await timeOf(service)]);
            } else if ('advance' in step) await service.advance(`PT${step.advance / 1000}S`);
            else service = await service.killed();
          }
          await service.advance('PT5S');
          expect(await timeOf(service)).toBeGreaterThan(start);
          const ends = await operations(service, linked);
          expect(
            ends.map(({ pushOperationKey, status }: Record<string, string>) => [pushOperationKey, status]),
          ).toEqual(pushed.map(([key, , good]) => [key, good ? 'Success' : 'Failed']));
          for (const [n, { completedOnUtc }] of ends.entries()) {
            const took = Date.parse(completedOnUtc) - (pushed[n]?.[3] ?? 0);
            expect(took).toBeGreaterThanOrEqual(1000);
            expect(took).toBeLessThanOrEqual(5000);
            expect(took % 500).toBe(0);
          }
          expect((await writes(service)).sort()).toEqual(
            pushed
              .map(([key, dataType, good]) =>
                good
                  ? `${dataType}.write.successful ${key} Success`
                  : `${dataType}.write.unsuccessful ${key} Failed`,
              )
              .sort(),
          );
        },
      ),
      { numRuns: 5 },
    );
  },
);

test('options are of the data type, and what can not be pushed is refused at the door', async () => {
  const { call, platform } = await testApi();
  const { id: companyId } = (await call('POST', '/companies', { name: 'Acme' })).body;
  const connections = `/companies/${companyId}/connections`;
  const { id } = (await call('POST', connections, { platformKey: 'gbol' })).body;
  const path = `${connections}/${id}`;
  expect((await call('GET', `${path}/options/invoices`)).body).toMatchObject({
    type: 'Object',
    displayName: 'Invoice',
    required: true,
    properties: {
      lineItems: { type: 'Array', required: true, properties: { accountRef: { type: 'Object' } } },
      status: {
        type: 'String',
        options: expect.arrayContaining([expect.objectContaining({ value: 'Paid' })]),
      },
    },
  });
  const unlinked = await call('POST', `${path}/push/customers`, customer);
  expect(unlinked).toMatchObject({ status: 400, body: { error: expect.stringContaining('is PendingAuth') } });
  const [set] = await platform.issueTokens({ platformKey: 'gbol' });
  await call('PUT', `${path}/authorization`, set?.credentials);
  for (const dataType of ['nonsense', 'balanceSheet', 'commerce-orders']) {
    for (const [method, url] of [
      ['GET', `${path}/options/${dataType}`],
      ['POST', `${path}/push/${dataType}`],
      ['PUT', `${path}/push/${dataType}/1`],
    ] as const) {
      expect(await call(method, url, method === 'GET' ? undefined : {})).toMatchObject({
        status: 400,
        body: {
          validation: { errors: [{ itemId: 'dataType', message: expect.stringContaining('invoices') }] },
        },
      });
    }
  }
  for (const minutes of ['0', '-1', '1.5', 'soon', '100000']) {
    const refused = await call('POST', `${path}/push/customers?timeoutInMinutes=${minutes}`, customer);
    expect(refused.body.validation.errors).toMatchObject([{ itemId: 'timeoutInMinutes' }]);
  }
  expect((await call('POST', `${path}/push/customers`, [customer])).status).toBe(400);
  expect((await call('PATCH', `${path}/push/customers/1`, customer)).status).toBe(405);
  expect((await call('GET', `/companies/${companyId}/push`)).body.totalResults).toBe(0);
});

test('push operations are paged, filtered and ordered as all lists', async () => {
  const { call, platform } = await testApi();
  const { id: companyId } = (await call('POST', '/companies', { name: 'Acme' })).body;
  const { id } = (await call('POST', `/companies/${companyId}/connections`, { platformKey: 'gbol' })).body;
  await platform.linking.complete(companyId, id);
  for (const dataType of ['customers', 'suppliers', 'customers']) {
    await call('POST', `/companies/${companyId}/connections/${id}/push/${dataType}?timeoutInMinutes=3`, {});
  }
  const list = async (query: string) => (await call('GET', `/companies/${companyId}/push?${query}`)).body;
  expect(await list('pageSize=2&page=2')).toMatchObject({ results: [{}], totalResults: 3, pageNumber: 2 });
  expect((await list('query=dataType=customers%26%26status=pending')).totalResults).toBe(2);
  expect((await list('query=timeoutInMinutes>2')).totalResults).toBe(3);
  expect((await list('orderBy=-dataType')).results[0].dataType).toBe('suppliers');
  const [first] = (await list('query=statusCode=202')).results;
  expect((await list(`query=pushOperationKey=${first.pushOperationKey}`)).results).toEqual([first]);
});
