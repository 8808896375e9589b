import { expect, test } from 'vitest';
import { refusal } from '#service/outbound/address-policy.ts';

const strict = { allowPrivate: false };
const open = { allowPrivate: true };

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', '8.8.8.8', '2606:4700::1111'])(
  '%s is allowed',
  (address) => expect(refusal(address, strict)).toBeUndefined(),
);

test.each([
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  'fd12::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
])('%s is allowed only with --allow-private', (address) => {
  expect(refusal(address, strict)).toContain('--allow-private');
  expect(refusal(address, open)).toBeUndefined();
});

test.each([
  '169.254.169.254',
  '169.254.1.1',
  'fe80::1',
  'fe80::1%eth0',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  '0.0.0.0',
  '::',
  '224.0.0.1',
  '255.255.255.255',
  'ff02::1',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
])('%s is never allowed', (address) => {
  expect(refusal(address, strict)).toBeDefined();
  expect(refusal(address, open)).toBeDefined();
});
