import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import type { CutoverView } from '#contract/cutover.ts';
import { type Call, testHost } from '#test/support/test-host.ts';

/** Plans through the front door: over HTTP, on the local service. */

const profileValue = 'Bearer planted-profile-7B2';
const portalValue = 'Bearer planted-portal-9C3';
const hook = 'https://acme.example/hooks?tenant=7';

const start = async () => {
  const { api, desk, ready } = await testHost();
  const company = (await api('POST', '/companies', { name: 'Bright Bakery' })).body;
  const rule = async (type: string, change: object = {}): Promise<string> =>
    (await api('POST', '/rules', { type, notifiers: { webhook: hook }, ...change })).body.id;
  const rules = [
    await rule('Dataset data changed'),
    await rule('DataConnectionStatusChanged', { companyId: company.id }),
    await rule('Push Operation Status Changed', {
      notifiers: { webhook: hook, emails: ['ops@acme.example'] },
    }),
  ];
  await setProfile(api, profileValue);
  const request = { name: 'Acme', integrator: 'Acme <b>Ltd</b>' };
  const { body: opened } = await desk('POST', '/api/cases', request);
  const path = `/api/cases/${opened.id}`;
  const text = async (of: string): Promise<Response> =>
    fetch(`${ready.deskUrl}${path}${of}`, { headers: { authorization: `Bearer ${ready.deskToken}` } });
  const plan = async (body?: object) => desk('POST', `${path}/cutover/plan`, body);
  const kinds = async (): Promise<string[]> =>
    (await desk('GET', `${path}/entries?limit=200`)).body.results.map(({ kind }: { kind: string }) => kind);
  return { api, desk, path, rules, rule, company, text, plan, kinds };
};

const setProfile = (api: Call, alertAuthHeader: string) =>
  api('PUT', '/profile', { name: 'Acme', redirectUrl: 'https://acme.example/done', alertAuthHeader });

type World = Awaited<ReturnType<typeof start>>;

const inPortal = async ({ desk, path }: World, value: string | undefined = portalValue): Promise<void> => {
  const answer = { state: 'present', by: 'Jo', note: 'Asked.' };
  await desk('PUT', `${path}/rows/auth-header-portal/answer`, answer);
  if (value !== '') await desk('PUT', `${path}/portal-header`, { by: 'Jo', value });
};
const eligible = async ({ desk, path }: World): Promise<void> => {
  for (const row of ['alerts-endpoints', 'rule-id']) {
    const override = { state: 'absent', by: 'Jo', reason: 'Shown elsewhere.' };
    expect((await desk('PUT', `${path}/rows/${row}/overrule`, override)).status).toBe(200);
  }
};
const open = (view: Pick<CutoverView, 'preconditions'>): string[] =>
  view.preconditions.filter(({ holds }) => holds !== true).map(({ id }) => id);
const why = (view: Pick<CutoverView, 'preconditions'>, of: string): string =>
  view.preconditions.find(({ id }) => id === of)?.why ?? '';

