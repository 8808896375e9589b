import { test } from 'vitest';
import { expectTold } from '#test/support/allow-list.ts';

const first = '4.159.114.108';
const second = '20.117.190.191';
const group = (...permissions: unknown[]) =>
  JSON.stringify([{ GroupId: 'sg-1', IpPermissions: permissions }], undefined, 1);
const tcp = (more: object = { IpRanges: [{ CidrIp: '0.0.0.0/0' }] }) => ({
  IpProtocol: 'tcp',
  FromPort: 443,
  ToPort: 443,
  ...more,
});
const one = (more: object = {}) =>
  JSON.stringify({
    SecurityGroupRules: [{ GroupId: 'sg-1', IsEgress: false, ...tcp({}), CidrIpv4: '0.0.0.0/0', ...more }],
  });
const aws_ = { format: 'aws' } as const;
const denied = 'both denied: No permission allows it on port 443, and security groups deny by default.';

test('permissions of AWS security groups are a union, and what is open in them is said', () => {
  expectTold([
    [
      group(tcp()),
      ['both allowed by 10 (port 443–443 of sg-1: CidrIp 0.0.0.0/0): This permission allows it.'],
    ],
    [
      group(tcp({ IpRanges: [{ CidrIp: `${first}/32` }, { CidrIp: '20.0.0.0/8' }] })),
      [
        'allowed by 10 (port 443–443 of sg-1: CidrIp 4.159.114.108/32): This permission allows it.',
        'allowed by 13 (port 443–443 of sg-1: CidrIp 20.0.0.0/8): This permission allows it.',
      ],
    ],
    [group(), [denied]],
    [
      group(
        tcp({ FromPort: 444, ToPort: 500, IpRanges: [{ CidrIp: '0.0.0.0/0' }] }),
        tcp({ FromPort: 400, ToPort: 442, IpRanges: [{ CidrIp: '0.0.0.0/0' }] }),
      ),
      [denied],
    ],
    [
      group(tcp({ FromPort: 400, IpRanges: [{ CidrIp: '0.0.0.0/0' }] })),
      ['both allowed by 10 (port 400–443 of sg-1: CidrIp 0.0.0.0/0): This permission allows it.'],
    ],
    [
      group(tcp({ ToPort: 500, IpRanges: [{ CidrIp: '0.0.0.0/0' }] })),
      ['both allowed by 10 (port 443–500 of sg-1: CidrIp 0.0.0.0/0): This permission allows it.'],
    ],
    [
      group(tcp({ FromPort: '443', IpRanges: [{ CidrIp: '0.0.0.0/0' }] })),
      [
        "both unknown by 10 (port 443–443 of sg-1: CidrIp 0.0.0.0/0): The ports or the protocol of this permission can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      group(tcp({ ToPort: null, IpRanges: [{ CidrIp: '0.0.0.0/0' }] })),
      [
        "both unknown by 10 (port 443–null of sg-1: CidrIp 0.0.0.0/0): The ports or the protocol of this permission can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      group({ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }),
      ['both allowed by 8 (all ports of sg-1: CidrIp 0.0.0.0/0): This permission allows it.'],
    ],
    [
      group({ IpProtocol: 'ALL', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }),
      ['both allowed by 8 (all ports of sg-1: CidrIp 0.0.0.0/0): This permission allows it.'],
    ],
    [
      group(tcp({ IpProtocol: '6', IpRanges: [{ CidrIp: '0.0.0.0/0' }] })),
      ['both allowed by 10 (port 443–443 of sg-1: CidrIp 0.0.0.0/0): This permission allows it.'],
    ],
    [group(tcp({ IpProtocol: 'udp', IpRanges: [{ CidrIp: '0.0.0.0/0' }] })), [denied]],
    [
      group(
        tcp({ IpProtocol: 'icmpv6', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }),
        tcp({ IpProtocol: '50', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }),
      ),
      [denied],
    ],
    [
      group(tcp({ IpProtocol: 'frob', IpRanges: [{ CidrIp: '0.0.0.0/0' }] })),
      [
        "both unknown by 10 (port 443–443 of sg-1: CidrIp 0.0.0.0/0): The ports or the protocol of this permission can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      group({ FromPort: 443, ToPort: 443, IpRanges: [{ CidrIp: '0.0.0.0/0' }] }),
      [
        "both unknown by 9 (port 443–443 of sg-1: CidrIp 0.0.0.0/0): The ports or the protocol of this permission can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      group(tcp({ IpRanges: [{ CidrIp: 'partner' }] })),
      [
        "both unknown by 10 (port 443–443 of sg-1: CidrIp partner): This range can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      group(tcp({ IpRanges: [{ CidrIp: '::/0' }] })),
      [
        "both unknown by 10 (port 443–443 of sg-1: CidrIp ::/0): This range can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      group(tcp({ IpRanges: [{ Description: 'x' }] })),
      [
        "both unknown by 10 (port 443–443 of sg-1: CidrIp ?): This range can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      group(tcp({ IpRanges: ['0.0.0.0/0'] })),
      [
        "both unknown by 5 (port 443–443 of sg-1: CidrIp ?): This range can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      group(tcp({ IpRanges: '0.0.0.0/0' })),
      [
        "both unknown by 5 (port 443–443 of sg-1: CidrIp ?): This range can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [group(tcp({ IpRanges: null, Ipv6Ranges: [{ CidrIpv6: '::/0' }] })), [denied]],
    [
      group(tcp({ Ipv6Ranges: [{ CidrIpv6: '0.0.0.0/0' }] })),
      [
        "both unknown by 10 (port 443–443 of sg-1: CidrIpv6 0.0.0.0/0): This range can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      group(tcp({ Ipv6Ranges: {} })),
      [
        "both unknown by 5 (port 443–443 of sg-1: CidrIpv6 ?): This range can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      group(tcp({ PrefixListIds: [{ PrefixListId: 'pl-1' }] })),
      [
        'both unknown by 10 (port 443–443 of sg-1: Prefix list pl-1): Prefix list pl-1: its addresses are not in the text; if it applies, the address is allowed, otherwise denied.',
        'remark 10: Prefix list pl-1: its addresses are not in the text.',
      ],
    ],
    [
      group(tcp({ PrefixListIds: ['pl-1'] })),
      [
        'both unknown by 5 (port 443–443 of sg-1: Prefix list ?): Prefix list ?: its addresses are not in the text; if it applies, the address is allowed, otherwise denied.',
        'remark: Prefix list ?: its addresses are not in the text.',
      ],
    ],
    [
      group(tcp({ PrefixListIds: 'pl-1' })),
      [
        'both unknown by 5 (port 443–443 of sg-1: Prefix list ?): Prefix list ?: its addresses are not in the text; if it applies, the address is allowed, otherwise denied.',
        'remark: Prefix list ?: its addresses are not in the text.',
      ],
    ],
    [
      group(tcp({ UserIdGroupPairs: [{ GroupId: 'sg-2' }] })),
      [denied, 'remark 10: Group sg-2: covers private addresses of its members, never a public sender.'],
    ],
    [
      group(tcp({ UserIdGroupPairs: [{}] })),
      [denied, 'remark 10: Group : covers private addresses of its members, never a public sender.'],
    ],
    [
      group(tcp({ UserIdGroupPairs: ['sg-2'] })),
      [
        "both unknown by 5 (port 443–443 of sg-1: Group ?): Group ?: this reference can't be read; if it applies, the address is allowed, otherwise denied.",
        "remark: Group ?: this reference can't be read.",
      ],
    ],
    [
      group(tcp({ UserIdGroupPairs: 'sg-2' })),
      [
        "both unknown by 5 (port 443–443 of sg-1: Group ?): Group ?: this reference can't be read; if it applies, the address is allowed, otherwise denied.",
        "remark: Group ?: this reference can't be read.",
      ],
    ],
    [
      group('x', tcp()),
      [
        'both allowed by 11 (port 443–443 of sg-1: CidrIp 0.0.0.0/0): This permission allows it.',
        "remark 2: Some permissions of this group can't be read and were ignored; they could only allow more.",
      ],
    ],
    [
      group(tcp({ IpRanges: [{ CidrIp: 'partner' }] }), tcp({ IpRanges: [{ CidrIp: `${first}/32` }] })),
      [
        'allowed by 20 (port 443–443 of sg-1: CidrIp 4.159.114.108/32): This permission allows it.',
        "unknown by 10 (port 443–443 of sg-1: CidrIp partner): This range can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      JSON.stringify({ IpPermissions: [tcp()] }),
      ['both allowed by 1 (port 443–443: CidrIp 0.0.0.0/0): This permission allows it.'],
    ],
    [
      JSON.stringify({
        securitygroups: [
          {
            groupid: 'sg-1',
            ippermissions: [
              { ipprotocol: 'tcp', fromport: 443, toport: 443, ipranges: [{ cidrip: '0.0.0.0/0' }] },
            ],
          },
        ],
      }),
      ['both allowed by 1 (port 443–443 of sg-1: CidrIp 0.0.0.0/0): This permission allows it.'],
    ],
    [one(), ['both allowed by 1 (port 443–443 of sg-1: CidrIpv4 0.0.0.0/0): This permission allows it.']],
    [one({ IsEgress: true }), [denied]],
    [
      one({ IsEgress: 'False' }),
      ['both allowed by 1 (port 443–443 of sg-1: CidrIpv4 0.0.0.0/0): This permission allows it.'],
    ],
    [
      one({ IsEgress: 'no' }),
      [
        "both unknown by 1 (port 443–443 of sg-1: CidrIpv4 0.0.0.0/0): The ports or the protocol of this permission can't be read; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      one({ IsEgress: undefined }),
      ['both allowed by 1 (port 443–443 of sg-1: CidrIpv4 0.0.0.0/0): This permission allows it.'],
    ],
    [one({ CidrIpv4: undefined, CidrIpv6: '::/0' }), [denied]],
    [
      one({ CidrIpv4: undefined, PrefixListId: 'pl-1' }),
      [
        'both unknown by 1 (port 443–443 of sg-1: Prefix list pl-1): Prefix list pl-1: its addresses are not in the text; if it applies, the address is allowed, otherwise denied.',
        'remark 1: Prefix list pl-1: its addresses are not in the text.',
      ],
    ],
    [
      one({ CidrIpv4: undefined, ReferencedGroupInfo: { GroupId: 'sg-2' } }),
      [denied, 'remark 1: Group sg-2: covers private addresses of its members, never a public sender.'],
    ],
    [
      JSON.stringify({
        SecurityGroupRules: [
          { IsEgress: false, ...tcp({}), CidrIpv4: `${first}/32` },
          { IsEgress: false, ...tcp({}), CidrIpv4: `${second}/32` },
        ],
      }),
      [
        'allowed by 1 (port 443–443: CidrIpv4 4.159.114.108/32): This permission allows it.',
        'allowed by 1 (port 443–443: CidrIpv4 20.117.190.191/32): This permission allows it.',
      ],
    ],
    [
      JSON.stringify([{ GroupId: 'a', IpPermissions: [tcp()] }, { IpPermissions: [] }]),
      [
        'both unknown by 1 (port 443–443 of a: CidrIp 0.0.0.0/0): It depends on which groups are attached to the machine (a: allowed by line 1, group 2: denied). Provide those alone.',
        'remark: These are 2 groups; which of them are attached is not in the text. The result is certain only if all agree.',
      ],
    ],
    [
      JSON.stringify([
        { GroupId: 'a', IpPermissions: [] },
        { GroupId: 'b', IpPermissions: [tcp({ IpRanges: [{ CidrIp: `${first}/32` }] })] },
      ]),
      [
        'unknown by 1 (port 443–443 of b: CidrIp 4.159.114.108/32): It depends on which groups are attached to the machine (a: denied, b: allowed by line 1). Provide those alone.',
        'denied: No permission allows it on port 443, and security groups deny by default.',
        'remark: These are 2 groups; which of them are attached is not in the text. The result is certain only if all agree.',
      ],
    ],
    [
      JSON.stringify(
        Array.from({ length: 11 }, (_, n) => ({
          GroupId: `sg-${n}`,
          IpPermissions: n === 10 ? [tcp()] : [],
        })),
      ),
      [
        'both unknown by 1 (port 443–443 of sg-10: CidrIp 0.0.0.0/0): It depends on which groups are attached to the machine (sg-0: denied, sg-1: denied, sg-2: denied, sg-3: denied, sg-4: denied, sg-5: denied, sg-6: denied, sg-7: denied, sg-8: denied, sg-9: denied, …). Provide those alone.',
        'remark: These are 11 groups; which of them are attached is not in the text. The result is certain only if all agree.',
      ],
    ],
    [
      JSON.stringify(
        Array.from({ length: 10 }, (_, n) => ({ GroupId: `sg-${n}`, IpPermissions: n === 9 ? [tcp()] : [] })),
      ),
      [
        'both unknown by 1 (port 443–443 of sg-9: CidrIp 0.0.0.0/0): It depends on which groups are attached to the machine (sg-0: denied, sg-1: denied, sg-2: denied, sg-3: denied, sg-4: denied, sg-5: denied, sg-6: denied, sg-7: denied, sg-8: denied, sg-9: allowed by line 1). Provide those alone.',
        'remark: These are 10 groups; which of them are attached is not in the text. The result is certain only if all agree.',
      ],
    ],
    ['[]', ["refused: The text can't be read as AWS security group JSON: it has no security group"], aws_],
    [
      '["sg-1"]',
      ["refused: The text can't be read as AWS security group JSON: one of its groups is not an object"],
      aws_,
    ],
    [
      '"sg-1"',
      ["refused: The text can't be read as AWS security group JSON: it has no security group"],
      aws_,
    ],
    [
      '{"SecurityGroups": {}}',
      ["refused: The text can't be read as AWS security group JSON: it has no security group"],
      aws_,
    ],
    [
      '[\n{"GroupId": "sg-1"}]',
      [
        "refused: The text can't be read as AWS security group JSON: the group of line 2 has no IpPermissions",
      ],
      aws_,
    ],
    [
      '[\n{"GroupId": "sg-1", "IpPermissions": {}}]',
      [
        "refused: The text can't be read as AWS security group JSON: the group of line 2 has no IpPermissions",
      ],
      aws_,
    ],
  ]);
});

test('damaged JSON is an error that names the line and what is wrong', () => {
  expectTold([
    [
      '{"IpPermissions": [1\n\n',
      ["refused: The text can't be read as AWS security group JSON: the JSON is cut off in line 1"],
      aws_,
    ],
    [
      '{"IpPermissions": [',
      ["refused: The text can't be read as AWS security group JSON: the JSON is cut off in line 1"],
      aws_,
    ],
    [
      '{"IpPermissions"',
      ["refused: The text can't be read as AWS security group JSON: the JSON is cut off in line 1"],
      aws_,
    ],
    [
      '{"IpPermissions" 1}',
      [`refused: The text can't be read as AWS security group JSON: a ":" is missing in the JSON in line 1`],
      aws_,
    ],
    [
      '{IpPermissions: []}',
      ["refused: The text can't be read as AWS security group JSON: the JSON is damaged in line 1"],
      aws_,
    ],
    [
      '{"IpPermissions": [],}',
      [`refused: The text can't be read as AWS security group JSON: the JSON has a "," too many in line 1`],
      aws_,
    ],
    [
      '{"a": [1,]}',
      [`refused: The text can't be read as AWS security group JSON: the JSON has a "," too many in line 1`],
      aws_,
    ],
    [
      '{"a": [1 2]}',
      [`refused: The text can't be read as AWS security group JSON: a "," is missing in the JSON in line 1`],
      aws_,
    ],
    [
      '{"a": 1 "b": 2}',
      [`refused: The text can't be read as AWS security group JSON: a "," is missing in the JSON in line 1`],
      aws_,
    ],
    [
      '{"a": }',
      [`refused: The text can't be read as AWS security group JSON: the JSON has a "}" too many in line 1`],
      aws_,
    ],
    [
      '{"a": ]}',
      [`refused: The text can't be read as AWS security group JSON: the JSON has a "]" too many in line 1`],
      aws_,
    ],
    [
      '[,]',
      [`refused: The text can't be read as AWS security group JSON: the JSON has a "," too many in line 1`],
      aws_,
    ],
    [
      '{"a": "\\x"}',
      [
        "refused: The text can't be read as AWS security group JSON: the JSON has a text that is not allowed in line 1",
      ],
      aws_,
    ],
    [
      '{"a": "\u0001"}',
      [
        "refused: The text can't be read as AWS security group JSON: the JSON has a text that is not allowed in line 1",
      ],
      aws_,
    ],
    [
      '{"a": frob}',
      ["refused: The text can't be read as AWS security group JSON: the JSON is damaged in line 1"],
      aws_,
    ],
    [
      '{"a": 01}',
      [`refused: The text can't be read as AWS security group JSON: a "," is missing in the JSON in line 1`],
      aws_,
    ],
    [
      '[] []',
      [
        "refused: The text can't be read as AWS security group JSON: there is more text behind the JSON in line 1",
      ],
      aws_,
    ],
    [
      '[]\n\n x',
      [
        "refused: The text can't be read as AWS security group JSON: there is more text behind the JSON in line 3",
      ],
      aws_,
    ],
    [
      '{"a": 1}\n// end\n/* x */ # y\n',
      [
        "refused: The text can't be read as AWS security group JSON: the group of line 1 has no IpPermissions",
      ],
      aws_,
    ],
    [
      '\uFEFF[]',
      ["refused: The text can't be read as AWS security group JSON: it has no security group"],
      aws_,
    ],
    [
      `${'['.repeat(70)}`,
      ["refused: The text can't be read as AWS security group JSON: the JSON is nested too deep in line 1"],
      aws_,
    ],
    [
      '\n\n{"a"\n:\n]',
      [`refused: The text can't be read as AWS security group JSON: the JSON has a "]" too many in line 5`],
      aws_,
    ],
    [
      '{"a": /* never closed',
      ["refused: The text can't be read as AWS security group JSON: the JSON is damaged in line 1"],
      aws_,
    ],
    [
      '// only',
      ["refused: The text can't be read as AWS security group JSON: the JSON is damaged in line 1"],
      aws_,
    ],
    [
      ' ',
      ["refused: The text can't be read as AWS security group JSON: the JSON is cut off in line 1"],
      aws_,
    ],
    [
      JSON.stringify({
        SecurityGroups: [
          {
            GroupId: 'a',
            IpPermissions: [
              {
                IpProtocol: 'tcp',
                FromPort: 4.43e2,
                ToPort: 443,
                IpRanges: [{ CidrIp: '0.0.0.0/0', Description: 'a \\ "b" \u00e9 \n' }],
              },
            ],
          },
        ],
        More: [true, false, null, -1.5e3, {}],
      }),
      ['both allowed by 1 (port 443–443 of a: CidrIp 0.0.0.0/0): This permission allows it.'],
    ],
  ]);
});
