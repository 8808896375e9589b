import { expect, test } from 'vitest';
import { passwordIn } from '#base/store/postgres/pass-file.ts';

const wanted = { host: 'db.example', port: 5432, database: 'team', user: 'carry' };

test.each([
  ['db.example:5432:team:carry:secret', 'secret'],
  ['*:*:*:*:any', 'any'],
  [
    '# db.example:5432:team:carry:comment\n\nother:5432:team:carry:no\ndb.example:*:team:carry:first\n*:*:*:*:second',
    'first',
  ],
  ['db.example:5432:team:carry:a\\:b\\\\c', 'a:b\\c'],
  ['db.example:5432:team:carry:ends:here', 'ends'],
  ['db.example:5432:team:carry:secret\r\n', 'secret'],
  ['db.example:5433:team:carry:secret', undefined],
  ['db.example:5432:team', undefined],
  ['db.exampl*:5432:team:carry:secret', undefined],
  ['db.example\\:5432:team:carry:secret', undefined],
  ['', undefined],
])('of %j the password is %j', (text, password) => {
  expect(passwordIn(text, wanted)).toBe(password);
});

test('a user with a colon and an address of IPv6 are escaped', () => {
  const one = { ...wanted, host: '::1', user: 'a:b\\c' };
  expect(passwordIn('\\:\\:1:5432:team:a\\:b\\\\c:secret', one)).toBe('secret');
});
