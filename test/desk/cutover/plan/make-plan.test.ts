import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { canonicalDigest } from '#base/canonical.ts';
import { CutoverPlan, type CutoverSnapshot } from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { RuleType } from '#contract/legacy.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import { makePlan } from '#desk/cutover/plan/make-plan.ts';
import { planMarkdown } from '#desk/cutover/plan/plan-markdown.ts';
import { isKnownType } from '#desk/cutover/plan/planned-rule.ts';
import { readSnapshot } from '#desk/cutover/plan/read-snapshot.ts';
import type { TargetClient } from '#desk/targets/targets.ts';
import {
  anyRule,
  anySnapshot,
  clientId,
  companies,
  facts,
  type Known,
  kept,
  keyed,
  rule,
  secrets,
  snapshot,
} from './planning.ts';

const [company = '', otherCompany = ''] = companies;
const [profile = '', portal = ''] = secrets;
const planned = (change: Partial<CutoverSnapshot> = {}, known: Known = {}) =>
  makePlan(snapshot(change), 'local', facts(known));

describe('endpoints of a plan', () => {
  test('merge rules with the same URL and company, and keep the query', () => {
    const { endpoints } = planned({
      rules: [
        rule('a'),
        rule('b', { type: 'Sync Failed', webhook: 'https://ACME.example:443/hooks?tenant=7' }),
        rule('c', { companyId: company }),
        rule('d', { webhook: 'https://acme.example/hooks?tenant=8' }),
        rule('e', { webhook: null, emails: ['a@b.example'] }),
      ],
    });
    const headers = [{ name: 'X-Service-ClientId', source: 'always', masked: clientId }];
    const eventTypes = ['expenses.sync.successful'];
    const url = 'https://acme.example/hooks?tenant=7';
    const both = ['expenses.sync.successful', 'expenses.sync.unsuccessful'];
    expect(endpoints).toStrictEqual([
      { url, eventTypes: both, headers, fromRules: ['a', 'b'] },
      { url, eventTypes, companyId: company, headers, fromRules: ['c'] },
      { url: 'https://acme.example/hooks?tenant=8', eventTypes, headers, fromRules: ['d'] },
    ]);
  });
  test('leave out rules whose type is unknown, which are listed all the same', () => {
    const unknown = rule('b', { type: 'Something New' });
    const { endpoints, rules } = planned({ rules: [rule('a'), unknown] });
    expect(endpoints.map(({ fromRules }) => fromRules)).toStrictEqual([['a']]);
    expect(rules[1]).toStrictEqual({
      ruleId: 'b',
      type: 'Something New',
      url: 'https://acme.example/hooks?tenant=7',
      emails: [],
      eventTypes: [],
      conditionsLost: [],
      dropped: [],
      renamed: [],
    });
    expect(planned({ rules: [unknown] }).endpoints).toStrictEqual([]);
  });
});

test('a rule says what becomes of its event: types, conditions, properties', () => {
  const { rules } = planned({
    rules: [rule('a', { type: 'Dataset data changed', emails: ['a@b.example'] })],
  });
  expect(rules).toStrictEqual([
    {
      ruleId: 'a',
      type: 'Dataset data changed',
      url: 'https://acme.example/hooks?tenant=7',
      emails: ['a@b.example'],
      eventTypes: ['read.completed'],
      conditionsLost: [
        {
          condition: 'Sent only for data types whose records changed.',
          check: 'payload.dataTypes[].recordsModified is true.',
        },
      ],
      dropped: ['RuleId', 'ClientName', 'Message', 'Data.datasetId'],
      renamed: [
        { from: 'AlertId', to: 'id' },
        { from: 'RuleType', to: 'eventType' },
        { from: 'ClientId', to: 'header:X-Service-ClientId' },
        { from: 'CompanyId', to: 'payload.referenceCompany.id' },
        { from: 'DataConnectionId', to: 'payload.dataTypes[].connectionId' },
        { from: 'Data.dataType', to: 'payload.dataTypes[].dataType' },
      ],
    },
  ]);
});

