import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ConnectionStatus } from '#contract/company.ts';
import { datasetStages } from '#contract/data.ts';
import { CatalogueError } from '#contract/errors.ts';
import { durationOf, stateAt } from '#service/platform/dataset-course.ts';
import { insertTokenSets, nextExpiry } from '#service/store/token-sets.ts';
import { testContext } from '#test/support/service-context.ts';
import { type TestPlatform, testPlatform } from '#test/support/test-platform.ts';
import { testOnFile } from '#test/support/test-store.ts';

const calls = ['authorize', 'authorize a dead token', 'complete', 'fail', 'unlink', 'sync', 'wait'] as const;
const removals = ['remove the connection', 'remove the company', 'nothing'] as const;
type Call = (typeof calls)[number];

interface Connection {
  readonly status: ConnectionStatus;
  readonly hasDeadToken: boolean;
  readonly isSyncing: boolean;
}
/** What a call does; without `next` the connection stays as it was. */
interface Effect {
  readonly outcome: 'done' | 'refused';
  readonly event?: string;
  readonly next?: Partial<Connection>;
}
const refused: Effect = { outcome: 'refused' };

/** What the status machine of `docs/reference/rules/companies.md#connection-status` says, said again. */
const model = ({ status, hasDeadToken, isSyncing }: Connection, call: Call): Effect => {
  const isLinked = status === 'Linked';
  const link = (dead: boolean): Effect => ({
    outcome: 'done',
    ...(isLinked
      ? {}
      : { event: status === 'PendingAuth' ? 'connection.connected' : 'connection.reconnected' }),
    next: { status: 'Linked', hasDeadToken: dead },
  });
  switch (call) {
    case 'authorize':
      return link(false);
    case 'authorize a dead token':
      return link(true);
    case 'complete':
      return isLinked ? refused : link(false);
    case 'fail':
      return isLinked ? refused : { outcome: 'done', event: 'connection.failed' };
    case 'unlink':
      return isLinked
        ? {
            outcome: 'done',
            event: 'connection.disconnected',
            next: { status: 'Unlinked', isSyncing: false },
          }
        : refused;
    case 'sync':
      return isLinked ? { outcome: 'done', next: { isSyncing: true } } : refused;
    case 'wait':
      return isSyncing && hasDeadToken && isLinked
        ? {
            outcome: 'done',
            event: 'connection.disconnected',
            next: { status: 'Deauthorized', isSyncing: false },
          }
        : { outcome: 'done', next: { isSyncing: false } };
  }
};

test('whatever is called, a connection follows its status machine and announces each change once', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  await platform.syncSettings.setOfClient({ fetchOnFirstLink: false });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...calls), { maxLength: 25 }),
      fc.constantFrom(...removals),
      async (sequence, removal) => {
        const { id: companyId } = await platform.companies.create({ name: 'Acme' }, 'T');
        const { id } = await platform.connections.create(companyId, 'gbol');
        const [good] = await platform.issueTokens({ platformKey: 'gbol' });
        const [dead] = await platform.issueTokens({ platformKey: 'gbol', behaviour: 'revoked' });
        const run: Record<Call, () => Promise<unknown>> = {
          authorize: () => platform.connections.authorize(companyId, id, good?.credentials ?? {}),
          'authorize a dead token': () =>
            platform.connections.authorize(companyId, id, dead?.credentials ?? {}),
          complete: () => platform.linking.complete(companyId, id),
          fail: () => platform.linking.fail(companyId, id),
          unlink: () => platform.connections.unlink(companyId, id),
          sync: () => platform.data.queue(companyId, 'invoices', id),
          wait: () => fixture.advance(10_000),
        };
        let connection: Connection = { status: 'PendingAuth', hasDeadToken: false, isSyncing: false };
        // What an earlier sequence left running is none of this one's business.
        await fixture.advance(10_000);
        fixture.events();
        for (const call of sequence) {
          const expected = model(connection, call);
          const outcome = await run[call]().then(() => 'done', refusedByCatalogue);
          expect(outcome).toBe(expected.outcome);
          const events = fixture.events().filter((type) => type.startsWith('connection.'));
          expect(events).toEqual(expected.event === undefined ? [] : [expected.event]);
          connection = { ...connection, ...expected.next };
          const shown = await platform.connections.show(companyId, id);
          expect(shown.status).toBe(connection.status);
          const active = shown.dataConnectionErrors.filter((error) => error.status === 'Active');
          expect(active).toHaveLength(connection.status === 'Deauthorized' ? 1 : 0);
        }
        await seedBesides(fixture, companyId);
        await expectCounted(fixture);
        if (removal === 'remove the connection') await platform.connections.remove(companyId, id);
        if (removal === 'remove the company') await platform.companies.remove(companyId);
        await expectCounted(fixture);
      },
    ),
    { numRuns: 100 },
  );
});

