import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenBehaviours } from '#contract/sandbox.ts';
import { createRenderedCompanies } from '#service/api/rendered-companies.ts';
import { insertCompanies, updateCompany, versionOf } from '#service/store/companies.ts';
import { runs } from '#test/support/runs.ts';
import { testApi } from '#test/support/test-api.ts';
import { startTestService } from '#test/support/test-service.ts';

const calls = ['create', 'put', 'patch', 'delete', 'refused', 'wait', 'seed', 'reset'] as const;
const linking = ['connect', 'authorize', 'link', 'unlink', 'disconnect', 'sync'] as const;

const step = fc.record({
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...calls) },
    { weight: 4, arbitrary: fc.constantFrom(...linking) },
    { weight: 4, arbitrary: fc.constantFrom('authorize' as const, 'sync' as const, 'wait' as const) },
  ),
  which: fc.nat(3),
  behaviour: fc.constantFrom(...tokenBehaviours),
  name: fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme' }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What comes of a token that proves dead, and what comes of no call of the API, at least once. */
const aLinkAndItsRepair: Step[] = (
  ['create', 'connect', 'link', 'unlink', 'authorize', 'sync', 'wait', 'authorize', 'sync', 'wait'] as const
).map((what, n) => ({ what, which: 0, behaviour: n < 5 ? 'revoked' : 'good', name: 'a' }));

test('whatever changes, a list answers what is built anew', { timeout: 120_000 }, async () => {
  const { control, call, api } = await startTestService();
  await control.sandbox.setSettings({ ...(await control.sandbox.settings()), rateLimit: false });
  const text = async (path: string): Promise<string> => (await call('GET', path)).text();
  /** Ids of companies, in the order of their creation. */
  let ids: string[] = [];
  const happened = new Set<string>();

  const run = async ({ what, which, behaviour, name }: Step): Promise<void> => {
    const id = ids[which % ids.length];
    if (what === 'create' || id === undefined) {
      ids.push((await api('POST', '/companies', { name, tags: { name } })).id);
      return;
    }
    const path = `/companies/${id}`;
    const { dataConnections } = await api('GET', path);
    const connection = dataConnections[which % (dataConnections.length || 1)];
    const own = `${path}/connections/${connection?.id}`;
    switch (what) {
      case 'put':
        return void (await api('PUT', path, { name }));
      case 'patch':
        return void (await api('PATCH', path, { description: name }));
      case 'delete':
        ids = ids.filter((other) => other !== id);
        return void (await api('DELETE', path));
      case 'connect':
        return void (await api('POST', `${path}/connections`, { platformKey: 'gbol' }));
      case 'sync':
        return void (await call('POST', `${path}/data/all`));
      case 'refused':
        return void (await call('PATCH', path, { name: '' }));
      case 'wait':
        return void (await control.clock.advance({ by: 'PT2H' }));
      case 'reset':
        ids = [];
        return control.sandbox.reset();
      case 'seed': {
        const connections = [{ id: snapshotId(2), platformKey: 'gbol', status: 'Linked' as const }];
        const companies = [{ id: snapshotId(1), name, connections }];
        const seeded = await control.sandbox.seed({ replace: true, companies });
        ids = Object.values(seeded.companies);
        return;
      }
      case 'authorize': {
        const [set] = await control.sandbox.issueTokens({ platformKey: 'gbol', behaviour });
        return void (await call('PUT', `${own}/authorization`, set?.credentials));
      }
      case 'link':
        return void (await call('POST', `/link/company/${id}/${connection?.id}/complete`));
      case 'unlink':
        return void (await call('PATCH', own, { status: 'Unlinked' }));
      case 'disconnect':
        return void (await call('DELETE', own));
    }
  };

  const check = async (): Promise<void> => {
    const anew = await Promise.all(ids.map((id) => text(`/companies/${id}`)));
    for (const company of anew) {
      for (const word of company.match(/Active|Resolved|Deauthorized|lastSync|Unlinked/g) ?? [])
        happened.add(word);
    }
    const start = (companies: string[]) => `{"results":[${companies.join(',')}],"pageNumber":`;
    const counted = `"totalResults":${ids.length},`;
    for (const path of ['/companies', '/companies?orderBy=created&query=']) {
      const list = await text(path);
      expect(list.slice(0, start(anew).length)).toBe(start(anew));
      expect(list).toContain(counted);
      expect(JSON.stringify(JSON.parse(list))).toBe(list);
    }
    const second = await text('/companies?pageSize=2&page=2');
    expect(second.startsWith(start(anew.slice(2, 4)))).toBe(true);
    expect(second).toContain(counted);
  };

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      await control.sandbox.reset();
      ids = [];
      for (const one of steps) {
        await run(one);
        await check();
      }
    }),
    { numRuns: runs(4), examples: [[aLinkAndItsRepair]] },
  );
  expect([...happened].sort()).toEqual(['Active', 'Deauthorized', 'Resolved', 'Unlinked', 'lastSync']);
});

