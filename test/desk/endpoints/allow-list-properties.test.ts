import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AllowListFormat, allowListFormats, sourceAddresses } from '#contract/allow-list.ts';
import { checkAllowList } from '#desk/endpoints/allow-list/check.ts';

const at = '2026-01-15T09:00:00.000Z';
const results = (text: string, format: AllowListFormat): string[] | undefined => {
  try {
    return checkAllowList({ text, format }, at).answers.map(({ result }) => result);
  } catch (error) {
    expect(error).toMatchObject({ name: 'CatalogueError' });
    return undefined;
  }
};

interface Cidr {
  readonly address: number;
  readonly bits: number;
}
const number = (text: string): number => text.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
const dotted = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
/** Half of them near one of the source addresses, so that prefixes hold them often. */
const cidr: fc.Arbitrary<Cidr> = fc.record({
  address: fc.oneof(
    fc.nat(0xffff_ffff),
    fc
      .tuple(fc.constantFrom(...sourceAddresses), fc.nat(0xffff))
      .map(([near, off]) => Math.max(0, number(near) - off)),
  ),
  bits: fc.nat(32),
});
const text = ({ address, bits }: Cidr): string => `${dotted(address)}/${bits}`;
/** Bit by bit, on strings. */
const holds = ({ address, bits }: Cidr, source: string): boolean => {
  const binary = (value: number) => value.toString(2).padStart(32, '0').slice(0, bits);
  return binary(address) === binary(number(source));
};

interface Line extends Cidr {
  readonly allow: boolean;
}
const lines = fc.array(
  fc.record({ allow: fc.boolean(), cidr }).map(({ allow, cidr: one }): Line => ({ allow, ...one })),
  { maxLength: 12 },
);

/** The same ordered rules in every format that has an order, closed by a deny of the rest. */
const written: Readonly<
  Record<'cidr' | 'iptables' | 'nftables' | 'nginx' | 'azure', (rules: readonly Line[]) => string>
> = {
  cidr: (rules) =>
    [...rules.map((rule) => `${rule.allow ? 'allow' : 'deny'} ${text(rule)}`), 'deny all'].join('\n'),
  iptables: (rules) =>
    `*filter\n:INPUT DROP [0:0]\n${rules.map((rule) => `-A INPUT -s ${text(rule)} -p tcp -j ${rule.allow ? 'ACCEPT' : 'DROP'}\n`).join('')}COMMIT\n`,
  nftables: (rules) =>
    `table ip f {\n chain i {\n type filter hook input priority 0; policy drop;\n${rules.map((rule) => `ip saddr ${text(rule)} ${rule.allow ? 'accept' : 'drop'}\n`).join('')} }\n}\n`,
  nginx: (rules) =>
    [...rules.map((rule) => `${rule.allow ? 'allow' : 'deny'} ${text(rule)};`), 'deny all;'].join('\n'),
  azure: (rules) =>
    JSON.stringify({
      securityRules: rules
        .map((rule, index) => ({
          name: `r${index}`,
          priority: 100 + index,
          direction: 'Inbound',
          access: rule.allow ? 'Allow' : 'Deny',
          protocol: '*',
          sourceAddressPrefix: text(rule),
          sourcePortRange: '*',
          destinationAddressPrefix: '*',
          destinationPortRange: '*',
        }))
        .reverse(),
    }),
};

