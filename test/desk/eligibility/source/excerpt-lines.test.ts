// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are lines of code
import { describe, expect, it } from 'vitest';
import type { MentionSubject } from '#contract/eligibility.ts';
import { excerptOf } from '#desk/eligibility/source/excerpt.ts';
import { mentionExcerpt } from '#desk/eligibility/source/mentions/excerpt.ts';

/** Lines, and what a person is shown of each: names, paths and settings as they are, and no value that may be a secret. */
const findings: readonly (readonly [path: string, line: string, excerpt: string])[] = [
  ['a.js', 'const wait = body["RuleId"];', 'const wait = body["RuleId"];'],
  [
    'a.js',
    'req.headers.authorization === "Basic c2VjcmV0OnBhc3N3b3Jk"',
    'req.headers.authorization === "Basic ••••"',
  ],
  [
    'a.js',
    'res.set("Retry-After", "30"); const key = "abc"',
    'res.set("Retry-After", "••••"); const key = "abc"',
  ],
  ['a.js', "if (key === 'a1b2') use(token, `x${y}z`)", "if (key === '••••') use(token, `x${y}z`)"],
  [
    'a.js',
    'auth("Bearer " + "tok", \'utf8\', \'base64\', "hex")',
    'auth("Bearer " + "tok", \'utf8\', \'base64\', "hex")',
  ],
  [
    'a.js',
    'headers: { Authorization: \'Bearer abc.def\' }, "X-Service-ClientId": "42"',
    'headers: { Authorization: \'Bearer ••••\' }, "X-Service-ClientId": "••••"',
  ],
  ['a.js', 'fetch("https://user:pass@hub.example/rules/alerts?key=abc123")', 'fetch("••••")'],
  [
    'a.js',
    'fetch("https://hub.example/rules/alerts?page=1&limit=50", { token })',
    'fetch("https://hub.example/rules/alerts?page=1&limit=50", { token })',
  ],
  [
    'a.js',
    'fetch("https://hub.example/rules/alerts?code=x", { token })',
    'fetch("https://hub.example/rules/alerts?code=x", { token })',
  ],
  [
    'a.js',
    'fetch("/rules/" + id + "/alerts", { headers: { authorization: "x" } })',
    'fetch("/rules/" + id + "••••", { headers: { authorization: "x" } })',
  ],
  [
    'a.js',
    'const secret = process.env["HUB_SECRET"], b = config.get("hubSecret"), c = getenv(\'HUB_KEY\')',
    'const secret = process.env["HUB_SECRET"], b = config.get("••••"), c = getenv(\'HUB_KEY\')',
  ],
  [
    'a.js',
    'const secret = settings("HUB_SECRET"); other("HUB_SECRET"); list["HUB_SECRET"]; plain "HUB_SECRET"',
    'const secret = settings("HUB_SECRET"); other("HUB_SECRET"); list["HUB_SECRET"]; plain "••••"',
  ],
  [
    'a.js',
    'const a = "aVeryLongCamelCaseWordOnly", b = "aBcDeFgHiJkLmNoPqR", c = "lower-case-words-only-here"',
    'const a = "••••", b = "••••", c = "lower-case-words-only-here"',
  ],
  [
    'a.js',
    'const a = "UPPER-CASE-WORDS-ONLY", b = "abcdefghijklmnop1", c = "abc123def456ghi789"',
    'const a = "UPPER-CASE-WORDS-ONLY", b = "abcdefghijklmnop1", c = "••••"',
  ],
  [
    'a.js',
    'const a = "aaaaaaaaaaaaaaaa+=", b = "ABcd1ABcd1ABcd1A", c = "word/aBcDeFgHiJkLmNoPqR/word"',
    'const a = "aaaaaaaaaaaaaaaa+=", b = "••••", c = "••••"',
  ],
  [
    'a.js',
    'x = sk_live_51H8xYz2eZvKYlo2C RuleId // ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'x = •••• RuleId // ••••',
  ],
  [
    'a.sh',
    'curl -H "Authorization: Basic $KEY" -u user:pass https://hub.example/rules/alerts',
    'curl -H "Authorization: ••••" -u user:pass https://hub.example/rules/alerts',
  ],
  [
    'a.sh',
    "curl -H 'Authorization: Bearer abc' --data key=value token: 'x y' api_key=secretvalue",
    "curl -H 'Authorization: ••••' --data key=•••• token: '••••' api_key=••••",
  ],
  [
    'a.sh',
    'export TOKEN=abcdef PASSWORD="hunter2" pwd=x sig=${sig} key=$KEY secret=<none> auth=process.env.A',
    'export TOKEN=•••• PASSWORD="••••" pwd=x sig=${sig} key=$KEY secret=<none> auth=process.env.A',
  ],
  [
    'a.py',
    'token = os.environ["TOKEN"]; rule = body["RuleId"]; key = \'None\'; password = "str"',
    'token = os.environ["TOKEN"]; rule = body["RuleId"]; key = \'••••\'; password = "str"',
  ],
  [
    'a.py',
    'cursor.execute("select rule_id from hooks where token = \'abc\'", key)',
    'cursor.execute("select rule_id from hooks where token = \'abc\'", key)',
  ],
  [
    'a.py',
    'log("rule %s of token" % body["RuleId"], "/hooks/rules/{id}", "GET", "alertId")',
    'log("••••" % body["RuleId"], "/hooks/rules/{id}", "GET", "alertId")',
  ],
  [
    'a.cs',
    'if (Request.Headers["Authorization"] != $"Basic {key}" && x == @"a ""b"" c") RuleId = 1;',
    'if (Request.Headers["Authorization"] != $"Basic ••••" && x == @"a ""b"" c") RuleId = 1;',
  ],
  [
    'a.cs',
    '[JsonProperty("RuleId")] public Guid Rule; private const string Key = "Zm9vYmFyYmF6cXV4";',
    '[JsonProperty("RuleId")] public Guid Rule; private const string Key = "••••";',
  ],
  ['a.vb', 'Dim key = "secret ""x""" \' RuleId', 'Dim key = "••••""" \' RuleId'],
  ['a.sql', "SELECT 'RuleId', 'abc' FROM tokens -- RuleId", "SELECT 'RuleId', 'abc' FROM tokens -- RuleId"],
  [
    'a.json',
    '{"Authorization": "Basic dXNlcjpwYXNz", "RuleId": "1"}',
    '{"Authorization": "Basic ••••", "RuleId": "••••"}',
  ],
  ['a.yml', 'token: abc RuleId: "x" \'y\'', 'token: abc RuleId: "x" \'y\''],
  [
    'nginx.conf',
    'proxy_set_header Authorization "Basic ${token}"; # RuleId',
    'proxy_set_header Authorization "Basic ••••"; # RuleId',
  ],
  [
    'a.rb',
    "key = ENV.fetch('HUB_KEY') { 'x' }; request.headers['Authorization'] == \"Token token=abc\"",
    "key = ENV.fetch('HUB_KEY') { 'x' }; request.headers['Authorization'] == \"Token ••••\"",
  ],
  [
    'a.go',
    'auth := "Bearer " + os.Getenv("HUB_TOKEN"); h.Set("Retry-After", `30`)',
    'auth := "Bearer " + os.Getenv("HUB_TOKEN"); h.Set("Retry-After", `••••`)',
  ],
  [
    'a.js',
    '\'\'\'a key\'\'\' """token""" "a" "" \'\\\'\' RuleId',
    '\'\'\'••••\'\'\' """••••""" "a" "" \'\\\'\' RuleId',
  ],
  [
    'a.js',
    'f("authorization: abc", "retry-after: 5", "x-service-clientid:", "Basic x", "Token y", "Bearerless")',
    'f("authorization: ••••", "retry-after: ••••", "x-service-clientid:••••", "Basic ••••", "Token ••••", "••••")',
  ],
  ['a.js', "const t = 'a'token'b' 'c'tok RuleId", "const t = 'a'••••'b' 'c'•••• RuleId"],
  [
    'a.js',
    'key("--", "+-+-+-+-+-", "a b", "select", "Select a from b", "Basic select from")',
    'key("--", "••••", "••••", "••••", "Select a from b", "Basic ••••")',
  ],
  [
    'a.js',
    'key("/rules/alerts", "/api/hooks/x", "/a/b", "rules", "https://h/rules/{id}?q=1", "x rules y")',
    'key("/rules/alerts", "/api/hooks/x", "••••", "rules", "https://h/rules/{id}••••", "••••")',
  ],
  ['a.js', '\t\tif   (a)\t\tRuleId   \r', 'if (a) RuleId'],
  [
    'a.js',
    'x="ApiKey 12" y="Digest%20abc" Basic abc Bearer ab Token abc=',
    'x="••••" y="••••" Basic •••• Bearer ab Token ••••',
  ],
  ['a.js', 'key("https://hub.example/rules/aBcDeFgHiJkLmNoPqR1/alerts")', 'key("••••")'],
  [
    'a.js',
    'key("https://hub.example/rules?page=2&order_by=name&per_page=5", "/rules?sort=a1b2c3d4e5f6g7h8", "/rules?limit=abcdefghijklmnop")',
    'key("https://hub.example/rules?page=2&order_by=name&per_page=5", "/rules••••", "/rules••••")',
  ],
];

