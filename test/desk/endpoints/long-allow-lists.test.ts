import { expect, test } from 'vitest';
import type { AllowListFormat } from '#contract/allow-list.ts';
import { checkAllowList } from '#desk/endpoints/allow-list/check.ts';

/** Apart from the other tests of allow lists, as each takes some hundred milliseconds: mutants are not held against them. */

const resultOf = (text: string) => checkAllowList({ text }, '2026-01-15T09:00:00.000Z');
const results = (text: string): string[] => resultOf(text).answers.map(({ result }) => result);

test.each<[AllowListFormat | 'unrecognized', string]>([
  ['cidr', `${'\n'.repeat(600_000)}4.159.114.108`],
  ['cidr', '4.159.114.108\n'.repeat(40_000)],
  [
    'iptables',
    `*filter\n:INPUT DROP [0:0]\n${'-A INPUT -s 10.0.0.0/8 -p tcp -j ACCEPT\n'.repeat(12_000)}COMMIT\n`,
  ],
  [
    'nftables',
    `table ip f {\n chain i {\n type filter hook input priority 0; policy drop;\n${'ip saddr 10.0.0.0/8 accept\n'.repeat(16_000)} }\n}\n`,
  ],
  ['nginx', `${'allow 10.0.0.0/8;\n'.repeat(24_000)}deny all;`],
  [
    'aws',
    JSON.stringify([
      {
        IpPermissions: [
          {
            IpProtocol: 'tcp',
            FromPort: 1,
            ToPort: 9999,
            IpRanges: Array(20_000).fill({ CidrIp: '10.0.0.0/8' }),
          },
        ],
      },
    ]),
  ],
  ['unrecognized', 'iptables'.repeat(150_000)],
  ['unrecognized', '[['.repeat(500_000)],
])('%s: a long text is answered in the time that its length takes', (format, text) => {
  if (format === 'unrecognized') expect(() => resultOf(text)).toThrow();
  else expect(resultOf(text).format).toBe(format);
});

test('many translations take the time of their number', () => {
  const places = Array.from({ length: 2000 }, (_, at_) => `10.0.${at_ >> 8}.${at_ & 255}`);
  const text = `*nat\n:PREROUTING ACCEPT [0:0]\n${places
    .map((place) => `-A PREROUTING -d ${place} -p tcp --dport 443 -j DNAT --to-destination ${place}:8443`)
    .join('\n')}\nCOMMIT\n*filter\n:INPUT DROP [0:0]\n:FORWARD DROP [0:0]\n${places
    .map((place) => `-A FORWARD -d ${place} -j ACCEPT`)
    .join('\n')}\nCOMMIT\n`;
  expect(results(text)).toEqual(['unknown', 'unknown']);
  const first20k = `iptables -P INPUT DROP\n${'iptables -I INPUT -s 10.0.0.0/8 -j ACCEPT\n'.repeat(20_000)}`;
  expect(results(first20k)).toEqual(['denied', 'denied']);
});
