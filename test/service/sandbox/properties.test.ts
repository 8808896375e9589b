import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ruleTypes } from '#contract/legacy.ts';
import type { SeedResult, Snapshot } from '#contract/sandbox.ts';
import { runs } from '#test/support/runs.ts';
import { type SandboxEngine, startSandboxEngine } from '#test/support/sandbox-engine.ts';
import { asTheyAre } from '#test/support/test-platform.ts';

const id = (kind: number, n: number): string =>
  `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A whole sandbox; rules and endpoints belong to one of its companies, or to none. */
const snapshots: fc.Arbitrary<Snapshot> = fc
  .record({
    authHeader: fc.option(fc.constantFrom('Bearer one', 'Basic dHdv'), { nil: undefined }),
    companies: fc.array(
      fc.record({
        name: fc.constantFrom('Bright Bakery', 'Second Shop', "O'Neil & Sons"),
        region: fc.option(fc.constantFrom('north', 'south'), { nil: undefined }),
        statuses: fc.array(fc.constantFrom('PendingAuth' as const, 'Linked' as const), { maxLength: 2 }),
      }),
      { maxLength: 4 },
    ),
    rules: fc.array(
      fc.record({
        type: fc.constantFrom(...ruleTypes),
        of: fc.nat(4),
        webhook: fc.option(fc.constantFrom('https://a.example/', 'https://b.example/x'), { nil: undefined }),
        emails: fc.constantFrom<string[]>([], ['ops@example.com']),
      }),
      { maxLength: 6 },
    ),
    webhooks: fc.array(
      fc.record({
        path: fc.constantFrom('new', 'other'),
        of: fc.nat(4),
        disabled: fc.boolean(),
        header: fc.option(fc.constantFrom('Bearer x', 'Bearer y'), { nil: undefined }),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ authHeader, companies, rules, webhooks }): Snapshot => {
    const companyOf = (n: number) => (n < companies.length ? { companyId: id(1, n) } : {});
    return {
      profile: { name: 'Acme', redirectUrl: '', ...(authHeader && { alertAuthHeader: authHeader }) },
      companies: companies.map(({ name, region, statuses }, n) => ({
        id: id(1, n),
        name,
        tags: (region === undefined ? {} : { region }) as Record<string, string>,
        connections: statuses.map((status, m) => ({ id: id(2, n * 10 + m), platformKey: 'gbol', status })),
      })),
      rules: rules
        .filter(({ webhook, emails }) => webhook !== undefined || emails.length > 0)
        .map(({ type, of, webhook, emails }, n) => ({
          id: id(3, n),
          type,
          ...companyOf(of),
          notifiers: { emails, ...(webhook !== undefined && { webhook }) },
        })),
      webhooks: webhooks.map(({ path, of, disabled, header }, n) => ({
        id: id(4, n),
        url: `https://example.com/${path}`,
        eventTypes: ['read.completed'],
        disabled,
        ...companyOf(of),
        companyTags: [],
        headers: header === undefined ? [] : [{ name: 'Authorization', value: header }],
      })),
    };
  });

const idsOf = (ids: SeedResult): string[] => Object.values(ids).flatMap((kind) => Object.values(kind));
const nothing: SeedResult = { companies: {}, connections: {}, rules: {}, webhooks: {} };

