import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkAllowList } from '#desk/endpoints/allow-list/check.ts';
import { type Asked, told } from '#test/support/allow-list.ts';

const at = '2026-01-15T09:00:00.000Z';
const first = '4.159.114.108';
const second = '20.117.190.191';
const check = (text: string, asked: Asked = {}) => checkAllowList({ text, ...asked }, at);
const adviceOf = (text: string, asked: Asked = {}): readonly string[] => check(text, asked).advice;

describe('advice', () => {
  test('is given for the addresses that are not let in, and for none if both are', () => {
    expect(adviceOf('10.0.0.0/8')).toEqual([`Add to the list: ${first}/32`, `Add to the list: ${second}/32`]);
    expect(adviceOf(first)).toEqual([`Add to the list: ${second}/32`]);
    expect(adviceOf(`${first}\n${second}`)).toEqual([]);
    expect(adviceOf('::ffff:4.159.114.108/128\n20.0.0.0/8')).toEqual([`Add to the list: ${first}/32`]);
  });
  test.each<[string, string]>([
    ['allow 10.0.0.0/8', `Add to the list: allow ${first}/32`],
    ['deny 10.0.0.0/8', `Add at the top of the list: allow ${first}/32`],
    ['allow 10.0.0.0/8\ndeny all', `Add at the top of the list: allow ${first}/32`],
  ])('speaks the words of a list: %s', (text, advice) => {
    expect(adviceOf(text)[0]).toBe(advice);
  });
  test('is a rule of the firewall, on its port', () => {
    const rules = '*filter\n:INPUT DROP [0:0]\nCOMMIT';
    expect(adviceOf(rules, { port: 8443 })).toEqual(
      [first, second].map(
        (one) =>
          `Run before the rules that deny it: iptables -I INPUT 1 -s ${one}/32 -p tcp --dport 8443 -j ACCEPT`,
      ),
    );
    const table = 'table ip web {\nchain inbound {\ntype filter hook input priority 0; policy drop;\n}\n}';
    const forward = 'table ip a {\nchain f {\ntype filter hook prerouting priority 0; policy accept;\n}\n}';
    expect(adviceOf(`${forward}\n${table}`)).toEqual([
      `Run: nft insert rule ip web inbound ip saddr { ${first}, ${second} } tcp dport 443 accept`,
    ]);
    const open = 'table inet a {\nchain input {\ntype filter hook input priority 0; policy accept;\n}\n}';
    expect(adviceOf(`${open}\n${table}`), 'the chain that keeps it out').toEqual([
      `Run: nft insert rule ip web inbound ip saddr { ${first}, ${second} } tcp dport 443 accept`,
    ]);
    const closed = open.replace('policy accept', 'policy drop');
    expect(adviceOf(`${closed}\n${table}`), 'each of them').toHaveLength(2);
    expect(adviceOf('table ip web {\n}')).toEqual([
      `Run: nft insert rule inet filter input ip saddr { ${first}, ${second} } tcp dport 443 accept`,
    ]);
  });
  test('names the group, where there is one', () => {
    const group = (GroupId: string) => ({ GroupId, IpPermissions: [] });
    const run = (id: string) =>
      `Run: aws ec2 authorize-security-group-ingress --group-id ${id} --protocol tcp --port 443 --cidr ${first}/32`;
    expect(adviceOf(JSON.stringify([group('sg-1')]))[0]).toBe(run('sg-1'));
    expect(adviceOf(JSON.stringify([group('sg-1'), group('sg-2')]))[0]).toBe(run('<group id>'));
    expect(adviceOf(JSON.stringify([{ IpPermissions: [] }]))[0]).toBe(run('<group id>'));
  });
  test('takes a priority of Azure that is free, before all others', () => {
    const rule = (priority: unknown) => ({
      name: 'r',
      priority,
      direction: 'Inbound',
      access: 'Deny',
      protocol: '*',
      sourcePortRange: '*',
      destinationPortRange: '*',
      sourceAddressPrefix: '*',
      destinationAddressPrefix: '*',
    });
    const advice = (name: string | undefined, ...priorities: unknown[]) =>
      adviceOf(JSON.stringify({ name, securityRules: priorities.map(rule) }));
    expect(advice('web', 200)).toEqual([
      `Run: az network nsg rule create --resource-group <resource group> --nsg-name web --name AllowWebhooks --priority 100 --direction Inbound --access Allow --protocol Tcp --source-address-prefixes ${first} ${second} --destination-port-ranges 443`,
    ]);
    expect(advice(undefined, 100, 101, 103, 'x')[0]).toContain(
      '--nsg-name <group> --name AllowWebhooks --priority 102',
    );
  });
  test('says before which line of nginx, where there is one', () => {
    expect(adviceOf('server {\nreturn 403;\n}')[0]).toBe(`Add: allow ${first};`);
    expect(adviceOf('server {\nlisten 80;\ndeny all;\n}\nserver {\ndeny all;\n}')).toEqual([
      `Add before line 6: allow ${first};`,
      `Add before line 6: allow ${second};`,
    ]);
  });
});

test('a result says when, of what, in which format and for which port', () => {
  const text = `allow ${first}`;
  expect(checkAllowList({ text, name: 'office.txt' }, at)).toMatchObject({
    at,
    name: 'office.txt',
    digest: hash('sha256', text),
    format: 'cidr',
    port: 443,
    answers: [{ address: first }, { address: second }],
  });
  expect(check(text)).not.toHaveProperty('name');
  expect(check(text, { port: 1 }).port).toBe(1);
});

