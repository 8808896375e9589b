import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenBehaviours } from '#contract/sandbox.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import { loadCatalogue } from '#service/platform/catalogue.ts';
import { isWhole, plannedOf, type WholeRead } from '#service/store/read-course.ts';
import type { Store } from '#service/store/store.ts';
import { type RowConnection, rowDatasets } from '#test/support/row-datasets.ts';
import { runs } from '#test/support/runs.ts';
import { resourcesDir, type TestPlatform, testPlatform } from '#test/support/test-platform.ts';

const catalogue = await loadCatalogue({ resourcesDir });

/** A company with two connections, each with tokens of some behaviour. */
const platforms = ['gbol', 'fztf'];
const which = { company: fc.nat({ max: 2 }), connection: fc.nat({ max: 1 }) };
const behaviour = fc.constantFrom(...tokenBehaviours);

const call = fc.oneof(
  { weight: 4, arbitrary: fc.record({ call: fc.constant('sync' as const), company: which.company }) },
  fc.record({
    call: fc.constant('queue' as const),
    ...which,
    dataType: fc.constantFrom('invoices', 'commerce-orders', 'banking-accounts'),
  }),
  fc.record({ call: fc.constant('unlink' as const), ...which }),
  fc.record({ call: fc.constant('authorize' as const), ...which, behaviour }),
  // From due instant to due instant, as the scheduler goes on a virtual clock.
  fc.record({ call: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 6000 }) }),
  // Everything is overdue, as during a pause; after it, it runs in batches.
  fc.record({ call: fc.constant('pause' as const), ms: fc.integer({ min: 1, max: 9000 }) }),
  { weight: 2, arbitrary: fc.record({ call: fc.constant('overdue' as const), ms: fc.constant(7000) }) },
);
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

const seen = (event: DomainEvent): object[] => {
  if (event.type === 'connection.disconnected') {
    return [{ type: event.type, connectionId: event.connection.id }];
  }
  if (!('dataTypes' in event)) return [];
  const { type, dataTypes, modifiedFromDate } = event;
  return [{ type, dataTypes, ...(modifiedFromDate === undefined ? {} : { modifiedFromDate }) }];
};

const withoutWords = ({ statusDescription: _, ...operation }: { statusDescription?: string }): object =>
  operation;

test('one row for a read tells the same datasets, in the same order, as a row for each of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 2 ** 31 - 1 }),
      fc.integer({ min: 1, max: 30 }),
      fc.array(behaviour, { minLength: 6, maxLength: 6 }),
      fc.nat({ max: 4 }),
      fc.array(call, { maxLength: 14 }),
      async (seed, batch, behaviours, oldReads, calls) => {
        const fixture = await testPlatform({ seed, batch });
        const world = { ...(await makeWorld(fixture, seed, behaviours)), oldReads };
        for (const one of calls) {
          await carryOut(world, one);
          await compare(world);
        }
        await fixture.advance(200_000);
        world.model.run(fixture.context.clock.now());
        await compare(world);
      },
    ),
    { numRuns: runs(25) },
  );
});

interface World {
  readonly fixture: TestPlatform;
  readonly model: ReturnType<typeof rowDatasets>;
  /** So many reads come first that are kept as versions before 0.4.0 kept them. */
  readonly oldReads: number;
  readonly companyIds: readonly string[];
  /** Two a company. */
  readonly connections: readonly RowConnection[];
}

const makeWorld = async (
  fixture: TestPlatform,
  seed: number,
  behaviours: readonly (typeof tokenBehaviours)[number][],
): Promise<Omit<World, 'oldReads'>> => {
  const companyIds: string[] = [];
  const connections: RowConnection[] = [];
  for (let c = 0; c < 3; c++) {
    const { id: companyId } = await fixture.platform.companies.create({ name: 'Acme' }, 'Tester');
    companyIds.push(companyId);
    for (const [n, platformKey] of platforms.entries()) {
      const { id } = await fixture.platform.connections.create(companyId, platformKey);
      const connection: RowConnection = {
        id,
        companyId,
        integration: catalogue.find(platformKey),
        isLinked: false,
        tokenSet: undefined,
        lastSyncAt: undefined,
        firstReadEnded: false,
      };
      connections.push(connection);
      await authorize(fixture, connection, behaviours[c * 2 + n] ?? 'good');
    }
  }
  return { fixture, model: rowDatasets(seed), companyIds, connections };
};

