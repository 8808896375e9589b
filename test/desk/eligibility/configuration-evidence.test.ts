import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Evidence, findingLimit } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Target } from '#contract/target.ts';
import { profileMark } from '#desk/cases/profile-header.ts';
import { type Configuration, configurationEvidence, hostOf } from '#desk/eligibility/configuration.ts';
import { readFiles, readRulesFile } from '#desk/eligibility/configuration-files.ts';
import { findingId } from '#desk/eligibility/finding-id.ts';
import { readTarget } from '#desk/eligibility/read-target.ts';
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';
import type { TargetCall, TargetClient } from '#desk/targets/targets.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { refusal, uuid } from './case-in-memory.ts';

const rule = (id: string, change: Partial<ConfiguredRule> = {}): ConfiguredRule => ({
  id,
  type: 'Sync Failed',
  notifiers: { emails: [], webhook: 'https://acme.example/in/secret-path' },
  ...change,
});
const mailing = rule('m', { notifiers: { emails: ['a@b.example', 'c@d.example'] } });
const specific = rule('s', { companyId: 'c1' });

const told = (read: Partial<Configuration>): Evidence =>
  configurationEvidence({ scope: 'local', origin: 'Target "x"', ...read }, uuid(2));
const rowsOf = ({ rows }: Evidence) =>
  rows.map(({ row, says, because, findingCount }) => [row, says, because, findingCount]);