test.each(Object.keys(written) as (keyof typeof written)[])(
  '%s: order and prefixes agree with a bitwise reading',
  (format) => {
    fc.assert(
      fc.property(lines, (rules) => {
        const expected = sourceAddresses.map((source) =>
          rules.find((rule) => holds(rule, source))?.allow === true ? 'allowed' : 'denied',
        );
        expect(results(written[format](rules), format)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  },
);

test('AWS: a union of prefixes agrees with a bitwise reading, in any order', () => {
  fc.assert(
    fc.property(fc.array(cidr, { maxLength: 10 }), (ranges) => {
      const write = (all: readonly Cidr[]) =>
        JSON.stringify([
          {
            GroupId: 'sg-1',
            IpPermissions: [
              {
                IpProtocol: 'tcp',
                FromPort: 443,
                ToPort: 443,
                IpRanges: all.map((one) => ({ CidrIp: text(one) })),
              },
            ],
          },
        ]);
      const expected = sourceAddresses.map((source) =>
        ranges.some((one) => holds(one, source)) ? 'allowed' : 'denied',
      );
      expect(results(write(ranges), 'aws')).toEqual(expected);
      expect(results(write(ranges.toReversed()), 'aws')).toEqual(expected);
    }),
  );
});

/** Words that mean nothing to any program, or nothing in this place. */
const unknownWord = fc.oneof(
  fc.stringMatching(/^(--)?[a-z]{3,9}[0-9]$/),
  fc.constantFrom(
    '--frob',
    '-m frob',
    '--frob=1',
    '$X',
    'frob',
    '4.0.0.0',
    '!',
    '-',
    '/',
    '&',
    '--dpo 22',
    '--jum DROP',
  ),
);
/** One rule that would let everything in, with a word in one of its places, in a text that keeps the rest out. */
const opened: Readonly<Record<string, { readonly words: readonly string[]; whole(rule: string): string }>> = {
  iptables: {
    words: ['-s 0.0.0.0/0', '-p tcp', '-j ACCEPT'],
    whole: (rule) => `*filter\n:INPUT DROP [0:0]\n-A INPUT ${rule}\nCOMMIT\n`,
  },
  nftables: {
    words: ['ip saddr 0.0.0.0/0', 'tcp dport 443', 'accept'],
    whole: (rule) =>
      `table ip f {\n chain i {\n type filter hook input priority 0; policy drop;\n ${rule}\n }\n}\n`,
  },
  cidr: { words: ['allow', '0.0.0.0/0'], whole: (rule) => rule },
  nginx: { words: ['allow', '0.0.0.0/0'], whole: (rule) => `location / { ${rule}; deny all; }` },
};

test.each(Object.keys(opened) as AllowListFormat[])(
  '%s: a word that is not known lets nobody in',
  (format) => {
    const { words, whole } = opened[format] as (typeof opened)[string];
    expect(results(whole(words.join(' ')), format)).toEqual(['allowed', 'allowed']);
    fc.assert(
      fc.property(unknownWord, fc.nat(words.length), (word, place) => {
        const rule = words.toSpliced(place, 0, word).join(' ');
        expect(results(whole(rule), format) ?? []).not.toContain('allowed');
      }),
      { numRuns: 300 },
    );
  },
);

/** Other ways to write the same rule; what a program takes otherwise, or not at all, may be unknown. */
const spellings: Readonly<Record<'iptables' | 'nftables', (rule: Line, spelling: number) => string>> = {
  iptables: (rule, spelling) => {
    const target = rule.allow ? 'ACCEPT' : 'DROP';
    const range = text(rule);
    return [
      `-A INPUT -s${range} -ptcp -j${target}`,
      `-A INPUT --source=${range} --jump=${target}`,
      `-A INPUT --src ${range} -m comment --comment "-j ACCEPT" --jump ${target}`,
      `-A INPUT -s "${range}" -j '${target}'`,
      `-A INPUT -j ${target} --source ${range}`,
      `[3:9] -A INPUT -m tcp -p TCP -s ${range} -c 3 9 -g ${target}`,
      `-A INPUT --sou ${range} -j ${target}`,
      `-A INPUT -s ${range} --jum ${target}`,
      `-A INPUT -s ${range} -j ${target} ; -A INPUT -j ACCEPT`,
    ][spelling] as string;
  },
  nftables: (rule, spelling) => {
    const verdict = rule.allow ? 'accept' : 'drop';
    const range = text(rule);
    return [
      `ip saddr == ${range} counter ${verdict}`,
      `ip saddr { ${range} } log prefix "accept " ${verdict}`,
      `ip saddr eq ${range} ${verdict}`,
      `ip saddr vmap { ${range} : ${verdict} }`,
      `ip saddr ${range} jump { ${verdict}; }`,
      `meta nfproto ipv4 ip saddr ${range} ${verdict} comment "drop"`,
      `ip saddr ${range} meta mark vmap { 0x0 : ${verdict} }`,
      `ip saddr != ${range} continue; ip saddr ${range} ${verdict}`,
      `counter ip saddr { ${range}, 192.0.2.1 } ${verdict}`,
    ][spelling] as string;
  },
};

test.each(['iptables', 'nftables'] as const)(
  '%s: however a rule is spelt, nothing certain is wrong',
  (format) => {
    const spelt = fc.array(
      fc.tuple(
        lines.filter((all) => all.length > 0),
        fc.nat(8),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(spelt, fc.boolean(), (given, open) => {
        const rules = given.map(([[rule], spelling]) => ({ rule: rule as Line, spelling }));
        const body = rules.map(({ rule, spelling }) => spellings[format](rule, spelling)).join('\n');
        const whole =
          format === 'iptables'
            ? `*filter\n:INPUT ${open ? 'ACCEPT' : 'DROP'} [0:0]\n${body}\nCOMMIT\n`
            : `table ip f {\n chain i {\n type filter hook input priority 0; policy ${open ? 'accept' : 'drop'};\n${body}\n }\n}\n`;
        const found = results(whole, format) ?? [];
        for (const [at_, source] of sourceAddresses.entries()) {
          const first = rules.find(({ rule }) => holds(rule, source));
          const right = (first?.rule.allow ?? open) ? 'allowed' : 'denied';
          expect([right, 'unknown', undefined]).toContain(found[at_]);
        }
      }),
      { numRuns: 600 },
    );
  },
);

type Doing = 'accept' | 'drop' | 'return' | `jump ${number}` | `goto ${number}`;
interface Step {
  readonly cidr: Cidr;
  readonly doing: Doing;
}
const chainCount = 4;
/** Chains that lead to later ones only, so that every walk ends. */
const chains: fc.Arbitrary<Step[][]> = fc.tuple(
  ...Array.from({ length: chainCount }, (_, at) => {
    const later = Array.from({ length: chainCount - at - 1 }, (_unused, off) => at + off + 1);
    const doings: Doing[] = [
      'accept',
      'drop',
      'return',
      ...later.flatMap((to): Doing[] => [`jump ${to}`, `goto ${to}`]),
    ];
    return fc.array(fc.record({ cidr, doing: fc.constantFrom(...doings) }), { maxLength: 6 });
  }),
);
/** One packet, step by step; undefined: the chain's end was reached. */
const simulate = (all: readonly Step[][], at: number, source: string): 'allowed' | 'denied' | undefined => {
  for (const { cidr: range, doing } of all[at] ?? []) {
    if (!holds(range, source)) continue;
    if (doing === 'accept') return 'allowed';
    if (doing === 'drop') return 'denied';
    if (doing === 'return') return undefined;
    const [way, to] = doing.split(' ');
    const inner = simulate(all, Number(to), source);
    if (inner !== undefined || way === 'goto') return inner;
  }
  return undefined;
};
const chained: Readonly<Record<'iptables' | 'nftables', (all: readonly Step[][]) => string>> = {
  iptables: (all) => {
    const name = (at: number | string) => (Number(at) === 0 ? 'INPUT' : `c${at}`);
    const target = (doing: Doing) => {
      const [way = '', to = ''] = doing.split(' ');
      return to === '' ? `-j ${way.toUpperCase()}` : `${way === 'goto' ? '-g' : '-j'} ${name(to)}`;
    };
    const rules = all.flatMap((steps, at) =>
      steps.map((step) => `-A ${name(at)} -s ${text(step.cidr)} ${target(step.doing)}`),
    );
    return [
      '*filter',
      ':INPUT DROP [0:0]',
      ':c1 - [0:0]',
      ':c2 - [0:0]',
      ':c3 - [0:0]',
      ...rules,
      'COMMIT',
    ].join('\n');
  },
  nftables: (all) => {
    const name = (at: number | string) => (Number(at) === 0 ? 'input' : `c${at}`);
    const body = all.map((steps, at) => {
      const base = at === 0 ? 'type filter hook input priority filter; policy drop;\n' : '';
      const rules = steps.map((step) => `ip saddr ${text(step.cidr)} ${step.doing.replace(/\d/, name)}\n`);
      return `chain ${name(at)} {\n${base}${rules.join('')}}\n`;
    });
    return `table ip f {\n${body.join('')}}\n`;
  },
};

test.each(['iptables', 'nftables'] as const)(
  '%s: jumps, gotos and returns agree with a simulated packet',
  (format) => {
    fc.assert(
      fc.property(chains, (all) => {
        const expected = sourceAddresses.map((source) => simulate(all, 0, source) ?? 'denied');
        expect(results(chained[format](all), format)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  },
);

/** A deny of everything, put first. */
const denied: Readonly<Record<string, (whole: string) => string>> = {
  cidr: (whole) => `deny all\n${whole}`,
  iptables: (whole) => whole.replace(/^(:INPUT .*)$/m, '$1\n-A INPUT -j DROP'),
  nftables: (whole) => whole.replace(/(hook input.*)$/m, '$1\ndrop'),
  nginx: (whole) => `deny all;\n${whole}`,
};
const noise = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    '-A INPUT',
    '-j ACCEPT',
    'accept',
    'allow',
    'allow all;',
    'deny',
    '0.0.0.0/0',
    '{',
    '}',
    ';',
    '\n',
    '"',
    '!',
    'COMMIT',
    'ip saddr',
    '@',
    '-s',
    '-m set',
    '*filter',
    ':INPUT ACCEPT [0:0]',
  ),
);

test.each(Object.keys(denied) as AllowListFormat[])(
  '%s: behind a deny of everything nothing is allowed, whatever is damaged',
  (format) => {
    fc.assert(
      fc.property(
        lines,
        fc.array(noise, { maxLength: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rules, damage, where) => {
          const whole = written[format as keyof typeof written](rules);
          const cut = Math.floor(whole.length * where);
          const damaged = `${whole.slice(0, cut)}${damage.join(' ')}${whole.slice(cut)}`;
          // Damage may take away the place where the deny belongs: then there is none to test.
          const text = denied[format]?.(damaged) ?? '';
          if (
            text === damaged ||
            (format !== 'cidr' && format !== 'nginx' && cut < whole.indexOf('INPUT DROP') + 20)
          )
            return;
          if (format === 'nftables' && cut < 70) return;
          expect(results(text, format) ?? []).not.toContain('allowed');
        },
      ),
      { numRuns: 500 },
    );
  },
);

test('no text whatever makes anything but an answer or a clear error', () => {
  fc.assert(
    fc.property(fc.array(noise, { maxLength: 20 }), fc.constantFrom(...allowListFormats), (parts, format) => {
      results(parts.join(' ') || ' ', format);
    }),
    { numRuns: 1000 },
  );
});

test('a text cut off anywhere is never said to let in more than the whole does', () => {
  for (const format of ['iptables', 'nftables', 'nginx'] as const) {
    fc.assert(
      fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (rules, where) => {
        const whole = written[format](rules);
        const before = results(whole, format) ?? [];
        const after = results(whole.slice(0, Math.floor(whole.length * where)), format) ?? [];
        if (format === 'nginx') return;
        for (const [index, result] of after.entries()) {
          if (result === 'allowed') expect(before[index]).toBe('allowed');
        }
      }),
      { numRuns: 200 },
    );
  }
});
