import { describe, expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import type { CheckRequest, CheckResult, Evidence } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { JobProgress } from '#contract/job.ts';
import type { Target } from '#contract/target.ts';
import { createCheck } from '#desk/eligibility/check.ts';
import type { JobKind, Jobs, Work } from '#desk/jobs/jobs.ts';
import type { TargetCall, Targets } from '#desk/targets/targets.ts';
import { added, caseId, caseInMemory, changed, day, refusal, uuid } from './case-in-memory.ts';
import { findingScan, scan, sourceFinding, traffic } from './evidence.ts';

/** Checks over a case in memory, with collectors that find what they are told to. */

const use = sourceFinding('rule-id', 'src/hook.ts');
const remote: Target = {
  id: uuid(5),
  name: 'production',
  kind: 'remote',
  baseUrl: 'https://api.example.com:8443/v1//',
  hasCa: false,
} as Target;
const local = { ...remote, id: 'local', kind: 'local', baseUrl: 'http://127.0.0.1:1' } as Target;

const checkingOver = (actions: readonly CaseAction[] = [], found: readonly Evidence[] = []) => {
  const memory = caseInMemory(...actions);
  const asked: unknown[] = [];
  const progress: JobProgress[] = [];
  const started: unknown[] = [];
  const cancelling = new AbortController();
  const left = [...found];
  let ids = 100;
  let work: Work | undefined;
  const shown = (id: string): Target => {
    const target = [remote, local].find((one) => one.id === id);
    if (target === undefined) throw new CatalogueError('target.notFound', { targetId: id });
    return target;
  };
  const collector = (name: string) => async (options: object) => {
    const { signal: _, newId: _newId, progress: _progress, ...rest } = options as Record<string, unknown>;
    asked.push([name, rest]);
    return left.shift() as Evidence;
  };
  const modules = {
    cases: memory.cases,
    targets: {
      show: async (id: string) => shown(id),
      client: async (id: string) => ({
        target: shown(id),
        all: async () => [],
        call: async ({ path }: TargetCall) => {
          asked.push([shown(id).name, path]);
          return { statusCode: 200, body: path === '/webhooks' ? { results: [] } : {} };
        },
      }),
    } as unknown as Targets,
    jobs: {
      define:
        (name: string, kind: JobKind<typeof CheckRequest>) =>
        async (request: CheckRequest, actor: string) => {
          work = await kind.begin(request, actor);
          started.push([name, kind.caseOf?.(request)]);
          return { id: uuid(99) };
        },
    } as unknown as Jobs,
    control: { sandbox: { legacyRetryAfter: async () => ({ count: 0, urls: [] }) } } as never,
    live: { catchUp: async (id: string) => void asked.push(['catch up', id]) },
    scanSource: collector('source') as never,
    readTraffic: collector('traffic') as never,
  };
  /** Every entry of this case was written here. */
  const store = { path: '/data/desk.db', read: async () => () => true };
  const context = { newId: () => uuid(ids++), store, dataDir, fingerprint: String };
  const check = createCheck(context as never, modules);
  return {
    memory,
    asked,
    progress,
    started,
    cancel: () => cancelling.abort(new Error('cancelled')),
    async run(request: CheckRequest): Promise<CheckResult> {
      await check(request, 'Jo');
      const job = {
        signal: cancelling.signal,
        progress: (one: JobProgress) => void progress.push(one),
        done: async () => {},
      };
      return (await work?.(job as never)) as CheckResult;
    },
  };
};
const dataDir = '/data';
const whole = { path: '/src' };

describe('a check without a case', () => {
  test('tells the verdict on what it found, and records nothing', async () => {
    const found = { ...findingScan([use]), manifest: 'x' } as Evidence;
    const over = checkingOver([], [found]);
    const { evidence, verdict, ...rest } = await over.run({ source: [{ ...whole, scope: 'web' }] });
    expect(evidence).toStrictEqual([findingScan([use], { id: found.id })]);
    expect([verdict.state, rest]).toStrictEqual(['blocked', {}]);
    expect(over.started).toStrictEqual([['check', undefined]]);
    expect(over.asked).toStrictEqual([['source', { path: '/src', scope: 'web', dataDir }]]);
    expect(over.memory.kinds()).toStrictEqual([]);
  });
  test('reads a target that is named, and says so', async () => {
    const over = checkingOver();
    const { evidence } = await over.run({ configuration: { targetId: remote.id } });
    expect(evidence).toMatchObject([{ id: uuid(100), collector: 'configuration', scope: remote.id }]);
    expect(over.progress).toStrictEqual([{ done: 0, unit: 'requests', text: 'Reading the configuration' }]);
    expect(over.asked).toStrictEqual([
      ['production', '/profile'],
      ['production', '/webhooks'],
    ]);
  });
  test('takes source and traffic one after the other, and tells each whose hosts are meant', async () => {
    const log = traffic(day(1), day(2), 0);
    const over = checkingOver([], [scan(), scan(), log]);
    const paths = ['/a.log', '/b.log'];
    const { evidence } = await over.run({
      configuration: { targetId: remote.id },
      source: [whole, { path: '/other' }],
      traffic: { paths, scope: 'gateway', format: 'csv' },
    });
    expect(evidence.map(({ collector }) => collector)).toStrictEqual([
      'configuration',
      'source',
      'source',
      'traffic',
    ]);
    expect(over.asked.slice(2)).toStrictEqual([
      ['source', { path: '/src', scope: undefined, dataDir }],
      ['source', { path: '/other', scope: undefined, dataDir }],
      ['traffic', { paths, scope: 'gateway', format: 'csv', hosts: ['api.example.com:8443/v1'], dataDir }],
    ]);
  });
  test.each<[string, CheckRequest, CaseAction[], string[] | undefined]>([
    ['those that are named', { traffic: { paths: ['/a'], hosts: ['x'] } }, [], ['x']],
    ['not known', { traffic: { paths: ['/a'] } }, [], undefined],
    [
      "not the local copy's",
      { traffic: { paths: ['/a'] }, configuration: { targetId: 'local' } },
      [],
      undefined,
    ],
    [
      "those of the case's target",
      { caseId, traffic: { paths: ['/a'] } },
      [changed({ targetId: remote.id })],
      ['api.example.com:8443/v1'],
    ],
    ["not the local copy's, of a case", { caseId, traffic: { paths: ['/a'] } }, [], undefined],
  ])('takes as hosts of traffic %s', async (_name, request, actions, hosts) => {
    const over = checkingOver(actions, [traffic(day(1), day(2), 0)]);
    await over.run(request);
    expect(over.asked.find((one) => (one as unknown[])[0] === 'traffic')).toStrictEqual([
      'traffic',
      { paths: ['/a'], hosts, dataDir },
    ]);
  });
});

const nothing =
  'Name what to check: source, traffic, test runs or configuration (a target or exported files). Without a case there is no default target.';
const absolute = (...fields: string[]) =>
  fields.map((field) => `${field} must be an absolute path.`).join(' ');
test.each<[string, CheckRequest, CaseAction[], string, string]>([
  ['nothing', {}, [], 'request.invalid', nothing],
  ['no source', { source: [] }, [], 'request.invalid', nothing],
  ['no target', { configuration: {} }, [], 'request.invalid', nothing],
  [
    'relative paths',
    {
      configuration: { rulesFile: 'r', profileFile: '/p', webhooksFile: './w' },
      source: [{ path: '/a' }, { path: 'b' }],
      traffic: { paths: ['c', '/d'] },
    },
    [],
    'request.invalid',
    absolute('configuration.rulesFile', 'configuration.webhooksFile', 'source.1.path', 'traffic.paths.0'),
  ],
  [
    'a relative profile',
    { configuration: { profileFile: 'p' } },
    [],
    'request.invalid',
    absolute('configuration.profileFile'),
  ],
  ['a case that is not there', { caseId: uuid(9) }, [], 'case.notFound', ''],
  ['a target that is not there', { configuration: { targetId: uuid(9) } }, [], 'target.notFound', ''],
  ["a case's target that is gone", { caseId }, [changed({ targetId: uuid(9) })], 'target.notFound', ''],
  ['a case that is closed', { caseId }, [{ kind: 'case.closed', content: {} }], 'case.notOpen', 'closed'],
])('%s is refused before anything is started', async (_name, request, actions, code, text) => {
  const over = checkingOver(actions);
  const said = await refusal(over.run(request));
  expect(said).toStrictEqual([code, expect.stringContaining(text.split(' must')[0] ?? '')]);
  expect([over.started, over.asked]).toStrictEqual([[], []]);
});
test('each relative path is refused by its field', async () => {
  const error = await checkingOver()
    .run({ source: [{ path: 'b' }], traffic: { paths: ['/x', 'c'] } })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    validation: [
      {
        itemId: 'source.0.path',
        message: 'source.0.path must be an absolute path.',
        validatorName: 'absolute',
      },
      {
        itemId: 'traffic.paths.1',
        message: 'traffic.paths.1 must be an absolute path.',
        validatorName: 'absolute',
      },
    ],
  });
});

