import { beforeAll, describe, expect, it } from 'vitest';
import { once } from '#contract/once.ts';
import type { CodeBase } from '#desk/eligibility/source/inspection.ts';
import { loadGrammars } from '#desk/eligibility/source/syntax/grammar-files.ts';
import { createCodeBase } from '#desk/eligibility/source/values/code-base.ts';
import { filledIn, holdsPlaceholder } from '#desk/eligibility/source/values/formats.ts';
import { forwards } from '#desk/eligibility/source/values/forwards.ts';

beforeAll(() => loadGrammars());

const codeBase = (files: Readonly<Record<string, string>>): CodeBase =>
  createCodeBase(Object.entries(files).map(([path, text]) => ({ path, text })));

describe('Constants of other files', () => {
  // Made inside of a test, once the grammars are there.
  const paths = once(() =>
    codeBase({
      'src/paths.ts': `export const RULES_PATH = '/rules'; export const LIMIT = '5'; export const ID = '/x';
export const Paths = { alerts: '/alerts', text: 'a\\n/rules', long: '/rules${'x'.repeat(300)}' };
export function rulesUrl() { return 'https://hub.example/rules'; }
export const rulesFor = (id: string) => '/rules/' + id;`,
      'src/other/paths.ts': `export const RULES_PATH = '/other/rules';`,
      'lib/endpoints.py': `ALERTS_URL = "https://hub.example/rules/alerts"`,
      'test/paths.ts': `export const ONLY_TESTS = '/rules';`,
    }),
  );

  it.each([
    ['RULES_PATH', 'src/a.ts', './paths', ['/rules', '/other/rules']],
    ['RULES_PATH', 'src/a.ts', './other/paths.js', ['/rules', '/other/rules']],
    ['rulesPath', 'src/a.ts', undefined, ['/rules', '/other/rules']],
    ['rulesPath', 'src/other/a.ts', './nowhere', ['/other/rules']],
    ['rulesPath', 'src/a.ts', './nowhere', ['/rules']],
    ['rulesPath', 'lib/a.ts', undefined, ['/rules', '/other/rules']],
    ['RULES_PATH', 'src/paths.ts', undefined, ['/other/rules']],
    ['ALERTS_URL', 'lib/endpoints.py', undefined, ['https://hub.example/rules/alerts']],
    ['alerts_url', 'src/a.py', 'lib.endpoints', ['https://hub.example/rules/alerts']],
    ['alerts_url', 'src/a.py', 'app.nowhere', ['https://hub.example/rules/alerts']],
    ['alerts', 'src/a.ts', undefined, ['/alerts']],
    ['rulesUrl', 'src/a.ts', undefined, ['https://hub.example/rules']],
    ['rulesFor', 'src/a.ts', undefined, ['/rules/\uE000']],
    // Neither part of a path nor short, one line and of the code itself.
    ['LIMIT', 'src/a.ts', undefined, []],
    ['ID', 'src/a.ts', undefined, []],
    ['text', 'src/a.ts', undefined, []],
    ['long', 'src/a.ts', undefined, []],
    ['ONLY_TESTS', 'src/a.ts', undefined, []],
    ['unknown', 'src/a.ts', undefined, []],
  ])('%s in %s from %s', (name, path, module, values) => {
    expect(paths().valuesOf(name, path, module)).toEqual(values);
  });

  it('tell by the last parts of a module which file is meant', () => {
    const two = codeBase({
      'app/core/paths.py': 'RULES = "/rules"',
      'app/old/routes.py': 'RULES = "/old/rules"',
      'com/acme/Hub.java': 'class Hub { static final String RULES = "/acme/rules"; }',
    });
    expect(two.valuesOf('RULES', 'x/main.py', 'app.core.paths')).toEqual(['/rules']);
    expect(two.valuesOf('RULES', 'x/main.py', '../old/routes.py')).toEqual(['/old/rules']);
    expect(two.valuesOf('RULES', 'x/main.py', 'com.acme.Hub')).toEqual(['/acme/rules']);
    expect(two.valuesOf('RULES', 'x/main.py', 'com\\acme\\Hub')).toEqual(['/acme/rules']);
    expect(two.valuesOf('RULES', 'x/main.py', 'core')).toEqual(['/rules']);
    expect(two.valuesOf('RULES', 'app/old/main.py', 'nowhere')).toEqual(['/old/rules']);
    expect(two.valuesOf('RULES', 'x/main.py', '')).toHaveLength(3);
  });

  it('with many values have none', () => {
    const files = (count: number) =>
      codeBase(
        Object.fromEntries(
          Array.from({ length: count }, (_, index) => [
            `a${index}.ts`,
            `export const BASE = '/rules/${index}';`,
          ]),
        ),
      );
    expect(files(4).valuesOf('BASE', 'x.ts')).toHaveLength(4);
    expect(files(5).valuesOf('BASE', 'x.ts')).toEqual([]);
  });

  it('that stand for a part of the alerts endpoints are looked for in every file', () => {
    expect(paths().namesAlertsIn?.('get(Paths.alerts)')).toBe(true);
    expect(paths().namesAlertsIn?.('get(alertsUrl)')).toBe(true);
    expect(paths().namesAlertsIn?.('get(rulesPath, al)')).toBe(false);
    const general = codeBase({
      'a.ts': "export const path = '/alerts', url = 'alerts', title = 'All the alerts';",
    });
    expect(general.namesAlertsIn?.('path url title')).toBe(false);
    expect(codeBase({}).namesAlertsIn?.('alerts')).toBe(false);
  });

  it('may end in rules, to which others add', () => {
    expect(paths().endsInRules).toBe(true);
    expect(codeBase({ 'a.ts': "const a = '/alerts';" }).endsInRules).toBe(false);
    expect(codeBase({ 'a.ts': "const a = '/alerts';", 'b.ts': "const b = '/rules/';" }).endsInRules).toBe(
      true,
    );
  });
});

