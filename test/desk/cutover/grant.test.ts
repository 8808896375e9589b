import { describe, expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import {
  added,
  answered,
  caseId,
  cleanScan,
  confirmed,
  day,
  drafted,
  refusal,
  sent,
  stateAfter,
  uuid,
} from '#test/desk/eligibility/case-in-memory.ts';
import { scan, states } from '#test/desk/eligibility/evidence.ts';
import {
  done,
  drafting,
  endpoint,
  equal,
  header,
  inPortal,
  made,
  rule,
  supplied,
  type World,
  webhooks,
  world,
} from '#test/desk/eligibility/request-world.ts';

/** Grants and their check, on a case in memory. */

describe('a grant', () => {
  const ready = [...drafting(cleanScan()), sent];
  const readyWith = (...actions: CaseAction[]) => [...drafting(cleanScan(), ...actions), sent];
  const grant = (
    actions: readonly CaseAction[],
    given: World = {},
    request: { portalAuthHeader?: string; note?: string } = {},
    secret?: string,
  ) => {
    const all = world(actions, given);
    if (secret !== undefined) all.memory.secrets.set('portal-auth-header', secret);
    return { ...all, granted: all.grants.grant(caseId, { by: 'Jo', ...request }, 'Ada') };
  };

  test('carries the rules over, and confirms the request', async () => {
    const { granted, log, memory } = grant(ready, {}, { note: 'on the phone' });
    const { result, request } = await granted;
    expect(result).toStrictEqual(made);
    expect(request.history.at(-1)).toStrictEqual({
      state: 'confirmed',
      at: day(7),
      by: 'Jo',
      note: 'on the phone',
    });
    expect(log).toStrictEqual([`catch up ${caseId}`, 'cutover {}']);
    expect(memory.kinds()).toStrictEqual(['cutover.planned', 'cutover.granted', 'request.confirmed']);
    const [plan] = memory.state().plans;
    expect(memory.state().grants).toMatchObject([
      { targetId: 'local', result: made, planDigest: plan?.digest, actor: 'Ada' },
    ]);
    const bare = grant(ready);
    await bare.granted;
    expect(bare.memory.state().request?.history.at(-1)).not.toHaveProperty('note');
  });
  test('of a request that is confirmed already confirms it once', async () => {
    const { granted, memory } = grant([...ready, confirmed]);
    await granted;
    expect(memory.kinds()).toStrictEqual(['cutover.planned', 'cutover.granted']);
  });
  test('by the plan that the request names freezes no other', async () => {
    const frozen = world(ready);
    await frozen.grants.grant(caseId, { by: 'Jo' }, 'Ada');
    const [plan] = frozen.memory.state().plans;
    if (plan === undefined) throw new Error('Nothing was frozen.');
    const { targetId, digest } = plan;
    const planned: CaseAction = {
      kind: 'cutover.planned',
      content: { targetId, digest, plan: plan.plan },
    };
    const named = drafted(stateAfter(cleanScan(), planned), { plan: digest });
    const again = grant([cleanScan(), planned, named, sent]);
    await again.granted;
    expect(again.memory.kinds()).toStrictEqual(['cutover.granted', 'request.confirmed']);
    const other = drafted(stateAfter(cleanScan(), planned), { plan: 'd'.repeat(64) });
    expect((await refusal(grant([cleanScan(), planned, other, sent]).granted))[0]).toBe(
      'migrationRequest.outdated',
    );
  });
  test.each<[string, CaseAction[], World, string]>([
    [
      'a remote target',
      ready,
      { target: { kind: 'remote', name: 'production' } },
      'Target "production" is remote: only its provider can grant the migration. Send the migration request, then verify the cutover.',
    ],
    ['a case that is closed', [...ready, { kind: 'case.closed', content: {} }], {}, 'case.notOpen'],
    ['no request', [cleanScan()], {}, 'migrationRequest.none'],
    ['a request that was not sent', drafting(cleanScan()), {}, 'migrationRequest.notSent'],
    ['an outdated one', [...ready, answered('client-id-header', 'present')], {}, 'migrationRequest.outdated'],
    ['a blocked one', [...ready, answered('rule-id', 'present')], {}, 'migrationRequest.notEligible'],
    ['a header of the portal that is not known', readyWith(inPortal), {}, 'grant.portalHeader'],
    ['one whose key is lost', readyWith(inPortal, supplied), {}, 'grant.portalHeader'],
    [
      "one that equals the profile's, which has none",
      readyWith(inPortal, equal),
      { answers: { '/profile': { alertAuthHeader: null } } },
      'grant.portalHeader',
    ],
    [
      "one that equals the profile's, which is gone",
      readyWith(inPortal, equal),
      {
        answers: {
          '/profile': Object.assign(new CatalogueError('target.refused', {} as never), { statusCode: 404 }),
        },
      },
      'grant.portalHeader',
    ],
  ])('is refused for %s', async (_name, actions, given, refused) => {
    const { granted, log, memory } = grant(actions, given);
    expect(await refusal(granted)).toContain(refused);
    expect(log).toStrictEqual([`catch up ${caseId}`]);
    expect(memory.kinds()).toStrictEqual([]);
  });
  test.each<[string, CaseAction[], string | undefined, string | undefined, object]>([
    [
      'is the one that is given',
      readyWith(inPortal, supplied),
      'given',
      'kept',
      { portalAuthHeader: 'given' },
    ],
    [
      'is the one that was supplied',
      readyWith(inPortal, supplied),
      undefined,
      'kept',
      { portalAuthHeader: 'kept' },
    ],
    ['is left out where there is none', ready, undefined, 'kept', {}],
    [
      'is left out where it is not in the portal after all',
      readyWith(answered('auth-header-portal', 'absent'), supplied),
      undefined,
      'kept',
      {},
    ],
    ["is left out where it equals the profile's", readyWith(inPortal, equal), undefined, undefined, {}],
  ])('the header of the portal %s', async (_name, actions, portalAuthHeader, secret, asked) => {
    const given = { answers: { '/profile': { alertAuthHeader: 'Basic x' } } };
    const request = portalAuthHeader === undefined ? {} : { portalAuthHeader };
    const { granted, log } = grant(actions, given, request, secret);
    await granted;
    expect(log[1]).toBe(`cutover ${JSON.stringify(asked)}`);
  });

  const taken = { answers: { '/rules': [rule], ...webhooks }, cutover: done };
  const auth = { details: [header('w', 'X-Service-ClientId', 'Authorization')] };
  const bare = { details: [header('w', 'X-Service-ClientId')] };
  test('that was carried out and not recorded is taken as it is', async () => {
    const { granted, memory } = grant(ready, { ...taken, ...bare });
    expect((await granted).result).toMatchObject({
      endpoints: [{ ruleIds: ['r'], webhook: { id: 'w' } }],
      carriedHeaders: ['X-Service-ClientId'],
    });
    expect(memory.kinds()).toStrictEqual(['cutover.granted', 'request.confirmed']);
  });
  test.each<[string, CaseAction[], World, { portalAuthHeader?: string }, boolean]>([
    ['with the header that is asked for', ready, { ...taken, ...auth }, { portalAuthHeader: 'x' }, true],
    ['without the header that is asked for', ready, { ...taken, ...bare }, { portalAuthHeader: 'x' }, false],
    [
      'without the header that the portal sets',
      readyWith(inPortal, equal),
      { ...taken, ...bare, answers: { ...taken.answers, '/profile': { alertAuthHeader: 'x' } } },
      {},
      false,
    ],
    [
      'without its endpoint',
      ready,
      { ...bare, answers: { '/rules': [rule], '/webhooks': { results: [] } }, cutover: done },
      {},
      false,
    ],
    [
      'and recorded',
      [...ready, { kind: 'cutover.granted', content: { targetId: 'local', result: made } }],
      { ...taken, ...bare },
      {},
      false,
    ],
    [
      'and recorded of another target',
      [...ready, { kind: 'cutover.granted', content: { targetId: uuid(5), result: made } }],
      { ...taken, ...bare },
      {},
      true,
    ],
    [
      'not at all, for another reason',
      ready,
      { ...taken, ...bare, cutover: new CatalogueError('store.full', {} as never) },
      {},
      false,
    ],
  ])(
    'that was carried out before, %s, is taken as it is: %s',
    async (_name, actions, given, request, isTaken) => {
      const { granted, memory } = grant(actions, given, request);
      const error = await granted.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toEqual(isTaken ? undefined : given.cutover);
      expect(memory.kinds().includes('cutover.granted')).toBe(isTaken);
    },
  );

  const record = (id: string): CaseAction => ({
    kind: 'cutover.granted',
    content: { targetId: 'local', result: { ...made, endpoints: [{ ruleIds: [], webhook: endpoint(id) }] } },
  });
  const reversed: CaseAction = { kind: 'cutover.reversed', content: { targetId: 'local', how: 'reset' } };
  const elsewhere: CaseAction = { kind: 'cutover.reversed', content: { targetId: uuid(5), how: 'reset' } };
  const none: CaseAction = {
    kind: 'cutover.granted',
    content: { targetId: 'local', result: { ...made, endpoints: [] } },
  };
  test.each<[string, CaseAction[], boolean]>([
    ['the same endpoints', [record('w')], true],
    ['other endpoints', [record('v')], true],
    ['no endpoint', [none], true],
    ['the same endpoints, before a reversal', [record('w'), reversed], false],
    ['the same endpoints, after a reversal', [reversed, record('w')], true],
    ['the same endpoints, before a reversal elsewhere', [record('w'), elsewhere], true],
  ])(
    'is recorded beside one of %s, which the service has not: it was reversed: %s',
    async (_name, before, isNew) => {
      const { granted, memory } = grant([...ready, ...before]);
      await granted;
      expect(memory.kinds()).toStrictEqual([
        ...(isNew ? ['cutover.reversed'] : []),
        'cutover.planned',
        'cutover.granted',
        'request.confirmed',
      ]);
    },
  );
});

describe('the check of a cutover', () => {
  const remote = { target: { kind: 'remote' } } as const;
  const check = async (actions: readonly CaseAction[], given: World) => {
    const { grants, memory, log } = world(actions, given);
    const answer = await grants.check(caseId, 'Jo');
    expect(memory.kinds()).toStrictEqual(['cutover.checked']);
    expect(memory.state().cutoverChecks).toMatchObject([{ ...answer, targetId: 'local', actor: 'Jo' }]);
    expect(log).toStrictEqual([]);
    return answer.expectations.map(({ what, state }) => [what.split(' at ')[0], state]);
  };
  const answers = { '/rules': [rule], ...webhooks };
  const [clientId, auth] = ['Header X-Service-ClientId', 'Header Authorization'];
  const checkedHeaders = (
    change: object,
    headers: object[] = [{ name: 'x-service-clientid', result: 'as-set', value: '••' }],
    targetId = 'local',
  ): CaseAction =>
    ({
      kind: 'headers.checked',
      content: {
        targetId,
        result: {
          at: day(1),
          webhookId: 'w',
          by: 'test-event',
          passed: true,
          headers,
          advice: [],
          ...change,
        },
      },
    }) as CaseAction;

  test('looks at the headers of the local service', async () => {
    const details = [header('w', 'X-Service-ClientId')];
    expect(await check([], { answers, details })).toStrictEqual([
      ['Endpoint', 'met'],
      [clientId, 'met'],
    ]);
  });
  test.each<[string, CaseAction[], string[][]]>([
    ['nothing', [], [[clientId, 'not-visible']]],
    [
      'a header in the profile',
      [
        added(
          scan({
            collector: 'configuration',
            ...states({ 'auth-header-profile': 'present' }),
            findingCount: 1,
          }),
        ),
      ],
      [
        [clientId, 'not-visible'],
        [auth, 'not-visible'],
      ],
    ],
    [
      'a header in the portal',
      [inPortal],
      [
        [clientId, 'not-visible'],
        [auth, 'not-visible'],
      ],
    ],
    [
      'a grant that carried the header over',
      [
        {
          kind: 'cutover.granted',
          content: { targetId: 'local', result: { ...made, carriedHeaders: ['Authorization'] } },
        },
      ],
      [
        [clientId, 'not-visible'],
        [auth, 'not-visible'],
      ],
    ],
    [
      'a grant elsewhere that carried the header over',
      [
        {
          kind: 'cutover.granted',
          content: { targetId: uuid(5), result: { ...made, carriedHeaders: ['Authorization'] } },
        },
      ],
      [[clientId, 'not-visible']],
    ],
    ['a test event that brought it', [checkedHeaders({})], [[clientId, 'met']]],
    ['a test event that failed', [checkedHeaders({ passed: false })], [[clientId, 'not-visible']]],
    [
      'a test event that failed later',
      [checkedHeaders({}), checkedHeaders({ passed: false })],
      [[clientId, 'not-visible']],
    ],
    ['a test event elsewhere', [checkedHeaders({}, undefined, uuid(5))], [[clientId, 'not-visible']]],
    [
      'a test event without it',
      [checkedHeaders({ passed: false }, [{ name: 'X-Service-ClientId', result: 'missing', value: '' }])],
      [[clientId, 'missing']],
    ],
    [
      'a test event with another value',
      [checkedHeaders({ passed: false }, [{ name: 'X-Service-ClientId', result: 'differs', value: '' }])],
      [[clientId, 'missing']],
    ],
  ])('of a remote target goes by what the case knows: %s', async (_name, actions, headers) => {
    expect(await check(actions, { answers, ...remote })).toStrictEqual([['Endpoint', 'met'], ...headers]);
  });
  test('goes by the grant where the target tells no rules', async () => {
    const granted = (id: string, targetId = 'local'): CaseAction => ({
      kind: 'cutover.granted',
      content: { targetId, result: { ...made, endpoints: [{ ruleIds: [], webhook: endpoint(id) }] } },
    });
    expect(await check([granted('w')], { answers: webhooks, ...remote })).toStrictEqual([
      ['Endpoint', 'met'],
      [clientId, 'not-visible'],
    ]);
    for (const actions of [[], [granted('w', uuid(5))]]) {
      expect(await check(actions, { answers: webhooks, ...remote })).toStrictEqual([
        ['Endpoints for the rules', 'not-visible'],
      ]);
    }
  });
});
