import type { IPv4 } from 'ipaddr.js';
import { type Fields, field, isObject, type LinedJson, listOf, parseLined, textOf } from './json-lines.ts';
import { isVersion6, matchRanges } from './ranges.ts';
import { both, type Decision, type Match, type Reading, type Remark } from './reading.ts';
import { unreadable } from './unreadable.ts';

/** AWS security groups, as `aws ec2 describe-security-groups` writes them. Groups are a union of what they let in. */

interface Entry {
  readonly line: number | undefined;
  readonly text: string;
  readonly ports: Match;
  match(address: IPv4): Match;
  /** Why it may match. */
  readonly doubt: string;
}

export const readAws = (text: string, port: number): Reading => {
  const json = parseLined(text, 'AWS security group JSON');
  const remarks: Remark[] = [];
  const groups = groupsOf(json, remarks).map(({ id, permissions }) => ({
    id,
    entries: permissions.flatMap((permission) => entriesOf(permission, id, port, json, remarks)),
  }));
  if (groups.length > 1) {
    remarks.push({
      text: `These are ${groups.length} groups; which of them are attached to the machine is not in the text. Only if all agree, there is a certain answer.`,
    });
  }
  const only = groups.length === 1 ? groups[0]?.id : undefined;
  return {
    remarks,
    answer: (address) => answerAll(groups, address, port),
    advise: (addresses) =>
      addresses.map(
        (address) =>
          `Run: aws ec2 authorize-security-group-ingress --group-id ${only ?? '<group id>'} --protocol tcp --port ${port} --cidr ${address}/32`,
      ),
  };
};

interface Group {
  readonly id: string | undefined;
  readonly entries: readonly Entry[];
}

/** Groups that are attached together are a union; which are attached is not in the text. */
const answerAll = (groups: readonly Group[], address: IPv4, port: number): Decision => {
  const decisions = groups.map(({ entries }) => answer(entries, address, port));
  const [first] = decisions as [Decision, ...Decision[]];
  if (decisions.every(({ result }) => result === first.result)) return first;
  const each = decisions
    .slice(0, namedGroups)
    .map(({ result }, at) => `${groups[at]?.id ?? `group ${at + 1}`}: ${result}`);
  const more = decisions.length > namedGroups ? ', …' : '';
  const lets = decisions.find(({ result }) => result === 'allowed') ?? first;
  return {
    ...lets,
    result: 'unknown',
    because: `It depends on which groups are attached to the machine (${each.join(', ')}${more}). Give those alone.`,
  };
};
const namedGroups = 10;

const answer = (entries: readonly Entry[], address: IPv4, port: number): Decision => {
  let open: Entry | undefined;
  for (const entry of entries) {
    const match = both(entry.ports, entry.match(address));
    if (match === 'yes')
      return { ...placed(entry), result: 'allowed', because: 'This permission lets it in.' };
    if (match === 'maybe') open ??= entry;
  }
  if (open !== undefined) return { ...placed(open), result: 'unknown', because: `${open.doubt}.` };
  return {
    result: 'denied',
    because: `No permission lets it in on port ${port}, and security groups keep out what they do not allow.`,
  };
};

const placed = ({ line, text }: Entry) => ({ ...(line === undefined ? {} : { line }), text });

const groupsOf = ({ value, lineOf }: LinedJson, remarks: Remark[]) => {
  const list = isObject(value)
    ? (field(value, 'SecurityGroups') ?? field(value, 'SecurityGroupRules') ?? [value])
    : value;
  if (!Array.isArray(list) || list.length === 0)
    throw unreadable('AWS security group JSON', 'it holds no security group');
  const groups: { id: string | undefined; permissions: Fields[] }[] = [];
  const bare = new Map<string | undefined, Fields[]>();
  for (const item of list) {
    if (!isObject(item)) throw unreadable('AWS security group JSON', 'one of its groups is no object');
    const permissions = field(item, 'IpPermissions');
    if (permissions === undefined && field(item, 'IpProtocol') !== undefined) {
      const id = textOf(item, 'GroupId');
      const rules = bare.get(id) ?? [];
      bare.set(id, rules);
      if (String(field(item, 'IsEgress')).toLowerCase() !== 'true') rules.push(item);
      continue;
    }
    if (!Array.isArray(permissions)) {
      throw unreadable(
        'AWS security group JSON',
        `the group of line ${lineOf(item) ?? 1} has no IpPermissions`,
      );
    }
    groups.push({ id: textOf(item, 'GroupId'), permissions: permissions.filter(isObject) });
    if (permissions.some((one) => !isObject(one))) {
      remarks.push({
        ...line(lineOf(item)),
        text: "Some permissions of this group can't be read and were left aside: they could only let in more.",
      });
    }
  }
  for (const [id, permissions] of bare) groups.push({ id, permissions });
  return groups;
};

