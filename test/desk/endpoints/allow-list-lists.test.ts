import { test } from 'vitest';
import { expectTold } from '#test/support/allow-list.ts';

const first = '4.159.114.108';
const second = '20.117.190.191';

test('lists of addresses are read with words, signs, comments and masks', () => {
  expectTold([
    [
      `${first}\n${second}`,
      [
        'allowed by 1: Listed; the list is read as an allow-list.',
        'allowed by 2: Listed; the list is read as an allow-list.',
      ],
    ],
    [`${first}/32, ${second}/32`, ['both allowed by 1: Listed; the list is read as an allow-list.']],
    [
      `"${first}"\n'${second}'`,
      [
        'allowed by 1: Listed; the list is read as an allow-list.',
        'allowed by 2: Listed; the list is read as an allow-list.',
      ],
    ],
    [
      `${first} - 4.159.114.110`,
      ['allowed by 1: Listed; the list is read as an allow-list.', 'denied: Not in the list.'],
    ],
    [
      '4.159.114.0 255.255.255.0\n20.117.190.0/255.255.255.0',
      [
        'allowed by 1: Listed; the list is read as an allow-list.',
        'allowed by 2: Listed; the list is read as an allow-list.',
      ],
    ],
    [
      '4.159.114.0 0.0.0.255',
      [
        "both unknown by 1: This line can't be read; if it applies, the address is allowed, otherwise unknown.",
        'remark 1: "4.159.114.0 0.0.0.255" is not an address or range, so the effect of this line is unknown.',
      ],
    ],
    ['4.159.114.0/255.0.255.0', ['refused: The format of the text was not recognised']],
    ['4.159.114.108/33\n4.159.114.108/', ['refused: The format of the text was not recognised']],
    ['4.159.114.108/24/8', ['refused: The format of the text was not recognised']],
    ['4.159.114.110-4.159.114.100', ['refused: The format of the text was not recognised']],
    [`${first}-2001:db8::1`, ['refused: The format of the text was not recognised']],
    [`${first}-x`, ['refused: The format of the text was not recognised']],
    [
      `x-${first}`,
      [
        "both unknown by 1: This line can't be read, and the result without it is unknown too.",
        'remark 1: "x-4.159.114.108" is not an address or range, so the effect of this line is unknown.',
      ],
      { format: 'cidr' },
    ],
    [
      '2001:db8::/32\n2001:db8::1-2001:db8::9\n4.0.0.0/8',
      ['allowed by 3: Listed; the list is read as an allow-list.', 'denied: Not in the list.'],
    ],
    [
      '2001:db8::/129\n4.0.0.0/8',
      [
        'allowed by 2: Listed; the list is read as an allow-list.',
        "unknown by 1: This line can't be read; if it applies, the address is allowed, otherwise denied.",
        'remark 1: "2001:db8::/129" is not an address or range, so the effect of this line is unknown.',
      ],
    ],
    [
      '2001:db8::/255.0.0.0\n4.0.0.0/8',
      [
        'allowed by 2: Listed; the list is read as an allow-list.',
        "unknown by 1: This line can't be read; if it applies, the address is allowed, otherwise denied.",
        'remark 1: "2001:db8::/255.0.0.0" is not an address or range, so the effect of this line is unknown.',
      ],
    ],
    [
      '::ffff:4.0.0.0/104',
      [
        'unknown by 1: It is an IPv4-mapped IPv6 address: some programs compare it with IPv4 senders, firewalls do not. Write it as IPv4; if it applies, the address is allowed, otherwise denied.',
        'denied: Not in the list.',
      ],
    ],
    ['::ffff:0:0/95\n10.0.0.0/8', ['both denied: Not in the list.']],
    [
      '::ffff:4.159.114.0-::ffff:4.159.114.255',
      [
        'unknown by 1: It is an IPv4-mapped IPv6 address: some programs compare it with IPv4 senders, firewalls do not. Write it as IPv4; if it applies, the address is allowed, otherwise denied.',
        'denied: Not in the list.',
      ],
    ],
    ['::1-::ffff:4.159.114.255\n10.0.0.0/8', ['both denied: Not in the list.']],
    [`allow ${first}\ndeny all`, ['allowed by 1: First matching line.', 'denied by 2: First matching line.']],
    [
      `permit from ${first}\nblock any`,
      ['allowed by 1: First matching line.', 'denied by 2: First matching line.'],
    ],
    [`ACCEPT ${first}\nDrop *`, ['allowed by 1: First matching line.', 'denied by 2: First matching line.']],
    [
      `pass ${first}\nreject all`,
      ['allowed by 1: First matching line.', 'denied by 2: First matching line.'],
    ],
    [`allow ${first}`, ['allowed by 1: First matching line.', 'denied: Not in the list.']],
    [
      `deny ${first}`,
      [
        'denied by 1: First matching line.',
        'unknown: The list does not state what happens to other addresses.',
      ],
    ],
    [`deny all`, ['both denied by 1: First matching line.']],
    ['allow all', ['both allowed by 1: First matching line.']],
    ['all', ['both allowed by 1: Listed; the list is read as an allow-list.']],
    ['any\n', ['both allowed by 1: Listed; the list is read as an allow-list.']],
    ['*', ['both allowed by 1: Listed; the list is read as an allow-list.'], { format: 'cidr' }],
    [`+ ${first}\n- all`, ['allowed by 1: First matching line.', 'denied by 2: First matching line.']],
    [`+${first}\n-${second}`, ['refused: The format of the text was not recognised']],
    [
      `- ${first}`,
      [
        'unknown by 1: The "-" before it may be a bullet, or mean deny.',
        'unknown: The list does not state what happens to other addresses.',
      ],
    ],
    [
      `- ${first}\n- ${second}\nallow all`,
      [
        'unknown by 1: The "-" before it may be a bullet, or mean deny.',
        'unknown by 2: The "-" before it may be a bullet, or mean deny.',
      ],
    ],
    [
      `frob ${first}\nallow all`,
      [
        "both unknown by 1: This line can't be read; without it, the address is allowed.",
        'remark 1: "frob 4.159.114.108" is not an address or range, so the effect of this line is unknown.',
      ],
      { format: 'cidr' },
    ],
    [
      `${first} partner\n${second}`,
      [
        "unknown by 1: This line can't be read; without it, the address is denied.",
        "unknown by 1: This line can't be read; without it, the address is allowed.",
        'remark 1: "4.159.114.108 partner" is not an address or range, so the effect of this line is unknown.',
      ],
    ],
    [
      `${first} ${second}`,
      [
        "both unknown by 1: This line can't be read; if it applies, the address is allowed, otherwise unknown.",
        'remark 1: "4.159.114.108 20.117.190.191" is not an address or range, so the effect of this line is unknown.',
      ],
    ],
    [
      `allow ${first}, partner\n`,
      [
        "both unknown by 1: This line can't be read; if it applies, the address is allowed, otherwise denied.",
        'remark 1: "allow 4.159.114.108, partner" is not an address or range, so the effect of this line is unknown.',
      ],
      { format: 'cidr' },
    ],
    [
      `partner.example`,
      [
        "both unknown by 1: This line can't be read, and the result without it is unknown too.",
        'remark 1: "partner.example" is not an address or range, so the effect of this line is unknown.',
      ],
      { format: 'cidr' },
    ],
    [
      'allow',
      [
        "both unknown by 1: This line can't be read; if it applies, the address is allowed, otherwise denied.",
        'remark 1: "allow" is not an address or range, so the effect of this line is unknown.',
      ],
      { format: 'cidr' },
    ],
    [
      '4.159.114.x\n10.0.0.0/8',
      [
        "both unknown by 1: This line can't be read; if it applies, the address is allowed, otherwise denied.",
        'remark 1: "4.159.114.x" is not an address or range, so the effect of this line is unknown.',
      ],
    ],
    [
      'deny 4.159.114.x\nallow all',
      [
        "both unknown by 1: This line can't be read; if it applies, the address is denied, otherwise allowed.",
        'remark 1: "deny 4.159.114.x" is not an address or range, so the effect of this line is unknown.',
      ],
    ],
    [
      `# the partners\n; theirs\n// ours\n\n${first} # one`,
      ['allowed by 5: Listed; the list is read as an allow-list.', 'denied: Not in the list.'],
    ],
    [
      `# these are blocked\n${first}`,
      [
        'unknown by 2: Line 1 mentions blocked addresses, so this may be a deny-list.',
        'unknown: The list does not state what happens to other addresses.',
        'remark 1: Line 1 mentions blocked addresses, so this may be a deny-list.',
      ],
    ],
    [
      `# not these\nallow ${first}`,
      [
        'allowed by 2: First matching line.',
        'unknown: The list does not state what happens to other addresses.',
        'remark 1: Line 1 mentions blocked addresses, so this may be a deny-list.',
      ],
    ],
    [
      `${first} ; banned`,
      [
        'unknown by 1, remarked: Line 1 mentions blocked addresses, so this may be a deny-list.',
        'unknown: The list does not state what happens to other addresses.',
      ],
    ],
    [
      `${first} // ok`,
      ['allowed by 1: Listed; the list is read as an allow-list.', 'denied: Not in the list.'],
    ],
    [
      `allow ${first}; deny all`,
      [
        "both unknown by 1: This line can't be read, and the result without it is unknown too.",
        'remark 1: "allow 4.159.114.108; deny all" is not an address or range, so the effect of this line is unknown.',
        'remark 1: Line 1 mentions blocked addresses, so this may be a deny-list.',
      ],
      { format: 'cidr' },
    ],
    [
      `${first}; 10.0.0.1`,
      [
        "both unknown by 1: This line can't be read, and the result without it is unknown too.",
        'remark 1: "4.159.114.108; 10.0.0.1" is not an address or range, so the effect of this line is unknown.',
      ],
    ],
    [
      `${first}; # x`,
      ['allowed by 1: Listed; the list is read as an allow-list.', 'denied: Not in the list.'],
    ],
    [
      `\uFEFF${first}\r\n${second}\r\n`,
      [
        'allowed by 1: Listed; the list is read as an allow-list.',
        'allowed by 2: Listed; the list is read as an allow-list.',
      ],
    ],
    ['', ['both unknown: The list does not state what happens to other addresses.'], { format: 'cidr' }],
    [
      '# nothing',
      ['both unknown: The list does not state what happens to other addresses.'],
      { format: 'cidr' },
    ],
    [
      `allow 10.0.0.0/8\n${second}`,
      ['denied: Not in the list.', 'allowed by 2: Listed; the list is read as an allow-list.'],
    ],
  ]);
});
