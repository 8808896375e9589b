import { expect, test } from 'vitest';
import { addressText, readServerAddress } from '#base/store/postgres/address.ts';

test.each([
  [
    'postgres://carry@db.example/team',
    { host: 'db.example', port: 5432, database: 'team', prefix: 'carryover', tls: 'verified' },
  ],
  ['postgresql://carry@db.example:6432/team?schema=blue_1', { port: 6432, prefix: 'blue_1' }],
  ['postgres://carry@127.0.0.1/team', { host: '127.0.0.1', tls: 'none' }],
  ['postgres://carry@[::1]:5433/team', { host: '::1', port: 5433, tls: 'none' }],
  [
    'postgres://carry@localhost/team?sslmode=verify-full&sslrootcert=/ca.pem',
    { tls: 'verified', caFile: '/ca.pem' },
  ],
  ['postgres://a%40b@db.example/my%20team', { user: 'a@b', database: 'my team' }],
])('%s is read', (text, expected) => {
  expect(readServerAddress(text)).toMatchObject(expected);
});

test.each([
  ['', 'It must be like'],
  ['mysql://carry@db.example/team', 'It must be like'],
  ['postgres://carry:secret@db.example/team', 'A password does not belong in it'],
  ['postgres://db.example/team', 'The user is missing'],
  ['postgres://carry@db.example', 'The name of the database is missing'],
  ['postgres://carry@db.example/team?sslmode=require', 'sslmode must be verify-full'],
  ['postgres://carry@db.example/team?sslmode=disable', 'anybody between here and db.example'],
  ['postgres://carry@127.0.0.1.evil.example/team?sslmode=disable', 'anybody between'],
  ['postgres://carry@db.example/team?schema=a";drop', 'schema must be'],
  ['postgres://carry@db.example/team?options=-c%20role', 'There is no option options'],
])('%s is refused, without the password', (text, problem) => {
  const read = () => readServerAddress(text);
  expect(read).toThrow(problem);
  expect(read).not.toThrow('secret');
});

test('it is shown without what is not for everybody', () => {
  expect(addressText(readServerAddress('postgres://carry@[::1]/team?sslrootcert=/ca.pem'))).toBe(
    'postgres://carry@[::1]:5432/team',
  );
});
