import { test } from 'vitest';
import { expectTold } from '#test/support/allow-list.ts';

const first = '4.159.114.108';
const filter = (rules: string, policy = 'DROP') => `*filter\n:INPUT ${policy} [0:0]\n${rules}\nCOMMIT`;
const open = (lines: string) => `iptables -P INPUT ACCEPT\n${lines}`;

test('targets decide, mark or are not known', () => {
  expectTold([
    [
      filter('-A INPUT -p tcp\n-A INPUT -j ACCEPT'),
      ['both allowed by 4: This rule accepts it (chain INPUT).'],
    ],
    [filter('-A INPUT -j DROP', 'ACCEPT'), ['both denied by 3: This rule denies it (chain INPUT).']],
    [
      filter('-A INPUT -j REJECT --reject-with tcp-reset', 'ACCEPT'),
      ['both denied by 3: This rule denies it (chain INPUT).'],
    ],
    [
      filter('-A INPUT -j REJECT --reject-without', 'ACCEPT'),
      [
        "both unknown by 3: This rule denies it (chain INPUT). Its condition --reject-without can't be read. …",
      ],
    ],
    [filter('-A INPUT -p tcp -j TARPIT', 'ACCEPT'), ['both denied by 3: This rule denies it (chain INPUT).']],
    [
      filter('-A INPUT -j RETURN\n-A INPUT -j ACCEPT'),
      ['both denied by 2: No rule of chain INPUT matches, and its policy is drop.'],
    ],
    [
      filter(
        '-A INPUT -j LOG --log-prefix "in: " --log-level 4\n-A INPUT -j MARK --set-mark 1\n-A INPUT -s 10.0.0.0/8',
      ),
      ['both denied by 2: No rule of chain INPUT matches, and its policy is drop.'],
    ],
    [
      filter('-A INPUT -j DROP --reject-with x', 'ACCEPT'),
      ["both unknown by 3: This rule denies it (chain INPUT). Its condition --reject-with can't be read. …"],
    ],
    [
      filter('-A INPUT -j NFQUEUE --queue-num 1'),
      [
        "both unknown by 3: The action of this rule can't be read (chain INPUT). Its condition --queue-num can't be read. …",
      ],
    ],
    [
      filter('-A INPUT -j QUEUE'),
      ["both unknown by 3: The action of this rule can't be read (chain INPUT)."],
    ],
    [
      filter('-A INPUT -j ACCEPT -j DROP'),
      ['both denied by 2: No rule of chain INPUT matches, and its policy is drop.'],
    ],
    [
      filter('-A INPUT -s 10.0.0.1 --frob'),
      ['both denied by 2: No rule of chain INPUT matches, and its policy is drop.'],
    ],
    [
      filter('-A INPUT --frob'),
      [
        "both unknown by 3: The action of this rule can't be read (chain INPUT). Its condition --frob can't be read. …",
      ],
    ],
  ]);
});

test('chains are entered, left and returned from', () => {
  expectTold([
    [
      filter(':hooks - [0:0]\n-A INPUT -g hooks\n-A INPUT -j ACCEPT\n-A hooks -s 4.159.114.108 -j ACCEPT'),
      [
        'allowed by 6: This rule accepts it (chain INPUT).',
        'denied by 2: No rule of chain INPUT matches, and its policy is drop.',
      ],
    ],
    [
      filter(
        ':hooks - [0:0]\n-A INPUT -j hooks\n-A INPUT -j ACCEPT\n-A hooks -s 4.159.114.108 -j DROP\n-A hooks -j RETURN\n-A hooks -j DROP',
      ),
      [
        'denied by 6: This rule denies it (chain INPUT).',
        'allowed by 5: This rule accepts it (chain INPUT).',
      ],
    ],
    [
      filter(
        ':hooks - [0:0]\n-A INPUT -i eth0 -j hooks\n-A hooks -s 4.159.114.108 -j ACCEPT\n-A hooks -m limit -j ACCEPT',
      ),
      [
        'unknown by 5: This rule accepts it (chain INPUT). It depends on the network interface. …',
        'unknown by 6: This rule accepts it (chain INPUT). It depends on the number of earlier packets. …',
      ],
    ],
    [
      filter('-A INPUT -j hooks\n-A hooks -j ACCEPT'),
      ['both unknown: The chain hooks has rules but is never created, so it is unknown whether they apply.'],
    ],
    [
      filter('-A INPUT -i eth0 -j ACCEPT\n-A INPUT -m limit -j DROP\n-A INPUT -j ACCEPT'),
      [
        'both unknown by 4: This rule denies it (chain INPUT). It depends on the number of earlier packets. …',
      ],
    ],
    [
      filter('-A INPUT -i eth0 -j ACCEPT\n-A INPUT -j ACCEPT'),
      ['both allowed by 4: This rule accepts it (chain INPUT).'],
    ],
    [
      filter('-A INPUT -m limit -j DROP\n-A INPUT -i eth0 -j DROP'),
      ['both denied by 2: No rule of chain INPUT matches, and its policy is drop.'],
    ],
  ]);
});

