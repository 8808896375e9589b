import { test } from 'vitest';
import { expectTold } from '#test/support/allow-list.ts';

const first = '4.159.114.108';
const second = '20.117.190.191';

test('lists of addresses are read with words, signs, comments and masks', () => {
  expectTold([
    [
      `${first}\n${second}`,
      [
        'allowed by 1: It is in the list, which is read as one of what is allowed.',
        'allowed by 2: It is in the list, which is read as one of what is allowed.',
      ],
    ],
    [
      `${first}/32, ${second}/32`,
      ['both allowed by 1: It is in the list, which is read as one of what is allowed.'],
    ],
    [
      `"${first}"\n'${second}'`,
      [
        'allowed by 1: It is in the list, which is read as one of what is allowed.',
        'allowed by 2: It is in the list, which is read as one of what is allowed.',
      ],
    ],
    [
      `${first} - 4.159.114.110`,
      [
        'allowed by 1: It is in the list, which is read as one of what is allowed.',
        'denied: No line of the list holds it.',
      ],
    ],
    [
      '4.159.114.0 255.255.255.0\n20.117.190.0/255.255.255.0',
      [
        'allowed by 1: It is in the list, which is read as one of what is allowed.',
        'allowed by 2: It is in the list, which is read as one of what is allowed.',
      ],
    ],
    [
      '4.159.114.0 0.0.0.255',
      [
        "both unknown by 1: This line can't be read; if it holds, the address is allowed, and otherwise that is not known.",
        'remark 1: "4.159.114.0 0.0.0.255" is no address or range, so this line says nothing certain.',
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
        "both unknown by 1: This line can't be read, and what becomes of the address otherwise is not known either.",
        'remark 1: "x-4.159.114.108" is no address or range, so this line says nothing certain.',
      ],
      { format: 'cidr' },
    ],
    [
      '2001:db8::/32\n2001:db8::1-2001:db8::9\n4.0.0.0/8',
      [
        'allowed by 3: It is in the list, which is read as one of what is allowed.',
        'denied: No line of the list holds it.',
      ],
    ],
    [
      '2001:db8::/129\n4.0.0.0/8',
      [
        'allowed by 2: It is in the list, which is read as one of what is allowed.',
        "unknown by 1: This line can't be read; if it holds, the address is allowed, otherwise it is denied.",
        'remark 1: "2001:db8::/129" is no address or range, so this line says nothing certain.',
      ],
    ],
    [
      '2001:db8::/255.0.0.0\n4.0.0.0/8',
      [
        'allowed by 2: It is in the list, which is read as one of what is allowed.',
        "unknown by 1: This line can't be read; if it holds, the address is allowed, otherwise it is denied.",
        'remark 1: "2001:db8::/255.0.0.0" is no address or range, so this line says nothing certain.',
      ],
    ],
    [
      '::ffff:4.0.0.0/104',
      [
        'unknown by 1: It is an IPv4-mapped IPv6 address: some programs compare it with IPv4 senders, firewalls do not. Write it as IPv4; if it holds, the address is allowed, otherwise it is denied.',
        'denied: No line of the list holds it.',
      ],
    ],
    ['::ffff:0:0/95\n10.0.0.0/8', ['both denied: No line of the list holds it.']],
    [
      '::ffff:4.159.114.0-::ffff:4.159.114.255',
      [
        'unknown by 1: It is an IPv4-mapped IPv6 address: some programs compare it with IPv4 senders, firewalls do not. Write it as IPv4; if it holds, the address is allowed, otherwise it is denied.',
        'denied: No line of the list holds it.',
      ],
    ],
    ['::1-::ffff:4.159.114.255\n10.0.0.0/8', ['both denied: No line of the list holds it.']],
    [
      `allow ${first}\ndeny all`,
      ['allowed by 1: It is the first line that matches.', 'denied by 2: It is the first line that matches.'],
    ],
    [
      `permit from ${first}\nblock any`,
      ['allowed by 1: It is the first line that matches.', 'denied by 2: It is the first line that matches.'],
    ],
    [
      `ACCEPT ${first}\nDrop *`,
      ['allowed by 1: It is the first line that matches.', 'denied by 2: It is the first line that matches.'],
    ],
    [
      `pass ${first}\nreject all`,
      ['allowed by 1: It is the first line that matches.', 'denied by 2: It is the first line that matches.'],
    ],
    [
      `allow ${first}`,
      ['allowed by 1: It is the first line that matches.', 'denied: No line of the list holds it.'],
    ],
    [
      `deny ${first}`,
      [
        'denied by 1: It is the first line that matches.',
        'unknown: The list does not say what becomes of addresses that are not in it.',
      ],
    ],
    [`deny all`, ['both denied by 1: It is the first line that matches.']],
    ['allow all', ['both allowed by 1: It is the first line that matches.']],
    ['all', ['both allowed by 1: It is in the list, which is read as one of what is allowed.']],
    ['any\n', ['both allowed by 1: It is in the list, which is read as one of what is allowed.']],
    [
      '*',
      ['both allowed by 1: It is in the list, which is read as one of what is allowed.'],
      { format: 'cidr' },
    ],
    [
      `+ ${first}\n- all`,
      ['allowed by 1: It is the first line that matches.', 'denied by 2: It is the first line that matches.'],
    ],
    [`+${first}\n-${second}`, ['refused: The format of the text was not recognised']],
    [
      `- ${first}`,
      [
        'unknown by 1: A "-" stands before it, which may be a bullet, or mean that it is kept out.',
        'unknown: The list does not say what becomes of addresses that are not in it.',
      ],
    ],
    [
      `- ${first}\n- ${second}\nallow all`,
      [
        'unknown by 1: A "-" stands before it, which may be a bullet, or mean that it is kept out.',
        'unknown by 2: A "-" stands before it, which may be a bullet, or mean that it is kept out.',
      ],
    ],
    [
      `frob ${first}\nallow all`,
      [
        "both unknown by 1: This line can't be read; without it, the address is allowed.",
        'remark 1: "frob 4.159.114.108" is no address or range, so this line says nothing certain.',
      ],
      { format: 'cidr' },
    ],
    [
      `${first} partner\n${second}`,
      [
        "unknown by 1: This line can't be read; without it, the address is denied.",
        "unknown by 1: This line can't be read; without it, the address is allowed.",
        'remark 1: "4.159.114.108 partner" is no address or range, so this line says nothing certain.',
      ],
    ],
    [
      `${first} ${second}`,
      [
        "both unknown by 1: This line can't be read; if it holds, the address is allowed, and otherwise that is not known.",
        'remark 1: "4.159.114.108 20.117.190.191" is no address or range, so this line says nothing certain.',
      ],
    ],
    [
      `allow ${first}, partner\n`,
      [
        "both unknown by 1: This line can't be read; if it holds, the address is allowed, otherwise it is denied.",
        'remark 1: "allow 4.159.114.108, partner" is no address or range, so this line says nothing certain.',
      ],
      { format: 'cidr' },
    ],
    [
      `partner.example`,
      [
        "both unknown by 1: This line can't be read, and what becomes of the address otherwise is not known either.",
        'remark 1: "partner.example" is no address or range, so this line says nothing certain.',
      ],
      { format: 'cidr' },
    ],
    [
      'allow',
      [
        "both unknown by 1: This line can't be read; if it holds, the address is allowed, otherwise it is denied.",
        'remark 1: "allow" is no address or range, so this line says nothing certain.',
      ],
      { format: 'cidr' },
    ],
    [
      '4.159.114.x\n10.0.0.0/8',
      [
        "both unknown by 1: This line can't be read; if it holds, the address is allowed, otherwise it is denied.",
        'remark 1: "4.159.114.x" is no address or range, so this line says nothing certain.',
      ],
    ],
    [
      'deny 4.159.114.x\nallow all',
      [
        "both unknown by 1: This line can't be read; if it holds, the address is denied, otherwise it is allowed.",
        'remark 1: "deny 4.159.114.x" is no address or range, so this line says nothing certain.',
      ],
    ],
    [
      `# the partners\n; theirs\n// ours\n\n${first} # one`,
      [
        'allowed by 5: It is in the list, which is read as one of what is allowed.',
        'denied: No line of the list holds it.',
      ],
    ],
    [
      `# these are blocked\n${first}`,
      [
        'unknown by 2: Line 1 speaks of addresses that are kept out, so the list may be one of those.',
        'unknown: The list does not say what becomes of addresses that are not in it.',
        'remark 1: Line 1 speaks of addresses that are kept out, so the list may be one of those.',
      ],
    ],
    [
      `# not these\nallow ${first}`,
      [
        'allowed by 2: It is the first line that matches.',
        'unknown: The list does not say what becomes of addresses that are not in it.',
        'remark 1: Line 1 speaks of addresses that are kept out, so the list may be one of those.',
      ],
    ],
    [
      `${first} ; banned`,
      [
        'unknown by 1, remarked: Line 1 speaks of addresses that are kept out, so the list may be one of those.',
        'unknown: The list does not say what becomes of addresses that are not in it.',
      ],
    ],
    [
      `${first} // ok`,
      [
        'allowed by 1: It is in the list, which is read as one of what is allowed.',
        'denied: No line of the list holds it.',
      ],
    ],
    [
      `allow ${first}; deny all`,
      [
        "both unknown by 1: This line can't be read, and what becomes of the address otherwise is not known either.",
        'remark 1: "allow 4.159.114.108; deny all" is no address or range, so this line says nothing certain.',
        'remark 1: Line 1 speaks of addresses that are kept out, so the list may be one of those.',
      ],
      { format: 'cidr' },
    ],
    [
      `${first}; 10.0.0.1`,
      [
        "both unknown by 1: This line can't be read, and what becomes of the address otherwise is not known either.",
        'remark 1: "4.159.114.108; 10.0.0.1" is no address or range, so this line says nothing certain.',
      ],
    ],
    [
      `${first}; # x`,
      [
        'allowed by 1: It is in the list, which is read as one of what is allowed.',
        'denied: No line of the list holds it.',
      ],
    ],
    [
      `\uFEFF${first}\r\n${second}\r\n`,
      [
        'allowed by 1: It is in the list, which is read as one of what is allowed.',
        'allowed by 2: It is in the list, which is read as one of what is allowed.',
      ],
    ],
    [
      '',
      ['both unknown: The list does not say what becomes of addresses that are not in it.'],
      { format: 'cidr' },
    ],
    [
      '# nothing',
      ['both unknown: The list does not say what becomes of addresses that are not in it.'],
      { format: 'cidr' },
    ],
    [
      `allow 10.0.0.0/8\n${second}`,
      [
        'denied: No line of the list holds it.',
        'allowed by 2: It is in the list, which is read as one of what is allowed.',
      ],
    ],
  ]);
});
