import { expect, test } from 'vitest';
import { hasFreeDescriptor, ownFault } from '#base/own-fault.ts';

const coded = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });

test('faults of this machine are told from those of the other side', () => {
  for (const code of ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']) expect(ownFault(coded(code))).toBe(code);
  expect(ownFault(coded('EADDRNOTAVAIL', { address: '203.0.113.7' }))).toBe('EADDRNOTAVAIL');
  expect(ownFault(new Error('fetch failed', { cause: coded('EMFILE') }))).toBe('EMFILE');
  for (const other of [coded('ECONNREFUSED'), coded('ENETUNREACH'), new Error('x'), undefined, 'EMFILE'])
    expect(ownFault(other)).toBeUndefined();
});

test('of several addresses, each must have failed by this machine', () => {
  expect(ownFault(new AggregateError([coded('EMFILE'), coded('EMFILE')]))).toBe('EMFILE');
  expect(ownFault(new AggregateError([coded('EMFILE'), coded('ECONNREFUSED')]))).toBeUndefined();
});

test('a file can be opened here', () => {
  expect(hasFreeDescriptor()).toBe(true);
});
