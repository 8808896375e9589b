import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMasker } from '#base/masked/masker.ts';

const masker = createMasker({ names: new Set(['tenantcode']), secrets: ['ours-and-nobody-elses'] });
const mask = (body: unknown): unknown => JSON.parse(masker.json(JSON.stringify(body)).text);

describe('JSON', () => {
  test('values of secret fields are masked, whatever their name is spelled like, and others stay', () => {
    expect(
      mask({
        name: 'Bakery Books',
        platformKey: 'gbol',
        accessToken: 'abc',
        'Refresh-Token': 'abc',
        CLIENT_SECRET: 7,
        tenantCode: 'abc',
        tokenType: 'bearer',
        headers: { 'x-api-key': 'abc', accept: '*/*' },
        isSecret: true,
        credentials: { user: 'me', list: ['a', 1, null] },
      }),
    ).toEqual({
      name: 'Bakery Books',
      platformKey: 'gbol',
      accessToken: '••••',
      'Refresh-Token': '••••',
      CLIENT_SECRET: '••••',
      tenantCode: '••••',
      tokenType: 'bearer',
      headers: { 'x-api-key': '••••', accept: '*/*' },
      isSecret: true,
      credentials: { user: '••••', list: ['••••', '••••', null] },
    });
  });

  test.each([
    ['a name in escapes', '{"access\\u0054oken":"hunter2"}'],
    ['JSON in a text', JSON.stringify({ note: JSON.stringify({ password: 'hunter2' }) })],
    [
      'JSON in JSON in a text',
      JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ pwd: 'hunter2' }) }) }),
    ],
    ['a pair in a text', '{"error":"login with password=hunter2 failed"}'],
    ['a quoted pair in a text that is no JSON', '{"error":"got {\\"token\\":\\"hunter2\\" and no end"}'],
    ['an address with credentials', '{"url":"https://me:hunter2@host.example/"}'],
    ['an address with a key', '{"url":"https://host.example/?api_key=hunter2&x=1"}'],
    ['a scheme', '{"note":"sent Bearer hunter2 along"}'],
    ['a secret that is known', '{"name":"ours-and-nobody-elses hunter2"}'.replace('hunter2', '')],
    ['a token in the place of a name', '{"eyJhbGciOiJIUzI1NiJ9.hunter2":1}'],
    ['the same name twice', '{"token":"hunter2","token":"hunter2"}'],
    ['what comes after the end', '{"a":1} {"x":"hunter2"}'],
    ['what comes after an error', '{"a":1 "x":"hunter2"}'],
    ['a name without a colon', '{"token" "hunter2"}'],
    ['an unterminated text', '{"token":"a","x":"hunter2'],
    ['no JSON at all', 'token is hunter2'],
    ['XML', '<token>hunter2</token>'],
  ])('%s: the secret is gone', (_name, text) => {
    expect(masker.json(text).text).not.toMatch(/hunter2|nobody/);
  });

  test('deep nesting ends without an error, and shows nothing beyond', () => {
    const deep = `${'['.repeat(100_000)}"hunter2"`;
    expect(masker.json(deep)).toMatchObject({ isWhole: false });
    expect(masker.json(deep).text).not.toContain('hunter2');
  });
});

const secret = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{11,40}$/).map((text) => `zQ${text}`);
const secretName = fc.constantFrom(
  'accessToken',
  'refresh_token',
  'Client-Secret',
  'PASSWORD',
  'apiKey',
  'x-api-key',
  'alertAuthHeader',
  'authorization',
  'cookie',
  'signature',
  'tokenSecret',
  'credentials',
  'code',
  'id_token',
  'privateKey',
);
const plain = fc.oneof(
  fc.constantFrom('Bakery', 'gbol', 'Linked', 'a b'),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

/** Any JSON, with the secret below secret names at any depth. */
const planted = (value: string) =>
  fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      plain,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('name', 'items', 'x', '"', 'ü'), tie('node'), { maxKeys: 4 }),
      fc.record({ n: secretName, v: tie('node') }).map(({ n, v }) => ({ before: v, [n]: value, after: v })),
      secretName.map((name) => ({ [name]: [{ deep: value }, value] })),
    ),
  })).node;

