/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: of the code that is read */
import { beforeAll, expect, test } from 'vitest';
import type { EligibilityRow } from '#contract/eligibility.ts';
import { prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { scannedCode } from '#test/support/scanned-code.ts';

beforeAll(() => prepareInspection());

/** A key word that is made when the code runs: from words, letters, codes, another encoding, or another word. */
const made: readonly (readonly [row: EligibilityRow, path: string, code: string])[] = [
  ['rule-id', 'src/h.js', "const f = (b) => b[_.upperFirst(_.camelCase(['rule', 'id']))];"],
  ['rule-id', 'src/h.js', "const f = (b) => b[pascal('rule', 'id')];"],
  ['rule-id', 'hook.rb', 'def f(b) = b[%w[rule id].map(&:capitalize).join]\n'],
  ['rule-id', 'hook.rb', "def f(b) = b['rule id'.split.map(&:capitalize).join]\n"],
  ['rule-id', 'src/h.js', "const f = (b) => b[camelCase('Rule ID')];"],
  ['rule-id', 'src/h.js', "const k = 'Rule Id'.replace(' ', ''); const f = (b) => b[k];"],
  ['rule-id', 'hook.py', "def f(b): return b[camelize('rule id')]\n"],
  [
    'rule-id',
    'H.java',
    'class H { String f(JsonNode b) { return b.get(CaseUtils.toCamelCase("rule id", true)).asText(); } }\n',
  ],
  ['rule-id', 'h.ex', 'def f(b), do: b[Enum.map_join(["rule", "id"], &String.capitalize/1)]\n'],
  [
    'rule-id',
    'H.cs',
    'class H { string F(JObject b) => (string)b[string.Concat(new[] { "rule", "id" }.Select(Cap))]; }\n',
  ],
  ['rule-id', 'h.php', "<?php\nfunction f($b) { return $b[Str::studly('rule id')]; }\n"],
  [
    'rule-id',
    'Hook.java',
    "class H { String k = new String(new char[] {'R','u','l','e','I','d'}); Object f(Map b) { return b.get(k); } }\n",
  ],
  ['rule-id', 'hook.cpp', "const char k[] = { 'R', 'u', 'l', 'e', 'I', 'd', 0 };\n"],
  ['rule-id', 'h.py', "k = str().join(('R','u','l','e','I','d'))\n"],
  ['rule-id', 'src/h.js', 'const k = String.fromCharCode(82, 117, 108, 101, 73, 100);'],
  ['rule-id', 'src/h.js', 'const k = String.fromCharCode(...[82,117,108,101,73,100]);'],
  ['rule-id', 'src/h.js', 'const k = String.fromCharCode(0x52, 0x75, 0x6c, 0x65, 0x49, 0x64);'],
  ['rule-id', 'h.py', 'k = bytes([82, 117, 108, 101, 73, 100]).decode()\n'],
  ['rule-id', 'h.php', '<?php\n$k = chr(82).chr(117).chr(108).chr(101).chr(73).chr(100);\n'],
  ['rule-id', 'h.go', 'var k = string([]byte{0x52, 0x75, 0x6c, 0x65, 0x49, 0x64})\n'],
  ['rule-id', 'src/h.js', "const k = atob('UnVsZUlk');"],
  ['rule-id', 'h.py', "k = base64.b64decode('cnVsZUlk').decode()\n"],
  ['rule-id', 'h.py', "k = base64.b64decode('cnVsZV9pZA==').decode()\n"],
  ['alerts-endpoints', 'src/h.js', "const k = atob('L3J1bGVzL2FsZXJ0cw==');"],
  ['alerts-endpoints', 'src/h.js', "const k = base + atob('cnVsZXMvYWxlcnRz');"],
  ['client-id-header', 'src/h.js', "const k = req.get(atob('WC1TZXJ2aWNlLUNsaWVudElk'));"],
  ['client-id-header', 'src/h.js', "const k = req.get(atob('eC1zZXJ2aWNlLWNsaWVudGlk'));"],
  ['retry-after', 'src/h.js', "res.set(atob('UmV0cnktQWZ0ZXI='), 5);"],
  ['rule-id', 'h.py', "k = bytes.fromhex('52756c654964').decode()\n"],
  ['rule-id', 'src/h.js', "const k = Buffer.from('52756c654964', 'hex').toString();"],
  ['rule-id', 'h.sql', "select payload ->> convert_from('\\x52756c654964', 'utf8') from hooks;\n"],
  ['rule-id', 'h.py', "k = 'dIeluR'[::-1]\n"],
  ['rule-id', 'src/h.js', "const k = [...'dIeluR'].reverse().join('');"],
  ['rule-id', 'h.py', "k = codecs.decode('EhyrVq', 'rot13')\n"],
  ['rule-id', 'h.py', "k = base64.b64decode('UlVMRV9JRA==').decode()\n"],
  ['client-id-header', 'h.py', "k = 'dItneilC-ecivreS-X'[::-1]\n"],
  ['client-id-header', 'h.py', "k = codecs.decode('K-Freivpr-PyvragVq', 'rot13')\n"],
  ['client-id-header', 'h.py', "k = bytes.fromhex('582d536572766963652d436c69656e744964').decode()\n"],
  ['retry-after', 'h.py', "k = 'retfA-yrteR'[::-1]\n"],
  ['retry-after', 'h.py', "k = codecs.decode('Ergel-Nsgre', 'rot13')\n"],
  ['retry-after', 'h.py', "k = bytes.fromhex('52657472792d4166746572').decode()\n"],
  ['rule-id', 'h.py', "k = 'Rule#Id'.replace('#', '')\n"],
  ['rule-id', 'h.py', "k = 'Rule.Id'.replace('.', '')\n"],
  ['rule-id', 'h.py', "k = 'AlertId'.replace('Alert', 'Rule')\n"],
  ['rule-id', 'h.py', "k = 'RuleType'.replace('Type', 'Id')\n"],
  ['rule-id', 'h.sh', 'key=$(echo AlertId | sed s/Alert/Rule/)\njq -r ".$key" body.json\n'],
  ['client-id-header', 'src/h.js', "const k = req.get(h('x', 'service', 'clientid'));"],
  ['client-id-header', 'src/h.js', "const k = req.get(h(['x', 'service', 'client', 'id']));"],
  ['client-id-header', 'h.rb', "k = request.headers[%w[X Service ClientId].join('-')]\n"],
  ['retry-after', 'src/h.js', "res.set(['Retry', 'After'].join('-'), 5);"],
  ['retry-after', 'src/h.js', "res.set(h('retry', 'after'), 5);"],
  ['alerts-endpoints', 'src/h.js', "get('/' + pluralize('rule') + '/' + id + '/' + pluralize('alert'))"],
];

test.each(made)('%s is not absent in %s: %s', async (row, path, code) => {
  const { says } = await scannedCode({ [path]: code });
  expect(says(row)).not.toBe('absent');
});

test.each<[string, string]>([
  ['a label of a column', "const columns = [{ title: 'Rule ID', width: 20 }];\n"],
  ['numbers', 'const sizes = [117, 108, 101, 73];\n'],
  ['another word in Base64', "const key = atob('QWxlcnRJZA==');\n"],
  ['another word that is put in', "const key = name.replace('Type', 'Id');\n"],
])('%s hides no RuleId', async (_what, code) => {
  const { says } = await scannedCode({ 'src/h.js': code });
  expect(says('rule-id')).toBe('absent');
});
