/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: of the code that is read */
import { beforeAll, expect, test } from 'vitest';
import { prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { scannedCode } from '#test/support/scanned-code.ts';

beforeAll(() => prepareInspection());

/** A function, a method or a lambda of one file gives a part of the path; another one calls it. */
const split: readonly (readonly [what: string, place: string, files: Record<string, string>])[] = [
  [
    'js fn imported',
    'src/c.js:2',
    {
      'src/paths.js': "export function rulePath(id) {\n  return '/rules/' + id;\n}\n",
      'src/c.js':
        "import { rulePath } from './paths.js';\nexport const list = (id) => client.get(rulePath(id) + '/alerts');\n",
    },
  ],
  [
    'js arrow',
    'src/c.js:2',
    {
      'src/paths.js': 'export const rulePath = (id) => `/rules/${id}`;\n',
      'src/c.js':
        "import { rulePath } from './paths.js';\nexport const list = (id) => client.get(`${rulePath(id)}/alerts`);\n",
    },
  ],
  [
    'js arg',
    'src/c.js:2',
    {
      'src/paths.js': 'export const of = (id, part) => `/rules/${id}/${part}`;\n',
      'src/c.js':
        "import { of } from './paths.js';\nexport const list = (id) => client.get(of(id, 'alerts'));\n",
    },
  ],
  [
    'js arg path',
    'src/c.js:2',
    {
      'src/paths.js': 'export const url = (path) => `${BASE}/rules${path}`;\n',
      'src/c.js':
        "import { url } from './paths.js';\nexport const list = (id) => client.get(url('/alerts'));\n",
    },
  ],
  [
    'js object',
    'src/c.js:2',
    {
      'src/paths.js': 'export const paths = { rule: (id) => `/rules/${id}` };\n',
      'src/c.js':
        "import { paths } from './paths.js';\nexport const list = (id) => client.get(paths.rule(id) + '/alerts');\n",
    },
  ],
  [
    'js default',
    'src/c.js:2',
    {
      'src/rule-path.js': 'export default function rulePath(id) { return `/rules/${id}`; }\n',
      'src/c.js':
        "import rulePath from './rule-path.js';\nexport const list = (id) => client.get(rulePath(id) + '/alerts');\n",
    },
  ],
  [
    'js require',
    'src/c.js:2',
    {
      'src/paths.js': "exports.rulePath = (id) => '/rules/' + id;\n",
      'src/c.js':
        "const paths = require('./paths');\nexports.list = (id) => client.get(paths.rulePath(id) + '/alerts');\n",
    },
  ],
  [
    'ts class',
    'src/c.ts:3',
    {
      'src/base.ts':
        'export class Base {\n  protected rulePath(id: string): string { return `/rules/${id}`; }\n}\n',
      'src/c.ts':
        "import { Base } from './base';\nexport class C extends Base {\n  alerts(id: string) { return this.http.get(`${this.rulePath(id)}/alerts`); }\n}\n",
    },
  ],
  [
    'ts static',
    'src/c.ts:2',
    {
      'src/paths.ts': 'export class Paths {\n  static rule(id: string) { return `/rules/${id}`; }\n}\n',
      'src/c.ts':
        "import { Paths } from './paths';\nexport const alerts = (id: string) => http.get(Paths.rule(id) + '/alerts');\n",
    },
  ],
  [
    'ts alias',
    'src/c.ts:2',
    {
      'src/paths.ts': 'export const rulePath = (id: string) => `/rules/${id}`;\n',
      'src/c.ts':
        "import { rulePath as path } from './paths';\nexport const alerts = (id: string) => http.get(path(id) + '/alerts');\n",
    },
  ],
  [
    'py',
    'c.py:3',
    {
      'paths.py': "def rule_path(rule):\n    return f'/rules/{rule}'\n",
      'c.py':
        "from paths import rule_path\ndef alerts(rule):\n    return session.get(BASE + rule_path(rule) + '/alerts')\n",
    },
  ],
  [
    'py lambda',
    'c.py:3',
    {
      'paths.py': "rule_path = lambda rule: '/rules/%s' % rule\n",
      'c.py':
        "import paths\ndef alerts(rule):\n    return session.get(BASE + paths.rule_path(rule) + '/alerts')\n",
    },
  ],
  [
    'py method',
    'c.py:4',
    {
      'base.py': "class Base:\n    def rule_path(self, rule):\n        return f'{self.root}/rules/{rule}'\n",
      'c.py':
        "from base import Base\nclass C(Base):\n    def alerts(self, rule):\n        return self.session.get(self.rule_path(rule) + '/alerts')\n",
    },
  ],
  [
    'py arg',
    'c.py:3',
    {
      'paths.py': "def of(*parts):\n    return '/'.join((BASE, 'rules') + parts)\n",
      'c.py': "from paths import of\ndef alerts(rule):\n    return session.get(of(rule, 'alerts'))\n",
    },
  ],
  [
    'java static',
    'C.java:2',
    {
      'Paths.java': 'final class Paths {\n  static String rule(String id) { return "/rules/" + id; }\n}\n',
      'C.java':
        'class C {\n  Page alerts(String id) { return rest.getForObject(base + Paths.rule(id) + "/alerts", Page.class); }\n}\n',
    },
  ],
  [
    'java super',
    'C.java:2',
    {
      'Base.java':
        'abstract class Base {\n  protected String rulePath(String id) { return String.format("/rules/%s", id); }\n}\n',
      'C.java':
        'class C extends Base {\n  Page alerts(String id) { return rest.getForObject(rulePath(id) + "/alerts", Page.class); }\n}\n',
    },
  ],
  [
    'cs',
    'C.cs:2',
    {
      'Paths.cs': 'static class Paths {\n  public static string Rule(Guid id) => $"rules/{id}";\n}\n',
      'C.cs':
        'class C {\n  Task<string> Alerts(Guid id) => _http.GetStringAsync(Paths.Rule(id) + "/alerts");\n}\n',
    },
  ],
  [
    'cs block',
    'C.cs:2',
    {
      'Paths.cs': 'static class Paths {\n  public static string Rule(Guid id) { return $"rules/{id}"; }\n}\n',
      'C.cs':
        'class C {\n  Task<string> Alerts(Guid id) => _http.GetStringAsync($"{Paths.Rule(id)}/alerts");\n}\n',
    },
  ],
  [
    'go',
    'c.go:2',
    {
      'paths.go': 'package api\nfunc rulePath(id string) string {\n\treturn "/rules/" + id\n}\n',
      'c.go':
        'package api\nfunc (c *C) alerts(id string) { c.http.Get(c.base + rulePath(id) + "/alerts") }\n',
    },
  ],
  [
    'go method',
    'c.go:2',
    {
      'paths.go':
        'package api\nfunc (c *C) rulePath(id string) string {\n\treturn fmt.Sprintf("%s/rules/%s", c.base, id)\n}\n',
      'c.go': 'package api\nfunc (c *C) alerts(id string) { c.http.Get(c.rulePath(id) + "/alerts") }\n',
    },
  ],
  [
    'rb',
    'c.rb:3',
    {
      'base.rb': 'module Paths\n  def rule_path(id)\n    "/rules/#{id}"\n  end\nend\n',
      'c.rb': 'class C\n  include Paths\n  def alerts(id) = conn.get("#{rule_path(id)}/alerts")\nend\n',
    },
  ],
  [
    'php',
    'C.php:3',
    {
      'Base.php':
        '<?php\nclass Base {\n  protected function rulePath(string $id): string { return "/rules/{$id}"; }\n}\n',
      'C.php':
        "<?php\nclass C extends Base {\n  function alerts($id) { return $this->http->get($this->rulePath($id) . '/alerts'); }\n}\n",
    },
  ],
  [
    'php static',
    'C.php:3',
    {
      'Paths.php':
        "<?php\nclass Paths {\n  public static function rule(string $id) { return '/rules/' . $id; }\n}\n",
      'C.php':
        "<?php\nclass C {\n  function alerts($id) { return $this->http->get(Paths::rule($id) . '/alerts'); }\n}\n",
    },
  ],
  [
    'kt',
    'C.kt:1',
    {
      'Paths.kt': 'fun rulePath(id: String) = "/rules/$id"\n',
      'C.kt': 'suspend fun alerts(id: String) = client.get(rulePath(id) + "/alerts")\n',
    },
  ],
  [
    'kt ext',
    'C.kt:1',
    {
      'Paths.kt': 'object Paths {\n  fun rule(id: String): String {\n    return "/rules/$id"\n  }\n}\n',
      'C.kt': 'suspend fun alerts(id: String) = client.get("${Paths.rule(id)}/alerts")\n',
    },
  ],
  [
    'rust',
    'c.rs:2',
    {
      'paths.rs': 'pub fn rule_path(id: &str) -> String {\n    format!("/rules/{id}")\n}\n',
      'c.rs':
        'async fn alerts(id: &str) -> Result<Page> {\n    get(format!("{}/alerts", paths::rule_path(id))).await\n}\n',
    },
  ],
  [
    'scala',
    'C.scala:2',
    {
      'Paths.scala': 'object Paths {\n  def rule(id: String) = s"/rules/$id"\n}\n',
      'C.scala': 'class C {\n  def alerts(id: String) = http.get(Paths.rule(id) + "/alerts")\n}\n',
    },
  ],
  [
    'swift',
    'C.swift:2',
    {
      'Paths.swift':
        'enum Paths {\n  static func rule(_ id: String) -> String { return "/rules/\\(id)" }\n}\n',
      'C.swift':
        'struct C {\n  func alerts(_ id: String) async { await http.get(Paths.rule(id) + "/alerts") }\n}\n',
    },
  ],
  [
    'dart',
    'c.dart:1',
    {
      'paths.dart': "String rulePath(String id) => '/rules/$id';\n",
      'c.dart': "alerts(String id) => http.get(Uri.parse(rulePath(id) + '/alerts'));\n",
    },
  ],
  [
    'elixir',
    'c.ex:2',
    {
      'paths.ex': 'defmodule Paths do\n  def rule(id), do: "/rules/#{id}"\nend\n',
      'c.ex': 'defmodule C do\n  def alerts(id), do: Req.get!(Paths.rule(id) <> "/alerts")\nend\n',
    },
  ],
  [
    'lua',
    'c.lua:2',
    {
      'paths.lua': "local M = {}\nfunction M.rule(id)\n  return '/rules/' .. id\nend\nreturn M\n",
      'c.lua':
        "local paths = require('paths')\nreturn function(id) return http.get(paths.rule(id) .. '/alerts') end\n",
    },
  ],
  [
    'perl',
    'c.pl:1',
    {
      'Paths.pm': 'package Paths;\nsub rule { my ($id) = @_; return "/rules/$id"; }\n1;\n',
      'c.pl': "sub alerts { my $id = shift; return $ua->get(Paths::rule($id) . '/alerts'); }\n",
    },
  ],
];

test.each(split)(
  'a call is found whose path a function of another file begins: %s',
  async (_what, place, files) => {
    const { findings } = await scannedCode(files);
    expect(findings).toEqual([`alerts-call ${place}`]);
  },
);

test('a function that gives the whole path is reported where it stands, and not where it is called', async () => {
  const { findings } = await scannedCode({
    'src/paths.js': 'export const alertsOf = (id) => `/rules/${id}/alerts`;\n',
    'src/poll.js':
      "import { alertsOf } from './paths.js';\nexport const poll = (id) => client.get(alertsOf(id));\n",
  });
  expect(findings).toEqual(['alerts-call src/paths.js:1']);
});

test('of functions of the same name, that of the module that is imported counts', async () => {
  const { findings } = await scannedCode({
    'src/rules/paths.js': 'export const itemPath = (id) => `/rules/${id}`;\n',
    'src/orders/urls.js':
      "export const rules = '/rules';\nexport const itemPath = (id) => `/orders/${id}`;\n",
    'src/poll.js':
      "import { itemPath } from './orders/urls.js';\nexport const poll = (id) => client.get(itemPath(id) + '/alerts');\n",
  });
  expect(findings).toEqual([]);
});