const snapshotId = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;

test('what is rolled back is never listed, and a later change with the same revision is', async () => {
  const { call, context } = await testApi();
  const made = (await call('POST', '/companies', { name: 'a' })).body;
  const details = { id: made.id, description: null, tags_json: '{}' };
  const names = async () =>
    (await call('GET', '/companies')).body.results.map((c: { name: string }) => c.name);
  const revision = () =>
    context.store.read(({ db }) => db.selectFrom('companies').select(['seq', 'revision']).execute());
  expect(await names()).toEqual(['a']);

  const undone = context.store.write(async (tx) => {
    await updateCompany(tx, { ...details, name: 'undone' });
    throw new Error('not this');
  });
  const meanwhile = names();
  await expect(undone).rejects.toThrow('not this');
  expect(await meanwhile).toEqual(['a']);
  expect(await names()).toEqual(['a']);
  const before = await revision();
  await context.store.write((tx) => updateCompany(tx, { ...details, name: 'b' }));
  expect(await names()).toEqual(['b']);
  expect(await revision()).toEqual([{ seq: before[0]?.seq, revision: (before[0]?.revision ?? 0) + 1 }]);
});

test('a company that takes the id of one that is gone is not taken for it', async () => {
  const { call, context } = await testApi();
  const { id } = (await call('POST', '/companies', { name: 'a' })).body;
  const names = async () =>
    (await call('GET', '/companies')).body.results.map((c: { name: string }) => c.name);
  expect(await names()).toEqual(['a']);
  await context.store.write(async (tx) => {
    await tx.db.deleteFrom('companies').execute();
    const row = { id, name: 'b', description: null, tags_json: '{}', created_at: 0, created_by: 'T' };
    await insertCompanies(tx, [row]);
  });
  expect(await names()).toEqual(['b']);
});

test('companies are kept as bytes while there is room, the least recently used go first', async () => {
  const { platform } = await testApi();
  const company = await platform.companies.create({ name: 'a' }, 'T');
  const rendered = createRenderedCompanies(() => 'x'.repeat(99), 250);
  const version = (seq: number, revision = 1) => versionOf({ seq, revision });
  rendered.make(version(1), company);
  rendered.make(version(2), company);
  expect(rendered.find(version(1))).toHaveLength(100);
  expect(rendered.find(version(1, 2))).toBeUndefined();
  rendered.make(version(3), company);
  expect([1, 2, 3].map((seq) => rendered.find(version(seq)) !== undefined)).toEqual([true, false, true]);
});

test('answers that wait for slow readers hold their own page, whatever is answered meanwhile', async () => {
  const { control, call, apiUrl, apiKey } = await startTestService();
  await control.sandbox.setSettings({ ...(await control.sandbox.settings()), rateLimit: false });
  const companies = Array.from({ length: 100 }, (_, n) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name: `Shop ${n}`,
    description: 'ü'.repeat(4000),
  }));
  await control.sandbox.seed({ companies });
  const pathOf = (asked: string): string => `/companies?pageSize=100&asked=${asked}`;
  const { results } = (await (await call('GET', pathOf('first'))).json()) as { results: unknown[] };
  const { hostname, port } = new URL(apiUrl);
  const perReader = 12;
  const readers = ['a', 'b', 'c'].map((name) => {
    const socket = connect(Number(port), hostname);
    for (let n = 0; n < perReader; n++) {
      const last = n === perReader - 1 ? 'connection: close\r\n' : '';
      socket.write(
        `GET ${pathOf(`${name}${n}`)} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Basic ${btoa(apiKey)}\r\n${last}\r\n`,
      );
    }
    return { name, socket };
  });
  const check = (body: string, asked: string): void => {
    const page = JSON.parse(body);
    expect(page.results).toEqual(results);
    expect(page._links.self.href).toBe(`/companies?asked=${asked}`);
  };
  // Nobody has read a byte of the others yet.
  for (let n = 0; n < 10; n++) check(await (await call('GET', pathOf(`quick${n}`))).text(), `quick${n}`);
  for (const { name, socket } of readers) {
    const bodies = (await buffer(socket))
      .toString()
      .split(/HTTP\/1\.1 200 OK\r\n[\s\S]*?\r\n\r\n/)
      .slice(1);
    expect(bodies).toHaveLength(perReader);
    for (const [n, body] of bodies.entries()) check(body, `${name}${n}`);
  }
});
