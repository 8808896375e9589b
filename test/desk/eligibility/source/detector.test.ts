import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detect, languageOf, mayHold } from '#desk/eligibility/source/detector/detector.ts';
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

describe('The detector', () => {
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
      if (labels.length > 0) expect(mayHold(await readFile(new URL(path, folder))), path).toBe(true);
    }
  });

  it('knows languages by the names of files', () => {
    expect(names.map(languageOf)).not.toContain(undefined);
    expect(languageOf('src/.env.production')).toBe('Environment');
    expect(languageOf('Web.config')).toBe('XML');
    for (const other of ['a.png', 'Makefile', 'a.exe', 'constructor', 'a.constructor', ''])
      expect(languageOf(other)).toBeUndefined();
  });

  it('names what a path was put together from', () => {
    const [finding] = detect(
      'a.js',
      "const RULES_PATH = '/rules';\n\nget(BASE + RULES_PATH + '/' + id + '/alerts');",
    );
    expect(finding).toMatchObject({ kind: 'alerts-call', line: 3, weak: false, confidence: 'high' });
    expect(finding?.why).toBe(
      'The path /rules/{…}/alerts of the alerts, put together from RULES_PATH on line 1.',
    );
  });

  it('gives at most one finding of a kind for a line, in order', () => {
    const findings = detect(
      'a.js',
      "const a = [b.AlertId, b.RuleId, b['RuleId'], b.RuleType]; // RuleId\nreq.get('x-service-clientid');",
    );
    expect(findings.map(({ kind, line, weak }) => [kind, line, weak])).toEqual([
      ['rule-id-use', 1, false],
      ['client-id-read', 2, false],
    ]);
  });
});

describe('What is handed to the detector', () => {
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
        for (const { line, excerpt } of detect(name, text)) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(count);
          expect(excerpt.length).toBeLessThanOrEqual(400);
        }
      }),
      { numRuns: 600 },
    );
  });
  it('may be any text at all', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.string({ unit: 'binary', maxLength: 2000 }),
        (name, text) => void detect(name, text),
      ),
      { numRuns: 200 },
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
        detect(name, piece.repeat(Math.ceil(60_000 / piece.length)));
      }
    },
    60_000,
  );
});
