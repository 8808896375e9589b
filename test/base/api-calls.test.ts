import { expect, test } from 'vitest';
import { createCallJudge, hostOf } from '#base/api-calls.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const anywhere = createCallJudge([]);
const hosted = createCallJudge(['https://api.example.com/v1', 'other.example.com']);

test.each([
  ['/rules/alerts', '/rules/alerts'],
  ['/rules/alerts/', '/rules/alerts'],
  ['//rules//alerts?page=2&query=a', '/rules/alerts'],
  ['/v1/rules/alerts#x', '/v1/rules/alerts'],
  ['/rules/./alerts', '/rules/alerts'],
  ['/rules/%ZZ/alerts', '/rules/{ruleId}/alerts'],
  ['/Rules/Alerts', '/rules/alerts'],
  [`/rules/${id}/alerts`, '/rules/{ruleId}/alerts'],
  [`/api/v2/rules/${id}/alerts/`, '/api/v2/rules/{ruleId}/alerts'],
  ['/rules/42/alerts', '/rules/{ruleId}/alerts'],
  [`/rules/alerts/${id}`, '/rules/alerts/{alertId}'],
  ['/%72ules/%61lerts', '/rules/alerts'],
  ['/rules%2Falerts', '/rules/alerts'],
  [`https://api.example.com:443/rules/${id}/alerts`, '/rules/{ruleId}/alerts'],
])('%s is a call of an alerts endpoint', (target, template) => {
  expect(anywhere('GET', target)).toMatchObject({ kind: 'alerts', template });
});

test.each([
  ['GET', '/rules'],
  ['GET', `/rules/${id}`],
  ['POST', '/rules/alerts'],
  ['GET', '/alerts/rules'],
  ['GET', '/rules/alerts/1/2'],
  ['GET', '/rulesets/alerts'],
  ['GET', '/a/b/c/d/e/rules/alerts'],
  ['GET', '/search?next=/rules/alerts'],
  ['GET', '/api/v1/alerts'],
])('%s %s is none', (method, target) => {
  expect(anywhere(method, target)?.kind).not.toBe('alerts');
});

test.each([
  ['/companies', false],
  [`/companies/${id}/connections`, true],
  [`/v1/companies/${id}/data/history?page=1`, true],
  ['/integrations/gbol', true],
  ['/profile/syncSettings', true],
  ['/a/b/c/d/companies', false],
  ['/Integrations/gbol', true],
  ['/webhooks', false],
  ['/integrations', false],
  ['/apiKeys', false],
  ['/profile', false],
  ['/rules', false],
])('%s is another call of this API, for certain: %s', (target, certain) => {
  expect(anywhere('GET', target)).toEqual({ kind: 'other', certain });
});

test.each([
  '/',
  '/index.html',
  '/companies/new',
  '/companies/syncSettings',
  '/companies/gbol',
  '/profile/other',
  '/integrations/gbolx',
  '/a/b/c/d/e/companies',
  '/static/rules.css',
  '/users/companies.html',
])('%s is not of this API', (target) => {
  expect(anywhere('GET', target)).toBeUndefined();
});

test('where the hosts are known, they decide', () => {
  expect(hosted('GET', 'https://api.example.com/v1/rules/alerts')).toMatchObject({
    kind: 'alerts',
    certain: true,
  });
  expect(hosted('GET', '/v1/rules/alerts', 'API.example.com:443')).toMatchObject({ kind: 'alerts' });
  expect(hosted('GET', 'https://other.example.com/anything')).toEqual({ kind: 'other', certain: true });
  expect(hosted('GET', 'https://api.example.com/docs')).toBeUndefined();
  expect(hosted('GET', `https://metrics.example.com/companies/${id}`)).toBeUndefined();
  expect(hosted('GET', 'https://metrics.example.com/rules/alerts')).toEqual({
    kind: 'elsewhere',
    host: 'metrics.example.com',
    near: false,
  });
  expect(hosted('GET', 'https://api.example.com:8443/v1/rules/alerts')).toMatchObject({
    kind: 'elsewhere',
    near: true,
  });
  expect(hosted('GET', 'https://api.example.com./v1/rules/alerts')).toMatchObject({ kind: 'alerts' });
  expect(hosted('GET', '/rules/alerts')).toMatchObject({ kind: 'alerts' });
  expect(hosted('GET', 'https://api.example.com/v1/rules/7/alerts')).toMatchObject({ certain: true });
  expect(hosted('GET', '/rules/7/alerts')).toMatchObject({ certain: false });
});

test.each(['', '-', '0'])('a method that is not told (%j) may be any', (method) => {
  expect(anywhere(method, '/rules/alerts')).toMatchObject({ kind: 'alerts' });
  expect(anywhere(method, `/rules/${id}/alerts`)).toMatchObject({ kind: 'alerts' });
  expect(hosted(method, 'https://metrics.example.com/rules/alerts')).toMatchObject({ kind: 'elsewhere' });
});

test('keys in a path are masked, ids are not', () => {
  const call = anywhere('GET', `/t/9f86d081884c7d659a2feaa0c55ad015/rules/${id}/alerts`);
  expect(call).toMatchObject({
    path: `/t/••••/rules/${id}/alerts`,
    template: '/t/••••/rules/{ruleId}/alerts',
  });
});

test.each<[string, string | undefined, string | undefined]>([
  ['https://user:pw@API.example.com:443/a?b', undefined, 'api.example.com'],
  ['http://api.example.com:80/a', 'other.test', 'api.example.com'],
  ['https://api.example.com:8443', undefined, 'api.example.com:8443'],
  ['https://api.example.com./a', undefined, 'api.example.com'],
  ['/a', ' API.example.com ', 'api.example.com'],
  ['/a', 'web1', undefined],
  ['/a', 'localhost', 'localhost'],
  ['/a', 'mylocalhost', undefined],
  ['/a', 'web1:8080', 'web1:8080'],
  ['/a', '', undefined],
  ['/https://no.test/a', undefined, undefined],
  ['a', 'api.example.com', 'api.example.com'],
])('the host of %s, told as %s, is %s', (target, told, host) => {
  expect(hostOf(target, told)).toBe(host);
});

test('a host is kept up to 100 characters', () => {
  expect(hostOf(`https://${'a'.repeat(120)}.test/`)).toHaveLength(100);
});

test.each<[string, boolean]>([
  ['/a/b/c/d/rules/alerts', true],
  ['/a/b/c/d/e/rules/alerts', false],
  ['/rules/x/alerts/y', false],
  ['/%72ules//./alerts', true],
])('%s is an alerts call where its host is not known: %s', (path, is) => {
  expect(createCallJudge([])('GET', path)?.kind === 'alerts').toBe(is);
});