describe('Excerpts of findings', () => {
  it.each(findings)('in %s of %j', (path, line, excerpt) => {
    const at = Math.max(0, line.search(/RuleId|uthorization|rules|Retry/));
    expect(excerptOf(path, `before\n${line}\nafter`, 'before\n'.length + at)).toBe(excerpt);
    expect(excerptOf(path, line, at)).toBe(excerpt);
  });

  const shownOf = (before: string, after: string): string => {
    const excerpt = excerptOf('a.js', `${before}RuleId${after}`, before.length);
    return `${excerpt.length}: ${excerpt.slice(0, 4).trim()} ${excerpt.slice(-4).trim()}`;
  };

  it('are as long as a line, and 400 characters at most', () => {
    const words = (count: number): string => 'a '.repeat(count);
    expect(shownOf(words(100), words(97))).toBe('399: a a a a');
    expect(shownOf(words(100), words(98))).toBe('400: a a a a…');
    expect(shownOf(words(150), '')).toBe('306: a a leId');
    expect(shownOf(words(151), '')).toBe('306: … a leId');
    expect(shownOf('', words(147))).toBe('299: Rule a a');
  });

  it('are cut between words', () => {
    expect(shownOf('x'.repeat(350), '')).toBe('1: … …');
    expect(shownOf(`${'x'.repeat(350)} `, '')).toBe('8: … Ru leId');
    expect(shownOf('', `.${'y'.repeat(350)}`)).toBe('1: … …');
    expect(shownOf('', ` ${'y'.repeat(350)}`)).toBe('8: Rule Id …');
    expect(shownOf('', 'z'.repeat(294))).toBe('300: Rule zzzz');
    expect(shownOf('', 'z'.repeat(295))).toBe('1: … …');
  });
});

