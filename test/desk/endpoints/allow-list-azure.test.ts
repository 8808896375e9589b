import { expect, test } from 'vitest';
import { expectTold, told } from '#test/support/allow-list.ts';

const first = '4.159.114.108';
const nsgRule = (more: object = {}) => ({
  name: 'hooks',
  priority: 200,
  direction: 'Inbound',
  access: 'Allow',
  protocol: 'Tcp',
  sourcePortRange: '*',
  destinationPortRange: '443',
  sourceAddressPrefix: '*',
  destinationAddressPrefix: '*',
  ...more,
});
const nsg = (...rules: unknown[]) => JSON.stringify({ name: 'web-nsg', securityRules: rules }, undefined, 1);
const az = { format: 'azure' } as const;
const type = 'Microsoft.Network/networkSecurityGroups';
const allowed = 'both allowed by 4 (hooks (priority 200)): First matching line.';
const denied = 'both denied (DenyAllInBound, which every group has (priority 65500)): First matching line.';
const open =
  'both unknown by 4 (hooks (priority 200)): The addresses of its tags or application groups, or one of its conditions, are not in the text; if it applies, the address is allowed, otherwise denied.';

test('rules of Azure groups are held against the address by their priority', () => {
  expectTold([
    [nsg(nsgRule()), [allowed]],
    [nsg(), [denied]],
    [
      nsg(nsgRule({ sourceAddressPrefix: `${first}/32` })),
      [
        'allowed by 4 (hooks (priority 200)): First matching line.',
        'denied (DenyAllInBound, which every group has (priority 65500)): First matching line.',
      ],
    ],
    [
      nsg(
        nsgRule({ sourceAddressPrefix: `${first}/32` }),
        nsgRule({ name: 'no', access: 'Deny', priority: 100 }),
      ),
      ['both denied by 15 (no (priority 100)): First matching line.'],
    ],
    [nsg(nsgRule({ access: 'Deny' })), ['both denied by 4 (hooks (priority 200)): First matching line.']],
    [nsg(nsgRule({ access: 'Maybe' })), ['both unknown by 4 (hooks (priority 200)): First matching line.']],
    [nsg(nsgRule({ direction: 'Outbound' })), [denied]],
    [nsg(nsgRule({ direction: 'Sideways' })), [open]],
    [nsg(nsgRule({ direction: undefined })), [open]],
    [nsg(nsgRule({ condition: "[parameters('x')]" })), [open]],
    [
      nsg(nsgRule({ name: undefined, access: 'Deny' })),
      ['both denied by 4 (a rule without a name (priority 200)): First matching line.'],
    ],
    [
      nsg(nsgRule({ priority: '200' })),
      [
        "both unknown by 4 (hooks (priority ?)): Its priority can't be read, or is another rule's too; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [nsg(nsgRule({ priority: '200', access: 'Deny' })), [denied]],
    [
      nsg(nsgRule({ name: 'one' }), nsgRule({ name: 'two', access: 'Deny' })),
      [
        "both unknown by 4 (one (priority 200)): Its priority can't be read, or is another rule's too; if it applies, the address is allowed, otherwise denied.",
      ],
    ],
    [
      nsg(
        nsgRule({ name: 'one', priority: 1 }),
        nsgRule({ name: 'two', priority: 2, access: 'Deny' }),
        nsgRule({ name: 'three', priority: 2, access: 'Deny' }),
      ),
      ['both allowed by 4 (one (priority 1)): First matching line.'],
    ],
    [nsg(nsgRule({ destinationPortRange: '400-443' })), [allowed]],
    [nsg(nsgRule({ destinationPortRange: '444-500' })), [denied]],
    [nsg(nsgRule({ destinationPortRange: '*' })), [allowed]],
    [nsg(nsgRule({ destinationPortRange: 'https' })), [allowed]],
    [nsg(nsgRule({ destinationPortRange: "[parameters('port')]" })), [open]],
    [nsg(nsgRule({ destinationPortRange: null, destinationPortRanges: ['80', '443'] })), [allowed]],
    [nsg(nsgRule({ destinationPortRange: '', destinationPortRanges: ['80'] })), [denied]],
    [nsg(nsgRule({ destinationPortRange: undefined })), [open]],
    [nsg(nsgRule({ destinationPortRanges: '443', destinationPortRange: undefined })), [open]],
    [nsg(nsgRule({ destinationPortRange: '80', destinationPortRanges: ['443'] })), [allowed]],
    [nsg(nsgRule({ destinationPortRanges: [443], destinationPortRange: undefined })), [open]],
    [nsg(nsgRule({ sourcePortRange: '1024-65535' })), [allowed]],
    [nsg(nsgRule({ sourcePortRange: '0-65535' })), [allowed]],
    [nsg(nsgRule({ sourcePortRange: '2000-3000' })), [open]],
    [nsg(nsgRule({ destinationAddressPrefix: '10.0.0.4' })), [open]],
    [nsg(nsgRule({ destinationAddressPrefix: 'VirtualNetwork' })), [allowed]],
    [nsg(nsgRule({ destinationAddressPrefix: 'Internet' })), [open]],
    [nsg(nsgRule({ destinationAddressPrefix: '0.0.0.0/0' })), [allowed]],
    [
      nsg(nsgRule({ destinationAddressPrefix: '', destinationApplicationSecurityGroups: [{ id: 'x' }] })),
      [open],
    ],
    [nsg(nsgRule({ sourceAddressPrefix: 'Internet' })), [allowed]],
    [nsg(nsgRule({ sourceAddressPrefix: 'internet' })), [allowed]],
    [nsg(nsgRule({ sourceAddressPrefix: 'Any' })), [allowed]],
    [nsg(nsgRule({ sourceAddressPrefix: '0.0.0.0/0' })), [allowed]],
    [nsg(nsgRule({ sourceAddressPrefix: 'AzureLoadBalancer' })), [denied]],
    [nsg(nsgRule({ sourceAddressPrefix: 'VirtualNetwork' })), [denied]],
    [nsg(nsgRule({ sourceAddressPrefix: 'Storage.WestEurope' })), [open]],
    [nsg(nsgRule({ sourceAddressPrefix: '::/0' })), [denied]],
    [
      nsg(nsgRule({ sourceAddressPrefix: `${first}-${first}` })),
      [
        'allowed by 4 (hooks (priority 200)): First matching line.',
        'denied (DenyAllInBound, which every group has (priority 65500)): First matching line.',
      ],
    ],
    [
      nsg(nsgRule({ sourceAddressPrefix: '4.159.114.0/255.255.255.0' })),
      [
        'allowed by 4 (hooks (priority 200)): First matching line.',
        'denied (DenyAllInBound, which every group has (priority 65500)): First matching line.',
      ],
    ],
    [
      nsg(nsgRule({ sourceAddressPrefix: null, sourceAddressPrefixes: [`${first}/32`, '20.0.0.0/8'] })),
      [allowed],
    ],
    [nsg(nsgRule({ sourceAddressPrefix: null, sourceAddressPrefixes: 'x' })), [open]],
    [nsg(nsgRule({ sourceAddressPrefix: null, sourceApplicationSecurityGroups: [{ id: 'x' }] })), [denied]],
    [nsg(nsgRule({ sourceAddressPrefix: null, sourceApplicationSecurityGroups: 'x' })), [open]],
    [nsg(nsgRule({ sourceAddressPrefix: null, sourceApplicationSecurityGroups: ['x'] })), [open]],
    [nsg(nsgRule({ sourceApplicationSecurityGroups: [] })), [allowed]],
    [
      nsg('x'),
      [
        "both unknown (a rule (priority ?)): Its priority can't be read, or is another rule's too; without it, the address is denied.",
        'remark: x',
      ],
    ],
    [
      nsg(5, nsgRule()),
      [
        "both unknown (a rule (priority ?)): Its priority can't be read, or is another rule's too; without it, the address is allowed.",
        "remark: A rule is not an object and can't be read.",
      ],
    ],
    [
      JSON.stringify([nsgRule()], undefined, 1),
      ['both allowed by 2 (hooks (priority 200)): First matching line.'],
    ],
    [
      JSON.stringify([{ properties: nsgRule({ name: undefined }), name: 'arm' }], undefined, 1),
      ['both allowed by 2 (arm (priority 200)): First matching line.'],
    ],
    [
      JSON.stringify({
        value: [
          { name: 'a', securityRules: [nsgRule()] },
          { name: 'b', securityRules: [] },
        ],
      }),
      [
        'both unknown (DenyAllInBound, which every group has (priority 65500)): It depends on which groups apply (a: allowed by line 1, b: denied).',
        'remark: These are 2 groups; the result is certain only if all agree.',
      ],
    ],
    [
      JSON.stringify([
        { name: 'a', securityRules: [] },
        { securityRules: [nsgRule({ sourceAddressPrefix: `${first}/32` })] },
      ]),
      [
        'unknown (DenyAllInBound, which every group has (priority 65500)): It depends on which groups apply (a: denied, group 2: allowed by line 1).',
        'denied (DenyAllInBound, which every group has (priority 65500)): First matching line.',
        'remark: These are 2 groups; the result is certain only if all agree.',
      ],
    ],
    [
      JSON.stringify([
        { name: 'a', securityRules: [nsgRule()] },
        { name: 'b', securityRules: [nsgRule({ name: 'x' })] },
      ]),
      [
        'both allowed by 1 (hooks (priority 200)): First matching line.',
        'remark: These are 2 groups; the result is certain only if all agree.',
      ],
    ],
    [
      JSON.stringify({
        name: 'n',
        securityRules: [],
        defaultSecurityRules: [nsgRule({ name: 'AllowAll', priority: 65000 })],
      }),
      ['both allowed by 1 (AllowAll (priority 65000)): First matching line.'],
    ],
    [JSON.stringify({ name: 'n', securityRules: [], defaultSecurityRules: [] }), [denied]],
    [
      JSON.stringify({ name: 'n', properties: { securityRules: [{ name: 'r', properties: nsgRule() }] } }),
      ['both allowed by 1 (r (priority 200)): First matching line.'],
    ],
    [
      JSON.stringify({ name: 'n', securityRules: 'all' }),
      [
        "both unknown (a rule (priority ?)): Its priority can't be read, or is another rule's too; without it, the address is denied.",
        "remark: The rules of the group can't be read.",
      ],
    ],
    [
      JSON.stringify({ resources: [{ type, name: 'n', properties: { securityRules: [nsgRule()] } }] }),
      ['both allowed by 1 (hooks (priority 200)): First matching line.'],
    ],
    [
      JSON.stringify({
        resources: { one: { type, name: 'n', properties: { securityRules: [nsgRule()] } }, two: 5 },
      }),
      ['both allowed by 1 (hooks (priority 200)): First matching line.'],
    ],
    [
      JSON.stringify({
        resources: [
          { type: type.toUpperCase(), name: 'n' },
          { type: `${type}/securityRules`, name: 'n/r', properties: nsgRule() },
        ],
      }),
      ['both allowed by 1 (n/r (priority 200)): First matching line.'],
    ],
    [
      JSON.stringify({
        resources: [
          { type, name: 'n' },
          { type, name: 'm' },
          { type: `${type}/securityRules`, name: 'n/r', properties: nsgRule() },
        ],
      }),
      [
        'both unknown (DenyAllInBound, which every group has (priority 65500)): It depends on which groups apply (n: allowed by line 1, m: denied).',
        'remark: These are 2 groups; the result is certain only if all agree.',
      ],
    ],
    [
      JSON.stringify({
        resources: [
          { type, name: 'n' },
          { type: 'Microsoft.Compute/virtualMachines', name: 'vm' },
        ],
      }),
      ['refused: The format of the text was not recognised'],
    ],
    [
      JSON.stringify({
        resources: [
          { type, name: 'n', resources: [{ type: 'securityRules', name: 'r', properties: nsgRule() }] },
        ],
      }),
      ['both allowed by 1 (r (priority 200)): First matching line.'],
    ],
    [
      JSON.stringify({
        resources: [
          { type, name: 'n', properties: { securityRules: [nsgRule()] } },
          { type: 'Microsoft.Resources/deployments', name: 'd' },
        ],
      }),
      [
        "both unknown (a rule (priority ?)): Its priority can't be read, or is another rule's too; without it, the address is allowed.",
        'remark: A deployment within the template may hold more rules.',
      ],
    ],
    [
      JSON.stringify([{ name: 'a', securityRules: [nsgRule()] }, { name: 'b' }]),
      [
        'both unknown (a rule (priority ?)): It depends on which groups apply (a: allowed by line 1, b: unknown).',
        "remark: The rules of the group can't be read.",
        'remark: These are 2 groups; the result is certain only if all agree.',
      ],
    ],
    [
      JSON.stringify([[{ name: 'a', securityRules: [nsgRule()] }]]),
      ['both allowed by 1 (hooks (priority 200)): First matching line.'],
    ],
    ['[]', ["refused: The text can't be read as Azure NSG JSON: it has no network security group"], az],
    [
      '[{"name": "x"}]',
      ["refused: The text can't be read as Azure NSG JSON: it has no network security group"],
      az,
    ],
    ['"x"', ["refused: The text can't be read as Azure NSG JSON: it has no network security group"], az],
    ['{"name": "x"}', ["refused: The text can't be read as Azure NSG JSON: it has no securityRules"], az],
    [
      '{"resources": []}',
      ["refused: The text can't be read as Azure NSG JSON: it has no network security group"],
      az,
    ],
    [
      '{"resources": "x"}',
      ["refused: The text can't be read as Azure NSG JSON: it has no securityRules"],
      az,
    ],
    [
      '{"value": []}',
      ["refused: The text can't be read as Azure NSG JSON: it has no network security group"],
      az,
    ],
  ]);
});

test.each([
  ['*', allowed],
  ['TCP', allowed],
  ['Udp', denied],
  ['Icmp', denied],
  ['Esp', denied],
  ['Ah', denied],
  ['frob', open],
  [undefined, open],
])('of the protocol %s', (protocol, line) => {
  expect(told(nsg(nsgRule({ protocol })))).toEqual([line]);
});