/** What the sandbox shows, as a snapshot with the ids of the one that it was seeded from. */
const shown = async ({ platform, legacy, webhooks }: SandboxEngine, ids: SeedResult): Promise<Snapshot> => {
  const given = new Map(Object.values(ids).flatMap((kind) => Object.entries(kind).map(([a, b]) => [b, a])));
  const back = (made: string): string => given.get(made) ?? made;
  const ofCompany = (companyId: string | undefined) =>
    companyId === undefined ? {} : { companyId: back(companyId) };
  const companies = (await platform.companies.list({}, asTheyAre)).results;
  const endpoints = await webhooks.endpoints.list();
  return {
    profile: await legacy.profile.show(),
    companies: companies.map(({ id: made, name, tags, dataConnections }) => ({
      id: back(made),
      name,
      tags,
      connections: dataConnections.map((connection) => ({
        id: back(connection.id),
        platformKey: connection.integrationKey,
        status: connection.status as 'Linked',
      })),
    })),
    rules: (await legacy.rules.list({})).results.map(({ id: made, type, companyId, notifiers }) => ({
      id: back(made),
      type,
      ...ofCompany(companyId),
      notifiers,
    })),
    webhooks: await Promise.all(
      endpoints.map(async ({ id: made, companyId, ...endpoint }) => ({
        ...endpoint,
        id: back(made),
        ...ofCompany(companyId),
        headers: (await webhooks.management.headers(made, true)).map(({ name, value }) => ({ name, value })),
      })),
    ),
  };
};

test('a seeded sandbox shows its snapshot; a reset leaves nothing of it, and a replacement nothing of another', async () => {
  const engine = await startSandboxEngine();
  const { sandbox, client } = engine;
  const empty = {
    profile: { name: client.name, redirectUrl: '' },
    companies: [],
    rules: [],
    webhooks: [],
  };
  await fc.assert(
    fc.asyncProperty(snapshots, snapshots, async (first, second) => {
      await sandbox.reset();
      expect(await shown(engine, nothing)).toEqual(empty);
      expect(await shown(engine, await sandbox.seed(first))).toEqual(first);
      const replaced = await sandbox.seed({ ...second, replace: true });
      expect(await shown(engine, replaced)).toEqual(second);
      // No id is given twice, so whoever kept one can't meet another thing under it.
      await sandbox.reset();
      const again = await sandbox.seed(second);
      expect(await shown(engine, again)).toEqual(second);
      const before = new Set(idsOf(replaced));
      expect(idsOf(again).filter((made) => before.has(made))).toEqual([]);
    }),
    { numRuns: runs(14) },
  );
});

/** Runs a step; answers whether the sandbox is cut over then. */
const take = async (
  { sandbox }: SandboxEngine,
  step: 'cutover' | 'undo',
  isCutOver: boolean,
  carried: ReadonlySet<string | undefined>,
): Promise<boolean> => {
  if (step === 'undo') {
    if (isCutOver) await sandbox.undoCutover();
    else await expect(sandbox.undoCutover()).rejects.toMatchObject({ code: 'cutover.notDone' });
    return false;
  }
  if (isCutOver) await expect(sandbox.cutover({})).rejects.toMatchObject({ code: 'cutover.done' });
  else {
    const { endpoints } = await sandbox.cutover({});
    expect(new Set(endpoints.flatMap(({ ruleIds }) => ruleIds))).toEqual(carried);
  }
  return true;
};

test('whatever is seeded, a cutover carries every rule with a webhook, and its undoing leaves all as it was, and what it made disabled', async () => {
  const engine = await startSandboxEngine();
  const steps = fc.array(fc.constantFrom('cutover' as const, 'undo' as const), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(snapshots, steps, async (snapshot, sequence) => {
      const ids = await engine.sandbox.seed({ ...snapshot, replace: true });
      const before = await shown(engine, ids);
      const withWebhook = snapshot.rules?.filter(({ notifiers }) => notifiers.webhook !== undefined) ?? [];
      const carried = new Set(withWebhook.map((rule) => ids.rules[rule.id]));
      let isCutOver = false;
      for (const step of [...sequence, 'undo' as const]) {
        isCutOver = await take(engine, step, isCutOver, carried);
        expect((await engine.sandbox.cutoverState()).cutOver).toBe(isCutOver);
        const { webhooks = [], ...rest } = await shown(engine, ids);
        // The endpoints of before stay, in their order, and come before those that the cutover made.
        expect({ ...rest, webhooks: webhooks.slice(0, before.webhooks?.length) }).toEqual(before);
        const made = webhooks.slice(before.webhooks?.length);
        expect(made.every(({ disabled }) => disabled !== isCutOver)).toBe(true);
      }
    }),
    { numRuns: runs(14) },
  );
});