/** The same of mentions: a line about credentials shows no literal that is no name. */
const mentions: readonly (readonly [subject: MentionSubject, line: string, excerpt: string])[] = [
  [
    'authorization',
    'if (auth !== "correct horse" && name === "Authorization") next("two words")',
    'if (auth !== "correct horse"••••"Authorization"••••"two words")',
  ],
  [
    'authorization',
    "Authorization = 'Basic abc123' + `tick value1` + 'Content-Type: ' + 'ab'",
    "Authorization = '••••'••••`••••`••••'••••'••••'ab'",
  ],
  [
    'rule-id',
    'const password = "correct horse", rule = "RuleId", token: `a1 b2`, secret => \'x9 y\'',
    'const password = "correct horse", rule = "RuleId", token: `••••`, secret => \'••••\'',
  ],
  [
    'rule-id',
    'credentials["a"] := "RuleId value1", key = "Hooks.RuleId:", pwd = "a/b-c_d e"',
    'credentials["a"] := "RuleId value1", key = "Hooks.RuleId:", pwd = "a/b-c_d e"',
  ],
  [
    'rule-id',
    'auth_header = "x1"; private_key: "y22"; signature="z333" RuleId',
    'auth_header = "x1"; private_key: "••••"; signature="••••" RuleId',
  ],
  [
    'alerts-endpoints',
    'fetch("https://user:pass@h/rules/alerts?token=abc1")',
    'fetch("https://••••@h/rules/alerts?token=••••")',
  ],
  ['retry-after', '   Retry-After:    30   \t key: "v4l"', 'Retry-After: 30 key: "••••"'],
  [
    'client-id-header',
    'curl -H "X-Service-ClientId: $ID" -u "Basic dXNlcjpwYXNzMTIzNDU2Nzg5MA=="',
    'curl -H "X-Service-ClientId: $ID" -u "Basic ••••"',
  ],
];

describe('Excerpts of mentions', () => {
  const spellings = /Authorization|RuleId|rules\/alerts|Retry-After|X-Service-ClientId/;
  it.each(mentions)('of %s in %j', (subject, line, excerpt) => {
    const found = spellings.exec(line) as RegExpExecArray;
    const from = 'a\n'.length + found.index;
    expect(mentionExcerpt(`a\n${line}\nb`, { from, to: from + found[0].length }, subject)).toBe(excerpt);
  });

  it('show so much on each side, and that there is more', () => {
    const shownOf = (before: number, after: number): string => {
      const text = `${'a '.repeat(before / 2)}RuleId${' b'.repeat(after / 2)}`;
      return mentionExcerpt(text, { from: before, to: before + 6 }, 'rule-id');
    };
    expect(shownOf(120, 120)).toBe(`${'a '.repeat(60)}RuleId${' b'.repeat(60)}`);
    expect(shownOf(122, 122)).toBe(`…${'a '.repeat(60)}RuleId${' b'.repeat(60)}…`);
    expect(mentionExcerpt('RuleId', { from: 0, to: 6 }, 'rule-id')).toBe('RuleId');
    // A mention may be a whole document; of an empty one, a character is shown.
    expect(mentionExcerpt('x'.repeat(500), { from: 0, to: 500 }, 'rule-id')).toBe(`${'x'.repeat(240)}…`);
    expect(mentionExcerpt('a\nRuleId\nb', { from: 2, to: 2 }, 'rule-id')).toBe('RuleId');
  });
});
