import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCallback } from '#desk/tokens/managed/callback.ts';

const url = 'https://api.example.com/oauth/callback';

test.each([
  ['http://api.example.com/oauth/callback', ['It begins with http instead of https.']],
  ['HTTPS://api.example.com/oauth/callback', ['Its scheme is written HTTPS instead of https.']],
  ['https://api.example.com/oauth/callback/', ['It has an extra slash at its end.']],
  [
    'https://api.example.com/OAuth/Callback',
    ['Its path differs in capitals: /OAuth/Callback instead of /oauth/callback.'],
  ],
  ['https://api.example.org/oauth/callback', ['Its host is api.example.org instead of api.example.com.']],
  [
    'https://API.example.com/oauth/callback',
    [expect.stringContaining('differs in capitals: API.example.com')],
  ],
  ['https://www.api.example.com/oauth/callback', ['Its host begins with www. and should not.']],
  ['https://api.example.com./oauth/callback', ['Its host ends with a dot.']],
  ['https://*.example.com/oauth/callback', [expect.stringContaining('wildcard')]],
  ['https://api.example.com:8443/oauth/callback', ['It names the port 8443, but should name none.']],
  ['https://api.example.com:443/oauth/callback', ['It names the port 443. Leave it out.']],
  ['https://api.example.com/oauth/callback?x=1', [expect.stringContaining('has an extra query')]],
  ['https://api.example.com/oauth/callback#top', [expect.stringContaining('has an extra fragment')]],
  ['https://me:word@api.example.com/oauth/callback', ['It contains a user or password.']],
  ['https://api.example.com/oauth', ['Its path is /oauth instead of /oauth/callback.']],
  ['https://api.example.com', ['Its path is / instead of /oauth/callback.']],
  ['https://api.example.com/oauth/callback ', ['It ends with a space.']],
  ['\thttps://api.example.com/oauth/callback', ['It begins with a space.']],
  ['https://api.example.com/oauth/ callback', ['It contains a space.']],
  ['https://api.example.com/oauth/callback\u200b', ['It contains an invisible character (U+200B).']],
  ['\u00a0https://api.example.com/oauth/callback', ['It begins with a space.']],
  [
    'http://API.example.com:80/OAUTH/callback/ ',
    [
      'It ends with a space.',
      'It begins with http instead of https.',
      expect.stringContaining('host differs in capitals'),
      'It names the port 80, but should name none.',
      expect.stringContaining('has an extra slash'),
      expect.stringContaining('path differs in capitals'),
    ],
  ],
])('%j is not it: it says by what', (registered, differences) => {
  const check = checkCallback(url, registered);
  expect(check).toMatchObject({ found: false, urls: 1 });
  expect(check.near[0]?.differences).toEqual(differences);
});

test.each([
  ['https://api.example.com/oauth/', 'https://api.example.com/oauth', 'It lacks the slash at its end.'],
  ['https://www.example.com/cb', 'https://example.com/cb', 'Its host lacks the www. at its beginning.'],
  ['http://127.0.0.1:4410/callback', 'http://127.0.0.1/callback', 'It lacks the port 4410.'],
  ['http://127.0.0.1:4410/callback', 'http://127.0.0.1:4411/callback', 'Its port is 4411 instead of 4410.'],
  ['https://a.example/cb?x=1', 'https://a.example/cb', 'It lacks the query (after ?).'],
  ['https://a.example/cb?x=1', 'https://a.example/cb?y=2', 'Its query (after ?) differs.'],
])('%s is wanted, and %s is there', (wanted, registered, words) => {
  expect(checkCallback(wanted, registered).near[0]?.differences).toEqual([words]);
});

test.each([
  [`https://a.example/x\n${url}\nhttps://b.example/y`, 3],
  [`https://a.example/x\r\n${url}\r\n`, 2],
  [`https://a.example/x, ${url},https://b.example/y`, 3],
  [JSON.stringify(['https://a.example/x', url]), 2],
  [JSON.stringify({ redirectUris: [{ uri: url }, { uri: 'https://a.example/x,y' }] }), 2],
  [`"https://a.example/x,y",\n"${url}",\n`, 2],
  [`  "${url}"  `, 1],
])('found in %j', (text, urls) => {
  expect(checkCallback(url, text)).toEqual({ callbackUrl: url, found: true, urls, near: [] });
});

test('the nearest come first, others are left out, and what may be secret is not repeated', () => {
  const list = [
    'https://elsewhere.example/another/path',
    'com.example.app://oauth',
    'http://www.api.example.com/oauth/callback',
    'https://api.example.com/oauth/callback?token=PlantedSecret',
    'https://me:PlantedSecret@api.example.com/oauth/callback#PlantedSecret',
  ];
  const check = checkCallback(url, list.join('\n'));
  expect([check.urls, check.near.map(({ differences }) => differences.length)]).toEqual([5, [1, 2, 2]]);
  expect(check.near.map((near) => near.url)).toContain('https://api.example.com/oauth/callback?…');
  expect(JSON.stringify(check)).not.toContain('PlantedSecret');
});

test('only the same characters match, whatever is pasted', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      expect(checkCallback(url, text).found).toBe(false);
      expect(checkCallback(url, `${text.replaceAll(/[[{"',;]/g, '')}\n${url}\n`).found).toBe(true);
    }),
  );
});