const line = (number: number | undefined) => (number === undefined ? {} : { line: number });

const entriesOf = (
  permission: Fields,
  group: string | undefined,
  port: number,
  { lineOf }: LinedJson,
  remarks: Remark[],
): Entry[] => {
  const ports = matchPermission(permission, port);
  if (ports === 'no') return [];
  const from = String(field(permission, 'FromPort') ?? '');
  const range = from === '' ? 'all ports' : `port ${from}–${field(permission, 'ToPort')}`;
  const inGroup = group === undefined ? '' : ` of ${group}`;
  const entries: Entry[] = [];
  const add = (source: unknown, name: string, shown: string, match: Entry['match'], doubt: string) => {
    const object = isObject(source) ? source : permission;
    entries.push({
      line: lineOf(object) ?? lineOf(permission),
      text: `${range}${inGroup}: ${name} ${shown}`,
      ports,
      match,
      doubt,
    });
  };
  const cidr = (source: unknown, name: string, value: string | undefined) =>
    add(
      source,
      name,
      value ?? '?',
      (address) => matchCidr(name, value, address),
      ports === 'maybe'
        ? "The ports or the protocol of this permission can't be read"
        : "This range can't be read",
    );
  const unseen = (source: unknown, name: string, value: string | undefined, why: string) => {
    add(source, name, value ?? '?', () => 'maybe', why);
    remarks.push({
      ...line(isObject(source) ? lineOf(source) : undefined),
      text: `${name} ${value ?? ''}: ${why}.`,
    });
  };

  for (const [list, name] of [
    ['IpRanges', 'CidrIp'],
    ['Ipv6Ranges', 'CidrIpv6'],
  ] as const) {
    const ranges = listOf(permission, list);
    if (ranges === undefined) cidr(permission, name, undefined);
    for (const one of ranges ?? []) cidr(one, name, isObject(one) ? textOf(one, name) : undefined);
  }
  const prefix = 'what a prefix list holds is not in the text';
  for (const one of listOf(permission, 'PrefixListIds') ?? [undefined]) {
    unseen(one, 'Prefix list', isObject(one) ? textOf(one, 'PrefixListId') : undefined, prefix);
  }
  for (const one of listOf(permission, 'UserIdGroupPairs') ?? [undefined]) {
    if (!isObject(one)) unseen(one, 'Group', undefined, "this reference can't be read");
    else remarks.push(members(lineOf(one) ?? lineOf(permission), one));
  }
  // One rule each, as `describe-security-group-rules` writes them.
  for (const name of ['CidrIpv4', 'CidrIpv6'] as const) {
    const value = textOf(permission, name);
    if (value !== undefined) cidr(permission, name, value);
  }
  const list = textOf(permission, 'PrefixListId');
  if (list !== undefined) unseen(permission, 'Prefix list', list, prefix);
  const referenced = field(permission, 'ReferencedGroupInfo');
  if (isObject(referenced)) remarks.push(members(lineOf(permission), referenced));
  return entries;
};

/**
 * A reference to a group stands for the private addresses of its members, so it never lets a public sender in. Source:
 * Amazon VPC User Guide, security group rules.
 */
const members = (at: number | undefined, reference: Fields): Remark => ({
  ...line(at),
  text: `Group ${textOf(reference, 'GroupId') ?? ''}: it stands for private addresses of its members, and never for a public sender.`,
});

/** `CidrIpv6` speaks of IPv6 packets alone, also where it writes an IPv4 address in them. */
const matchCidr = (name: string, value: string | undefined, address: IPv4): Match => {
  if (value === undefined) return 'maybe';
  if (name === 'CidrIpv6') return isVersion6(value) ? 'no' : 'maybe';
  return isVersion6(value) ? 'maybe' : matchRanges([value], address);
};

const matchPermission = (permission: Fields, port: number): Match => {
  const egress = field(permission, 'IsEgress');
  const incoming = egress === undefined || String(egress).toLowerCase() === 'false';
  return both(incoming ? 'yes' : 'maybe', matchPorts(permission, port));
};

const matchPorts = (permission: Fields, port: number): Match => {
  const protocol = String(field(permission, 'IpProtocol') ?? '').toLowerCase();
  if (protocol === '-1' || protocol === 'all') return 'yes';
  if (protocol !== 'tcp' && protocol !== '6')
    return /^(udp|icmp|icmpv6|\d+)$/.test(protocol) ? 'no' : 'maybe';
  const from = field(permission, 'FromPort');
  const to = field(permission, 'ToPort');
  if (!Number.isInteger(from) || !Number.isInteger(to)) return 'maybe';
  return (from as number) <= port && port <= (to as number) ? 'yes' : 'no';
};
