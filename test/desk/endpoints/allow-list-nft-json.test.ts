import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceAddresses } from '#contract/allow-list.ts';
import { checkAllowList } from '#desk/endpoints/allow-list/check.ts';

/** `nft -j list ruleset` says the same as `nft list ruleset`. */

const at = '2026-01-15T09:00:00.000Z';
const check = (text: string): string =>
  checkAllowList({ text }, at)
    .answers.map(({ result, line }) => `${result} by ${line ?? '-'}`)
    .join(', ');

const place = { family: 'inet', table: 'filter' };
const payload = (protocol: string, field: string) => ({ payload: { protocol, field } });
const matches = (left: object, right: unknown, op = '==') => ({ match: { op, left, right } });
const [saddr, dport] = [payload('ip', 'saddr'), payload('tcp', 'dport')];
const rule = (...expr: unknown[]) => ({ rule: { ...place, chain: 'input', handle: 9, expr } });
/** One object a line, after a line for the table and one for the chain. */
const ruleset = (policy: string, ...items: unknown[]): string =>
  `{"nftables": [{"metainfo": {"version": "1.0.9", "json_schema_version": 1}}, {"table": {"family": "inet", "name": "filter"}},
${[{ chain: { ...place, name: 'input', type: 'filter', hook: 'input', prio: 0, policy } }, ...items]
  .map((item) => JSON.stringify(item))
  .join(',\n')}]}`;

describe('nft -j list ruleset', () => {
  test('is recognized, and its rules, sets, maps and chains are followed', () => {
    const text = ruleset(
      'drop',
      {
        set: {
          ...place,
          name: 'partners',
          type: 'ipv4_addr',
          flags: ['interval'],
          elem: [{ prefix: { addr: '4.159.114.0', len: 24 } }, { range: ['203.0.113.1', '203.0.113.9'] }],
        },
      },
      {
        map: {
          ...place,
          name: 'verdicts',
          type: 'ipv4_addr',
          map: 'verdict',
          elem: [[{ elem: { val: '20.117.190.191', comment: 'second' } }, { jump: { target: 'second' } }]],
        },
      },
      { chain: { ...place, name: 'second' } },
      rule(matches({ meta: { key: 'iifname' } }, 'lo'), { accept: null }),
      rule(matches({ ct: { key: 'state' } }, ['established', 'related'], 'in'), { accept: null }),
      rule(
        matches(saddr, '@partners'),
        matches(dport, { set: [80, 443] }),
        { counter: { packets: 1 } },
        { accept: null },
      ),
      rule({ vmap: { key: saddr, data: '@verdicts' } }),
      { rule: { ...place, chain: 'second', expr: [matches(dport, 443), { accept: null }] } },
    );
    const result = checkAllowList({ text }, at);
    expect(result.format).toBe('nftables');
    expect(check(text)).toBe('allowed by 8, allowed by 10');
    expect(result.answers[0]?.text).toBe('ip saddr == @partners tcp dport == { 80, 443 } counter accept');
    expect(checkAllowList({ text, port: 22 }, at).answers.map((one) => one.result)).toEqual([
      'denied',
      'denied',
    ]);
    // nft writes it in one line.
    expect(check(JSON.stringify(JSON.parse(text)))).toBe('allowed by 1, allowed by 1');
  });
  test.each<[string, unknown[]]>([
    ['a rate', [{ limit: { rate: 5, per: 'second' } }, { accept: null }]],
    ['an extension', [{ xt: { type: 'match', name: 'geoip' } }, { accept: null }]],
    ['a bit mask', [matches({ '&': [saddr, '255.0.0.0'] }, '4.0.0.0'), { accept: null }]],
    ['a set that is not there', [matches(saddr, '@gone'), { accept: null }]],
    ['a map that is not there', [{ vmap: { key: saddr, data: '@gone' } }]],
    ['a key that is no payload', [{ vmap: { key: { concat: [saddr, dport] }, data: '@x' } }]],
    ['a verdict that is none', [{ frob: null }]],
    ['a chain that is not there', [{ jump: { target: 'gone' } }]],
    [
      'a rate in a set',
      [{ set: { op: 'update', elem: saddr, set: '@s', stmt: [{ limit: {} }] } }, { accept: null }],
    ],
    ['another list', [matches(saddr, ['0.0.0.0/0']), { accept: null }]],
  ])('%s lets nobody in for certain, and keeps nobody out', (_what, expr) => {
    expect(check(ruleset('drop', rule(...expr)))).toMatch(/^unknown.*unknown/);
  });
  test.each<[string, unknown]>([
    ['an insertion', { insert: rule({ drop: null }) }],
    ['a rule with a place', { rule: { ...rule().rule, index: 0, expr: [{ drop: null }] } }],
    ['a rule of no chain', { rule: { ...place, chain: 'gone', expr: [{ drop: null }] } }],
    ['a flush', { flush: { ruleset: null } }],
    ['a text', 'drop'],
  ])('%s is not passed over', (_what, item) => {
    expect(check(ruleset('accept', item))).toMatch(/^unknown.*unknown/);
  });
  test('a change of times and marks is none of who gets in', () => {
    const mark = { mangle: { key: { meta: { key: 'mark' } }, value: 1 } };
    const added = { set: { op: 'add', elem: { elem: { val: saddr, timeout: 60 } }, set: '@seen' } };
    expect(check(ruleset('drop', rule(mark, added, { log: null }, { accept: null })))).toMatch(
      /^allowed.*allowed/,
    );
  });
  test('an element that goes by itself is open', () => {
    const elem = [{ elem: { val: '4.159.114.108', timeout: 60, expires: 3 } }, '20.117.190.191'];
    const set = { set: { ...place, name: 's', type: 'ipv4_addr', elem } };
    expect(check(ruleset('drop', set, rule(matches(saddr, '@s'), { accept: null })))).toBe(
      'unknown by 4, allowed by 4',
    );
  });
  test('damaged JSON is an error with the line', () => {
    expect(() => check(ruleset('drop').slice(0, -3))).toThrow('line 2');
    expect(() => checkAllowList({ text: '{"nftables": 1}', format: 'nftables' }, at)).toThrow('no list');
  });
});

test('text and JSON of the same rules are answered alike', () => {
  const address = fc
    .tuple(
      fc.constantFrom(...sourceAddresses, '10.0.0.1', '4.159.0.0', '20.117.0.0'),
      fc.integer({ min: 8, max: 32 }),
    )
    .map(([addr, len]) => ({ addr, len }));
  const one = fc.record({
    address,
    port: fc.constantFrom(22, 443),
    negated: fc.boolean(),
    verdict: fc.constantFrom('accept', 'drop', 'return'),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), fc.constantFrom('accept', 'drop'), (rules, policy) => {
      const json = ruleset(
        policy,
        ...rules.map(({ address: prefix, port, negated, verdict }) =>
          rule(matches(saddr, { prefix }, negated ? '!=' : '=='), matches(dport, port), { [verdict]: null }),
        ),
      );
      const lines = rules.map(
        ({ address: { addr, len }, port, negated, verdict }) =>
          `ip saddr ${negated ? '!= ' : ''}${addr}/${len} tcp dport ${port} ${verdict}`,
      );
      const text = `table inet filter {\n chain input {\n type filter hook input priority 0; policy ${policy};\n${lines.join('\n')}\n }\n}\n`;
      const results = (given: string) =>
        checkAllowList({ text: given }, at).answers.map(({ result }) => result);
      expect(results(json)).toEqual(results(text));
    }),
    { numRuns: 200 },
  );
});