describe('Functions and routes of the code base', () => {
  const server = once(() =>
    codeBase({
      'server.js': `
const base = '/api/rules';
app.get('/rules/alerts', (req, res) => res.json(rows));
router.all(base + '/:id/alerts', function (req, res) { send(res, 1); });
app.get('/rules/settings');
app.get('/rules/count', () => 1);
app.use('/rules/used', (req, res) => res.end());
get('/rules/bare', (req) => req);
export function list(req, res) { res.json(rules); }
export function proxy(req, res) { forwardTo(upstream, req); }
class Hub { start() { return 'rules'; } }`,
      'proxy2.js':
        'export function list(req) { return proxied(req); } export const other = (req) => fetch(req.url);',
      'Rules.java': `@RequestMapping("/java") class Rules {
  @GetMapping("/rules/{id}") public String one() { return "rules"; }
  @Other("/rules/other") public String two() { return "x"; }
  @GetMapping public String three() { return "x"; }
}`,
      'hooks.py': '@app.get("/py/rules/<int:id>?x=1")\ndef one(id): return 1\n',
      'plain.js': "app.get('/plain/alerts', (req, res) => res.end());",
    }),
  );

  it.each([
    ['/rules/alerts', true],
    ['https://hub.example/rules/alerts?page=1', true],
    ['/RULES/Alerts/', true],
    ['/api/rules/5/alerts', true],
    ['/api/rules/{id}/alerts', true],
    ['/api/rules/abc/alerts', false],
    ['/java/rules/7', true],
    ['/java/rules/:id', true],
    ['/java', true],
    ['/rules/7', false],
    ['/py/rules/9', true],
    ['/rules/settings', false],
    ['/rules/count', false],
    ['/rules/used', false],
    ['/rules/bare', false],
    ['/rules/other', false],
    ['/alerts', false],
    // No file that speaks of rules, none that could answer for the service.
    ['/plain/alerts', false],
  ])('%s is a route: %s', (path, isOwn) => {
    expect(server().isOwnRoute?.(path)).toBe(isOwn);
  });

  it('answer themselves, unless one of their name passes requests on', () => {
    const names = ['list', 'proxy', 'other', 'start', 'Hub', 'nowhere'];
    expect(names.filter((name) => server().isOwnFunction?.(name))).toEqual(['list', 'proxy', 'start']);
    expect(names.filter((name) => server().answersItself?.(name))).toEqual(['start', 'Hub']);
  });

  it.each([
    ['return proxied(req)', true],
    ['const forward = 1', true],
    ['forwarded for', false],
    ['a forwardslash', false],
    ['send(req.originalUrl)', true],
    ['fetch(req.url)', true],
    ['call(request->getRequestUri())', true],
    ['event["path"]', true],
    ['ctx.request.path', true],
    ['client.url', false],
    ['req.body.url', true],
    ['url', false],
  ])('%s passes a request on: %s', (text, isForwarding) => {
    expect(forwards(text)).toBe(isForwarding);
  });
});

describe('Formats', () => {
  it.each([
    ['%s/rules/%d', ['a', '5'], 'a/rules/5'],
    ['%2$s-%1$s', ['a', 'b'], 'b-a'],
    ['{0}/{1}/{0}', ['a', 'b'], 'a/b/a'],
    ['{}/{}', ['a', 'b'], 'a/b'],
    ['$1/$2', ['a', 'b'], 'a/b'],
    ['~s/~p', ['a', 'b'], 'a/b'],
    ['%@ %5.2f %-3ld %x', ['a', 'b', 'c', 'd'], 'a b c d'],
    ['{:>5}/{{ }}', ['a', 'b'], 'a/b'],
    ['%s/%s', ['a'], 'a/\uE000'],
    ['{2}', ['a'], '\uE000'],
    ['{name}/%(other)s/{{ third.x }}/{fourth:02d}', [], '<name>/<other>/<third.x>/<fourth>'],
    ['{name}/%s', ['a'], '<name>/a'],
    ['50%, a', ['b'], '50%, a'],
  ])('%s with %j', (format, values, text) => {
    const named = format.includes('name') ? (name: string): string => `<${name}>` : undefined;
    expect(filledIn(format, values, named)).toBe(text);
    expect(holdsPlaceholder(format)).toBe(format !== '50%, a');
    expect(holdsPlaceholder(format)).toBe(format !== '50%, a');
  });

  it('leave a hole for a name that nobody knows', () => {
    expect(filledIn('{name}', [])).toBe('\uE000');
  });
});
