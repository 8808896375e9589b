import { expect, test } from 'vitest';
import { expectTold, told } from '#test/support/allow-list.ts';

const place = { family: 'inet', table: 'filter' };
const payload = (protocol: string, field: string) => ({ payload: { protocol, field } });
const matches = (left: unknown, right: unknown, op = '==') => ({ match: { op, left, right } });
const [saddr, dport] = [payload('ip', 'saddr'), payload('tcp', 'dport')];
const rule = (...expr: unknown[]) => ({ rule: { ...place, chain: 'input', expr } });
const base = { ...place, name: 'input', type: 'filter', hook: 'input', prio: 0, policy: 'drop' };
const list = (...items: unknown[]): string =>
  `{"nftables": [\n${items.map((item) => JSON.stringify(item)).join(',\n')}]}`;
const table = { table: { family: 'inet', name: 'filter' } };
const ruleset = (...items: unknown[]): string => list(table, { chain: base }, ...items);
const set = (elem: unknown, more: object = {}) => ({
  set: { ...place, name: 's', type: 'ipv4_addr', elem, ...more },
});
const map = (elem: unknown, more: object = {}) => ({
  map: { ...place, name: 'm', type: 'ipv4_addr', map: 'verdict', elem, ...more },
});
const inSet = rule(matches(saddr, '@s'), { accept: null });
const byMap = rule({ vmap: { key: saddr, data: '@m' } });

