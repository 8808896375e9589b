import type { IPv4 } from 'ipaddr.js';
import { type AzureGroup, azureForm, azureGroups } from './azure-groups.ts';
import { agreed, firstMatch, type OrderedRule } from './first-match.ts';
import { type Fields, field, isObject, type LinedJson, listOf, parseLined, textOf } from './json-lines.ts';
import { matchPorts, matchRanges, parseRange } from './ranges.ts';
import { both, type Decision, either, type Match, type Reading, type Remark } from './reading.ts';

/** Azure network security groups: as `az network nsg` writes them, or with `properties`, as in ARM. */

interface Rule {
  readonly line: number | undefined;
  readonly name: string;
  /** NaN where it can't be read: such a rule may stand anywhere. */
  readonly priority: number;
  readonly result: Decision['result'];
  match(address: IPv4): Match;
  readonly doubt: string;
}
interface Group {
  readonly name: string | undefined;
  readonly rules: readonly Rule[];
}

/** Those that every group has. Source: Azure's documentation of network security groups. */
const builtIn = [
  { name: 'AllowVnetInBound', priority: 65_000, access: 'Allow', source: 'VirtualNetwork' },
  { name: 'AllowAzureLoadBalancerInBound', priority: 65_001, access: 'Allow', source: 'AzureLoadBalancer' },
  { name: 'DenyAllInBound', priority: 65_500, access: 'Deny', source: '*' },
] as const;

export const readAzure = (text: string, port: number): Reading => {
  const json = parseLined(text, azureForm);
  const remarks: Remark[] = [];
  const groups = azureGroups(json.value).map((group) => readGroup(group, port, json, remarks));
  if (groups.length > 1) {
    remarks.push({
      text: `These are ${groups.length} groups; the result is certain only if all agree.`,
    });
  }
  return {
    remarks,
    answer: (address) => answer(groups, address),
    advise: (addresses) => {
      const first = groups[0]?.rules.map(({ priority }) => priority).filter(Number.isFinite) ?? [];
      const priority = freePriority(first);
      return [
        `Run: az network nsg rule create --resource-group <resource group> --nsg-name ${groups[0]?.name ?? '<group>'} --name AllowWebhooks --priority ${priority} --direction Inbound --access Allow --protocol Tcp --source-address-prefixes ${addresses.join(' ')} --destination-port-ranges ${port}`,
      ];
    },
  };
};

/** The first that is free, which is before all others where there is room. */
const freePriority = (taken: readonly number[]): number => {
  let free = 100;
  while (taken.includes(free)) free += 1;
  return free;
};

const answer = (groups: readonly Group[], address: IPv4): Decision =>
  agreed(
    groups.map((group, at) => ({
      name: group.name ?? `group ${at + 1}`,
      decision: inGroup(group, address),
    })),
    (result) => result !== 'allowed',
    (each) => `It depends on which groups apply (${each}).`,
  );

const inGroup = ({ rules }: Group, address: IPv4): Decision => {
  const known = rules.filter(({ priority }) => !Number.isNaN(priority));
  const anywhere = rules.filter(({ priority }) => Number.isNaN(priority));
  const ordered = known.toSorted((one, other) => one.priority - other.priority);
  const listed = [
    ...anywhere.map((rule) => asOrdered(rule, address, true)),
    ...ordered.map((rule, at) => {
      const tied = [ordered[at - 1], ordered[at + 1]].some((other) => other?.priority === rule.priority);
      return asOrdered(rule, address, tied);
    }),
  ];
  return firstMatch(listed, { result: 'unknown', because: 'No rule of the group matches.' });
};

const asOrdered = (rule: Rule, address: IPv4, placeOpen: boolean): OrderedRule => {
  const match = rule.match(address);
  return {
    line: rule.line,
    text: `${rule.name} (priority ${Number.isNaN(rule.priority) ? '?' : rule.priority})`,
    match: placeOpen && match === 'yes' ? 'maybe' : match,
    result: rule.result,
    doubt: placeOpen ? "Its priority can't be read, or is another rule's too" : rule.doubt,
  };
};

const readGroup = (group: AzureGroup, port: number, json: LinedJson, remarks: Remark[]): Group => {
  const listed = [...group.rules, ...(group.defaults ?? [])].flatMap((rule) => {
    if (isObject(rule)) return readRule(rule, port, json);
    remarks.push({ text: typeof rule === 'string' ? rule : "A rule is not an object and can't be read." });
    return [lost];
  });
  const added =
    (group.defaults ?? []).length > 0
      ? []
      : builtIn.map(
          ({ name, priority, access, source }): Rule => ({
            line: undefined,
            name: `${name}, which every group has`,
            priority,
            result: access === 'Allow' ? 'allowed' : 'denied',
            match: (address) => matchSource(source, address),
            doubt: '',
          }),
        );
  return { name: group.name, rules: [...listed, ...added] };
};

