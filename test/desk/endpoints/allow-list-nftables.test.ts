import { expect, test } from 'vitest';
import { expectTold, told } from '#test/support/allow-list.ts';

const table = (rules: string, policy = 'drop', more = '') =>
  `table inet filter {\n${more}chain input {\ntype filter hook input priority filter; policy ${policy};\n${rules}\n}\n}`;

test('rules decide by their statements and conditions', () => {
  expectTold([
    [
      table('add @seen'),
      [
        `both unknown by 4: The action of this rule can't be read (chain input of table inet filter). Its condition "add" can't be read. …`,
      ],
    ],
    [table('accept'), ['both allowed by 4: This rule accepts it (chain input of table inet filter).']],
    [
      table('ip saddr 4.159.114.108 reject', 'accept'),
      [
        'denied by 4: This rule denies it (chain input of table inet filter).',
        'allowed by 3: No rule of chain input of table inet filter matches, and its policy is accept.',
      ],
    ],
    [
      table('ip saddr 4.159.114.108 reject with tcp reset comment "no"', 'accept'),
      [
        'denied by 4: This rule denies it (chain input of table inet filter).',
        'allowed by 3: No rule of chain input of table inet filter matches, and its policy is accept.',
      ],
    ],
    [
      table('ip saddr 4.159.114.108 reject with tcp reset accept'),
      [
        'denied by 4: This rule denies it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      table('return\naccept'),
      ['both denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.'],
    ],
    [
      table('queue num 1'),
      ["both unknown by 4: The action of this rule can't be read (chain input of table inet filter)."],
    ],
    [
      table('ip saddr 10.0.0.0/8 queue num 1\naccept'),
      ['both allowed by 5: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('counter packets 3 bytes 180 log prefix "x y" level info group 2 accept'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('log flags all accept'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('log flags tcp sequence,options accept'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('meta mark set 0x1 ct mark set 1 meta priority set 1:2 continue accept'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('counter name hits accept'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('counter accept comment "the service"'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('comment "nothing but words"'),
      ['both denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.'],
    ],
    [
      table('comment "words" and more'),
      [
        `both unknown by 4: The action of this rule can't be read (chain input of table inet filter). Its condition "and" can't be read. …`,
      ],
    ],
    [
      table('ip saddr 10.0.0.0/8 counter'),
      ['both denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.'],
    ],
    [
      table('add @seen { ip saddr } accept'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('update @seen { ip saddr . tcp dport timeout 1h } accept'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('delete @seen { ip saddr } accept'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "delete" can't be read. …`,
      ],
    ],
    [
      table('add @seen accept'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "add" can't be read. …`,
      ],
    ],
    [
      table('add seen { ip saddr } accept'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "add" can't be read. …`,
      ],
    ],
    [
      table('add @seen { ip saddr limit rate 1/day } accept'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "add" can't be read. …`,
      ],
    ],
    [
      table('add @seen { ip saddr, ip daddr } accept'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "add" can't be read. …`,
      ],
    ],
    [
      table('{ 1.2.3.4 } accept'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "{ … }" can't be read. …`,
      ],
    ],
    [
      table('frob accept'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "frob" can't be read. …`,
      ],
    ],
    [
      table('ip saddr 10.0.0.0/8 frob accept'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "frob" can't be read. …`,
      ],
    ],
    [
      table('ip saddr 10.0.0.0/8 limit rate 5/second accept'),
      ['both denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.'],
    ],
    [
      table('ip saddr'),
      [
        `both unknown by 4: The action of this rule can't be read (chain input of table inet filter). Its condition "ip saddr" can't be read. …`,
      ],
    ],
    [
      table('frob'),
      [
        `both unknown by 4: The action of this rule can't be read (chain input of table inet filter). Its condition "frob" can't be read. …`,
      ],
    ],
    [
      table('frob', 'accept'),
      [
        `both unknown by 4: The action of this rule can't be read (chain input of table inet filter). Its condition "frob" can't be read. …`,
      ],
    ],
    [
      table('frob comment "x" accept', 'drop'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "frob" can't be read. …`,
      ],
    ],
    [
      table('accept accept'),
      [
        `both unknown by 4: The action of this rule can't be read (chain input of table inet filter). Its condition "accept" can't be read. …`,
      ],
    ],
    [
      table('jump web', 'drop', 'chain web {\nip saddr 4.159.114.108 accept\n}\n'),
      [
        'allowed by 3: This rule accepts it (chain input of table inet filter).',
        'denied by 6: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      table('goto web\naccept', 'drop', 'chain web {\nip saddr 4.159.114.108 accept\n}\n'),
      [
        'allowed by 3: This rule accepts it (chain input of table inet filter).',
        'denied by 6: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      table('jump web', 'accept'),
      ["both unknown by 4: The action of this rule can't be read (chain input of table inet filter)."],
    ],
    [
      table('jump { accept; }'),
      [
        `both unknown by 4: The action of this rule can't be read (chain input of table inet filter). Its condition "jump" can't be read. …`,
      ],
    ],
    [
      table(
        'ip saddr vmap { 4.159.114.108 : accept, 20.0.0.0/8 : jump web }',
        'drop',
        'chain web {\naccept\n}\n',
      ),
      [
        'allowed by 7: This rule accepts it (chain input of table inet filter).',
        'allowed by 3: This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      table('ip saddr vmap { 4.159.114.108 : frob, 20.0.0.0/8 : accept extra }'),
      ["both unknown by 4: The action of this rule can't be read (chain input of table inet filter)."],
    ],
    [
      table('ip saddr != vmap { 4.159.114.108 : accept }'),
      [
        `both unknown by 4: The action of this rule can't be read (chain input of table inet filter). Its condition "{ … }" can't be read. …`,
      ],
    ],
    [
      table('tcp dport vmap { 22 : accept }\naccept'),
      ['both allowed by 5: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('tcp dport vmap { x : accept, 443 : drop }'),
      ["both unknown by 4: Its ports can't be read (in a verdict map) (chain input of table inet filter)."],
    ],
    [
      table('ip saddr != 4.159.114.108 accept'),
      [
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
        'allowed by 4: This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      table('ip saddr == 4.159.114.108 accept'),
      [
        'allowed by 4: This rule accepts it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      table('ip saddr eq 4.159.114.108 accept'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "4.159.114.108" can't be read. …`,
      ],
    ],
    [
      table('ip saddr { 4.159.114.108, 20.117.190.0-20.117.190.255 } accept'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('ip saddr != { 4.159.114.108, 20.117.190.0-20.117.190.255 } accept'),
      ['both denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.'],
    ],
    [
      table('ip saddr { 4.159.114.108 counter packets 1 bytes 60, 20.117.190.191 comment "second" } accept'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('ip saddr { 4.159.114.108 timeout 1h } accept'),
      [
        "both unknown by 4: This rule accepts it (chain input of table inet filter). Its addresses can't be read. …",
      ],
    ],
    [
      table('ip saddr { 4.159.114.108 . 443 } accept'),
      [
        "both unknown by 4: This rule accepts it (chain input of table inet filter). Its addresses can't be read. …",
      ],
    ],
    [
      table('ip saddr 4.159.114.108 . 443 accept'),
      [
        `both unknown by 4: This rule accepts it (chain input of table inet filter). Its condition "." can't be read. …`,
      ],
    ],
    [
      table('ip saddr { ::1 } accept'),
      [
        "both unknown by 4: This rule accepts it (chain input of table inet filter). Its addresses can't be read. …",
      ],
    ],
    [
      table('ip saddr @gone accept'),
      [
        'both unknown by 4: This rule accepts it (chain input of table inet filter). The elements of the set gone are not in the text. …',
      ],
    ],
    [
      table('ip saddr @ok accept', 'drop', 'set ok {\ntype ipv4_addr\nelements = { 4.159.114.108 }\n}\n'),
      [
        'allowed by 8: This rule accepts it (chain input of table inet filter).',
        'denied by 7: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      table('ip saddr != @ok accept', 'drop', 'set ok {\ntype ipv4_addr\nelements = { 4.159.114.108 }\n}\n'),
      [
        'denied by 7: No rule of chain input of table inet filter matches, and its policy is drop.',
        'allowed by 8: This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      table(
        'ip saddr @ok accept',
        'drop',
        'set ok {\ntype ipv4_addr\nflags dynamic\nelements = { 4.159.114.108 }\n}\n',
      ),
      [
        'both unknown by 9: This rule accepts it (chain input of table inet filter). The elements of the set ok are not in the text. …',
        'remark 2: The elements of the set ok are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      table(
        'ip saddr @ok accept',
        'drop',
        'set ok {\ntype ipv4_addr\nflags interval\ntimeout 1h\nelements = { 4.159.114.108 }\n}\n',
      ),
      [
        'both unknown by 10: This rule accepts it (chain input of table inet filter). The elements of the set ok are not in the text. …',
        'remark 2: The elements of the set ok are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      table(
        'ip saddr @ok accept',
        'drop',
        'set ok {\ntype ipv4_addr\ngc-interval 1h\nelements = { 4.159.114.108 }\n}\n',
      ),
      [
        'both unknown by 9: This rule accepts it (chain input of table inet filter). The elements of the set ok are not in the text. …',
        'remark 2: The elements of the set ok are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      table(
        'ip saddr @ok accept',
        'drop',
        'set ok {\ntype ipv4_addr . inet_service\nelements = { 4.159.114.108 . 443 }\n}\n',
      ),
      [
        'both unknown by 8: This rule accepts it (chain input of table inet filter). The elements of the set ok are not in the text. …',
        'remark 2: The elements of the set ok are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      table('ip saddr @ok accept', 'drop', 'set ok {\ntype ipv4_addr\nelements = $x\n}\n'),
      [
        'both unknown by 8: This rule accepts it (chain input of table inet filter). The elements of the set ok are not in the text. …',
        'remark 2: The elements of the set ok are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      table('ip saddr @ok accept', 'drop', 'set ok {\ntype ipv4_addr\n}\n'),
      [
        'both unknown by 7: This rule accepts it (chain input of table inet filter). The elements of the set ok are not in the text. …',
        'remark 2: The elements of the set ok are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      table(
        'ip saddr @ok accept',
        'drop',
        'set ok {\nelements = { 4.159.114.108 }\nelements = { 20.117.190.191 }\n}\n',
      ),
      [
        'both unknown by 8: This rule accepts it (chain input of table inet filter). The elements of the set ok are not in the text. …',
        'remark 2: The elements of the set ok are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      table(
        'ip saddr vmap @ok',
        'drop',
        'map ok {\ntype ipv4_addr : verdict\nelements = { 4.159.114.108 : accept }\n}\n',
      ),
      [
        'allowed by 8: This rule accepts it (chain input of table inet filter).',
        'denied by 7: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      table(
        'ip saddr vmap @ok',
        'drop',
        'map ok {\ntype ipv4_addr : verdict\nflags timeout\nelements = { 4.159.114.108 : accept }\n}\n',
      ),
      [
        'both unknown by 9: The elements of the map ok are not in the text (chain input of table inet filter).',
      ],
    ],
    [
      table('ip saddr vmap $ok', 'drop'),
      [
        'both unknown by 4: The elements of the map $ok are not in the text (chain input of table inet filter).',
      ],
    ],
    [
      table('ip saddr vmap', 'drop'),
      [
        'both unknown by 4: The elements of the map undefined are not in the text (chain input of table inet filter).',
      ],
    ],
  ]);
});

test('tables and chains that count are told from those that do not', () => {
  expectTold([
    [
      `flush ruleset\n${table('accept')}`,
      ['both allowed by 5: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      `destroy table inet filter\ntable inet filter\ndelete table inet filter\n${table('accept')}`,
      ['both allowed by 7: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      `${table('accept')}\nflush ruleset`,
      [
        "both unknown by 7, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      `add table inet filter\n${table('accept')}`,
      ['both allowed by 5: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      'table filter {\nchain input {\ntype filter hook input priority 0; policy accept;\n}\n}',
      ['both allowed by 3: No rule of chain input of table ip filter matches, and its policy is accept.'],
    ],
    [
      'table ip6 filter {\nchain input {\ntype filter hook input priority 0; policy drop;\n}\n}\n' +
        table('accept'),
      [
        'both allowed by 9: This rule accepts it (chain input of table inet filter).',
        'remark 1: The table ip6 filter is not for IPv4 and was ignored.',
      ],
    ],
    [
      `${table('accept')}\n${table('drop')}`,
      ['both unknown by 7, remarked: The table inet filter occurs twice; how they combine is unknown.'],
    ],
    [
      `${table('accept')}\n${table('drop').replace('inet filter', 'ip filter')}`,
      ['both denied by 10: This rule denies it (chain input of table ip filter).'],
    ],
    [
      `${table('accept')}\nadd rule inet filter input drop`,
      [
        "both unknown by 7, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      table('accept', 'drop', 'frob 1\n'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      table('accept', 'drop', 'comment "of the table"\nflags owner\n'),
      ['both allowed by 6: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table(
        'accept',
        'drop',
        'counter hits {\npackets 1 bytes 2\n}\nflowtable f {\nhook ingress priority 0\n}\n',
      ),
      ['both allowed by 10: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      table('accept', 'drop', 'chain input {\n}\n'),
      ["both unknown by 4, remarked: This line can't be read, and could decide the result."],
    ],
    [
      table('accept', 'drop', 'chain a b {\n}\n'),
      ["both unknown by 2, remarked: This line can't be read, and could decide the result."],
    ],
    [
      'table inet filter {\nflags dormant\nchain input {\ntype filter hook input priority 0; policy drop;\n}\n}',
      [
        'both unknown: The text has no chain for incoming IPv4 packets (hook input).',
        'remark 2: The table inet filter is dormant, so it has no effect and was ignored.',
      ],
    ],
    [
      'table inet filter {\nchain input {\ntype filter hook input priority 0\n}\n}',
      ['both allowed by 2: No rule of chain input of table inet filter matches, and its policy is accept.'],
    ],
    [
      'table inet filter {\nchain input {\ntype filter hook input priority 0; policy drop accept;\naccept\n}\n}',
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      'table inet filter {\nchain input {\ntype filter hook input priority 0; policy queue;\n}\n}',
      [
        'both unknown by 3: No rule of chain input of table inet filter matches, and the text does not state its policy.',
      ],
    ],
    [
      'table inet filter {\nchain input {\ntype filter hook input priority 0; type filter hook input priority 1; policy drop;\n}\n}',
      ["both unknown by 3, remarked: This line can't be read, and could decide the result."],
    ],
    [
      'table inet filter {\nchain input {\ntype frob hook input priority 0; policy drop;\n}\n}',
      ["both unknown by 3, remarked: This line can't be read, and could decide the result."],
    ],
    [
      'table inet filter {\nchain output {\ntype filter hook output priority 0; policy drop;\n}\n}',
      ['both unknown: The text has no chain for incoming IPv4 packets (hook input).'],
    ],
    [
      'table inet filter {\nchain forward {\ntype filter hook forward priority 0; policy drop;\n}\nchain input {\ntype filter hook input priority 0; policy accept;\n}\n}',
      ['both allowed by 6: No rule of chain input of table inet filter matches, and its policy is accept.'],
    ],
    [
      'table netdev x {\nchain i {\ntype filter hook ingress device "eth0" priority -500; policy accept;\nip saddr 4.159.114.108 drop\n}\n}\n' +
        table('accept'),
      [
        'unknown by 4: This rule denies it (chain i of table netdev x). It applies only to packets from its devices. …',
        'allowed by 10: This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      'table netdev x {\nchain i {\ntype filter hook ingress devices = { eth0, eth1 } priority -500; policy drop;\n}\n}\n' +
        table('accept'),
      [
        'both unknown by 3: No rule of chain i of table netdev x matches, and its policy is drop. It applies only to packets from its devices. …',
      ],
    ],
    [
      'table ip raw {\nchain p {\ntype filter hook prerouting priority raw; policy accept;\nip saddr 4.159.114.108 notrack\n}\n}\n' +
        table('ct state new accept'),
      [
        'both unknown by 10: This rule accepts it (chain input of table inet filter). It depends on connection tracking. …',
      ],
    ],
    [
      'table ip raw {\nchain p {\ntype filter hook prerouting priority raw; policy drop;\n}\n}\n' +
        table('accept'),
      ['both denied by 3: No rule of chain p of table ip raw matches, and its policy is drop.'],
    ],
    [
      'table ip nat {\nchain p {\ntype nat hook prerouting priority dstnat; policy accept;\ntcp dport 443 redirect to :8443\n}\n}\n' +
        table('tcp dport 8443 accept'),
      ['both allowed by 10: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      'table ip nat {\nchain p {\ntype nat hook prerouting priority dstnat; policy accept;\ntcp dport 443 redirect\n}\n}\n' +
        table('accept'),
      ['both unknown by 4: This rule redirects it.'],
    ],
    [
      'table ip nat {\nchain p {\ntype nat hook prerouting priority dstnat; policy accept;\ntcp dport 443 dnat to 127.0.0.1:8443\n}\n}\n' +
        table('tcp dport 8443 accept'),
      ['both allowed by 10: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      'table inet nat {\nchain p {\ntype nat hook prerouting priority dstnat; policy accept;\ntcp dport 443 dnat ip to 127.0.0.1:8443\n}\n}\n' +
        table('tcp dport 8443 accept'),
      ['both allowed by 10: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      'table ip nat {\nchain p {\ntype nat hook prerouting priority dstnat; policy accept;\ndnat to 10.0.0.5\n}\n}\n' +
        table('accept'),
      ['both allowed: No rule denies it.'],
    ],
  ]);
});

test('names, includes and lines of a text are read as nft reads them', () => {
  expectTold([
    [
      `define ok = { 4.159.114.108, 20.117.190.191 }\n${table('ip saddr $ok accept')}`,
      ['both allowed by 5: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      `define ok = 4.159.114.108\n${table('ip saddr { $ok, 10.0.0.1 } accept')}`,
      [
        'allowed by 5: This rule accepts it (chain input of table inet filter).',
        'denied by 4: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      `define ok = { 4.159.114.108 }\ndefine all = { $ok, 20.117.190.191 }\n${table('ip saddr $all accept')}`,
      ['both allowed by 6: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      `define ok = 4.159.114.108\ndefine ok = 20.117.190.191\n${table('ip saddr $ok accept')}`,
      [
        "both unknown by 6: This rule accepts it (chain input of table inet filter). Its addresses can't be read. …",
      ],
    ],
    [
      `define ok\n${table('accept')}`,
      [
        "both unknown by 1, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      table('define ok = 4.159.114.108\nip saddr $ok accept'),
      [
        'allowed by 5: This rule accepts it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      table('include "x"\naccept'),
      [
        'both unknown by 4, remarked: The content that this line includes is not in the text, and could decide the result.',
      ],
    ],
    [
      table('redefine ok = 1\naccept'),
      [
        'both unknown by 4, remarked: The content that this line includes is not in the text, and could decide the result.',
      ],
    ],
    [
      table('ip saddr 4.159.114.108 \\\n  accept'),
      [
        'allowed by 4: This rule accepts it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      table('ip saddr 4.159.114.108 accept; drop', 'accept'),
      [
        'allowed by 4: This rule accepts it (chain input of table inet filter).',
        'denied by 4: This rule denies it (chain input of table inet filter).',
      ],
    ],
    [
      table('ip saddr {\n4.159.114.108,\n\n20.117.190.191,\n} accept'),
      ['both allowed by 4: This rule accepts it (chain input of table inet filter).'],
    ],
    [
      'table inet filter {\n chain input {\n type filter hook input priority 0; policy drop;\n ip saddr { 4.159.114.108 accept\n }\n',
      ["refused: The text can't be read as nftables: the brace of line 2 is not closed"],
    ],
    [
      'table inet filter {\nchain input {',
      ["refused: The text can't be read as nftables: the brace of line 2 is not closed"],
    ],
    [
      '}',
      ["refused: The text can't be read as nftables: line 1 closes a brace that was not opened"],
      { format: 'nftables' },
    ],
    [
      'table inet filter {\nchain input {\nlog prefix "x\n}\n}',
      ["refused: The text can't be read as nftables: a quote in line 3 is not closed"],
    ],
    [
      `${'table ip x {\n'.repeat(12)}`,
      ["refused: The text can't be read as nftables: the brace of line 2 is not closed"],
      { format: 'nftables' },
    ],
    [
      'table inet filter {\r\nchain input {\r\ntype filter hook input priority 0; policy accept;\r\n}\r\n}\r\n',
      ['both allowed by 3: No rule of chain input of table inet filter matches, and its policy is accept.'],
    ],
  ]);
});

test.each([
  ...['raw', 'mangle', 'dstnat', 'filter - 1', '-1', 'filter', '0'].map((priority) => [priority, 4] as const),
  ...['filter + 1', 'security', 'srcnat', '1'].map((priority) => [priority, 10] as const),
])('of chains of the same hook the one of priority %s decides in its place', (priority, line) => {
  const table = (name: string, at: string) =>
    `table ip ${name} {\nchain i {\ntype filter hook input priority ${at}; policy accept;\nip saddr 4.159.114.108 drop\n}\n}\n`;
  expect(told(table('a', priority) + table('b', '0'))[0]).toMatch(new RegExp(`^denied by ${line}:`));
});