test('what is shown is cut to what a person reads', () => {
  const bad = (count: number) => check(`${'x\n'.repeat(count)}all`, { format: 'cidr' }).remarks;
  expect(bad(100)).toHaveLength(100);
  expect(bad(101)).toHaveLength(101);
  expect(bad(100).at(-1)?.line).toBe(100);
  expect(bad(101).at(-1)).toEqual({ text: '… and 1 more remarks.' });
  const word = 'x'.repeat(198);
  expect(check(`${word}y\nall`, { format: 'cidr' }).answers[0]?.text).toBe(`${word}y`);
  expect(check(`${word}yz\nall`, { format: 'cidr' }).answers[0]?.text).toBe(`${word}yz`);
  expect(check(`${word}yyz\nall`, { format: 'cidr' }).answers[0]?.text).toBe(`${word}y…`);
  const file = 'y'.repeat(500);
  expect(check(`server {\ninclude ${file};\n}`).remarks[0]?.text).toHaveLength(400);
});

describe('the form', () => {
  test.each<[string, string]>([
    ['table inet filter {\n}', 'nftables'],
    ['table x {\n}', 'nftables'],
    ['add table inet filter {\n}', 'nftables'],
    ['# saved\n\nnft add rule inet filter input accept', 'nftables'],
    ['add chain inet filter input { type filter hook input priority 0; }', 'nftables'],
    ['*raw\n:PREROUTING ACCEPT [0:0]\nCOMMIT', 'iptables'],
    ['*security\nCOMMIT', 'iptables'],
    ['-P INPUT DROP', 'iptables'],
    ['[3:180] -A INPUT -j ACCEPT', 'iptables'],
    ['/usr/sbin/iptables -w -N web', 'iptables'],
    ['sudo ip6tables -I INPUT -j DROP', 'iptables'],
    ['location / {\n}', 'nginx'],
    ['http {\n}', 'nginx'],
    ['stream {\n}', 'nginx'],
    ['server {\nlisten 443;\n}', 'nginx'],
    ['satisfy any;\nallow 10.0.0.0/8;', 'nginx'],
    [`# partners\n${first}`, 'cidr'],
    [`partner ${first}`, 'cidr'],
    ['allow all', 'cidr'],
    [`{"a": 1, "IpPermissions": [{"IpProtocol": "tcp"}]}`, 'aws'],
    ['[{"ippermissions": []}]', 'aws'],
    ['{"SecurityGroupRules": [{"IpProtocol": "tcp", "FromPort": 1, "ToPort": 2}]}', 'aws'],
    ['// exported\n# by hand\n/* x */\n[{"IpProtocol": "tcp"}]', 'aws'],
    ['{"securityRules": []}', 'azure'],
    ['[{"direction": "Inbound", "sourceAddressPrefix": "*"}]', 'azure'],
    ['[{"direction": "Inbound", "sourceAddressPrefixes": []}]', 'azure'],
    ['\uFEFF{"nftables": []}', 'nftables'],
  ])('%s', (text, format) => {
    expect(check(text).format).toBe(format);
  });
  test.each([
    'hello there',
    '{"a": 1}',
    '[]',
    `one two three four ${first}`,
    `${' '.repeat(2)}# ${first}`,
    `; ${first}`,
    `// all`,
    `${'x'.repeat(300)} ${first}`,
  ])('%s is none', (text) => {
    expect(told(text)).toEqual(['refused: The format of the text was not recognised']);
  });
});

describe('chains', () => {
  /** Each leads to the next; the last accepts. */
  const ladder = (length: number): string => {
    const names = Array.from({ length }, (_, n) => `c${n}`);
    const jumps = names.map((name, n) => `-A ${n === 0 ? 'INPUT' : `c${n - 1}`} -j ${name}`);
    const last = `-A c${length - 1} -j ACCEPT`;
    return [
      '*filter',
      ':INPUT DROP [0:0]',
      ...names.map((name) => `:${name} - [0:0]`),
      ...jumps,
      last,
      'COMMIT',
    ].join('\n');
  };
  test('are followed as deep as any rule set goes', () => {
    expect(told(ladder(64))[0]).toMatch(/^both allowed/);
    expect(told(ladder(65))[0]).toMatch(/^both unknown/);
  });
  test('that lead back into themselves are open, and those that do not are not', () => {
    const rules = (...lines: string[]) =>
      ['*filter', ':INPUT ACCEPT [0:0]', ':a - [0:0]', ':b - [0:0]', ...lines, 'COMMIT'].join('\n');
    expect(told(rules('-A INPUT -j a', '-A a -j b', '-A b -j a'))[0]).toMatch(/^both unknown/);
    expect(told(rules('-A INPUT -j a', '-A INPUT -j a', '-A INPUT -j b', '-A b -j a'))[0]).toMatch(
      /^both allowed/,
    );
    // One that is entered twice, for certain the second time, decides for certain.
    const twice = rules('-A INPUT -i eth0 -j a', '-A INPUT -j a', '-A a -j DROP');
    expect(told(twice)).toEqual(['both denied by 7: This rule denies it (chain INPUT).']);
  });
  test('send a packet to so many places, and no more', () => {
    const many = (count: number, other = '') => {
      const places = Array.from({ length: count }, (_, n) => `127.0.${n >> 8}.${n & 255}`);
      const rules = places.map((place) => `-A PREROUTING -d ${place} -j DNAT --to-destination ${place}`);
      const nat = ['*nat', ':PREROUTING ACCEPT [0:0]', ...rules, 'COMMIT'];
      return [...nat, '*filter', ':INPUT ACCEPT [0:0]', other, 'COMMIT'].join('\n');
    };
    expect(told(many(300))[0]).toMatch(/^both allowed/);
    expect(told(many(301))[0]).toMatch(/^both unknown/);
    expect(told(many(3, '-A INPUT -d 127.0.0.2 -j DROP'))[0]).toMatch(/^both unknown/);
  });
});
