import type { IPv4 } from 'ipaddr.js';
import { agreed, firstMatch } from './first-match.ts';
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
      text: `These are ${groups.length} groups; which of them are attached is not in the text. The result is certain only if all agree.`,
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
  const decisions = groups.map(({ id, entries }, at) => ({
    name: id ?? `group ${at + 1}`,
    decision: answer(entries, address, port),
  }));
  return agreed(
    decisions,
    (result) => result === 'allowed',
    (each) => `It depends on which groups are attached to the machine (${each}). Provide those alone.`,
  );
};

/** Each permission allows, so that one which matches for certain is enough. */
const answer = (entries: readonly Entry[], address: IPv4, port: number): Decision =>
  firstMatch(
    entries.map(({ ports, match, ...entry }) => ({
      ...entry,
      match: both(ports, match(address)),
      result: 'allowed',
      because: 'This permission allows it.',
    })),
    {
      result: 'denied',
      because: `No permission allows it on port ${port}, and security groups deny by default.`,
    },
  );

const groupsOf = ({ value, lineOf }: LinedJson, remarks: Remark[]) => {
  const list = isObject(value)
    ? (field(value, 'SecurityGroups') ?? field(value, 'SecurityGroupRules') ?? [value])
    : value;
  if (!Array.isArray(list) || list.length === 0)
    throw unreadable('AWS security group JSON', 'it has no security group');
  const groups: PermissionGroup[] = [];
  const bare = new Map<string | undefined, Fields[]>();
  for (const item of list) {
    if (!isObject(item)) throw unreadable('AWS security group JSON', 'one of its groups is not an object');
    if (field(item, 'IpPermissions') === undefined && field(item, 'IpProtocol') !== undefined) {
      addBareRule(bare, item);
    } else groups.push(groupOf(item, lineOf(item), remarks));
  }
  for (const [id, permissions] of bare) groups.push({ id, permissions });
  return groups;
};

interface PermissionGroup {
  readonly id: string | undefined;
  readonly permissions: readonly Fields[];
}

/** One rule without its group, as `describe-security-group-rules` writes them. */
const addBareRule = (bare: Map<string | undefined, Fields[]>, rule: Fields): void => {
  const id = textOf(rule, 'GroupId');
  const rules = bare.get(id) ?? [];
  bare.set(id, rules);
  if (String(field(rule, 'IsEgress')).toLowerCase() !== 'true') rules.push(rule);
};

const groupOf = (group: Fields, at: number | undefined, remarks: Remark[]): PermissionGroup => {
  const permissions = field(group, 'IpPermissions');
  if (!Array.isArray(permissions)) {
    throw unreadable('AWS security group JSON', `the group of line ${at ?? 1} has no IpPermissions`);
  }
  const readable = permissions.filter(isObject);
  if (readable.length < permissions.length) {
    remarks.push({
      ...line(at),
      text: "Some permissions of this group can't be read and were ignored; they could only allow more.",
    });
  }
  return { id: textOf(group, 'GroupId'), permissions: readable };
};

const line = (number: number | undefined) => (number === undefined ? {} : { line: number });

/** What one permission lets in is added to, source by source. */
interface Permission {
  readonly fields: Fields;
  readonly ports: Match;
  /** As it is shown before each source. */
  readonly shown: string;
  readonly lineOf: LinedJson['lineOf'];
  readonly entries: Entry[];
  readonly remarks: Remark[];
}

const entriesOf = (
  fields: Fields,
  group: string | undefined,
  port: number,
  { lineOf }: LinedJson,
  remarks: Remark[],
): Entry[] => {
  const ports = matchPermission(fields, port);
  if (ports === 'no') return [];
  const from = String(field(fields, 'FromPort') ?? '');
  const range = from === '' ? 'all ports' : `port ${from}–${field(fields, 'ToPort')}`;
  const shown = `${range}${group === undefined ? '' : ` of ${group}`}`;
  const permission: Permission = { fields, ports, shown, lineOf, entries: [], remarks };
  addLists(permission);
  addSingle(permission);
  return permission.entries;
};

/** The sources of a permission of a group. */
const addLists = (permission: Permission): void => {
  const { fields, lineOf, remarks } = permission;
  for (const [list, name] of [
    ['IpRanges', 'CidrIp'],
    ['Ipv6Ranges', 'CidrIpv6'],
  ] as const) {
    for (const one of listOf(fields, list) ?? [undefined]) addCidr(permission, one, name);
  }
  for (const one of listOf(fields, 'PrefixListIds') ?? [undefined]) {
    addUnseen(permission, one, 'Prefix list', isObject(one) ? textOf(one, 'PrefixListId') : undefined);
  }
  for (const one of listOf(fields, 'UserIdGroupPairs') ?? [undefined]) {
    if (isObject(one)) remarks.push(members(lineOf(one) ?? lineOf(fields), one));
    else addUnseen(permission, one, 'Group', undefined, "this reference can't be read");
  }
};

/** One rule each, as `describe-security-group-rules` writes them. */
const addSingle = (permission: Permission): void => {
  const { fields, lineOf, remarks } = permission;
  for (const name of ['CidrIpv4', 'CidrIpv6'] as const) {
    if (textOf(fields, name) !== undefined) addCidr(permission, fields, name);
  }
  const list = textOf(fields, 'PrefixListId');
  if (list !== undefined) addUnseen(permission, fields, 'Prefix list', list);
  const referenced = field(fields, 'ReferencedGroupInfo');
  if (isObject(referenced)) remarks.push(members(lineOf(fields), referenced));
};

const addCidr = (permission: Permission, source: unknown, name: string): void => {
  const value = isObject(source) ? textOf(source, name) : undefined;
  const doubt =
    permission.ports === 'maybe'
      ? "The ports or the protocol of this permission can't be read"
      : "This range can't be read";
  addEntry(permission, source, `${name} ${value ?? '?'}`, doubt, (address) =>
    matchCidr(name, value, address),
  );
};

const addUnseen = (
  permission: Permission,
  source: unknown,
  name: string,
  value: string | undefined,
  why = 'its addresses are not in the text',
): void => {
  const text = `${name} ${value ?? '?'}`;
  addEntry(permission, source, text, `${text}: ${why}`, () => 'maybe');
  permission.remarks.push({
    ...line(isObject(source) ? permission.lineOf(source) : undefined),
    text: `${text}: ${why}.`,
  });
};

const addEntry = (
  { fields, ports, shown, lineOf, entries }: Permission,
  source: unknown,
  text: string,
  doubt: string,
  match: Entry['match'],
): void => {
  const at = isObject(source) ? lineOf(source) : undefined;
  entries.push({ line: at ?? lineOf(fields), text: `${shown}: ${text}`, ports, match, doubt });
};

/**
 * A reference to a group stands for the private addresses of its members, so it never lets a public sender in. Source:
 * Amazon VPC User Guide, security group rules.
 */
const members = (at: number | undefined, reference: Fields): Remark => ({
  ...line(at),
  text: `Group ${textOf(reference, 'GroupId') ?? ''}: covers private addresses of its members, never a public sender.`,
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