describe('the auth header of a plan', () => {
  const authHeader = kept(profile);
  const portalHeader = kept(portal);
  const authOf = (change: Partial<CutoverSnapshot>, known: Known) => {
    const { endpoints, conflicts } = planned(change, known);
    const header = endpoints[0]?.headers.find(({ name }) => name === 'Authorization');
    return [header?.source, conflicts.map(({ use }) => use ?? 'open')];
  };
  const both = { authHeader, portalHeader };
  test.each<[string, Partial<CutoverSnapshot>, Known, unknown]>([
    ['of neither', {}, {}, [undefined, []]],
    ['of the profile alone', { authHeader }, {}, ['profile', []]],
    ['of the portal alone', { portalHeader }, { portal: 'value' }, ['portal', []]],
    ['of both, the same', { authHeader, portalHeader: authHeader }, { portal: 'value' }, ['portal', []]],
    ['of both, different', both, { portal: 'value' }, ['portal', ['open']]],
    ['of a portal that equals the profile', both, { portal: 'profile' }, ['profile', []]],
    ['of a portal that sets none', both, { portal: 'none' }, ['profile', []]],
  ])('comes, %s', (_name, change, known, expected) => {
    expect(authOf(change, known)).toStrictEqual(expected);
  });
  test('follows the last decision, as long as both values are the same', () => {
    const decision = (use: 'profile' | 'portal', ...marks: string[]) => ({
      header: 'Authorization',
      use,
      by: 'Jo',
      marks,
    });
    const decided = (...decisions: ReturnType<typeof decision>[]) =>
      authOf(both, { portal: 'value', decisions });
    const now = [authHeader.mark, portalHeader.mark];
    expect(decided(decision('profile', ...now))).toStrictEqual(['profile', ['profile']]);
    expect(decided(decision('profile', ...now), decision('portal', ...now))).toStrictEqual([
      'portal',
      ['portal'],
    ]);
    for (const other of [
      now.toReversed(),
      [authHeader.mark, kept('other').mark],
      [kept('x').mark, now[1] ?? ''],
    ]) {
      expect(decided(decision('profile', ...other))).toStrictEqual(['portal', ['open']]);
    }
  });
});

/** As a target would answer with it. */
const clientWith = ({ rules, webhooks }: CutoverSnapshot, alertAuthHeader?: string): TargetClient =>
  ({
    target: { id: 'local', name: 'local' },
    all: async () =>
      rules.map(({ emails, webhook = null, ...one }) => ({ ...one, notifiers: { emails, webhook } })),
    call: async ({ path }: { path: string }) => ({
      body: path === '/profile' ? { alertAuthHeader } : { results: webhooks },
    }),
  }) as unknown as TargetClient;