describe('configuration as evidence', () => {
  test('states the checks of the rules, each with its findings', () => {
    const evidence = told({ rules: [rule('a'), mailing, specific] });
    expect(rowsOf(evidence)).toStrictEqual([
      ['email-notifications', 'present', '3 rules were read; 1 with emails.', 1],
      ['company-agnostic', 'absent', '3 rules were read; 1 with a companyId.', 0],
      ['company-specific', 'present', '3 rules were read; 1 with a companyId.', 1],
    ]);
    expect(evidence.findings).toStrictEqual([
      {
        id: findingId('email-notifications', 'rule', 'm'),
        row: 'email-notifications',
        kind: 'rule',
        weak: false,
        confidence: 'high',
        place: {
          kind: 'resource',
          resource: 'rule',
          id: 'm',
          text: 'rule m (Sync Failed), emails to 2 recipients',
        },
        why: 'The rule sends emails.',
      },
      {
        id: findingId('company-specific', 'rule', 's'),
        row: 'company-specific',
        kind: 'rule',
        weak: false,
        confidence: 'high',
        place: {
          kind: 'resource',
          resource: 'rule',
          id: 's',
          text: 'rule s (Sync Failed), webhook at acme.example, company c1',
        },
        why: 'The rule is for one company only.',
      },
    ]);
    expect(evidence).toMatchObject({
      id: uuid(2),
      collector: 'configuration',
      scope: 'local',
      origin: 'Target "x"',
      read: { entries: 3, skipped: [], skippedCount: 0 },
      findingCount: 2,
    });
    for (const { id } of evidence.findings) expect(id).toMatch(/^[0-9a-f]{16}$/);
    for (const field of ['digest', 'files', 'manifest']) expect(evidence).not.toHaveProperty(field);
    expect(Object.keys(evidence.read)).toStrictEqual(['entries', 'skipped', 'skippedCount']);
  });
  test('is agnostic where no rule is for one company alone', () => {
    const evidence = told({ rules: [rule('a', { notifiers: { emails: [], webhook: 'none' } })] });
    expect(rowsOf(evidence)).toStrictEqual([
      ['email-notifications', 'absent', '1 rule was read; 0 with emails.', 0],
      ['company-agnostic', 'present', '1 rule was read; 0 with a companyId.', 1],
      ['company-specific', 'absent', '1 rule was read; 0 with a companyId.', 0],
    ]);
    expect(evidence.findings.map(({ why, place }) => [why, place])).toStrictEqual([
      [
        'No rule is for one company only.',
        {
          kind: 'resource',
          resource: 'rule',
          id: 'a',
          text: 'rule a (Sync Failed), webhook at an unreadable URL',
        },
      ],
    ]);
    expect(rowsOf(told({ rules: [] }))[1]).toStrictEqual([
      'company-agnostic',
      'absent',
      '0 rules were read; 0 with a companyId.',
      0,
    ]);
    expect([hostOf('https://a.example:8443/x'), hostOf('x')]).toStrictEqual([
      'a.example:8443',
      'an unreadable URL',
    ]);
  });
  test('tells whether the profile has an auth header, and no more of it', () => {
    const row = 'auth-header-profile';
    expect(rowsOf(told({ profile: { hasAuthHeader: false } }))).toStrictEqual([
      [row, 'absent', 'The profile was read; it has no auth header.', 0],
    ]);
    const evidence = told({ profile: { hasAuthHeader: true } });
    expect(rowsOf(evidence)).toStrictEqual([
      [row, 'present', 'The profile was read; its alertAuthHeader is set.', 1],
    ]);
    expect(evidence.findings).toStrictEqual([
      {
        id: findingId(row, 'profile', 'alertAuthHeader'),
        row,
        kind: 'profile',
        weak: false,
        confidence: 'high',
        place: { kind: 'resource', resource: 'profile', text: 'profile, alertAuthHeader' },
        why: 'The profile sets an auth header for webhooks.',
      },
    ]);
    expect(evidence.read.entries).toBe(0);
  });
  test('says nothing of what can no longer be read, and of what was not looked at', () => {
    const because = (part: string) =>
      `The ${part} can no longer be read: the target responds with 404, as for a client that is cut over.`;
    const evidence = told({ rules: 'gone', profile: 'gone', webhooks: 'gone' });
    expect(rowsOf(evidence)).toStrictEqual([
      ['email-notifications', 'nothing-seen', because('rules'), 0],
      ['company-agnostic', 'nothing-seen', because('rules'), 0],
      ['company-specific', 'nothing-seen', because('rules'), 0],
      ['auth-header-profile', 'nothing-seen', because('profile'), 0],
    ]);
    expect([evidence.findings, evidence.read.entries]).toStrictEqual([[], 0]);
    expect(rowsOf(told({ webhooks: [1, 2] }))).toStrictEqual([]);
    expect(told({ webhooks: [1, 2], rules: [mailing] }).read.entries).toBe(3);
  });
  test.each<[string, Partial<Configuration>, boolean]>([
    ['nothing in it', { rules: [], profile: { hasAuthHeader: false } }, true],
    ['no profile', { rules: [], profile: 'gone' }, true],
    ['a rule', { rules: [mailing], profile: { hasAuthHeader: false } }, false],
    ['an auth header', { rules: [], profile: { hasAuthHeader: true } }, false],
    ['rules that are gone', { rules: 'gone', profile: { hasAuthHeader: false } }, false],
    ['nothing in it, and not local', { isLocal: false, rules: [], profile: { hasAuthHeader: false } }, false],
  ])("a local copy with %s says nothing of the integrator's set-up: %s", (_name, read, isNothing) => {
    const evidence = told({ isLocal: true, ...read });
    const copy =
      "The local copy of the service has no rules and no auth header, which says nothing about the integrator's own setup. Read it from their target or from exported files, or seed the copy with it.";
    expect(evidence.rows.every(({ because, says }) => because === copy && says === 'nothing-seen')).toBe(
      isNothing,
    );
    expect(evidence.rows.map(({ row }) => row)).toStrictEqual([
      'email-notifications',
      'company-agnostic',
      'company-specific',
      'auth-header-profile',
    ]);
  });
  test('lists responses with Retry-After by host; none shows nothing', () => {
    const row = 'retry-after';
    const lead = 'The attempt log of the local service holds';
    expect(rowsOf(told({ retryAfter: { count: 0, hosts: [] } }))).toStrictEqual([
      [row, 'nothing-seen', `${lead} no response with Retry-After.`, 0],
    ]);
    const one = told({ retryAfter: { count: 1, first: '1', last: '1', hosts: ['a', 'b'] } });
    expect(rowsOf(one)).toStrictEqual([[row, 'present', `${lead} 1 response with Retry-After, at 1.`, 2]]);
    expect(one.findings[1]).toStrictEqual({
      id: findingId(row, 'retry-after-seen', 'b'),
      row,
      kind: 'retry-after-seen',
      weak: false,
      confidence: 'high',
      place: { kind: 'resource', resource: 'alert', text: 'responses of b to alerts' },
      why: 'The consumer responded with Retry-After.',
    });
    expect(rowsOf(told({ retryAfter: { count: 2, first: '1', last: '2', hosts: [] } }))[0]?.[2]).toBe(
      `${lead} 2 responses with Retry-After, from 1 to 2.`,
    );
    // An empty copy that was called all the same tells of that.
    const copy = told({ isLocal: true, rules: [], retryAfter: { count: 2, hosts: ['a'] } });
    expect(copy.rows.map(({ says }) => says)).toStrictEqual([
      'nothing-seen',
      'nothing-seen',
      'nothing-seen',
      'present',
    ]);
  });
  test('names as many findings as are kept, and counts the rest', () => {
    const rules = Array.from({ length: findingLimit + 2 }, (_, n) => rule(String(n)));
    const evidence = told({ rules, digest: 'd', files: 2, bytes: 3 });
    expect([evidence.findings.length, evidence.findingCount]).toStrictEqual([findingLimit, findingLimit + 2]);
    expect(evidence.rows[1]?.findingCount).toBe(findingLimit + 2);
    expect(evidence).toMatchObject({ digest: 'd', read: { files: 2, bytes: 3 } });
  });
});

