import { expect, test } from 'vitest';
import { startDesk } from '#test/support/start-desk.ts';

interface Operation {
  readonly requestBody?: unknown;
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: unknown }[];
}

const uuid = '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11';
/** Values of parameters whose form is not a UUID. */
const examples: Readonly<Record<string, string>> = {
  row: 'retry-after',
  findingId: '0123456789abcdef',
  rowId: '1',
  kind: 'case',
  mail: 'intake',
  step: 'supply',
  platformKey: 'gbol',
};

/** Every route that the desk documents, with an address that its parameters take. */
const routesOf = async (desk: Awaited<ReturnType<typeof startDesk>>) => {
  const { paths } = (await desk.call('GET', '/api/openapi.json')).body;
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => examples[name] ?? uuid),
      operation,
    })),
  );
};

const stateOf = async ({ call }: Awaited<ReturnType<typeof startDesk>>) => ({
  cases: (await call('GET', '/api/cases')).body,
  targets: (await call('GET', '/api/targets')).body,
  jobs: (await call('GET', '/api/jobs')).body,
});

const itemsOf = (body: { validation?: { errors: { itemId: string }[] } }): string[] =>
  body?.validation?.errors.map(({ itemId }) => itemId) ?? [];

test('every route of the desk refuses a query parameter that it does not know, by name, and does nothing', async () => {
  const desk = await startDesk();
  const routes = await routesOf(desk);
  expect(routes.length).toBeGreaterThan(150);
  const before = await stateOf(desk);
  desk.calls.length = 0;
  for (const { method, path } of routes) {
    for (const name of ['zz', '__proto__', 'dryRun']) {
      const { status, body } = await desk.call(method, `${path}?${name}=1`);
      expect([method, path, status, itemsOf(body)]).toEqual([method, path, 400, [name]]);
    }
  }
  expect(desk.calls).toEqual([]);
  expect(await stateOf(desk)).toEqual(before);
});

test('every route of the desk refuses a field that it does not know, by name, and does nothing', async () => {
  const desk = await startDesk();
  const routes = (await routesOf(desk)).filter(({ method }) => method !== 'GET');
  const before = await stateOf(desk);
  desk.calls.length = 0;
  const passed: string[] = [];
  for (const { method, path } of routes) {
    if (path === '/api/uploads') continue;
    const { status, body } = await desk.call(method, path, { zz: 1 });
    if (status !== 400 || !itemsOf(body).includes('zz'))
      passed.push(`${method} ${path} ${status} ${itemsOf(body)}`);
  }
  expect(passed).toEqual([]);
  expect(desk.calls).toEqual([]);
  expect(await stateOf(desk)).toEqual(before);
});

test.each([
  ['/api/cutover', { dryRun: true }, 'dryRun'],
  ['/api/cutover', { portalAuthHeader: 'Bearer x', dry_run: true }, 'dry_run'],
  ['/api/messages/msg_1/resend', { webhook: uuid }, 'webhook'],
  ['/api/messages/msg_1/resend', { endpoint: uuid, endpointId: uuid }, 'endpointId'],
  ['/api/clock/advance', { by: 'PT1H', from: 'x' }, 'from'],
  ['/api/clock/pause', { until: 'tomorrow' }, 'until'],
  ['/api/cutover/undo', { only: 'one' }, 'only'],
  ['/api/endpoints', { url: 'http://127.0.0.1:9/', eventTypes: ['company.created'], headers: [] }, 'headers'],
])('%s with %j is refused', async (path, body, name) => {
  const { call, calls } = await startDesk();
  const answer = await call('POST', path, body);
  expect([answer.status, itemsOf(answer.body)]).toEqual([400, [name]]);
  expect(calls).toEqual([]);
});

test('a body where none is taken is refused, whatever it is', async () => {
  const { call, calls } = await startDesk();
  for (const body of ['[1]', '1', '"text"', 'true']) {
    expect((await call('POST', '/api/clock/pause', body)).status).toBe(400);
  }
  expect(calls).toEqual([]);
  expect((await call('POST', '/api/clock/pause', '{}')).status).toBe(200);
});