test('untracked packets make connection states open', () => {
  expectTold([
    [
      '*raw\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -j CT --notrack\nCOMMIT\n' +
        filter(
          '-A INPUT -m conntrack --ctstate NEW -j ACCEPT\n-A INPUT -m conntrack --ctstate UNTRACKED -j ACCEPT',
        ),
      ['both unknown by 8: This rule accepts it (chain INPUT). …'],
    ],
    [
      '*raw\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -j NOTRACK\nCOMMIT\n' +
        filter('-A INPUT -m conntrack --ctstate UNTRACKED -j ACCEPT'),
      ['both unknown by 7: This rule accepts it (chain INPUT). …'],
    ],
    [
      '*raw\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -j NOTRACK\nCOMMIT\n' +
        filter('-A INPUT -m conntrack --ctstate ESTABLISHED -j ACCEPT'),
      ['both denied by 6: No rule of chain INPUT matches, and its policy is drop.'],
    ],
  ]);
});

test('all tables that a packet passes count', () => {
  expectTold([
    [
      `*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp -j DNAT --random --to-destination 127.0.0.1:8443\nCOMMIT\n${filter('-A INPUT -p tcp --dport 8443 -j ACCEPT')}`,
      ['both allowed by 7: This rule accepts it (chain INPUT).'],
    ],
    [
      `*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp -j DNAT --to-destination 127.0.0.1:1:2\nCOMMIT\n${filter('-A INPUT -j ACCEPT')}`,
      ['both unknown by 3: This rule redirects it.'],
    ],
    [
      `*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -i eth0 -j DNAT --to-destination 127.0.0.1:1\n-A PREROUTING -i eth1 -j DNAT --to-destination 127.0.0.1:2\nCOMMIT\n${filter('-A INPUT -p tcp --dport 2 -j DROP', 'ACCEPT')}`,
      ['both unknown by 7: No rule of chain INPUT matches, and its policy is accept. …'],
    ],
    [
      '*raw\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -s 4.159.114.108 -j DROP\nCOMMIT\n' +
        filter('-A INPUT -j ACCEPT'),
      [
        'denied by 3: This rule denies it (chain PREROUTING of table raw).',
        'allowed by 7: This rule accepts it (chain INPUT).',
      ],
    ],
    [
      `*mangle\n:PREROUTING ACCEPT [0:0]\n:INPUT DROP [0:0]\nCOMMIT\n${filter('-A INPUT -j ACCEPT')}`,
      ['both denied by 3: No rule of chain INPUT of table mangle matches, and its policy is drop.'],
    ],
    [
      `*mangle\n:INPUT ACCEPT [0:0]\n-A INPUT -i eth0 -j DROP\nCOMMIT\n${filter('-A INPUT -j ACCEPT')}`,
      [
        'both unknown by 3: This rule denies it (chain INPUT of table mangle). It depends on the network interface. …',
      ],
    ],
    [
      '*mangle\n:FORWARD DROP [0:0]\nCOMMIT\n*security\n:INPUT ACCEPT [0:0]\n:FORWARD DROP [0:0]\n-A INPUT -s 20.117.190.191 -j DROP\nCOMMIT\n' +
        filter('-A INPUT -j ACCEPT'),
      [
        'allowed by 11: This rule accepts it (chain INPUT).',
        'denied by 7: This rule denies it (chain INPUT of table security).',
      ],
    ],
    [
      '*mangle\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -j REDIRECT --to-ports 22\nCOMMIT\n' +
        filter('-A INPUT -j ACCEPT'),
      ['both unknown by 3: This rule redirects it.'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp --dport 443 -j REDIRECT --to-port 8443\nCOMMIT\n' +
        filter('-A INPUT -p tcp --dport 8443 -j ACCEPT'),
      ['both allowed by 7: This rule accepts it (chain INPUT).'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp --dport 443 -j REDIRECT --to-ports 8443-8453\nCOMMIT\n' +
        filter('-A INPUT -p tcp --dport 8443 -j ACCEPT'),
      ['both unknown by 3: This rule redirects it.'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp --dport 443 -j REDIRECT --random\nCOMMIT\n' +
        filter('-A INPUT -j ACCEPT'),
      ['both unknown by 3: This rule redirects it.'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp -j DNAT --to-destination 127.0.0.1 --persistent\nCOMMIT\n' +
        filter('-A INPUT -d 127.0.0.1 -p tcp --dport 443 -j ACCEPT'),
      ['both allowed by 7: This rule accepts it (chain INPUT).'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp -j DNAT --to-destination 127.0.0.1:x\nCOMMIT\n' +
        filter('-A INPUT -j ACCEPT'),
      ['both unknown by 3: This rule redirects it.'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp -j DNAT --to-destination 127.0.0.1-127.0.0.9\nCOMMIT\n' +
        filter('-A INPUT -j ACCEPT'),
      ['both unknown by 3: This rule redirects it.'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -i eth0 -p tcp --dport 443 -j REDIRECT --to-ports 8443\nCOMMIT\n' +
        filter('-A INPUT -p tcp --dport 443 -j ACCEPT'),
      ['both unknown by 6: No rule of chain INPUT matches, and its policy is drop. …'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp --dport 443 -j DNAT --to-destination 10.0.0.5:8443\nCOMMIT\n*filter\n:INPUT DROP [0:0]\n:FORWARD DROP [0:0]\n-A FORWARD -d 10.0.0.5 -p tcp --dport 8443 -j ACCEPT\nCOMMIT',
      ['both allowed by 8: This rule accepts it (chain FORWARD).'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp --dport 443 -j DNAT --to-destination 10.0.0.5:8443\nCOMMIT\n*filter\n:INPUT DROP [0:0]\n:FORWARD DROP [0:0]\n:web - [0:0]\n-A FORWARD -j web\n-A web -d 10.0.0.5/32 -p tcp --dport 8443 -j ACCEPT\nCOMMIT',
      ['both allowed by 10: This rule accepts it (chain FORWARD).'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp --dport 443 -j DNAT --to-destination 10.0.0.5:8443\n-A PREROUTING -j DNAT --to-destination 10.0.0.6\nCOMMIT\n*filter\n:INPUT ACCEPT [0:0]\n:FORWARD DROP [0:0]\n-A FORWARD -d 10.0.0.0/24 -j ACCEPT\nCOMMIT',
      ['both allowed by 9: This rule accepts it (chain FORWARD).'],
    ],
    [
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -d 10.0.0.1 -j DNAT --to-destination 127.0.0.1:1\n-A PREROUTING -d 10.0.0.2 -j DNAT --to-destination 127.0.0.1:2\nCOMMIT\n' +
        filter('-A INPUT -p tcp --dport 1 -j ACCEPT'),
      ['both unknown by 8: This rule accepts it (chain INPUT). …'],
    ],
  ]);
});

test('a line that is none, or not in its place, makes everything open', () => {
  expectTold([
    [filter('COMMIT'), ['both unknown by 4, remarked: This COMMIT ends no table.']],
    ['COMMIT', ['refused: The format of the text was not recognised']],
    ['-A INPUT -j ACCEPT', ['both allowed by 1: This rule accepts it (chain INPUT).']],
    [
      '*filter\n:INPUT DROP [0:0]\n-A INPUT -j ACCEPT',
      ['both unknown by 1, remarked: The table that begins here has no COMMIT: the text is cut off.'],
    ],
    [
      '*filter\n:INPUT DROP [0:0]\n*nat\n:PREROUTING ACCEPT [0:0]\nCOMMIT',
      ['both unknown by 3, remarked: The table of line 1 has no COMMIT before this one.'],
    ],
    [
      `${filter('-A INPUT -j ACCEPT')}\n${filter('-A INPUT -j DROP')}`,
      ['both unknown by 5, remarked: The table filter occurs twice; which one applies is unknown.'],
    ],
    [
      `*frob\nCOMMIT\n${filter('-A INPUT -j ACCEPT')}`,
      ['both unknown by 1, remarked: There is no table frob.'],
    ],
    [
      '*ip6frob\n',
      [
        'both unknown by 1, remarked: There is no table ip6frob.',
        'remark 1: The table that begins here has no COMMIT: the text is cut off.',
      ],
      { format: 'iptables' },
    ],
    [
      `${filter('-A INPUT -j ACCEPT')}\n-A INPUT -j DROP`,
      ['both unknown by 5, remarked: This line is after the end of its table.'],
    ],
    [
      filter('-t nat -A INPUT -j DROP', 'ACCEPT'),
      ["both unknown by 3, remarked: This line can't be read, and could decide the result."],
    ],
    [
      filter('-t filter -A INPUT -j DROP', 'ACCEPT'),
      ['both denied by 3: This rule denies it (chain INPUT).'],
    ],
    [filter('[12:720] -A INPUT -j DROP', 'ACCEPT'), ['both denied by 3: This rule denies it (chain INPUT).']],
    [
      filter(':INPUT JUMP [0:0]', 'ACCEPT'),
      ["both unknown by 3, remarked: This line can't be read, and could decide the result."],
    ],
    [
      filter(':web ACCEPT [0:0]', 'ACCEPT'),
      ['both allowed by 2: No rule of chain INPUT matches, and its policy is accept.'],
    ],
    [
      filter('-A', 'ACCEPT'),
      ["both unknown by 3, remarked: This line can't be read, and could decide the result."],
    ],
    [
      filter('-I', 'ACCEPT'),
      ["both unknown by 3, remarked: This line can't be read, and could decide the result."],
    ],
    [
      filter('-D INPUT 1', 'ACCEPT'),
      ["both unknown by 3, remarked: This line can't be read, and could decide the result."],
    ],
    [
      filter('-A INPUT -s 2001:db8::1 -j DROP', 'ACCEPT'),
      [
        'both unknown by 3, remarked: It is IPv6, which iptables does not accept; the rule set may be from ip6tables.',
      ],
    ],
    [
      filter('-A INPUT -m iprange --src-range 2001:db8::1-2001:db8::9 -j DROP', 'ACCEPT'),
      [
        'both unknown by 3, remarked: It is IPv6, which iptables does not accept; the rule set may be from ip6tables.',
      ],
    ],
    [
      filter('-A INPUT -d fe80::1 -j DROP', 'ACCEPT'),
      [
        'both unknown by 3, remarked: It is IPv6, which iptables does not accept; the rule set may be from ip6tables.',
      ],
    ],
    [
      filter('-A INPUT -p ipv6-icmp -j DROP', 'ACCEPT'),
      [
        'both unknown by 3, remarked: It is IPv6, which iptables does not accept; the rule set may be from ip6tables.',
      ],
    ],
    [
      filter('-A INPUT -p icmp -m icmp6 -j DROP', 'ACCEPT'),
      [
        'both unknown by 3, remarked: It is IPv6, which iptables does not accept; the rule set may be from ip6tables.',
      ],
    ],
    [
      filter('-A INPUT -m comment --comment "a::b" -j DROP', 'ACCEPT'),
      ['both denied by 3: This rule denies it (chain INPUT).'],
    ],
    [
      filter('-A INPUT -m comment --comment "not closed -j DROP', 'ACCEPT'),
      ['both unknown by 3, remarked: A quote or a backslash in this line is not closed.'],
    ],
    [
      filter("-A INPUT -m comment --comment 'a $x' -j DROP", 'ACCEPT'),
      ['both denied by 3: This rule denies it (chain INPUT).'],
    ],
    [
      filter('-A INPUT -m comment --comment a\\ b -j DROP', 'ACCEPT'),
      ['both denied by 3: This rule denies it (chain INPUT).'],
    ],
    [
      filter('-A INPUT -s $PARTNER -j DROP', 'ACCEPT'),
      ['both unknown by 3: This rule denies it (chain INPUT). …'],
    ],
    [
      '# Generated by ip6tables-save v1.8.7\n*filter\n:INPUT DROP [0:0]\n-A INPUT -s 2001:db8::/32 -j ACCEPT\nCOMMIT\n# Generated by iptables-save v1.8.7\n' +
        filter(`-A INPUT -s ${first} -j ACCEPT`),
      [
        'allowed by 9: This rule accepts it (chain INPUT).',
        'denied by 8: No rule of chain INPUT matches, and its policy is drop.',
        'remark: Rules of ip6tables were ignored: both source addresses are IPv4.',
      ],
    ],
    [
      '# Generated by xip6tables-save v1\n*filter\n-A INPUT -s 1.2.3.4 -j ACCEPT\nCOMMIT',
      [
        'both unknown by 3, remarked: This is an IPv4 address among rules that ip6tables saved.',
        'remark: Rules of ip6tables were ignored: both source addresses are IPv4.',
      ],
      { format: 'iptables' },
    ],
    [
      '# Generated by ip6tables-save v1\n*filter\nCOMMIT\nCOMMIT\n',
      [
        'both unknown by 4, remarked: This COMMIT ends no table.',
        'remark: Rules of ip6tables were ignored: both source addresses are IPv4.',
      ],
      { format: 'iptables' },
    ],
  ]);
});

test('plain commands of scripts are carried out in their order', () => {
  expectTold([
    [
      open('iptables -A INPUT -s 4.159.114.108 -j DROP #open'),
      [
        'denied by 2: This rule denies it (chain INPUT).',
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
      ],
    ],
    [
      '#!/bin/sh\nsudo /sbin/iptables-legacy -w -P INPUT DROP\n/usr/sbin/iptables-nft --wait -A INPUT -s 4.159.114.108 -j ACCEPT',
      [
        'allowed by 3: This rule accepts it (chain INPUT).',
        'denied by 2: No rule of chain INPUT matches, and its policy is drop.',
      ],
    ],
    [
      'sudo ip6tables -P INPUT DROP\niptables -P INPUT ACCEPT',
      [
        'both allowed by 2: No rule of chain INPUT matches, and its policy is accept.',
        'remark: Rules of ip6tables were ignored: both source addresses are IPv4.',
      ],
    ],
    [
      'iptables -P INPUT ACCEPT\n/sbin/ip6tables-legacy -A INPUT -j DROP\nip6tables-restore < x',
      [
        'both unknown by 3, remarked: This line holds "<", so it is more than one plain command, and could decide the result.',
        'remark: Rules of ip6tables were ignored: both source addresses are IPv4.',
      ],
    ],
    [
      'iptables -P INPUT DROP -c 3 9\niptables -A INPUT -s 4.159.114.108 -j ACCEPT',
      [
        'allowed by 2: This rule accepts it (chain INPUT).',
        'denied by 1: No rule of chain INPUT matches, and its policy is drop.',
      ],
    ],
    [
      'iptables -P INPUT DROP 3 9 1\niptables -A INPUT -j ACCEPT',
      ["both unknown by 1, remarked: This line can't be read, and could decide the result."],
    ],
    [
      'iptables -P INPUT DENY\niptables -A INPUT -j ACCEPT',
      ["both unknown by 1, remarked: This line can't be read, and could decide the result."],
    ],
    [
      'iptables -P\niptables -A INPUT -j ACCEPT',
      ["both unknown by 1, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables -t nat -A PREROUTING -s 4.159.114.108 -j DROP'),
      [
        'denied by 2: This rule denies it (chain PREROUTING of table nat).',
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
      ],
    ],
    [
      open('iptables --table nat --append PREROUTING -s 4.159.114.108 -j DROP'),
      [
        'denied by 2: This rule denies it (chain PREROUTING of table nat).',
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
      ],
    ],
    [
      open('iptables -t'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables -t frob -A INPUT -j DROP'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables -A $CHAIN -j DROP'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('$IPT -A INPUT -j DROP'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables -A INPUT -s $PARTNER -j DROP'),
      ["both unknown by 2: This rule denies it (chain INPUT). Its condition $PARTNER can't be read. …"],
    ],
    [
      open("iptables -A INPUT -m comment --comment '$5' -j DROP"),
      ['both denied by 2: This rule denies it (chain INPUT).'],
    ],
    [
      open('iptables -A INPUT -m comment --comment "$NOTE" -j DROP'),
      ["both unknown by 2: This rule denies it (chain INPUT). Its condition $NOTE can't be read. …"],
    ],
    [
      open('iptables -A INPUT -j LOG; iptables -A INPUT -j DROP'),
      [
        'both unknown by 2, remarked: This line holds ";", so it is more than one plain command, and could decide the result.',
      ],
    ],
    [
      open('iptables -A INPUT -s 4.159.114.108 -j DROP#no comment'),
      [
        "unknown by 2: The action of this rule can't be read (chain INPUT). Its condition comment can't be read. …",
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
      ],
    ],
    [
      open('iptables -A INPUT -s 4.159.114.108 -j DROP # a comment'),
      [
        'denied by 2: This rule denies it (chain INPUT).',
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
      ],
    ],
    [
      open('iptables -N web\niptables -A INPUT -j web\niptables -A web -s 4.159.114.108 -j DROP'),
      [
        'denied by 4: This rule denies it (chain INPUT).',
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
      ],
    ],
    [
      open('iptables --new-chain web\niptables -A INPUT -j web\niptables -A web -s 4.159.114.108 -j DROP'),
      [
        'denied by 4: This rule denies it (chain INPUT).',
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
      ],
    ],
    [
      open('iptables -N web x'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables -N'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables -X\niptables -X web\niptables -Z\niptables --zero INPUT\niptables --delete-chain'),
      ['both allowed by 1: No rule of chain INPUT matches, and its policy is accept.'],
    ],
    [
      open('iptables -X web x'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables -Z INPUT 1'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables -A INPUT -s 4.159.114.108 -j DROP\niptables -A INPUT -j DROP\niptables --flush INPUT'),
      ['both allowed by 1: No rule of chain INPUT matches, and its policy is accept.'],
    ],
    [
      open('iptables -A INPUT -s 4.159.114.108 -j DROP\niptables -F FORWARD'),
      [
        'denied by 2: This rule denies it (chain INPUT).',
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
      ],
    ],
    [
      open('iptables -F INPUT now'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables -I INPUT 1 -s 4.159.114.108 -j DROP\niptables --insert INPUT -s 4.0.0.0/8 -j ACCEPT'),
      [
        'allowed by 3: This rule accepts it (chain INPUT).',
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
      ],
    ],
    [open('iptables -I INPUT 0 -j DROP'), ['both unknown by 2, remarked: The chain has no such position.']],
    [open('iptables -I INPUT 2 -j DROP'), ['both unknown by 2, remarked: The chain has no such position.']],
    [
      open(
        'iptables -A INPUT -s 10.0.0.0/8 -j DROP\niptables -I INPUT 2 -s 4.159.114.108 -j DROP\niptables -I INPUT 3 -s 20.117.190.191 -j DROP\niptables -I INPUT 2 -s 4.0.0.0/8 -j ACCEPT',
      ),
      [
        'allowed by 5: This rule accepts it (chain INPUT).',
        'denied by 4: This rule denies it (chain INPUT).',
      ],
    ],
    [
      open(
        'iptables -I INPUT -s 10.0.0.1 -j DROP\niptables -I INPUT -s 10.0.0.2 -j DROP\niptables -I INPUT 2 -s 4.159.114.108 -j DROP\niptables -I INPUT 4 -s 4.0.0.0/8 -j ACCEPT',
      ),
      [
        'denied by 4: This rule denies it (chain INPUT).',
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
      ],
    ],
    [
      open('iptables -E a b'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      open('iptables -A web -j DROP'),
      ['both unknown: The chain web has rules but is never created, so it is unknown whether they apply.'],
    ],
    [
      open('iptables -A INPUT ! -s 4.159.114.108 -j DROP'),
      [
        'allowed by 1: No rule of chain INPUT matches, and its policy is accept.',
        'denied by 2: This rule denies it (chain INPUT).',
      ],
    ],
    [
      'iptables -P FORWARD DROP',
      ['both unknown: The text has no IPv4 chain INPUT, which decides on incoming packets.'],
    ],
    [
      filter('-A INPUT -j ACCEPT', 'DROP').replaceAll('\n', '\r\n'),
      ['both allowed by 3: This rule accepts it (chain INPUT).'],
    ],
    [`\uFEFF${filter('-A INPUT -j ACCEPT')}`, ['both allowed by 3: This rule accepts it (chain INPUT).']],
  ]);
});
