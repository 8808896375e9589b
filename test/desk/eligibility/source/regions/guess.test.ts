// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are lines of code
import { describe, expect, it } from 'vitest';
import { guessLanguage, languageNamed, languageOfCommand } from '#desk/eligibility/source/regions/guess.ts';

/** Values of documents, some with the key that they stand under, by the language that they are in. */
const values: Readonly<Record<string, readonly (readonly [text: string, key?: string])[]>> = {
  python: [
    ['#!/usr/bin/env python3\nx'],
    ['import json', 'run'],
    ['import json\nprint(1)', 'code'],
    ['import json, os\nx'],
    ['from a.b import c'],
    ['def f(x):\n  return 1'],
    ['class A(B):\n  pass'],
    ['for a in b:\n  x'],
    ['if a == b:\n  x'],
    ['print(x)'],
    ['json.loads(x)'],
  ],
  shell: [
    ['#!/bin/bash\nx'],
    ['#!/usr/bin/unknown\ncurl x'],
    ['curl x', 'run'],
    ['const a = 1', 'run'],
    ['whatever', 'script'],
    ['whatever', 'userdata'],
    ['whatever', 'user_data'],
    ['x', 'postinstall'],
    ['echo x', 'other'],
    ['a && curl x'],
    ['wget x'],
    ['for a in b; do'],
    ['A=$(x)'],
    ['  export A=1'],
    ['curl'],
    ['python3 x.py'],
    ['gh api x'],
  ],
  javascript: [
    ['#! /usr/bin/env -S node --x\nx'],
    ['const a = 1;', 'run'],
    ['return msg;', 'jsCode'],
    ['import json\nconst a = 1', 'code'],
    ['x', 'onClick'],
    ['x', 'func'],
    ['const a = `\ncurl x`'],
    ['return\ncurl x'],
    ['const a = 1'],
    ['let [a] = b'],
    ['x => y'],
    ['function f(a) {}'],
    ['require("a")'],
    ['console.log(1)'],
    ['JSON.parse(x)'],
    ['return a'],
    ['await x'],
    ['msg.payload.a'],
  ],
  perl: [[' #!/usr/bin/perl']],
  json: [['{"a": 1}'], ['["a"]'], ['[{"a": "b"}]'], ['{ "a" }'], ['[ {} ]']],
  plain: [
    ['[1, 2]'],
    ['{ a: 1 }'],
    ['{"a"'],
    ['{}'],
    ['[]'],
    ['< a'],
    ['<5>'],
    ['x %dw'],
    ['whatever', 'xrun'],
    ['x', 'function_'],
    ['select a'],
    ['update set'],
    ['without selected from a'],
    ['print(x);\nx();\n'],
    ['print(x) {\n}'],
    ['if [ -f x ]'],
    ['xcurl y'],
    ['returns'],
    ['varx'],
    ['a@x'],
    ['plain words'],
    [''],
    ['5.5'],
    ['a. b'],
  ],
  expression: [
    ['{{ x }}'],
    ['{% if x %}'],
    ['msg.other'],
    ['{{x}} y'],
    ['@{x}'],
    ['${x}'],
    ['$(x)'],
    ['<%= x %>'],
    ['=A1'],
    ['@x'],
    ['$.a'],
    ['$[0]'],
    ['$json'],
    ['$input'],
    ["a->>'b'"],
    ['@(x)'],
    ['.a'],
    ['."a"'],
    ['a.b'],
    ['a["b"]'],
    ["a['b"],
  ],
  xml: [['<a>x</a>'], ['<?xml version="1.0"?><a/>']],
  php: [['<?php echo 1;']],
  html: [['<div>x</div>'], ['<!doctype html><html>'], [' <p>a<script>x']],
  dataweave: [['%dw 2.0']],
  powershell: [['Invoke-RestMethod x'], ['Write-Host "a"'], ['param ($a)']],
  lua: [['local a, b = 1'], ['ngx.say(1)'], ['function envoy_on_request(h)']],
  sql: [
    ['select a from b'],
    ['SELECT a, b FROM "c"'],
    ['insert into a'],
    ['update a set b = 1'],
    ['delete from a'],
    ['create or replace view x'],
    ['merge into t'],
    ['alter table x'],
    ['with x as (select 1) select * from x'],
    ['please select one from\n'],
  ],
};

describe.each(Object.entries(values))('%s', (language, texts) => {
  it.each(texts)('is told by %j %j', (text = '', key = '') => {
    expect(guessLanguage(text, key) ?? 'plain').toBe(language);
  });
});

it('is told by the beginning of a long text', () => {
  expect(guessLanguage(`${' '.repeat(19_995)}curl `)).toBe('shell');
  expect(guessLanguage(`${' '.repeat(19_998)}curl `)).toBeUndefined();
});

const commands: Readonly<Record<string, readonly string[]>> = {
  python: ['python', '/usr/bin/python3.11', 'PYTHON'],
  javascript: ['node', 'deno', 'bun'],
  ruby: ['ruby'],
  perl: ['perl'],
  php: ['php8'],
  lua: ['lua5.4'],
  powershell: ['pwsh', 'powershell.exe'],
  sql: ['psql', 'mysql', 'sqlite3', 'sqlcmd', 'bq', 'snowsql', 'duckdb'],
  jq: ['jq', 'yq', 'gojq'],
  plain: ['jqx', 'fish', ''],
  shell: ['bash', 'sh', 'zsh', 'ksh', 'dash', 'ash'],
};

it.each(Object.entries(commands))('%s is run by %j', (language, names) => {
  expect(names.map((name) => languageOfCommand(name) ?? 'plain')).toEqual(names.map(() => language));
});

it('has names in fences and clauses', () => {
  const names = ['js', ' TypeScript ', 'C#', 'Py', 'plpgsql', 'constructor', 'nope', ''];
  expect(names.map(languageNamed)).toEqual([
    'javascript',
    'typescript',
    'csharp',
    'python',
    'sql',
    undefined,
    undefined,
    undefined,
  ]);
});
