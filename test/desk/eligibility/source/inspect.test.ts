import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspect, prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { mayMention } from '#desk/eligibility/source/mentions/find.ts';
import { languageNameOf } from '#desk/eligibility/source/syntax/grammars.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { runs } from '#test/support/runs.ts';
import { scoreCorpus } from '#test/support/source-corpus.ts';

const names = [
  'a.js',
  'a.ts',
  'a.cs',
  'a.py',
  'a.java',
  'a.kt',
  'a.go',
  'a.rb',
  'a.php',
  'a.sql',
  'a.yaml',
  'a.json',
  'a.xml',
  'a.md',
  'a.sh',
  'a.swift',
  'a.vue',
];

beforeAll(() => prepareInspection());

describe('Looking into files', () => {
  it('reaches its bars on the tuned set of the corpus', async () => {
    const score = await scoreCorpus(
      fileURLToPath(new URL('../../../fixtures/source-corpus/tuned', import.meta.url)),
    );
    expect(score.misses).toHaveLength(Math.round(score.labels * (1 - score.recall)));
    expect(score.recall).toBeGreaterThanOrEqual(0.97);
    expect(score.precision).toBeGreaterThanOrEqual(0.95);
  });

  it('holds every labelled file of the tuned set to be worth reading', async () => {
    const folder = new URL('../../../fixtures/source-corpus/tuned/', import.meta.url);
    const { readFile } = await import('node:fs/promises');
    const snippets = JSON.parse(await readFile(new URL('labels.json', folder), 'utf8')) as {
      path: string;
      labels: unknown[];
    }[];
    for (const { path, labels } of snippets) {
      if (labels.length > 0) expect(mayMention(await readFile(new URL(path, folder))), path).toBe(true);
    }
  });

  it('knows languages by the names of files', () => {
    expect(names.map(languageNameOf)).not.toContain(undefined);
    expect(languageNameOf('src/.env.production')).toBe('.env');
    expect(languageNameOf('nginx/nginx.conf')).toBe('nginx');
    expect(languageNameOf('deploy/nginx.conf.j2')).toBe('nginx');
    expect(languageNameOf('Makefile')).toBe('Makefile');
    for (const other of ['a.png', 'a.exe', 'constructor', 'a.constructor', ''])
      expect(languageNameOf(other)).toBeUndefined();
  });

  it('names what a path was put together from', () => {
    const {
      findings: [finding],
    } = inspect('a.js', "const RULES_PATH = '/rules';\n\nget(BASE + RULES_PATH + '/' + id + '/alerts');");
    expect(finding).toMatchObject({ kind: 'alerts-call', line: 3, weak: false, confidence: 'high' });
    expect(finding?.why).toBe('Alerts endpoint …/rules/…/alerts.');
  });

  it('gives at most one finding of a kind for a line, in order', () => {
    const { findings } = inspect(
      'a.js',
      "const a = [b.AlertId, b.RuleId, b['RuleId'], b.RuleType]; // RuleId\nreq.get('x-service-clientid');",
    );
    expect(findings.map(({ kind, line, weak }) => [kind, line, weak])).toEqual([
      ['rule-id-use', 1, false],
      ['client-id-read', 2, false],
    ]);
  });
});

describe('What is looked into', () => {
  const pieces = fc.constantFrom(
    '"',
    "'",
    '`',
    '"""',
    "'''",
    '${',
    '#{',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '\\',
    '\n',
    '/*',
    '*/',
    '//',
    '#',
    '--',
    '<!--',
    '<<~SQL',
    '<<<EOT',
    '?>',
    '<?php',
    '$"',
    '@"',
    'f"',
    '$',
    '+',
    '.',
    ',',
    ' ',
    '=',
    '=>',
    ':',
    '/',
    '%s',
    '%',
    '/rules/',
    'rules',
    'alerts',
    '/alerts',
    'RuleId',
    'rule_id',
    'x-service-clientid',
    'Retry-After',
    'authorization',
    'headers',
    'req',
    'return',
    'function',
    'def f',
    'class A',
    'join',
    'é',
    '\u2028',
    '\u0000',
    '😀',
  );
  it('may be anything', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(pieces, { maxLength: 200 }), (name, parts) => {
        const text = parts.join('');
        const count = text.split('\n').length;
        for (const { line, excerpt } of inspect(name, text).findings) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(count);
          expect(excerpt.length).toBeLessThanOrEqual(400);
        }
      }),
      { numRuns: runs(60) },
    );
  });
  it('may be any text at all', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.string({ unit: anyCharacter, maxLength: 2000 }),
        (name, text) => void inspect(name, text),
      ),
      { numRuns: runs(60) },
    );
  });
  it.each([
    ['one long line', "a.b('x') + '/rules/' + c + "],
    ['open templates', '`${'],
    ['open brackets', '([{'],
    ['open quotes', '"\'`'],
    ['open interpolations', '"#{"${"{'],
    ['slashes', '/['],
    ['indexes', 'alerts[rules['],
    ['members', '.alerts.rules('],
    ['headers', "headers['authorization']["],
    ['rule ids', "{ RuleId: b.RuleId, alerts: '/rules/alerts' }, "],
    ['formats', '"%s/rules/%s" % ('],
    ['comments', '/* RuleId alerts rules */ '],
    ['spaces', '                '],
    ['placeholders', '{rules}/alerts/:a{'],
    ['lines', "x = '/rules/' + y\n"],
    ['indented lines', '  a:\n   b:\n    RuleId:\n'],
  ])(
    'is read in time that grows with its length: %s',
    (_name, piece) => {
      for (const name of ['a.js', 'a.py', 'a.rb', 'a.php', 'a.cs', 'a.kt', 'a.yaml', 'a.xml', 'a.md']) {
        inspect(name, piece.repeat(Math.ceil(15_000 / piece.length)));
      }
    },
    20_000,
  );
});