const authorize = async (
  { platform, context }: TestPlatform,
  connection: RowConnection,
  behaviour: (typeof tokenBehaviours)[number],
): Promise<void> => {
  const { platformKey } = connection.integration;
  const [set] = await platform.issueTokens({ platformKey, behaviour });
  await platform.connections.authorize(connection.companyId, connection.id, set?.credentials ?? {});
  connection.tokenSet = { id: set?.id ?? '', behaviour, issuedAt: context.clock.now() };
  connection.isLinked = true;
};

const carryOut = async (world: World, one: Call): Promise<void> => {
  const { fixture, model, companyIds, connections } = world;
  const { platform, context } = fixture;
  if ('ms' in one) {
    if (one.call === 'advance') await fixture.advance(one.ms);
    else context.clock.set(context.clock.now() + one.ms);
    if (one.call === 'overdue') await fixture.advance(0);
    if (one.call !== 'pause') model.run(context.clock.now());
    return;
  }
  const companyId = companyIds[one.company] as string;
  const own = connections.filter((connection) => connection.companyId === companyId);
  const linked = own.filter(({ isLinked }) => isLinked);
  if (one.call === 'sync') {
    if (linked.length === 0) return;
    await platform.data.syncAll(companyId);
    await follow(
      world,
      linked.map((connection) => ({ connection, dataTypes: connection.integration.dataTypes })),
    );
    return;
  }
  const connection = own[one.connection] as RowConnection;
  if (one.call === 'authorize') await authorize(fixture, connection, one.behaviour);
  if (!connection.isLinked) return;
  if (one.call === 'unlink') {
    await platform.connections.unlink(companyId, connection.id);
    model.unlink(connection, context.clock.now());
  }
  if (one.call === 'queue') {
    await platform.data.queue(companyId, one.dataType, connection.id);
    await follow(world, [{ connection, dataTypes: [one.dataType] }]);
  }
};

/** Tells the model of the reads that were begun last. */
const follow = async (
  { fixture, model, oldReads }: World,
  begun: readonly { connection: RowConnection; dataTypes: readonly string[] }[],
): Promise<void> => {
  const { store, clock } = fixture.context;
  const reads = await store.read(({ db }) =>
    db.selectFrom('reads').selectAll().orderBy('seq', 'desc').limit(begun.length).execute(),
  );
  for (const [n, { connection, dataTypes }] of begun.entries()) {
    const read = reads.at(-1 - n) as (typeof reads)[number];
    model.start(read.id, connection, dataTypes, clock.now());
    if (read.seq <= oldReads && isWhole(read)) await keepAsRows(store, read);
  }
};

const keepAsRows = (store: Store, read: WholeRead): Promise<void> =>
  store.write(async ({ db }) => {
    const { id: read_id, company_id, connection_id, requested_at } = read;
    for (const { id, dataType, seed, dueAt } of plannedOf(read)) {
      const shared = { read_id, company_id, connection_id, requested_at, pace: 1 };
      const row = { id, data_type: dataType, seed, due_at: dueAt, ...shared };
      await db.insertInto('datasets').values(row).execute();
    }
    const own = { course: null, data_types: null, due_at: null };
    await db.updateTable('reads').set(own).where('id', '=', read_id).execute();
  });

const compare = async ({ fixture, model, companyIds }: World): Promise<void> => {
  const { platform, context } = fixture;
  const now = context.clock.now();
  for (const companyId of companyIds) {
    const { results } = await platform.data.history(companyId, { pageSize: 5000 });
    expect(results.map(withoutWords)).toEqual(model.history(companyId, now));
    const [any] = results;
    if (any !== undefined) expect(await platform.data.dataset(companyId, any.id)).toEqual(any);
  }
  expect(context.published.flatMap(seen)).toEqual(model.events);
  const ends = context.announced.flatMap((said) =>
    said.type === 'sync' && said.status !== 'Initial' ? [`${said.datasetId} ${said.status}`] : [],
  );
  expect(ends).toEqual(model.ends);
  await context.store.read(async (reader) => {
    expect(await platform.syncs.nextDueAt(reader)).toBe(model.nextDueAt());
    const upcoming = await platform.syncs.upcoming(reader, 7);
    expect(upcoming.map(({ what, at, subject }) => ({ what, at, subject }))).toEqual(model.upcoming(7));
    const until = now + 4000;
    expect((await platform.syncs.countUntil(reader, until)).count).toBe(model.dueUntil(until));
  });
};