describe('for random targets', () => {
  test('a plan is total: every rule is in it, and in one endpoint exactly if it has a webhook and a known type', () => {
    fc.assert(
      fc.property(anySnapshot, fc.constantFrom('value', 'profile', 'none'), (given, of) => {
        const plan = makePlan(given, 'local', facts({ portal: of as 'value' }));
        expect(Value.Errors(CutoverPlan, plan)).toStrictEqual([]);
        expect(plan.rules.map(({ ruleId }) => ruleId)).toStrictEqual(given.rules.map(({ id }) => id));
        for (const one of given.rules) {
          const made = plan.endpoints.filter(({ fromRules }) => fromRules.includes(one.id));
          expect(made).toHaveLength(one.webhook !== undefined && isKnownType(one.type) ? 1 : 0);
          expect(made.every(({ companyId }) => companyId === one.companyId)).toBe(true);
        }
        const typeOf = new Map(given.rules.map(({ id, type }) => [id, type as RuleType]));
        for (const { eventTypes, fromRules, headers } of plan.endpoints) {
          const union = fromRules.flatMap((id) => eventTypesOfRule[typeOf.get(id) ?? 'Sync Failed']);
          expect(eventTypes).toStrictEqual([...new Set(union)].toSorted());
          expect(headers.filter(({ source }) => source === 'always')).toHaveLength(1);
          expect(headers.length).toBeLessThanOrEqual(2);
        }
        const places = plan.endpoints.map(
          ({ url, companyId }) => `${URL.parse(url)?.href ?? url} ${companyId}`,
        );
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: 300 },
    );
  });
  test('the order in which a target is read changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anySnapshot, fc.infiniteStream(fc.nat()), async (given, order) => {
        const shuffled = <T>(all: readonly T[]): T[] =>
          all
            .map((one) => ({ one, at: order.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one);
        const other: CutoverSnapshot = {
          ...given,
          rules: shuffled(given.rules).map((one) => ({ ...one, emails: shuffled(one.emails) })),
          webhooks: shuffled(given.webhooks),
        };
        const digestOf = async (target: CutoverSnapshot) => {
          const { snapshot: read } = await readSnapshot(keyed, clientWith(target, profile), portal);
          return canonicalDigest(makePlan(read, 'local', facts({ portal: 'value' })));
        };
        expect(await digestOf(other)).toBe(await digestOf(given));
      }),
      { numRuns: 100 },
    );
  });
  test('another rule, URL, company, type, mail or header gives another digest', () => {
    const changes = fc.record({ given: anySnapshot, at: fc.nat(), more: anyRule, which: fc.nat({ max: 7 }) });
    const known = facts({ portal: 'value' });
    const digestOf = (one: CutoverSnapshot): string => canonicalDigest(makePlan(one, 'local', known));
    fc.assert(
      fc.property(changes, ({ given, at, more, which }) => {
        const { rules } = given;
        fc.pre(rules.length > 0 && rules.every(({ id }) => id !== more.id));
        const index = at % rules.length;
        const replaced = (change: object): CutoverSnapshot => ({
          ...given,
          rules: rules.map((one, n) => (n === index ? { ...one, ...change } : one)),
        });
        const one = rules[index];
        const changed = [
          { ...given, rules: [...rules, more] },
          { ...given, rules: rules.toSpliced(index, 1) },
          replaced({ webhook: 'https://elsewhere.example/' }),
          replaced({ companyId: one?.companyId === company ? otherCompany : company }),
          replaced({ type: one?.type === 'Sync Failed' ? 'Sync Completed' : 'Sync Failed' }),
          replaced({ emails: [...(one?.emails ?? []), 'z@z.example'] }),
          { ...given, authHeader: kept('Bearer other-secret-of-profile') },
          { ...given, portalHeader: kept('Bearer other-secret-of-portal') },
        ][which];
        expect(digestOf(changed as CutoverSnapshot)).not.toBe(digestOf(given));
      }),
      { numRuns: 300 },
    );
  });
  test('no value of a header is in a plan, or in its Markdown', async () => {
    const values = fc.constantFrom(...secrets);
    await fc.assert(
      fc.asyncProperty(anySnapshot, values, values, async (given, one, other) => {
        const read = await readSnapshot(keyed, clientWith(given, one), other);
        const plan = makePlan(read.snapshot, 'local', facts({ portal: 'value' }));
        const texts = JSON.stringify(plan) + planMarkdown({ plan, digest: canonicalDigest(plan) }, []);
        for (const secret of secrets) expect(texts).not.toContain(secret.split(' ')[1]);
        expect(read.headerBytes).toBe(Math.max(one.length, other.length));
      }),
      { numRuns: 100 },
    );
  });
});

test('the client, the target and the case are part of the plan', () => {
  const { clientId: _, ...unknown } = facts();
  const plans = [
    makePlan(snapshot(), 'local', facts()),
    makePlan(snapshot(), 'other', facts()),
    makePlan(snapshot(), 'local', unknown),
    makePlan(snapshot(), 'local', facts({ clientId: company })),
    makePlan(snapshot(), 'local', facts({ integrator: 'Other' })),
  ];
  expect(new Set(plans.map(canonicalDigest)).size).toBe(5);
  expect(canonicalDigest(planned())).toBe(canonicalDigest(plans[0]));
  expect(plans[2]?.endpoints[0]?.headers[0]?.masked).toBe('not known');
});

test('a target whose rules keep changing, or that has no legacy setup any more, is not planned', async () => {
  const refused = Object.assign(new CatalogueError('target.refused', {} as never), { statusCode: 404 });
  const changing = async (
    _path: string,
    _query: object,
    _signal: unknown,
    reading: { incomplete(): void },
  ) => {
    reading.incomplete();
    return [];
  };
  const as = (change: object) =>
    readSnapshot(keyed, { ...clientWith(snapshot()), ...change } as TargetClient);
  await expect(as({ all: changing })).rejects.toMatchObject({ code: 'cutoverPlan.moving' });
  const withoutRules = as({ all: () => Promise.reject(refused) });
  await expect(withoutRules).rejects.toMatchObject({
    code: 'cutoverPlan.legacyGone',
    message: expect.stringContaining('no longer returns its rules'),
  });
  const withoutProfile = as({ call: () => Promise.reject(refused) });
  await expect(withoutProfile).rejects.toMatchObject({ message: expect.stringContaining('its profile') });
});