/** Stands for a rule of which nothing can be read. */
const lost: Rule = {
  line: undefined,
  name: 'a rule',
  priority: Number.NaN,
  result: 'unknown',
  match: () => 'maybe',
  doubt: "The rule can't be read",
};

const readRule = (whole: Fields, port: number, { lineOf }: LinedJson): Rule[] => {
  const properties = field(whole, 'properties');
  const rule = isObject(properties) ? properties : whole;
  const direction = textOf(rule, 'direction')?.toLowerCase();
  if (direction === 'outbound') return [];
  const priority = field(rule, 'priority');
  const access = textOf(rule, 'access')?.toLowerCase();
  const known = [
    direction === 'inbound' && field(whole, 'condition') === undefined ? 'yes' : 'maybe',
    matchProtocol(textOf(rule, 'protocol')?.toLowerCase()),
    anyOf(rule, 'destinationPortRange', 'destinationPortRanges', (text) => matchPort(text, port)),
    anyOf(rule, 'sourcePortRange', 'sourcePortRanges', (text) =>
      text === '*' || /^(0|1024)-65535$/.test(text) ? 'yes' : 'maybe',
    ),
    matchDestination(rule),
  ] satisfies Match[];
  const rest = known.reduce<Match>(both, 'yes');
  return [
    {
      line: lineOf(whole),
      name: textOf(whole, 'name') ?? 'a rule without a name',
      priority: typeof priority === 'number' && Number.isFinite(priority) ? priority : Number.NaN,
      result: access === 'allow' ? 'allowed' : access === 'deny' ? 'denied' : 'unknown',
      match: (address) => both(rest, matchSources(rule, address)),
      doubt: 'The addresses of its tags or application groups, or one of its conditions, are not in the text',
    },
  ];
};

/**
 * Application security groups stand for private addresses of their members, so they never match a public sender. Source:
 * Azure's documentation of application security groups.
 */
const matchSources = (rule: Fields, address: IPv4): Match => {
  const groups = listOf(rule, 'sourceApplicationSecurityGroups');
  const match = () =>
    anyOf(rule, 'sourceAddressPrefix', 'sourceAddressPrefixes', (text) => matchSource(text, address));
  if (groups === undefined || !groups.every(isObject)) return 'maybe';
  if (groups.length === 0) return match();
  // Azure takes one or the other.
  return isNone(rule, 'sourceAddressPrefix', 'sourceAddressPrefixes') ? 'no' : both('maybe', match());
};

const isNone = (rule: Fields, one: string, many: string): boolean =>
  [undefined, null, ''].includes(field(rule, one) as undefined) && listOf(rule, many)?.length === 0;

/** A field that is given as one text or as a list; if neither is there, it can't be read. */
const anyOf = (rule: Fields, one: string, many: string, match: (text: string) => Match): Match => {
  const single = field(rule, one);
  const list = listOf(rule, many);
  if (list === undefined) return 'maybe';
  const all = [...(single === undefined || single === null || single === '' ? [] : [single]), ...list];
  if (all.length === 0) return 'maybe';
  return either(all.map((text) => (typeof text === 'string' ? match(text.trim()) : 'maybe')));
};

const matchProtocol = (protocol: string | undefined): Match => {
  if (protocol === '*' || protocol === 'any' || protocol === 'tcp') return 'yes';
  return protocol !== undefined && ['udp', 'icmp', 'esp', 'ah'].includes(protocol) ? 'no' : 'maybe';
};

const matchPort = (text: string, port: number): Match =>
  text === '*' ? 'yes' : either(text.split(',').map((part) => matchPorts([part.trim()], port, '-')));

const matchDestination = (rule: Fields): Match => {
  if ((listOf(rule, 'destinationApplicationSecurityGroups') ?? [rule]).length > 0) return 'maybe';
  return anyOf(rule, 'destinationAddressPrefix', 'destinationAddressPrefixes', (text) =>
    ['*', 'any', '0.0.0.0/0', 'virtualnetwork'].includes(text.toLowerCase()) ? 'yes' : 'maybe',
  );
};

/** The source addresses are public ones, outside of any virtual network. */
const matchSource = (text: string, address: IPv4): Match => {
  const lower = text.toLowerCase();
  if (lower === '*' || lower === 'any' || lower === 'internet') return 'yes';
  if (lower === 'virtualnetwork' || lower === 'azureloadbalancer') return 'no';
  return either(
    text
      .split(',')
      .map((part) => (parseRange(part.trim()) === undefined ? 'maybe' : matchRanges([part.trim()], address))),
  );
};