describe('exported files', () => {
  let dataDir = '';
  let folder = '';
  beforeEach(() => {
    dataDir = temporaryFolder();
    folder = temporaryFolder();
  });
  const file = (name: string, content: unknown): string => {
    const path = join(folder, name);
    writeFileSync(
      path,
      typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    );
    return path;
  };
  const sha256 = (...parts: string[]): string =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

  test('are told by what they hold, with their digests', async () => {
    const rules = JSON.stringify([rule('a')]);
    const rulesFile = file('rules.json', rules);
    expect(await readFiles({ rulesFile }, dataDir)).toStrictEqual({
      scope: 'exported files',
      origin: 'rules.json',
      digest: sha256(rules),
      given: { files: { sha256: sha256(rules), of: 'file' } },
      files: 1,
      bytes: rules.length,
      rules: [rule('a')],
    });
    const [profile, webhooks] = ['{"alertAuthHeader":""}', '{"results":[{"id":"w","url":"x"}]}'];
    const all = await readFiles(
      { rulesFile, profileFile: file('profile.json', profile), webhooksFile: file('hooks.json', webhooks) },
      dataDir,
    );
    const manifest = `${sha256(webhooks)}  hooks.json\n${sha256(profile)}  profile.json\n${sha256(rules)}  rules.json\n`;
    expect(all).toStrictEqual({
      scope: 'exported files',
      origin: 'rules.json, profile.json, hooks.json',
      digest: sha256(rules, profile, webhooks),
      given: { files: { sha256: sha256(manifest), of: 'manifest' }, manifest },
      files: 3,
      bytes: rules.length + profile.length + webhooks.length,
      rules: [rule('a')],
      profile: { hasAuthHeader: false },
      webhooks: [{ id: 'w', url: 'x' }],
    });
    const header = file('profile.json', '{"alertAuthHeader":"Basic x"}');
    expect((await readFiles({ profileFile: header }, dataDir)).profile).toStrictEqual({
      hasAuthHeader: true,
    });
    expect(await readRulesFile(rulesFile, dataDir)).toStrictEqual([rule('a')]);
  });
  test.each<[string, unknown, string[]]>([
    ['nothing', [], []],
    ['an empty page', { results: [] }, []],
    ['a page that is all there is', { results: [rule('a')], totalResults: 1 }, ['a']],
    [
      'pages',
      [
        { results: [rule('a')], totalResults: 2 },
        { results: [rule('b')], totalResults: 2 },
      ],
      ['a', 'b'],
    ],
    [
      'pages that hold more than they say',
      [{ results: [rule('a'), rule('b')], totalResults: 1 }],
      ['a', 'b'],
    ],
    ['a list', [rule('a'), rule('b')], ['a', 'b']],
    [
      'what is not set as null',
      [{ id: 'a', type: 't', companyId: null, notifiers: { emails: null, webhook: null } }],
      ['a'],
    ],
    ['more fields', [{ ...rule('a'), created: 1 }], ['a']],
  ])('hold rules as %s', async (_name, content, ids) => {
    const read = await readRulesFile(file('r.json', content), dataDir);
    expect(read.map(({ id }) => id)).toStrictEqual(ids);
  });
  test('leave out what is not set, or empty', async () => {
    const empty = { id: 'a', type: 't', companyId: '', notifiers: { emails: null, webhook: '' } };
    expect(await readRulesFile(file('r.json', [empty]), dataDir)).toStrictEqual([
      { id: 'a', type: 't', notifiers: { emails: [] } },
    ]);
  });
  const rulesWanted = 'it does not contain rules, each with id, type and notifiers';
  test.each<[string, unknown, string]>([
    ['text', 'rules', 'it is not valid JSON in UTF-8'],
    ['half of it', '[{"id":', 'it is not valid JSON in UTF-8'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'it is not valid JSON in UTF-8'],
    [
      'too many levels',
      '['.repeat(600),
      'it is nested more than 500 levels deep. Export less, or split it up',
    ],
    ['nothing', null, `${rulesWanted} (at the top: must be array)`],
    ['a number', 7, `${rulesWanted} (at the top: must be array)`],
    ['something else', { rules: [] }, `${rulesWanted} (at the top: must be array)`],
    [
      'a rule without an id',
      [{ ...rule('') }],
      `${rulesWanted} (at /0/id: must not have fewer than 1 characters)`,
    ],
    ['a page of something else', { results: 7 }, `${rulesWanted} (at /results: must be array)`],
    ['a page of other things', { results: [rule('a'), 7] }, `${rulesWanted} (at /1: must be object)`],
    [
      'pages and rules',
      [{ results: [] }, rule('a')],
      `${rulesWanted} (at /0: must have required properties id, type, notifiers)`,
    ],
    [
      'one page of two',
      { results: [rule('a')], totalResults: 2 },
      'it contains 1 of 2. Export all pages into one list',
    ],
    [
      'two pages of more',
      [
        { results: [rule('a')], totalResults: 3 },
        { results: [rule('b')], totalResults: 1 },
      ],
      'it contains 2 of 3. Export all pages into one list',
    ],
  ])('that hold %s are refused', async (_name, content, problem) => {
    const path = file('r.json', content);
    const said = await refusal(readRulesFile(path, dataDir));
    expect(said).toStrictEqual(['configuration.malformed', expect.stringContaining(problem)]);
    expect(said[1]).toContain(path);
  });
  test('of another kind are refused by what they should hold', async () => {
    const list = file('l.json', []);
    expect((await refusal(readFiles({ profileFile: list }, dataDir)))[1]).toContain(
      'it does not contain a profile: one object (at the top: must be object)',
    );
    const hooks = file('w.json', [{ id: '', url: 'x' }]);
    expect((await refusal(readFiles({ webhooksFile: hooks }, dataDir)))[1]).toContain(
      'it does not contain endpoints, each with id and url (at /0/id:',
    );
  });
  test.skipIf(process.platform === 'win32')(
    'that are a pipe are refused, though nobody writes to it',
    async () => {
      const pipe = join(folder, 'rules.json');
      execFileSync('mkfifo', [pipe]);
      expect(await refusal(readRulesFile(pipe, dataDir))).toStrictEqual([
        'file.unreadable',
        expect.stringContaining('it is not a file'),
      ]);
    },
  );
  test('that are none, or are our own, are refused', async () => {
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(dataDir, 'rules.json'), '[]');
    const big = join(folder, 'big.json');
    writeFileSync(big, '');
    truncateSync(big, 50 * 1_048_576 + 1);
    for (const [path, problem] of [
      [join(folder, 'sub'), 'it is a folder'],
      [join(folder, 'gone.json'), 'there is no such file'],
      ['/dev/null', 'it is not a file'],
      [join(dataDir, 'rules.json'), 'it is a file of Carryover itself, which may hold keys'],
      [big, 'it has 52,428,801 bytes; at most 52,428,800 are read'],
    ] as const) {
      expect(await refusal(readRulesFile(path, dataDir))).toStrictEqual([
        'file.unreadable',
        expect.stringContaining(problem),
      ]);
    }
  });
});