describe('a plan', () => {
  test('is a draft at first, and the same is frozen once', async () => {
    const world = await start();
    const { plan, kinds, rules, company } = world;
    const { status, body } = await plan();
    expect([status, body.plan]).toStrictEqual([200, undefined]);
    const { draft } = body as CutoverView;
    expect(draft?.endpoints.map(({ fromRules, companyId }) => [fromRules, companyId])).toStrictEqual([
      [[rules[0], rules[2]].toSorted(), undefined],
      [[rules[1]], company.id],
    ]);
    expect(draft?.endpoints[0]).toMatchObject({
      url: hook,
      headers: [
        { name: 'X-Service-ClientId', source: 'always' },
        { name: 'Authorization', source: 'profile', masked: 'Bearer ••••7B2' },
      ],
    });
    expect(await kinds()).not.toContain('cutover.planned');
    expect(await kinds()).not.toContain('profile.observed');

    const frozen = (await plan({ freeze: true, by: 'Kim' })).body as CutoverView;
    expect(frozen.plan?.frozen?.by).toBe('Kim');
    // So that a later change of the profile is noticed.
    expect(await kinds()).toContain('profile.observed');
    expect([frozen.draft, frozen.plan?.digest]).toStrictEqual([undefined, draft?.digest]);
    expect(frozen.plan?.frozen?.actor).toBeTypeOf('string');
    expect((await plan({ freeze: true })).body.plan).toMatchObject({ digest: draft?.digest });
    expect((await kinds()).filter((kind) => kind === 'cutover.planned')).toHaveLength(1);
    expect(open(frozen)).toStrictEqual(['verdict', 'request']);
  });
  test('says what moved on the target since, and another is frozen', async () => {
    const world = await start();
    const { plan, rule, api } = world;
    const first = (await plan({ freeze: true })).body as CutoverView;
    const added = await rule('Sync Failed', {
      notifiers: { webhook: 'https://acme.example/other?key=hidden' },
    });
    await setProfile(api, 'Bearer planted-other-1D4');
    const moved = (await plan()).body as CutoverView;
    expect(moved.plan?.digest).toBe(first.plan?.digest);
    expect(why(moved, 'snapshot')).toBe(
      `The target moved since it was planned: Rule ${added} (Sync Failed, https://acme.example/other) was added. The auth header of the profile changed from Bearer ••••7B2 to Bearer ••••1D4. Plan again.`,
    );
    expect(moved.draft?.endpoints).toHaveLength(3);
    const again = (await plan({ freeze: true })).body as CutoverView;
    expect([again.plan?.digest, open(again)]).toStrictEqual([moved.draft?.digest, ['verdict', 'request']]);
  });
  test('is not frozen with an undecided conflict, or without the header of the portal', async () => {
    const world = await start();
    const { plan, desk, path, kinds } = world;
    await inPortal(world, '');
    const missing = await plan({ freeze: true });
    expect([missing.status, missing.body.error]).toStrictEqual([
      409,
      expect.stringContaining("The portal's auth header is not supplied"),
    ]);
    expect((await plan()).body.draft).toBeDefined();
    await inPortal(world);
    // It was made without the value.
    expect((await desk('GET', `${path}/cutover`)).body.draft).toBeUndefined();
    const view = (await plan()).body as CutoverView;
    expect(view.draft?.conflicts).toMatchObject([
      {
        header: 'Authorization',
        values: [
          { source: 'profile', masked: 'Bearer ••••7B2' },
          { source: 'portal', masked: 'Bearer ••••9C3' },
        ],
      },
    ]);
    expect(view.draft?.conflicts[0]).not.toHaveProperty('use');
    const undecided = await plan({ freeze: true });
    expect([undecided.status, undecided.body.error]).toStrictEqual([
      409,
      expect.stringContaining('two different values'),
    ]);
    expect(await kinds()).not.toContain('cutover.planned');

    const decision = { header: 'authorization', use: 'profile', by: 'Jo' };
    const decided = (await desk('PUT', `${path}/cutover/conflicts`, decision)).body as CutoverView;
    expect(decided.draft?.conflicts).toMatchObject([{ header: 'Authorization', use: 'profile', by: 'Jo' }]);
    const frozen = (await plan({ freeze: true })).body as CutoverView;
    expect(frozen.plan?.endpoints[0]?.headers[1]).toMatchObject({ source: 'profile' });

    // The other value counts no more.
    await inPortal(world, 'Bearer planted-changed-0E5');
    const changed = (await plan()).body as CutoverView;
    expect(changed.draft?.conflicts[0]).not.toHaveProperty('use');
    expect(why(changed, 'snapshot')).toContain(
      'The auth header of the portal changed from Bearer ••••9C3 to',
    );
  });
  test('of a header without a conflict has nothing to decide', async () => {
    const { desk, path } = await start();
    const decision = { header: 'Authorization', use: 'profile', by: 'Jo' };
    const { status, body } = await desk('PUT', `${path}/cutover/conflicts`, decision);
    expect([status, body.error]).toStrictEqual([404, expect.stringContaining('no conflict to decide')]);
  });
  test('that the profile is declared to equal is not frozen once the profile changed', async () => {
    const world = await start();
    const { plan, desk, path, api } = world;
    await inPortal(world, '');
    await desk('PUT', `${path}/portal-header`, { by: 'Jo', equalsProfile: true });
    expect((await plan({ freeze: true })).body.plan.endpoints[0].headers[1].source).toBe('profile');
    await setProfile(api, portalValue);
    const view = (await plan()).body as CutoverView;
    expect(why(view, 'portal-header')).toContain("The profile's auth header changed since");
    expect((await plan({ freeze: true })).status).toBe(409);
  });
});

