/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: of the code that is read */
import { beforeAll, expect, test } from 'vitest';
import { prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { secondHalves } from '#desk/eligibility/source/mentions/halves.ts';
import { spansOf } from '#desk/eligibility/source/mentions/text-span.ts';
import { scannedCode } from '#test/support/scanned-code.ts';

beforeAll(() => prepareInspection());

/** A key word whose halves stand in two files, or are made elsewhere than they are used. */
const split: readonly (readonly [
  how: string,
  row: 'rule-id' | 'client-id-header',
  files: Record<string, string>,
])[] = [
  [
    'a constant of JavaScript',
    'rule-id',
    {
      'src/names.js': "export const PREFIX = 'Rule';\n",
      'src/hook.js':
        "import { PREFIX } from './names.js';\nexport const onHook = (body) => route(body[PREFIX + 'Id'], body.AlertId);\n",
    },
  ],
  [
    'a template of JavaScript',
    'rule-id',
    {
      'src/names.js': "export const PREFIX = 'Rule';\n",
      'src/hook.js':
        "import { PREFIX } from './names.js';\nexport const onHook = (body) => route(body[`${PREFIX}Id`], body.AlertId);\n",
    },
  ],
  [
    'constants of two files',
    'rule-id',
    {
      'a.js': "export const PREFIX = 'Rule';\n",
      'b.js': "export const SUFFIX = 'Id';\n",
      'c.js':
        "import { PREFIX } from './a.js';\nimport { SUFFIX } from './b.js';\nexport const f = (b) => b[PREFIX + SUFFIX];\n",
    },
  ],
  [
    'a list of names',
    'rule-id',
    {
      'kinds.js': "export const KINDS = ['Alert', 'Rule', 'Company'];\n",
      'c.js':
        "import { KINDS } from './kinds.js';\nexport const f = (body) => KINDS.map((kind) => body[kind + 'Id']);\n",
    },
  ],
  [
    'the argument of a function',
    'rule-id',
    {
      'read.js': 'export const idOf = (body, kind) => body[`${kind}Id`];\n',
      'c.js': "import { idOf } from './read.js';\nexport const f = (body) => idOf(body, 'Rule');\n",
    },
  ],
  [
    'an f-string',
    'rule-id',
    {
      'names.py': "PREFIX = 'rule'\n",
      'hook.py': "from names import PREFIX\ndef f(body):\n    return body[f'{PREFIX}_id']\n",
    },
  ],
  [
    'a format',
    'rule-id',
    {
      'names.py': "PREFIX = 'rule'\n",
      'hook.py': "from names import PREFIX\ndef f(body):\n    return body['%s_id' % PREFIX]\n",
    },
  ],
  [
    'a format with braces',
    'rule-id',
    {
      'names.py': "PREFIX = 'rule'\n",
      'hook.py': "from names import PREFIX\ndef f(body):\n    return body['{}Id'.format(PREFIX)]\n",
    },
  ],
  [
    'a variable of the environment',
    'rule-id',
    { '.env': 'KEY_PREFIX=Rule\n', 'hook.js': "const f = (body) => body[process.env.KEY_PREFIX + 'Id'];\n" },
  ],
  [
    'a setting in YAML',
    'rule-id',
    {
      'app.yaml': 'webhook:\n  prefix: Rule\n',
      'Hook.java':
        'class H { @Value("${webhook.prefix}") String prefix; String f(JsonNode b) { return b.get(prefix + "Id").asText(); } }\n',
    },
  ],
  [
    'a setting in properties',
    'rule-id',
    {
      'app.properties': 'hook.prefix=Rule\n',
      'Hook.java':
        'class H { @Value("${hook.prefix}") String prefix; String f(JsonNode b) { return b.get(prefix + "Id").asText(); } }\n',
    },
  ],
  [
    'two variables of the environment',
    'rule-id',
    {
      '.env': 'KEY_PREFIX=Rule\nKEY_SUFFIX=Id\n',
      'hook.js': 'const f = (body) => body[process.env.KEY_PREFIX + process.env.KEY_SUFFIX];\n',
    },
  ],
  [
    'an ending in YAML',
    'rule-id',
    { 'a.yaml': 'suffix: Id\n', 'hook.js': "const f = (body) => body['Rule' + cfg.suffix];\n" },
  ],
  [
    'a setting in an attribute',
    'rule-id',
    {
      'app.config': '<add key="Prefix" value="Rule" />\n',
      'Hook.cs':
        'class H { string F(JObject b) => (string)b[ConfigurationManager.AppSettings["Prefix"] + "Id"]; }\n',
    },
  ],
  [
    'a setting in an element',
    'rule-id',
    {
      'app.xml': '<prefix>Rule</prefix>\n',
      'Hook.cs': 'class H { string F(JObject b) => (string)b[cfg.Prefix + "Id"]; }\n',
    },
  ],
  [
    'an enumeration of C#',
    'rule-id',
    {
      'Kind.cs': 'public enum Kind { Alert, Rule, Company }\n',
      'Hook.cs': 'class H { string F(JObject b, Kind kind) => (string)b[$"{kind}Id"]; }\n',
    },
  ],
  [
    'an enumeration of Java',
    'rule-id',
    {
      'Kind.java': 'public enum Kind {\n  Alert,\n  Rule,\n  Company\n}\n',
      'Hook.java': 'class H { String f(JsonNode b, Kind k) { return b.get(k.name() + "Id").asText(); } }\n',
    },
  ],
  [
    'symbols in a list of words',
    'rule-id',
    {
      'kinds.rb': 'KINDS = %i[alert rule company].freeze\n',
      'hook.rb': 'def ids(body) = KINDS.to_h { |k| [k, body["#{k}_id"]] }\n',
    },
  ],
  [
    'a list of symbols',
    'rule-id',
    {
      'kinds.rb': 'KINDS = [:alert, :rule].freeze\n',
      'hook.rb': 'def ids(body) = KINDS.to_h { |k| [k, body["#{k}_id"]] }\n',
    },
  ],
  [
    'php',
    'rule-id',
    {
      'k.php': "<?php\nconst KIND = 'Rule';\n",
      'hook.php': "<?php\nfunction f($b) { return $b[KIND . 'Id']; }\n",
    },
  ],
  [
    'php interp',
    'rule-id',
    {
      'k.php': "<?php\nreturn ['kind' => 'Rule'];\n",
      'hook.php': '<?php\nfunction f($b, $c) { return $b["{$c[\'kind\']}Id"]; }\n',
    },
  ],
  [
    'go',
    'rule-id',
    {
      'k.go': 'package h\nconst Prefix = "Rule"\n',
      'hook.go': 'package h\nfunc f(b map[string]any) any { return b[Prefix+"Id"] }\n',
    },
  ],
  [
    'go sprintf',
    'rule-id',
    {
      'k.go': 'package h\nconst Prefix = "Rule"\n',
      'hook.go': 'package h\nfunc f(b map[string]any) any { return b[fmt.Sprintf("%sId", Prefix)] }\n',
    },
  ],
  [
    'a format of Go for both',
    'rule-id',
    {
      'k.go': 'package h\nconst Prefix = "Rule"\n',
      'hook.go': 'package h\nfunc f(b map[string]any) any { return b[fmt.Sprintf("%s%s", Prefix, "Id")] }\n',
    },
  ],
  [
    'rust',
    'rule-id',
    {
      'k.rs': 'pub const PREFIX: &str = "Rule";\n',
      'hook.rs': 'fn f(b: &Value) -> &Value { &b[format!("{PREFIX}Id")] }\n',
    },
  ],
  [
    'rust concat',
    'rule-id',
    {
      'k.rs': 'pub const PREFIX: &str = "Rule";\n',
      'hook.rs': 'fn f(b: &Value) -> &Value { &b[&[PREFIX, "Id"].concat()] }\n',
    },
  ],
  [
    'swift',
    'rule-id',
    {
      'K.swift': 'let prefix = "Rule"\n',
      'hook.swift': 'func f(_ b: [String: Any]) -> Any? { b["\\(prefix)Id"] }\n',
    },
  ],
  [
    'kotlin',
    'rule-id',
    { 'K.kt': 'const val PREFIX = "Rule"\n', 'hook.kt': 'fun f(b: Map<String, Any>) = b["${PREFIX}Id"]\n' },
  ],
  [
    'scala',
    'rule-id',
    {
      'K.scala': 'object K { val Prefix = "Rule" }\n',
      'hook.scala': 'def f(b: JsValue) = b \\ s"${K.Prefix}Id"\n',
    },
  ],
  [
    'elixir',
    'rule-id',
    {
      'k.ex': 'defmodule K do\n  def prefix, do: "Rule"\nend\n',
      'hook.ex': 'def f(b), do: b[K.prefix() <> "Id"]\n',
    },
  ],
  [
    'perl',
    'rule-id',
    { 'K.pm': "our $PREFIX = 'Rule';\n", 'hook.pl': "sub f { $_[0]{$K::PREFIX . 'Id'} }\n" },
  ],
  [
    'perl interp',
    'rule-id',
    { 'K.pm': "our $PREFIX = 'Rule';\n", 'hook.pl': 'sub f { $_[0]{"${K::PREFIX}Id"} }\n' },
  ],
  [
    'lua',
    'rule-id',
    {
      'k.lua': "return { prefix = 'Rule' }\n",
      'hook.lua': "local k = require('k')\nreturn function(b) return b[k.prefix .. 'Id'] end\n",
    },
  ],
  [
    'shell',
    'rule-id',
    { 'k.sh': 'PREFIX=Rule\n', 'hook.sh': 'source k.sh\njq -r ".${PREFIX}Id" < body.json\n' },
  ],
  [
    'a variable of the shell without quotes',
    'rule-id',
    {
      'k.sh': 'PREFIX=Rule\n',
      'hook.sh': "source k.sh\nkey=${PREFIX}Id\njq -r --arg k $key '.[$k]' < body.json\n",
    },
  ],
  [
    'literals of C side by side',
    'rule-id',
    {
      'k.h': '#define PREFIX "Rule"\n',
      'hook.c':
        '#include "k.h"\nconst char *f(cJSON *b) { return cJSON_GetObjectItem(b, PREFIX "Id")->valuestring; }\n',
    },
  ],
  [
    'a macro of C that pastes',
    'rule-id',
    {
      'k.h': '#define FIELDS(X) X(Alert) X(Rule)\n',
      'hook.c': '#include "k.h"\n#define READ(n) out->n##Id = get(b, #n "Id");\nFIELDS(READ)\n',
    },
  ],
  ['ps', 'rule-id', { 'k.ps1': "$Prefix = 'Rule'\n", 'hook.ps1': '. ./k.ps1\n$body."$($Prefix)Id"\n' }],
  ['vb', 'rule-id', { 'k.vb': 'Public Const Prefix = "Rule"\n', 'hook.vb': 'Dim r = body(Prefix & "Id")\n' }],
  [
    'dart',
    'rule-id',
    { 'k.dart': "const prefix = 'Rule';\n", 'hook.dart': "f(Map b) => b['${prefix}Id'];\n" },
  ],
  [
    'sql',
    'rule-id',
    { 'k.sql': "set prefix = 'rule';\n", 'hook.sql': "select payload->>(prefix || '_id') from hooks;\n" },
  ],
  [
    'clj',
    'rule-id',
    { 'k.clj': '(def prefix "Rule")\n', 'hook.clj': '(defn f [b] (get b (str k/prefix "Id")))\n' },
  ],
  [
    'erlang',
    'rule-id',
    { 'k.hrl': '-define(PREFIX, "Rule").\n', 'hook.erl': 'f(B) -> maps:get(?PREFIX ++ "Id", B).\n' },
  ],
  ['haskell', 'rule-id', { 'K.hs': 'prefix = "Rule"\n', 'Hook.hs': 'f b = b ^? key (prefix <> "Id")\n' }],
  ['tcl', 'rule-id', { 'k.tcl': 'set prefix Rule\n', 'hook.tcl': 'dict get $b ${prefix}Id\n' }],
  [
    'r',
    'rule-id',
    { 'k.r': "prefix <- 'rule'\n", 'hook.r': "f <- function(b) b[[paste0(prefix, '_id')]]\n" },
  ],
  [
    'a setting in JSON',
    'rule-id',
    {
      'k.json': '{"prefix": "Rule"}\n',
      'hook.js': "const f = (b) => b[require('./k.json').prefix + 'Id'];\n",
    },
  ],
  [
    'a word that is put in capitals',
    'rule-id',
    {
      'k.js': "exports.kind = 'rule';\n",
      'hook.js': "const f = (b) => b[cap(require('./k').kind) + 'Id'];\n",
    },
  ],
  [
    'the ending of another file',
    'rule-id',
    { 'k.js': "exports.sep = 'Id';\n", 'hook.js': "const f = (b) => b['Rule' + require('./k').sep];\n" },
  ],
  [
    'the header',
    'client-id-header',
    {
      'k.js': "exports.P = 'X-Service-Client';\n",
      'hook.js': "const f = (req) => req.get(require('./k').P + 'Id');\n",
    },
  ],
];

test.each(split)('a word put together by %s of another file is not absent', async (_how, row, files) => {
  const { says } = await scannedCode(files);
  expect(says(row)).not.toBe('absent');
});

test.each<[string, Record<string, string>]>([
  [
    'only one half',
    { 'a.js': "exports.kind = 'Rule';\n", 'b.js': 'export const of = (name) => `${name}Name`;\n' },
  ],
  [
    'only the other',
    { 'a.js': "exports.kind = 'User';\n", 'b.js': 'export const of = (name) => `${name}Id`;\n' },
  ],
  [
    'a whole key',
    { 'a.js': "exports.kind = 'Rule';\n", 'b.cs': 'class B { string Of(JObject b) => (string)b["Id"]; }\n' },
  ],
])('with %s it is absent', async (_what, files) => {
  const { says } = await scannedCode(files);
  expect(says('rule-id')).toBe('absent');
});

const hook = (key: string): string =>
  `export const onHook = (body) => route(body[${key}], body.AlertId, body.CompanyId);\n`;
test.each<[string, Record<string, string>]>([
  ['a constant', { 'src/names.js': "export const PREFIX = 'Rule';\n", 'src/hook.js': hook("PREFIX + 'Id'") }],
  [
    'a variable of the environment',
    { '.env': 'PREFIX=Rule\n', 'src/hook.js': hook('`${process.env.PREFIX}Id`') },
  ],
  [
    'constants of two files',
    {
      'src/a.js': "export const FIRST = 'Rule';\n",
      'src/b.js': "export const LAST = 'Id';\n",
      'src/hook.js': hook('FIRST + LAST'),
    },
  ],
])('RuleId of %s is found where it is put together', async (_what, files) => {
  const { findings } = await scannedCode(files);
  expect(findings).toEqual(['rule-id-use src/hook.js:1']);
});

test('no more second halves are collected than are needed', () => {
  expect(secondHalves('a + "Id";\n'.repeat(1000), false)).toHaveLength(20);
  expect(secondHalves('suffix: Id\n'.repeat(1000), true)).toHaveLength(20);
  expect(secondHalves(`${'a + "Id";\n'.repeat(3)}${'suffix: Id\n'.repeat(1000)}`, true)).toHaveLength(20);
  expect(spansOf('ababab', /a/g, 2)).toEqual([
    { from: 0, to: 1 },
    { from: 2, to: 3 },
  ]);
});