/** A client of a target that answers what it is told to; an Error is thrown. */
const clientOf = (answers: Record<string, unknown>, target: Partial<Target> = {}) => {
  const calls: (TargetCall | [string, unknown, AbortSignal | undefined])[] = [];
  const answer = (path: string): unknown => {
    const found = answers[path];
    if (found instanceof Error) throw found;
    return found;
  };
  const client = {
    target: { id: uuid(6), name: 'odd one', kind: 'remote', baseUrl: 'https://api.example', ...target },
    async call(call: TargetCall) {
      calls.push(call);
      return { statusCode: 200, body: answer(call.path), durationMs: 1, attempts: 1 };
    },
    async all(path: string, query: unknown, signal?: AbortSignal) {
      calls.push([path, query, signal]);
      return answer(path);
    },
  } as unknown as TargetClient;
  return { client, calls };
};
const answered = (statusCode: number): Error =>
  Object.assign(new CatalogueError('target.refused', {} as never), { statusCode });
const context = { fingerprint: (text: string) => `keyed ${text.length}` };
const controlOf = (seen: object) =>
  ({ sandbox: { legacyRetryAfter: async () => seen } }) as unknown as Pick<ServiceControl, 'sandbox'>;

describe('a target', () => {
  const answers = {
    '/rules': [rule('a')],
    '/profile': { alertAuthHeader: 'Basic x' },
    '/webhooks': { results: [{ id: 'W', url: 'https://x.example/' }] },
  };
  const webhooks = [{ id: 'w', url: 'https://x.example/', eventTypes: [], disabled: false, companyTags: [] }];
  test('is read without a call of the alerts endpoints, and without the attempt log where it is remote', async () => {
    const { client, calls } = clientOf(answers);
    const { signal } = new AbortController();
    expect(await readTarget(context, client, controlOf({ count: 9, urls: [] }), signal)).toStrictEqual({
      scope: uuid(6),
      origin: 'Target "odd one" at https://api.example',
      isLocal: false,
      rules: [rule('a')],
      profile: { hasAuthHeader: true, mark: profileMark(context, 'Basic x') },
      webhooks,
    });
    expect(calls).toStrictEqual([
      ['/rules', {}, signal],
      { method: 'GET', path: '/profile', signal },
      { method: 'GET', path: '/webhooks', signal },
    ]);
    const other = clientOf(answers);
    await readTarget(context, other.client, controlOf({}));
    expect(other.calls).toContainEqual({ method: 'GET', path: '/profile' });
  });
  test('that is the local service names the hosts that responded with Retry-After, twenty at most', async () => {
    const { client } = clientOf(answers, { kind: 'local' });
    const read = async (seen: object) => (await readTarget(context, client, controlOf(seen))).retryAfter;
    const urls = ['https://a.example/1', 'https://a.example/2', 'x'];
    expect(await read({ count: 3, first: '1', last: '2', urls })).toStrictEqual({
      count: 3,
      first: '1',
      last: '2',
      hosts: ['a.example', 'an unreadable URL'],
    });
    expect(await read({ count: 0, urls: [] })).toStrictEqual({ count: 0, hosts: [] });
    const many = Array.from({ length: 25 }, (_, n) => `https://h${n}.example/`);
    expect((await read({ count: 25, urls: many }))?.hosts).toHaveLength(20);
    expect((await readTarget(context, client, controlOf({ count: 0, urls: [] }))).isLocal).toBe(true);
  });
  test('that answers 404 is gone', async () => {
    const gone = answered(404);
    const { client } = clientOf({ '/rules': gone, '/profile': gone, '/webhooks': gone });
    expect(await readTarget(context, client, controlOf({}))).toMatchObject({
      rules: 'gone',
      profile: 'gone',
      webhooks: 'gone',
    });
  });
});
