import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EligibilityRow, Evidence, MentionSubject } from '#contract/eligibility.ts';
import { findMentions, mayMention } from '#desk/eligibility/source/mentions/find.ts';
import { filesIn, saysOf, scan } from '#test/support/collecting.ts';

const subjectsIn = (text: string, barewords = true): MentionSubject[] => [
  ...new Set(findMentions(text, { barewords }).mentions.map(({ subject }) => subject)),
];
/** Both looks: at bytes, and at the text. */
const mentioned = (text: string, barewords = true): MentionSubject[] =>
  mayMention(Buffer.from(text)) ? subjectsIn(text, barewords) : [];

test.each([
  ['body.RuleId', 'rule-id'],
  ['/rule\\s?id/i', 'rule-id'],
  ['/retry\\W?after/i', 'retry-after'],
  ['/retry[-_\\s]?after/i', 'retry-after'],
  ['/x[-\\s]service[-\\s]client[-\\s]id/i', 'client-id-header'],
  ['rule&shy;id', 'rule-id'],
  ['Retry&dash;After', 'retry-after'],
  ['alert_rule_ids', 'rule-id'],
  ['webhookruleidcolumn', 'rule-id'],
  ['RULE-ID', 'rule-id'],
  ['rule\\_id', 'rule-id'],
  ['"Rule" + "Id"', 'rule-id'],
  ["'Retry' . '-After'", 'retry-after'],
  ['"R" + "u" +\n  f"le" "I" & "d"', 'rule-id'],
  ['"Rule".concat("Id")', 'rule-id'],
  ['["Rule", "Id"].join("")', 'rule-id'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of the code that is read
  ["`Rule${'Id'}`", 'rule-id'],
  ['Rule\\\nId', 'rule-id'],
  ['\\"Rule\\" + \\"Id\\"', 'rule-id'],
  ['%52ule%49d', 'rule-id'],
  ['%2552uleId', 'rule-id'],
  ['\\u0052uleId', 'rule-id'],
  ['\\x52ule\\u{49}d', 'rule-id'],
  ['\\122uleId', 'rule-id'],
  ['&#82;ule&#x49;d', 'rule-id'],
  ['&quot;Rule&quot; + &quot;Id&quot;', 'rule-id'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of the code that is read
  ['body[`Rule${part}`]', 'rule-id'],
  ['$body->{"Rule" . $part}', 'rule-id'],
  ['"Rule%s" % part', 'rule-id'],
  ['jq \'with_entries(select(.key | test("rule[_-]?id"; "i")))\'', 'rule-id'],
  ['MOVE "Rule\n      -    "Id" TO KEY', 'rule-id'],
  ['url(Segment::Rules, Segment::Alerts)', 'alerts-endpoints'],
  ['["rule", "alert"].map((one) => "/" + one + "s")', 'alerts-endpoints'],
  ['for name in ("Alert", "Rule"): ids[name] = body[name + "Id"]', 'rule-id'],
  ['$http_x_service_clientid', 'client-id-header'],
  ['HTTP_X_SERVICE_CLIENT_ID', 'client-id-header'],
  ['prefix + "Service-ClientId"', 'client-id-header'],
  ['"X-Service-" + name', 'client-id-header'],
  ['res.retryAfter = 5', 'retry-after'],
  ['$http_authorization', 'authorization'],
  ['rulesAndAlerts', 'alerts-endpoints'],
  ['RULE_ALERTS', 'alerts-endpoints'],
  ['rulealerts', 'alerts-endpoints'],
  ['client.rules.listAlerts()', 'alerts-endpoints'],
  ['api = rules\napi.alerts()', 'alerts-endpoints'],
  ['getAlertsByRule(', 'alerts-endpoints'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of the code that is read
  ['"/rules/${id}/alerts"', 'alerts-endpoints'],
  ['rules%2Falerts', 'alerts-endpoints'],
  ['url("rules", id, "alerts")', 'alerts-endpoints'],
  ['BASE = "https://x/rules"\nget(BASE + "/alerts")', 'alerts-endpoints'],
  ['path:\n  - rules\n  - alerts', 'alerts-endpoints'],
  ['my @path = qw(rules alerts);', 'alerts-endpoints'],
  ['"%srules", "%salerts"', 'alerts-endpoints'],
] as const)('%s is a mention', (text, subject) => {
  expect(mentioned(text)).toContain(subject);
});

test.each([
  'const overruleIdea = 1',
  'the ruleIdentifier of a linter',
  'rule ideas',
  'X-Service-Name',
  'rules and alerts of the monitoring',
  'rules:\n  - alert: HighLatency\n    labels: { alerting: on }',
  'const { rules } = x; setAlerts(alerts)',
  'horizontal alerts',
])('%s is none', (text) => {
  expect(mentioned(text, false)).toEqual([]);
});

const keyWords = {
  'rule-id': ['Rule', 'Id'],
  'client-id-header': ['X', 'Service', 'Client', 'Id'],
  'retry-after': ['Retry', 'After'],
  authorization: ['Authorization'],
  'alerts-endpoints': ['Rules', 'Alerts'],
} as const;
const separators = ['', '_', '-', '\\_'] as const;

/** A key word, as anybody may spell it. */
const spelling = (parts: readonly string[]): fc.Arbitrary<string> => {
  const plain = fc
    .tuple(fc.constantFrom(...separators), fc.constantFrom('as it is', 'upper', 'lower'))
    .map(([separator, form]) => {
      const word = parts.join(separator);
      return form === 'upper' ? word.toUpperCase() : form === 'lower' ? word.toLowerCase() : word;
    });
  const escapes = [
    (letter: string) => `%${hexOf(letter, 2)}`,
    (letter: string) => `\\u${hexOf(letter, 4)}`,
    (letter: string) => `\\x${hexOf(letter, 2)}`,
    (letter: string) => `&#${letter.charCodeAt(0)};`,
    (letter: string) => `&#x${hexOf(letter, 2)};`,
    (letter: string) => letter,
  ];
  const escaped = fc
    .tuple(plain, fc.array(fc.nat(escapes.length - 1), { minLength: 40, maxLength: 40 }))
    .map(([word, which]) =>
      [...word]
        .map((letter, at) => (/[a-z]/i.test(letter) ? escapes[which[at] as number]?.(letter) : letter))
        .join(''),
    );
  const joins = ['" + "', "' . '", '" "', '" & "', '" +\n    "', '" .. "', '".concat("', '" || "'];
  const split = fc.tuple(plain, fc.nat(40), fc.constantFrom(...joins)).map(([word, at, join]) => {
    const cut = 1 + (at % (word.length - 1));
    // A backslash belongs to what it escapes.
    return word.charAt(cut - 1) === '\\' ? word : word.slice(0, cut) + join + word.slice(cut);
  });
  return fc.oneof(plain, escaped, split);
};
const hexOf = (letter: string, digits: number): string =>
  letter.charCodeAt(0).toString(16).padStart(digits, '0');

const subjects = Object.keys(keyWords) as (keyof typeof keyWords)[];
const around = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !/[a-z0-9_\\%&]$/i.test(text));

test('whatever stands around it, every spelling of a key word is mentioned', () => {
  fc.assert(
    fc.property(
      fc
        .constantFrom(...subjects)
        .chain((subject) => fc.tuple(fc.constant(subject), spelling(keyWords[subject]))),
      around,
      fc.constantFrom('\n', ' ', '"', ')', '/', '.'),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      ([subject, word], before, mark, after) => {
        expect(mentioned(`${before}${mark}${word}${mark}${after}`)).toContain(subject);
      },
    ),
    { numRuns: 2000 },
  );
});

test('the look at bytes passes whatever the search in the text finds', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...Object.values(keyWords).flat(),
      'alert',
      'rule',
      '"',
      "'",
      ' + ',
      '_',
      '-',
      '/',
      '.',
      '\\',
    ),
    fc.constantFrom(
      '%52',
      '\\u0049',
      '&quot;',
      '&#100;',
      'concat(',
      '\n',
      '%',
      '\\x5f',
      '\\137',
      '%25',
      '%5f',
    ),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const { mentions, loose, endsInRules } = findMentions(text, { barewords: true });
      const any = mentions.length + loose.length > 0 || endsInRules;
      if (any) expect(mayMention(Buffer.from(text)), text).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'utf-16le': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'utf-16be': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'utf-32le': (text) => Buffer.concat([...`\uFEFF${text}`].map((one) => wide(one))),
  'latin-1': (text) => Buffer.from(text.replace(/[^\0-\xff]/g, '?'), 'latin1'),
};
const wide = (character: string): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(character.codePointAt(0) as number);
  return bytes;
};
const names = [
  'a.js',
  'a.py',
  'a.pl',
  'a.cob',
  'deploy',
  '.envrc',
  'a.min.js',
  'q.vtl',
  'a.png',
  'b.tf',
  'x.cbl',
];
const rowOf: Readonly<Record<string, EligibilityRow>> = {
  'rule-id': 'rule-id',
  'client-id-header': 'client-id-header',
  'retry-after': 'retry-after',
  'alerts-endpoints': 'alerts-endpoints',
};