/** A second connection of the company, Linked from the start, as a snapshot brings it. */
const seedBesides = ({ context }: TestPlatform, companyId: string): Promise<void> =>
  context.store.write(async ({ db }) => {
    const of = {
      company_id: companyId,
      platform_key: 'gbol',
      platform_name: 'Xero',
      source_type: 'Accounting',
    } as const;
    const row = { id: context.ids.uuid(), status: 'Linked', created_at: 0, ...of } as const;
    await db.insertInto('connections').values(row).execute();
  });

/** The count of companies with a Linked connection is that of the rows. */
const expectCounted = ({ context, platform }: TestPlatform): Promise<void> =>
  context.store.read(async (reader) => {
    const rows = await reader.db
      .selectFrom('connections')
      .select('company_id')
      .where('status', '=', 'Linked')
      .execute();
    expect(await platform.linkedCompanies(reader)).toBe(new Set(rows.map((row) => row.company_id)).size);
  });

const refusedByCatalogue = (error: unknown): 'refused' => {
  expect(error).toBeInstanceOf(CatalogueError);
  return 'refused';
};

test('progress follows from start, seed, pace and time alone, and never goes back', () => {
  const start = fc.record({
    requestedAt: fc.integer({ min: 0, max: 4e12 }),
    seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    pace: fc.double({ min: 0.1, max: 100, noNaN: true }),
  });
  fc.assert(
    fc.property(start, fc.array(fc.double({ min: -0.5, max: 2, noNaN: true })), (dataset, shares) => {
      const durationMs = durationOf(dataset.seed, dataset.pace);
      const { requestedAt } = dataset;
      expect(durationMs).toBeGreaterThan(0);
      let last = { progress: 0, stage: 0 };
      for (const share of [...shares].sort((a, b) => a - b)) {
        const now = requestedAt + Math.round(durationMs * share);
        const { status, progress } = stateAt(requestedAt, requestedAt + durationMs, now);
        const stage = (datasetStages as readonly string[]).indexOf(status);
        expect(progress).toBeGreaterThanOrEqual(last.progress);
        expect(progress).toBeLessThan(100);
        expect(stage).toBeGreaterThanOrEqual(last.stage);
        expect(durationOf(dataset.seed, dataset.pace)).toBe(durationMs);
        last = { progress, stage };
      }
    }),
  );
});

test('the token expiry that comes next is the earliest of all issued tokens', async () => {
  const { store } = await testContext();
  const sets = fc.array(fc.record({ platformKey: fc.constantFrom('a', 'b', 'c', 'd'), at: fc.nat(40) }), {
    maxLength: 30,
  });
  const lifetimes = fc.uniqueArray(
    fc.record({ platformKey: fc.constantFrom('a', 'b', 'c'), ms: fc.integer({ min: 1, max: 20 }) }),
    { selector: ({ platformKey }) => platformKey },
  );
  let made = 0;
  await fc.assert(
    fc.asyncProperty(sets, lifetimes, fc.nat(50), async (issued, lasting, now) => {
      await store.write(async (tx) => {
        await tx.db.deleteFrom('token_sets').execute();
        const rows = issued.map(({ platformKey: platform_key, at: issued_at }) => {
          made += 1;
          return {
            id: `${made}`,
            platform_key,
            issued_at,
            behaviour: 'good' as const,
            token_hash: `${made}`,
          };
        });
        await insertTokenSets(tx, rows);
      });
      const ends = issued.flatMap(({ platformKey, at }) =>
        lasting
          .filter((one) => one.platformKey === platformKey && at + one.ms > now)
          .map(({ ms }) => at + ms),
      );
      const at = Math.min(...ends);
      const expected = ends.length === 0 ? undefined : { at, count: ends.filter((end) => end === at).length };
      expect(await store.read((reader) => nextExpiry(reader, lasting, now))).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

testOnFile('the token expiry that comes next is found by the index', async () => {
  const { store } = await testContext();
  const plan = await store.read(({ db }) =>
    sql<{ detail: string }>`explain query plan select issued_at from token_sets
      where platform_key = 'a' and issued_at > 1 order by issued_at limit 1`.execute(db),
  );
  expect(plan.rows.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH token_sets USING COVERING INDEX token_sets_issued/),
  ]);
});