const withSecret = secret.chain((value) =>
  fc.record({ value: fc.constant(value), body: planted(value), name: secretName }).map((all) => ({
    ...all,
    body: { first: all.body, [all.name]: value, last: all.body },
  })),
);

test('a planted secret never shows in a masked body, however it is indented, cut, damaged or wrapped', () => {
  fc.assert(
    fc.property(
      withSecret,
      fc.nat(),
      fc.constantFrom(0, 2),
      fc.constantFrom('', '}', ',', '"', '\\', ' x '),
      ({ value, body }, at, indent, sign) => {
        const text = JSON.stringify(body, undefined, indent);
        expect(masker.json(text).isWhole).toBe(true);
        const cut = at % (text.length + 1);
        // Between tokens: damage within a name would make it another name.
        const gap = text.slice(cut).search(/[,:}\]]/) + cut;
        const shown = [
          masker.json(text),
          masker.json(text.slice(0, cut), { isCut: true }),
          masker.json(text.slice(0, gap) + sign + text.slice(gap)),
          masker.json(JSON.stringify({ note: text })),
          masker.json(text, { everything: true }),
        ];
        for (const one of shown) expect(one.text).not.toContain(value.slice(0, 8));
      },
    ),
  );
});

test('what holds no secret is not changed', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('name', 'id', 'platformKey', 'results'), plain, { maxKeys: 4 }),
      fc.uuid(),
      (body, id) => {
        const text = JSON.stringify({ ...body, companyId: id, at: '2026-01-15T09:00:00.000Z' }, undefined, 2);
        expect(masker.json(text)).toEqual({ text, isWhole: true });
      },
    ),
  );
});

test('query strings and forms: secrets go, by name, by look and in addresses within', () => {
  expect(masker.parameters('page=1&key=abc&access_token=&q=a%20b&code=x%26y')).toBe(
    'page=1&key=••••&access_token=&q=a%20b&code=••••',
  );
  fc.assert(
    fc.property(secret, secretName, (value, name) => {
      const inner = encodeURIComponent(`https://host.example/?${name}=${value}`);
      const shown = masker.parameters(
        `${name}=${value}&${encodeURIComponent(name)}=${encodeURIComponent(value)}&url=${inner}&query=${name}%3D${value}`,
      );
      expect(shown).not.toContain(value);
    }),
  );
});

test('headers keep their scheme and lose their value', () => {
  expect(masker.header('Authorization', 'Basic abc')).toBe('Basic ••••');
  expect(masker.header('Authorization', 'abc def')).toBe('••••');
  expect(masker.header('set-cookie', 'a=b; Path=/')).toBe('••••');
  expect(masker.header('X-Custom-Auth', 'abc')).toBe('••••');
  expect(masker.header('content-type', 'application/json')).toBe('application/json');
  expect(masker.header('referer', 'https://a.example/?token=abc')).not.toContain('abc');
});

const inSteps = (text: string) => {
  const steps = masker.jsonInSteps(text, { isCut: true });
  let pauses = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) pauses++;
  return { masked: step.value, pauses };
};

test('a long body is masked in steps of at most 100 members, with the same result', () => {
  const body = fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(fc.string(), fc.integer(), fc.boolean()), {
    minKeys: 0,
    maxKeys: 400,
  });
  fc.assert(
    fc.property(body, fc.nat(4000), (value, length) => {
      const text = JSON.stringify(value).slice(0, length);
      expect(inSteps(text).masked).toEqual(masker.json(text, { isCut: true }));
    }),
  );
  const long = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`name${at}`, at]));
  expect(inSteps(JSON.stringify(long)).pauses).toBe(10);
});