const settled = (evidence: Evidence, subject: MentionSubject): boolean =>
  evidence.findings.some(({ row }) => row === subject) ||
  (evidence.mentions?.explained.some((one) => one.subject === subject) ?? false);

test('in no file, whatever its name and encoding, is a row absent with a mention that nothing explains', async () => {
  const anySubject = fc
    .constantFrom(...(Object.keys(rowOf) as (keyof typeof keyWords)[]))
    .chain((subject) => fc.tuple(fc.constant(subject), spelling(keyWords[subject])));
  await fc.assert(
    fc.asyncProperty(
      anySubject,
      around,
      fc.constantFrom(...Object.keys(encodings)),
      fc.constantFrom(...names),
      async ([subject, word], before, encoding, name) => {
        const text = `${before}\n"${word}"\n`;
        const evidence = await scan(filesIn({ [name]: encodings[encoding]?.(text) as Buffer, 'b.js': 'x' }));
        if (!settled(evidence, subject)) {
          expect(saysOf(evidence, rowOf[subject]), text).not.toBe('absent');
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('what is to review has its file, line and excerpt, and the same id in the next scan', async () => {
  const code = '@ handle <<\n  ~RuleId ^ id\n>>\n';
  const first = await scan(filesIn({ 'lib/Hook.zz': code }), 'app');
  const again = await scan(filesIn({ 'lib/Hook.zz': `@@ moved\n\n${code}` }), 'app');
  expect(first.mentions?.toReview).toMatchObject([
    { subject: 'rule-id', file: 'lib/Hook.zz', line: 2, cause: 'unknown-language' },
  ]);
  expect(first.mentions?.toReview[0]?.excerpt).toContain('~RuleId');
  expect(again.mentions?.toReview[0]).toMatchObject({ id: first.mentions?.toReview[0]?.id, line: 4 });
  expect(saysOf(first, 'rule-id')).toBe('nothing-seen');
  expect(saysOf(first, 'alerts-endpoints')).toBe('absent');
});

test('a path whose parts stand in two files is a mention, one part alone is none', async () => {
  const use = { 'lib/poll.zz': 'GET base ~ "/alerts"\n' };
  const apart = await scan(filesIn({ ...use, 'lib/base.zz': 'base := host ~ "/rules"\n' }));
  expect(saysOf(apart)).not.toBe('absent');
  const ofOne = await scan(filesIn({ ...use, 'lib/base.rs': 'format!("{}/rules/{}", host, id)\n' }));
  expect(saysOf(ofOne)).not.toBe('absent');
  expect(saysOf(await scan(filesIn({ ...use, 'lib/base.zz': 'base := host ~ "/v1"\n' })))).toBe('absent');
});

test('the key word is never masked, and what may be a secret is', async () => {
  const lines = 'KEY = "RuleId"\napi_token = "s3cr3t-value-12"; x = "RuleId"\n';
  const { mentions, findings } = await scan(filesIn({ 'a.pl': lines }));
  const found = findings.flatMap(({ place }) => (place.kind === 'source' ? [place.excerpt] : []));
  expect([...found, ...(mentions?.toReview ?? []).map(({ excerpt }) => excerpt)]).toEqual([
    'KEY = "RuleId"',
    'api_token = "••••"; x = "RuleId"',
  ]);
});
