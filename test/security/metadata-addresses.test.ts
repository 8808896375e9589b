import { BlockList } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { isMetadataAddress } from '#base/metadata-addresses.ts';
import { refusal } from '#service/outbound/address-policy.ts';
import { startDesk } from '#test/support/start-desk.ts';

const policies = [{ allowPrivate: false }, { allowPrivate: true }];
const metadata = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
];

const hex = (bytes: readonly number[]): string => ipaddr.fromByteArray([...bytes]).toString();
const bytesOf = (address: string): number[] => ipaddr.parse(address).toByteArray();
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

/** Every way to write an IPv4 address in an IPv6 one. */
const wraps: Record<string, (v4: number[]) => number[]> = {
  mapped: (v4) => [...zeros(10), 0xff, 0xff, ...v4],
  compatible: (v4) => [...zeros(12), ...v4],
  translated: (v4) => [...zeros(8), 0xff, 0xff, 0, 0, ...v4],
  NAT64: (v4) => [0, 0x64, 0xff, 0x9b, ...zeros(8), ...v4],
  'local NAT64 /96': (v4) => [0, 0x64, 0xff, 0x9b, 0, 1, ...zeros(6), ...v4],
  'local NAT64 /48': ([a, b, c, d]) => [0, 0x64, 0xff, 0x9b, 0, 1, a, b, 0, c, d, ...zeros(5)] as number[],
  'NAT64 of a network, /32': (v4) => [0x20, 1, 0x0d, 0xb9, ...v4, ...zeros(8)],
  'NAT64 of a network, /64': (v4) => [0x20, 1, 0x0d, 0xb9, 0, 0, 0, 0, 0, ...v4, ...zeros(3)],
  'NAT64 of a network, /96': (v4) => [0x20, 1, 0x0d, 0xb9, ...zeros(8), ...v4],
  '6to4': (v4) => [0x20, 2, ...v4, ...zeros(9), 1],
  Teredo: (v4) => [0x20, 1, 0, 0, 8, 8, 8, 8, 0, 0, 0, 0, ...v4.map((byte) => byte ^ 0xff)],
  ISATAP: (v4) => [0x20, 1, 0x0d, 0xb9, 0, 0, 0, 0, 0, 0, 0x5e, 0xfe, ...v4],
  'ISATAP, unique': (v4) => [0x20, 1, 0x0d, 0xb9, 0, 0, 0, 0, 2, 0, 0x5e, 0xfe, ...v4],
  'ISATAP, link-local': (v4) => [0xfe, 0x80, ...zeros(6), 0, 0, 0x5e, 0xfe, ...v4],
  'link-local': (v4) => [0xfe, 0x80, ...zeros(10), ...v4],
  'unique local': (v4) => [0xfd, 0x12, ...zeros(10), ...v4],
};

test.each(Object.entries(wraps))(
  'metadata addresses stay refused as %s, whatever is allowed',
  (_name, wrap) => {
    for (const address of metadata) {
      for (const zone of ['', '%eth0', '%1']) {
        const written = hex(wrap(bytesOf(address))) + zone;
        expect([written, isMetadataAddress(written)]).toEqual([written, true]);
        for (const policy of policies)
          expect([written, refusal(written, policy)]).not.toEqual([written, undefined]);
      }
    }
  },
);

test.each([
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd00:0ec2:0000::0254%eth0',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  'fe80::a9fe:a9fe',
  '::a9fe:a9fe',
  '::169.254.169.254',
  '::ffff:a9fe:a9fe',
  'fe80::5efe:169.254.169.254',
])('%s stays refused, whatever is allowed', (address) => {
  for (const policy of policies) expect(refusal(address, policy)).toBeDefined();
});

test('all of link-local stays refused in every wrapping, private is refused unless allowed, public passes', () => {
  const linkLocal = fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255));
  const known = ['mapped', 'compatible', 'NAT64', '6to4', 'Teredo', 'ISATAP', 'ISATAP, unique'] as const;
  fc.assert(
    fc.property(linkLocal, fc.constantFrom(...known), (v4, name) => {
      const written = hex((wraps[name] as (v4: number[]) => number[])(v4));
      for (const policy of policies) expect(refusal(written, policy)).toBeDefined();
    }),
  );
  for (const name of known) {
    const wrap = wraps[name] as (v4: number[]) => number[];
    expect(refusal(hex(wrap([10, 1, 2, 3])), { allowPrivate: false })).toContain('--allow-private');
  }
  for (const name of ['mapped', 'NAT64', '6to4', 'Teredo', 'ISATAP'] as const) {
    const wrap = wraps[name] as (v4: number[]) => number[];
    expect(refusal(hex(wrap([8, 8, 8, 8])), { allowPrivate: false })).toBeUndefined();
    expect(refusal(hex(wrap([10, 1, 2, 3])), { allowPrivate: true })).toBeUndefined();
  }
});

/** Nothing but loopback, private ranges and global unicast is ever called. */
test('any address at all: what is allowed is loopback, public, or private by leave', () => {
  const leave = new BlockList();
  leave.addSubnet('fc00::', 7, 'ipv6');
  leave.addSubnet('64:ff9b::', 32, 'ipv6');
  leave.addSubnet('2000::', 3, 'ipv6');
  leave.addSubnet('::', 96, 'ipv6');
  leave.addSubnet('::ffff:0:0', 96, 'ipv6');
  leave.addSubnet('::ffff:0:0:0', 96, 'ipv6');
  fc.assert(
    fc.property(fc.array(fc.nat(255), { minLength: 16, maxLength: 16 }), (bytes) => {
      const written = hex(bytes);
      if (refusal(written, { allowPrivate: true }) !== undefined || ipaddr.process(written).kind() === 'ipv4')
        return;
      expect([written, leave.check(written, 'ipv6')]).toEqual([written, true]);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  'https://169.254.169.254',
  'https://[fd00:ec2::254]/latest',
  'https://[::ffff:a9fe:a9fe]',
  'https://[64:ff9b::a9fe:a9fe]',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://[fd20:ce::254]:8443',
])('a target can not be at %s', async (baseUrl) => {
  const { call } = await startDesk();
  const answer = await call('POST', '/api/targets', { name: 'x', baseUrl, apiKey: 'a-key' });
  expect([answer.status, answer.body.error]).toEqual([
    400,
    expect.stringContaining('cloud metadata address'),
  ]);
});