describe('a check of a case', () => {
  test('reads its target, where nothing else is asked for', async () => {
    const over = checkingOver([changed({ targetId: remote.id })]);
    await over.run({ caseId });
    expect(over.started).toStrictEqual([['check', caseId]]);
    expect(over.asked).toStrictEqual([
      ['production', '/profile'],
      ['production', '/webhooks'],
      ['catch up', caseId],
    ]);
    const bare = checkingOver([changed({ targetId: remote.id })], [scan()]);
    await bare.run({ caseId, source: [whole] });
    expect(bare.asked).toStrictEqual([
      ['source', { path: '/src', scope: undefined, dataDir }],
      ['catch up', caseId],
    ]);
    const named = checkingOver([changed({ targetId: remote.id })]);
    await named.run({ caseId, configuration: { targetId: 'local' } });
    expect(named.asked[0]).toStrictEqual(['production', '/profile']);
    expect(named.memory.state().evidence[0]?.scope).toBe('local');
  });
  test('records evidence and verdict in one act, and what changed since the verdict before', async () => {
    const over = checkingOver(
      [],
      [findingScan([use], { at: day(2) }), scan({ at: day(3) }), scan({ at: day(4) })],
    );
    const first = await over.run({ caseId, source: [whole] });
    expect([first.verdict.state, 'change' in first, 'sameFiles' in first]).toStrictEqual([
      'blocked',
      false,
      false,
    ]);
    expect(over.memory.kinds()).toStrictEqual(['evidence.added', 'verdict.reached']);
    const second = await over.run({ caseId, source: [whole] });
    expect(second.change).toStrictEqual({
      state: { from: 'blocked', to: 'eligible' },
      rows: [{ row: 'rule-id', from: 'present', to: 'absent' }],
      gone: [use],
      appeared: [],
    });
    const third = await over.run({ caseId, source: [whole] });
    expect(third.change).toStrictEqual({ rows: [], gone: [], appeared: [] });
    expect(over.memory.kinds().slice(4)).toStrictEqual(['evidence.added']);
  });
  test('that was cancelled leaves no trace', async () => {
    const over = checkingOver([], [scan()]);
    over.cancel();
    await expect(over.run({ caseId, source: [whole] })).rejects.toThrow('cancelled');
    expect(over.memory.kinds()).toStrictEqual([]);
  });

  const known = scan({ id: uuid(60), scope: 'app', sketch: ['a', 'b'] });
  const older = scan({ id: uuid(61), scope: 'app', at: day(1) });
  const twin = scan({ id: uuid(62), scope: 'twin', sketch: ['a', 'c'], at: day(20) });
  const again = scan({ id: uuid(63), scope: 'web', sketch: ['a', 'b'], at: day(20) });
  const log = traffic(day(1), day(2), 0, { id: uuid(64), scope: 'app' });
  const before = [added(older), added(known), added(log)];
  test('names the same files under another name', async () => {
    const over = checkingOver([...before, added({ ...twin, sketch: ['a', 'b', 'c'] })], [again]);
    const { sameFiles } = await over.run({ caseId, source: [whole] });
    expect(sameFiles).toStrictEqual([
      {
        evidenceId: uuid(63),
        scope: 'web',
        sameAs: { evidenceId: uuid(60), scope: 'app', origin: 'app', at: known.at },
        share: 1,
        replaced: false,
      },
    ]);
    expect(over.memory.state().removedEvidence).toStrictEqual([]);
  });
  test('replaces all of that name, where that is asked for', async () => {
    const over = checkingOver(before, [again]);
    const { sameFiles } = await over.run({ caseId, source: [whole], replaceSame: true });
    expect(sameFiles).toMatchObject([{ replaced: true }]);
    expect(over.memory.state().evidence.map(({ id }) => id)).toStrictEqual([uuid(64), uuid(63)]);
    expect(over.memory.state().removedEvidence).toMatchObject(
      [uuid(61), uuid(60)].map((id) => ({
        evidence: { id },
        reason: 'Replaced: the same files were checked as "web".',
        actor: 'Jo',
      })),
    );
    expect(over.memory.kinds()).toStrictEqual([
      'evidence.removed',
      'evidence.removed',
      'evidence.added',
      'verdict.reached',
    ]);
    const other = checkingOver(before, [scan({ scope: 'web', sketch: ['x'] })]);
    expect('sameFiles' in (await other.run({ caseId, source: [whole], replaceSame: true }))).toBe(false);
    expect(other.memory.state().removedEvidence).toStrictEqual([]);
  });
});
