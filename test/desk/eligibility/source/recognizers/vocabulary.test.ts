import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inspect, prepareInspection } from '#desk/eligibility/source/inspect.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recognizers-'));
  mkdirSync(join(folder, 'recognizers'));
});
afterEach(async () => {
  await prepareInspection();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, content: unknown): void =>
  writeFileSync(
    join(folder, 'recognizers', name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
const kindsIn = (path: string, text: string): string[] =>
  inspect(path, text).findings.map(({ kind, line }) => `${kind} ${line}`);

it('A function of the code base reads a header once the data folder says so', async () => {
  const code = 'const id = whoSent("X-Service-ClientId", call);\nlater("Retry-After", 30);\n';
  await prepareInspection();
  expect(kindsIn('src/a.ts', code)).not.toContain('retry-after-set 2');
  write('headers.json', { readers: ['WhoSent'], setters: ['later'] });
  await prepareInspection(folder);
  expect(kindsIn('src/a.ts', code)).toEqual(['client-id-read 1', 'retry-after-set 2']);
});

it('An idiom and a spelling of the data folder are read', async () => {
  const code = 'route incoming.field xsvc-client to a\nset reply.field retry-after 30\n';
  write('headers.json', {
    spellings: { 'x-service-clientid': ['xsvc-client'] },
    idioms: [
      { of: 'our gateway', does: 'read', before: '\\bincoming\\.field\\s$' },
      { does: 'set', before: '\\breply\\.field\\s$' },
    ],
  });
  await prepareInspection(folder);
  expect(kindsIn('conf/a.gw', code)).toEqual(['client-id-read 1', 'retry-after-set 2']);
});

it('A term of the data folder says whose rules they are', async () => {
  const code = 'function keep(stay) {\n  return hotelFloor(stay.rule_id);\n}\n';
  const reasons = (): string[] =>
    inspect('src/keep.js', code)
      .explanations.filter(({ subject }) => subject === 'rule-id')
      .map(({ why }) => why);
  await prepareInspection();
  expect(reasons().join()).not.toContain('housekeeping');
  write('terms.json', [{ weight: -5, pattern: 'hotelfloor', label: 'housekeeping', reason: 'own-field' }]);
  await prepareInspection(folder);
  expect(reasons().join()).toContain('housekeeping');
});

const turnstile = { weight: -5, pattern: '^turnstile', reason: 'other-library' };
const handled =
  "import { Turnstile } from 'turnstile';\nfunction keep(event) {\n  return turnstile(event.ruleId);\n}\n";
const beside =
  'const ruleType = 1;\nfunction keep(gate) {\n  return turnstileAt(gate.ruleId, turnstile);\n}\n';

it.each([
  ['no role', { label: 'turnstiles' }, [], []],
  ['own objects', { label: 'turnstiles', role: 'own-objects' }, ['turnstiles'], []],
  ['a linter', { label: 'turnstiles', role: 'linter' }, ['turnstiles'], ['turnstiles']],
  ['the former label of firewalls', { label: "a network's protection" }, ['firewalls'], []],
  [
    'the former label of intrusion detection',
    { label: 'a tool that detects attacks' },
    ['intrusion detection'],
    [],
  ],
  ['the former label of mailbox rules', { label: 'rules of a mailbox' }, ['mailbox rules'], []],
  ['the label of style sheets', { label: 'style sheets' }, ['style sheets'], []],
  ['the former label of linters', { label: 'a tool that checks code' }, ['linters'], ['linters']],
  ['the former label of monitoring', { label: 'a monitoring tool' }, [], []],
])(
  'A term with %s explains a possible reading by its import, and a word beside one of this service',
  async (_, term, whenImported, whenBeside) => {
    write('terms.json', [{ ...turnstile, ...term }]);
    await prepareInspection(folder);
    const labelsIn = (code: string): string[] =>
      inspect('src/keep.js', code).explanations.flatMap(({ subject, why }) =>
        subject === 'rule-id' ? (/ about (.+) \(/.exec(why)?.[1] ?? []) : [],
      );
    expect(labelsIn(handled)).toEqual(whenImported);
    expect(labelsIn(beside)).toEqual(whenBeside);
  },
);

const unknown = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`k${index}`, index]));

it.each([
  [
    'terms.json',
    [{ weight: 'x', pattern: 'abc', ...unknown }],
    /terms\.json: \[0\] must not have additional properties \(k0, k1, .*\); allowed: weight, pattern, .*role\./,
  ],
  [
    'headers.json',
    { ...unknown, readers: [1] },
    /headers\.json: must not have additional properties \(k0, .*\); allowed: spellings, readers, setters, idioms\./,
  ],
  [
    'headers.json',
    { idioms: [{ does: 'look', before: 'a$', ...unknown }] },
    /headers\.json: idioms\[0\] must not have .* \(k0, .*\); allowed: of, does, before, matchCase, unparsed\./,
  ],
  ['terms.json', '[{', /terms\.json: is not valid JSON/],
  ['terms.json', {}, /terms\.json: must be array/],
  [
    'terms.json',
    [
      { weight: 1, pattern: 'a' },
      { weight: 9, pattern: 'b' },
    ],
    /terms\.json: \[1\]\.weight must be <= 5/,
  ],
  ['terms.json', [{ weight: 1, pattern: '(' }], /terms\.json: \[0\]\.pattern is not a regular expression/],
  ['terms.json', [{ weight: 1, pattern: 'a*' }], /terms\.json: \[0\]\.pattern matches everything/],
  [
    'terms.json',
    [{ weight: 1, pattern: 'a', wieght: 2 }],
    /terms\.json: \[0\] must not have additional properties \(wieght\)/,
  ],
  [
    'terms.json',
    [{ weight: -1, pattern: 'a', label: 'x' }],
    /terms\.json: \[0\] must have properties reason/,
  ],
  [
    'terms.json',
    [{ weight: -1, pattern: 'a', role: 'linter' }],
    /terms\.json: \[0\] must have properties label/,
  ],
  ['headers.json', [], /headers\.json: must be object/],
  [
    'headers.json',
    { spellings: { 'x-other': ['a'] } },
    /headers\.json: spellings must not have additional properties \(x-other\)/,
  ],
  ['headers.json', { readers: [''] }, /headers\.json: readers\[0\] must not have fewer than 1 characters/],
  [
    'headers.json',
    { idioms: [{ does: 'look', before: 'a$' }] },
    /headers\.json: idioms\[0\]\.does must be equal .* \(read, set\)/,
  ],
] as const)('What %s says wrong is refused by its place: %j', async (name, content, message) => {
  write(name, content);
  await expect(prepareInspection(folder)).rejects.toThrow(message);
});