describe('the migration request', () => {
  test('carries the digest and the endpoints of the frozen plan, and is outdated by another', async () => {
    const world = await start();
    const { plan, desk, path, rule } = world;
    await eligible(world);
    const { digest } = (await plan({ freeze: true })).body.plan;
    const drafted = (await desk('POST', `${path}/request`)).body;
    expect([drafted.document.plan, drafted.outdated]).toStrictEqual([digest, false]);
    for (const said of [digest, hook, 'Authorization', 'Bearer ••••7B2', '*.write.successful']) {
      expect(drafted.markdown).toContain(said);
    }
    const sent = { by: 'Jo' };
    expect((await desk('POST', `${path}/request/sent`, sent)).status).toBe(200);
    expect(open((await plan()).body)).toStrictEqual([]);

    await rule('Sync Failed');
    const moved = (await plan({ freeze: true })).body as CutoverView;
    expect(open(moved)).toStrictEqual(['request']);
    const request = (await desk('GET', `${path}/request`)).body;
    expect([request.outdated, request.document.plan]).toStrictEqual([true, digest]);
    const again = (await desk('POST', `${path}/request`)).body;
    expect([again.outdated, again.document.plan]).toStrictEqual([false, moved.plan?.digest]);
  });
});

describe('a plan is sent', () => {
  test('as Markdown and as tasks with samples in one language, without a value of a header', async () => {
    const world = await start();
    const { plan, text, desk, path } = world;
    expect((await text('/cutover/plan.md')).status).toBe(404);
    await inPortal(world);
    await desk('POST', `${path}/contacts`, {
      name: 'Zoë Ünal',
      party: 'integrator',
      email: 'zoe@acme.example',
    });
    const view = (await plan()).body as CutoverView;
    const markdown = await (await text('/cutover/plan.md')).text();
    for (const said of [
      view.draft?.digest ?? '',
      'a draft, not frozen',
      'Acme &lt;b&gt;Ltd&lt;/b&gt;',
      hook,
      'Bearer ••••7B2',
      'Lost conditions',
      'Emails to rebuild',
      'ops',
      'Open requirements',
      '4.159.114.108',
      '`Retry-After` is ignored',
    ]) {
      expect(markdown).toContain(said);
    }
    const tasks = await (await text('/cutover/tasks.md?language=python')).text();
    expect(tasks).toContain('def verify_signature(');
    expect(tasks).not.toContain('export function');
    expect((await text('/cutover/tasks.md?language=cobol')).status).toBe(400);

    const mail = await (await text('/cutover/tasks.eml?language=go')).text();
    expect(mail.split('\r\n\r\n')[0]).toMatch(/^X-Unsent: 1\r?$/m);
    expect(mail.split('\r\n\r\n')[0]).not.toMatch(/^From:/m);
    const parsed = await PostalMime.parse(mail);
    expect(parsed.to).toMatchObject([{ name: 'Zoë Ünal', address: 'zoe@acme.example' }]);
    expect(parsed.subject).toBe('Webhook cutover of Acme <b>Ltd</b>: changes in your code');
    expect(parsed.text).toContain('func VerifySignature(');
    expect(parsed.html).toBeUndefined();

    const everything = [JSON.stringify(view), markdown, tasks, mail, parsed.text].join('\n');
    for (const secret of ['planted-profile', 'planted-portal']) expect(everything).not.toContain(secret);
  });
});