test('statements of rules decide, pass, or are not known', () => {
  expectTold([
    [
      ruleset(rule({ accept: null })),
      ['both allowed by 4 (accept): This rule accepts it (chain input of table inet filter).'],
    ],
    [
      ruleset(rule({ drop: null })),
      ['both denied by 4 (drop): This rule denies it (chain input of table inet filter).'],
    ],
    [
      ruleset(rule({ reject: { type: 'tcp reset' } })),
      ['both denied by 4 (reject): This rule denies it (chain input of table inet filter).'],
    ],
    [
      ruleset(rule({ return: null }), rule({ accept: null })),
      ['both denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.'],
    ],
    [
      ruleset(
        rule(
          { continue: null },
          { notrack: null },
          { log: { prefix: 'x' } },
          { counter: { packets: 1, bytes: 2 } },
          { accept: null },
        ),
      ),
      [
        'both allowed by 4 (continue notrack log counter accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(rule({ counter: null }), rule()),
      ['both denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.'],
    ],
    [
      ruleset(rule({ accept: null, drop: null })),
      [
        `both unknown by 4 ({"accept":null,"drop":null}): The action of this rule can't be read (chain input of table inet filter). Its condition "{"accept":null,"drop":null}" can't be read. …`,
      ],
    ],
    [
      ruleset(rule('accept')),
      [
        `both unknown by 4 ("accept"): The action of this rule can't be read (chain input of table inet filter). Its condition ""accept"" can't be read. …`,
      ],
    ],
    [
      ruleset(rule({})),
      [
        `both unknown by 4 ({}): The action of this rule can't be read (chain input of table inet filter). Its condition "{}" can't be read. …`,
      ],
    ],
    [
      ruleset(rule(null)),
      [
        `both unknown by 4 (null): The action of this rule can't be read (chain input of table inet filter). Its condition "null" can't be read. …`,
      ],
    ],
    [
      ruleset(rule({ constructor: null })),
      [
        `both unknown by 4 ({"constructor":null}): The action of this rule can't be read (chain input of table inet filter). Its condition "{"constructor":null}" can't be read. …`,
      ],
    ],
    [
      ruleset(rule({ queue: { num: 1 } })),
      [
        "both unknown by 4 (queue): The action of this rule can't be read (chain input of table inet filter).",
      ],
    ],
    [
      ruleset(rule({ tproxy: {} }), rule({ accept: null })),
      [
        "both unknown by 4 (tproxy): The action of this rule can't be read (chain input of table inet filter).",
      ],
    ],
    [
      ruleset(rule({ synproxy: null })),
      [
        "both unknown by 4 (synproxy): The action of this rule can't be read (chain input of table inet filter).",
      ],
    ],
    [
      ruleset(rule({ fwd: {} })),
      ["both unknown by 4 (fwd): The action of this rule can't be read (chain input of table inet filter)."],
    ],
    [
      ruleset(rule({ dup: {} })),
      ["both unknown by 4 (dup): The action of this rule can't be read (chain input of table inet filter)."],
    ],
  ]);
});

test('chains are entered and left', () => {
  expectTold([
    [
      ruleset({ chain: { ...place, name: 'web' } }, rule({ jump: { target: 'web' } }), {
        rule: { ...place, chain: 'web', expr: [matches(saddr, '4.159.114.108'), { accept: null }] },
      }),
      [
        'allowed by 6 (ip saddr == 4.159.114.108 accept): This rule accepts it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      ruleset(
        { chain: { ...place, name: 'web' } },
        rule({ goto: { target: 'web' } }),
        rule({ accept: null }),
        { rule: { ...place, chain: 'web', expr: [matches(saddr, '4.159.114.108'), { accept: null }] } },
      ),
      [
        'allowed by 7 (ip saddr == 4.159.114.108 accept): This rule accepts it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      ruleset(rule({ jump: {} })),
      [
        `both unknown by 4 ({"jump":{}}): The action of this rule can't be read (chain input of table inet filter). Its condition "{"jump":{}}" can't be read. …`,
      ],
    ],
    [
      ruleset(rule({ goto: 'web' })),
      [
        `both unknown by 4 ({"goto":"web"}): The action of this rule can't be read (chain input of table inet filter). Its condition "{"goto":"web"}" can't be read. …`,
      ],
    ],
  ]);
});

test('conditions are read in all their forms', () => {
  expectTold([
    [
      ruleset(rule(matches(saddr, '4.159.114.108'), { accept: null })),
      [
        'allowed by 4 (ip saddr == 4.159.114.108 accept): This rule accepts it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      ruleset(rule(matches(saddr, '4.159.114.108', '!='), { accept: null })),
      [
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
        'allowed by 4 (ip saddr != 4.159.114.108 accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(rule(matches(saddr, { prefix: { addr: '20.117.0.0', len: 16 } }), { accept: null })),
      [
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
        'allowed by 4 (ip saddr == 20.117.0.0/16 accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(rule(matches(saddr, { range: ['4.159.114.0', '4.159.114.255'] }), { accept: null })),
      [
        'allowed by 4 (ip saddr == 4.159.114.0-4.159.114.255 accept): This rule accepts it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      ruleset(
        rule(matches(saddr, { set: ['4.159.114.108', { prefix: { addr: '20.0.0.0', len: 8 } }] }), {
          accept: null,
        }),
      ),
      [
        'both allowed by 4 (ip saddr == { 4.159.114.108, 20.0.0.0/8 } accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(rule(matches(saddr, { set: [{ concat: ['4.159.114.108', 443] }] }), { accept: null })),
      [
        "both unknown by 4 (ip saddr == { 4.159.114.108 . 443 } accept): This rule accepts it (chain input of table inet filter). Its addresses can't be read. …",
      ],
    ],
    [
      ruleset(
        rule(
          matches(saddr, {
            set: [
              { elem: { val: '4.159.114.108', comment: 'x', counter: {} } },
              { elem: { val: '20.117.190.191', timeout: 5 } },
            ],
          }),
          { accept: null },
        ),
      ),
      [
        'allowed by 4 (ip saddr == { 4.159.114.108, ? } accept): This rule accepts it (chain input of table inet filter).',
        "unknown by 4 (ip saddr == { 4.159.114.108, ? } accept): This rule accepts it (chain input of table inet filter). Its addresses can't be read. …",
      ],
    ],
    [
      ruleset(rule(matches(saddr, ['4.159.114.108'], 'in'), { accept: null })),
      [
        'allowed by 4 (ip saddr { 4.159.114.108 } accept): This rule accepts it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      ruleset(
        rule(matches(dport, 443, '>='), { accept: null }),
        rule(matches(dport, 443, '<'), { drop: null }),
      ),
      [
        'both allowed by 4 (tcp dport >= 443 accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(rule(matches(dport, 443, '>'), { accept: null })),
      ['both denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.'],
    ],
    [
      ruleset(rule(matches({ meta: { key: 'l4proto' } }, 'tcp'), { accept: null })),
      [
        'both allowed by 4 (meta l4proto == tcp accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(rule(matches({ meta: { key: 'iifname' } }, 'eth0'), { accept: null })),
      [
        'both unknown by 4 (meta iifname == eth0 accept): This rule accepts it (chain input of table inet filter). It depends on the network interface. …',
      ],
    ],
    [
      ruleset(rule(matches({ ct: { key: 'state' } }, 'new'), { accept: null })),
      [
        'both allowed by 4 (ct state == new accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(rule(matches({ fib: { flags: ['daddr'], result: 'type' } }, 'local'), { accept: null })),
      [
        'both allowed by 4 (fib daddr type == local accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(rule(matches({ fib: { flags: 'daddr', result: 'type' } }, 'local'), { accept: null })),
      [
        'both allowed by 4 (fib daddr type == local accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
  ]);
});

test('sets and maps are read as far as they stay as they are', () => {
  expectTold([
    [
      ruleset(set(['4.159.114.108', { range: ['20.0.0.0', '20.255.255.255'] }]), inSet),
      ['both allowed by 5 (ip saddr == @s accept): This rule accepts it (chain input of table inet filter).'],
    ],
    [
      ruleset(inSet, set(['4.159.114.108'])),
      [
        'allowed by 4 (ip saddr == @s accept): This rule accepts it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      ruleset(set(['4.159.114.108'], { flags: ['dynamic'] }), inSet),
      [
        'both unknown by 5 (ip saddr == @s accept): This rule accepts it (chain input of table inet filter). The elements of the set s are not in the text. …',
        'remark 4: The elements of the set s are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      ruleset(set(['4.159.114.108'], { flags: 'interval' }), inSet),
      [
        'allowed by 5 (ip saddr == @s accept): This rule accepts it (chain input of table inet filter).',
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      ruleset(set(['4.159.114.108'], { timeout: 60 }), inSet),
      [
        'both unknown by 5 (ip saddr == @s accept): This rule accepts it (chain input of table inet filter). The elements of the set s are not in the text. …',
        'remark 4: The elements of the set s are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      ruleset(set(undefined), inSet),
      [
        'both unknown by 5 (ip saddr == @s accept): This rule accepts it (chain input of table inet filter). The elements of the set s are not in the text. …',
        'remark 4: The elements of the set s are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      ruleset(set('4.159.114.108'), inSet),
      [
        'both unknown by 5 (ip saddr == @s accept): This rule accepts it (chain input of table inet filter). The elements of the set s are not in the text. …',
        'remark 4: The elements of the set s are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      ruleset(set([{ concat: ['4.159.114.108', 443] }]), inSet),
      [
        'both unknown by 5 (ip saddr == @s accept): This rule accepts it (chain input of table inet filter). The elements of the set s are not in the text. …',
        'remark 4: The elements of the set s are not in the text, change at run time, or are not single values.',
      ],
    ],
    [
      ruleset(set([{ frob: 1 }, { elem: { val: '20.117.190.191', expires: 3 } }]), inSet),
      [
        "both unknown by 5 (ip saddr == @s accept): This rule accepts it (chain input of table inet filter). Its addresses can't be read. …",
      ],
    ],
    [
      ruleset({ set: { ...place, type: 'ipv4_addr' } }, rule({ accept: null })),
      [
        "both unknown by 4, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      ruleset({ set: { family: 'ip', table: 'other', name: 's' } }, rule({ accept: null })),
      [
        "both unknown by 4, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      ruleset(
        map([
          ['4.159.114.108', { accept: null }],
          ['20.117.190.191', { drop: null }],
        ]),
        byMap,
      ),
      [
        'allowed by 5 (ip saddr vmap @m): This rule accepts it (chain input of table inet filter).',
        'denied by 5 (ip saddr vmap @m): This rule denies it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(map([['4.159.114.108', { accept: null }]], { flags: ['timeout'] }), byMap),
      [
        'both unknown by 5 (ip saddr vmap @m): The elements of the map m are not in the text (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(map([['4.159.114.108']]), byMap),
      [
        "unknown by 5 (ip saddr vmap @m): The action of this rule can't be read (chain input of table inet filter).",
        'denied by 3: No rule of chain input of table inet filter matches, and its policy is drop.',
      ],
    ],
    [
      ruleset(map(['4.159.114.108']), byMap),
      [
        "both unknown by 5 (ip saddr vmap @m): Its addresses can't be read (in a verdict map) (chain input of table inet filter).",
      ],
    ],
    [
      ruleset(
        rule({
          vmap: {
            key: saddr,
            data: {
              set: [
                ['4.159.114.108', { accept: null }],
                [{ prefix: { addr: '20.0.0.0', len: 8 } }, { drop: null }],
              ],
            },
          },
        }),
      ),
      [
        'allowed by 4 (ip saddr vmap { 4.159.114.108 : accept, 20.0.0.0/8 : drop }): This rule accepts it (chain input of table inet filter).',
        'denied by 4 (ip saddr vmap { 4.159.114.108 : accept, 20.0.0.0/8 : drop }): This rule denies it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(rule({ set: { op: 'add', elem: saddr, set: '@s' } }, { accept: null })),
      [
        'both allowed by 4 (add @s { ip saddr } accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(
        rule({ set: { op: 'add', elem: { elem: { val: saddr, timeout: 5 } }, set: '@s' } }, { accept: null }),
      ),
      [
        'both allowed by 4 (add @s { ip saddr } accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
    [
      ruleset(rule({ mangle: { key: { meta: { key: 'mark' } }, value: 5 } }, { accept: null })),
      [
        'both allowed by 4 (meta mark set 5 accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
  ]);
});

test('a redirect changes the port', () => {
  expectTold([
    [
      list(
        { table: { family: 'ip', name: 'nat' } },
        {
          chain: {
            family: 'ip',
            table: 'nat',
            name: 'p',
            type: 'nat',
            hook: 'prerouting',
            prio: -100,
            policy: 'accept',
          },
        },
        { rule: { family: 'ip', table: 'nat', chain: 'p', expr: [{ redirect: { port: 8443 } }] } },
        table,
        { chain: base },
        rule(matches(dport, 8443), { accept: null }),
      ),
      [
        'both allowed by 7 (tcp dport == 8443 accept): This rule accepts it (chain input of table inet filter).',
      ],
    ],
  ]);
});

test('tables and chains that are not understood make everything open', () => {
  expectTold([
    [
      list(
        { table: { family: 'inet', name: 'filter', flags: 'dormant' } },
        { chain: base },
        rule({ accept: null }),
      ),
      [
        'both unknown: The text has no chain for incoming IPv4 packets (hook input).',
        'remark 2: The table inet filter is dormant, so it has no effect and was ignored.',
      ],
    ],
    [
      list(
        { table: { family: 'inet', name: 'filter', flags: ['owner'] } },
        { chain: base },
        rule({ accept: null }),
      ),
      ['both allowed by 4 (accept): This rule accepts it (chain input of table inet filter).'],
    ],
    [
      list({ table: { family: 'ip6', name: 'filter' } }, { chain: { ...base, family: 'ip6' } }),
      [
        'both unknown: The text has no chain for incoming IPv4 packets (hook input).',
        'remark 2: The table ip6 filter is not for IPv4 and was ignored.',
      ],
    ],
    [
      list({ table: { name: 'filter' } }, { chain: base }),
      [
        "both unknown by 2, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
        "remark 3: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      list({ table: { family: 'inet' } }, { chain: base }),
      [
        "both unknown by 2, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
        "remark 3: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      list(table, { chain: { ...base, name: undefined } }),
      [
        "both unknown by 3, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      list({ chain: base }),
      [
        "both unknown by 2, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      list(table, { chain: { ...base, policy: undefined } }),
      ['both allowed by 3: No rule of chain input of table inet filter matches, and its policy is accept.'],
    ],
    [
      list(table, { chain: { ...base, policy: 'accept' } }),
      ['both allowed by 3: No rule of chain input of table inet filter matches, and its policy is accept.'],
    ],
    [
      list(table, { chain: { ...base, policy: 'frob' } }),
      [
        'both unknown by 3: No rule of chain input of table inet filter matches, and the text does not state its policy.',
      ],
    ],
    [
      list(table, { chain: { ...base, prio: -150 } }, rule({ accept: null })),
      ['both allowed by 4 (accept): This rule accepts it (chain input of table inet filter).'],
    ],
    [
      list(table, { chain: { ...base, hook: 'frob' } }, rule({ accept: null })),
      ["both unknown by 3, remarked: This line can't be read, and could decide the result."],
    ],
    [
      list(
        { table: { family: 'netdev', name: 'x' } },
        {
          chain: {
            family: 'netdev',
            table: 'x',
            name: 'i',
            type: 'filter',
            hook: 'ingress',
            dev: 'eth0',
            prio: 0,
            policy: 'drop',
          },
        },
        table,
        { chain: base },
        rule({ accept: null }),
      ),
      [
        'both unknown by 3: No rule of chain i of table netdev x matches, and its policy is drop. It applies only to packets from its devices. …',
      ],
    ],
    [
      list(
        { table: { family: 'netdev', name: 'x' } },
        {
          chain: {
            family: 'netdev',
            table: 'x',
            name: 'i',
            type: 'filter',
            hook: 'ingress',
            dev: ['eth0', 'eth1'],
            prio: 0,
            policy: 'drop',
          },
        },
        table,
        { chain: base },
        rule({ accept: null }),
      ),
      [
        'both unknown by 3: No rule of chain i of table netdev x matches, and its policy is drop. It applies only to packets from its devices. …',
      ],
    ],
    [
      list(
        { metainfo: {} },
        { add: table },
        { add: { chain: base } },
        { counter: {} },
        { quota: {} },
        { limit: {} },
        { flowtable: {} },
        { 'ct helper': {} },
        { 'ct timeout': {} },
        { 'ct expectation': {} },
        { secmark: {} },
        { synproxy: {} },
        rule({ accept: null }),
      ),
      ['both allowed by 14 (accept): This rule accepts it (chain input of table inet filter).'],
    ],
    [
      ruleset({ rule: { ...place, chain: 'input', position: 3, expr: [{ drop: null }] } }),
      [
        "both unknown by 4, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      ruleset({ rule: { ...place, chain: 'input', expr: 'drop' } }),
      [
        "both unknown by 4, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      ruleset({ rule: { ...place, expr: [{ drop: null }] } }),
      [
        "both unknown by 4, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      ruleset({ rule: 5 }),
      [
        "both unknown by 4, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      ruleset({ rule: {}, set: {} }),
      [
        "both unknown by 4, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      ruleset({}),
      [
        "both unknown by 4, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      ruleset({ toString: {} }),
      [
        "both unknown by 4, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
    ],
    [
      '[{"nftables": []}]',
      [
        "both unknown by 1, remarked: This command can't be read here, and could decide the result. Provide the output of `nft list ruleset`.",
      ],
      { format: 'nftables' },
    ],
    ['{"nftables": []}', ['both unknown: The text has no chain for incoming IPv4 packets (hook input).']],
  ]);
});

test('a statement that is not understood makes its rule open, whatever it accepts', () => {
  for (const statement of [
    matches(saddr, { frob: 1 }),
    matches(saddr, true),
    matches(saddr, ['4.159.114.108']),
    matches(saddr, '4.159.114.108', '~'),
    { match: { left: saddr, right: '4.159.114.108' } },
    { match: 5 },
    matches({ ct: { key: 'state', dir: 'original' } }, 'new'),
    matches({ fib: { result: 'type' } }, 'local'),
    matches({ payload: { base: 'th', offset: 1 } }, 1),
    matches({ payload: {}, meta: {} }, 1),
    matches({ toString: {} }, 1),
    matches({ payload: 'x' }, 1),
    matches('ip', 1),
    matches({}, 1),
    { vmap: { key: saddr, data: {} } },
    { vmap: { key: saddr, data: 5 } },
    { vmap: { data: '@m' } },
    { vmap: 'x' },
    { set: { op: 'add', elem: saddr, set: '@s', stmt: [] } },
    { set: { op: 'add', elem: saddr } },
    { set: { op: 'add', elem: 5, set: '@s' } },
    { set: 5 },
    { mangle: { key: { meta: { key: 'mark' } }, value: { '|': [] } } },
    { mangle: { key: 5, value: 5 } },
    { mangle: 5 },
  ]) {
    const [answer] = told(ruleset(rule(statement, { accept: null })));
    expect(answer, JSON.stringify(statement)).toMatch(
      /^both unknown by 4 .*This rule accepts it.*Its condition "\{/,
    );
  }
});

test.each<[unknown, string]>([
  [{ addr: '127.0.0.1', port: 8443 }, 'both allowed by 7'],
  [{ addr: '127.0.0.1' }, 'both denied by 6'],
  [{ port: 8443 }, 'both allowed by 7'],
  [{ addr: { map: {} } }, 'both unknown by 4 (dnat to ?)'],
  [{ port: { range: [1, 2] } }, 'both unknown by 4 (dnat to ?)'],
  [null, 'both unknown by 4 (dnat)'],
])('what is sent to %j is held against the rest at its new place', (to, answer) => {
  const nat = { family: 'ip', table: 'nat' };
  const text = list(
    { table: { family: 'ip', name: 'nat' } },
    { chain: { ...nat, name: 'p', type: 'nat', hook: 'prerouting', prio: -100, policy: 'accept' } },
    { rule: { ...nat, chain: 'p', expr: [{ dnat: to }] } },
    table,
    { chain: base },
    rule(matches(dport, 8443), { accept: null }),
  );
  expect(told(text)[0]).toContain(answer);
});
