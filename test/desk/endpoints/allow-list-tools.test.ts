import { describe, expect, test } from 'vitest';
import type { AllowListFormat } from '#contract/allow-list.ts';
import { checkAllowList } from '#desk/endpoints/allow-list/check.ts';

const at = '2026-01-15T09:00:00.000Z';
const first = '4.159.114.108';
const check = (text: string, format?: AllowListFormat): string =>
  checkAllowList({ text, ...(format && { format }) }, at)
    .answers.map(({ result, line }) => (line === undefined ? result : `${result} by ${line}`))
    .join(', ');
const both = (answer: string): string => `${answer}, ${answer}`;

describe('a configuration of another tool', () => {
  test.each([
    ['Apache', `<Location /hooks>\n  Require ip ${first} 20.117.190.191\n</Location>`],
    ['Apache', `# partners\nRequire ip ${first}\n`],
    ['Apache', `Order deny,allow\nDeny from all\nAllow from ${first}\n`],
    ['Apache', `deny from all\nallow from ${first}\n`],
    ['HAProxy', `frontend web\n  bind :443\n  acl ok src ${first}\n  http-request deny if !ok\n`],
    ['HAProxy', `acl ok src ${first}/32\ntcp-request connection reject if !ok`],
    ['Squid', `http_access allow partners\nacl x url ${first}`],
    ['ufw', `sudo ufw allow from ${first} to any port 443`],
    ['firewalld', `firewall-cmd --permanent --add-source=${first}`],
    ['firewalld', `<zone>\n<source address="${first}"/>\n</zone>`],
    ['pf', `block in all\npass in from ${first} to any`],
    ['ipset', `create partners hash:net family inet\nadd partners ${first}`],
    ['Cisco', `access-list 101 permit tcp host ${first} any eq 443`],
    ['Cisco', `ip access-list extended in\n permit tcp host ${first} any`],
    ['Juniper', `set firewall family inet filter x term a from source-address ${first}/32`],
    ['FortiGate', `config firewall address\n set subnet ${first} 255.255.255.255\nend`],
    ['MikroTik', `/ip firewall filter add chain=input src-address=${first} action=accept`],
    ['Windows Firewall', `netsh advfirewall firewall add rule name=x remoteip=${first}`],
    ['TCP wrappers', `ALL: ${first}`],
    ['Terraform', `resource "aws_security_group" "web" {\n cidr_blocks = ["${first}/32"]\n}`],
    ['Kubernetes', `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\n cidr: ${first}/32`],
    [
      'Traefik',
      `http:\n  middlewares:\n    x:\n      ipAllowList:\n        sourceRange:\n          - ${first}/32`,
    ],
    ['Caddy', `example.com {\n  @ok remote_ip ${first}\n}`],
    ['Varnish', `acl partners {\n "${first}";\n}`],
    ['Google Cloud', `- name: x\n  sourceRanges:\n  - ${first}/32`],
    ['Google Cloud', `[{"name": "x", "sourceRanges": ["${first}/32"]}]`],
    ['AWS network ACLs', `{"NetworkAcls": [{"Entries": [{"CidrBlock": "${first}/32"}]}]}`],
    ['AWS CloudFormation', `{"AWSTemplateFormatVersion": "2010-09-09", "x": {"IpProtocol": "tcp"}}`],
    ['AWS WAF', `{"IPSet": {"Addresses": ["${first}/32"]}}`],
  ])('is named: %s', (tool, text) => {
    expect(() => check(text)).toThrow(`${tool} configurations are not supported. `);
  });
  test('does not take away what is said to be of a format', () => {
    expect(check(`deny from all\nallow from ${first}`, 'cidr')).toBe(both('denied by 1'));
    expect(check(`# was Apache before: Require ip\nallow ${first}\nblock all`)).toBe(
      'allowed by 2, denied by 3',
    );
  });
});

describe('a comment behind a line', () => {
  const rules = (line: string) => `*filter # saved\n:INPUT DROP [0:0] # closed\n${line}\nCOMMIT # end\n`;
  test('is none of iptables’ business', () => {
    expect(check(rules(`-A INPUT -s ${first} -j ACCEPT # the service`))).toBe('allowed by 3, denied by 2');
    expect(check(`iptables -P INPUT DROP # closed\niptables -A INPUT -s ${first} -j ACCEPT # open`)).toBe(
      'allowed by 2, denied by 1',
    );
  });
  test('nor of nftables, nginx or a list', () => {
    const nft = `table ip f { # one\n chain i { # two\n type filter hook input priority 0; policy drop; # three\n ip saddr ${first} accept # four\n } # five\n}\n`;
    expect(check(nft)).toBe('allowed by 4, denied by 3');
    expect(check(`allow ${first}; # one\ndeny all;# two\n`)).toBe('allowed by 1, denied by 2');
    expect(check(`${first} # one\n10.0.0.0/8 // two\n`)).toBe('allowed by 1, denied');
  });
  test('nor of JSON, and a line in a text is none', () => {
    const text = `// exported by hand
{ "SecurityGroups": [ # all of them
  { "GroupId": "sg-1", /* the
    web servers */ "IpPermissions": [
    { "IpProtocol": "tcp", "FromPort": 443, "ToPort": 443, // https
      "IpRanges": [ { "CidrIp": "${first}/32", "Description": "see https://x # 3" } ] } // one
  ] } ] } # end`;
    expect(check(text)).toBe('allowed by 6, denied');
    expect(() => check('{"IpPermissions": [ /* not closed', 'aws')).toThrow('line 1');
    expect(() => check('{"IpPermissions": []} // a\n]', 'aws')).toThrow('line 2');
  });
});

test('an nginx server that listens on IPv6 alone says nothing about IPv4 senders', () => {
  const server = (listen: string) => `server {\n listen ${listen};\n allow all;\n}`;
  expect(check(server('[::]:443 ssl'))).toBe('unknown, unknown');
  expect(check(server('[::]:443 ssl ipv6only=off'))).toBe(both('allowed by 3'));
  expect(check(server('443 ssl'))).toBe(both('allowed by 3'));
});
