/** Tools whose rules are not read here, by lines that no other tool has. A list of addresses would be taken for less. */

interface Tool {
  readonly name: string;
  readonly sign: RegExp;
}

/** Each line is trimmed and cut, and begins with a letter or one of `</@"`: comments and addresses do not. */
const ofLines: readonly Tool[] = [
  {
    name: 'Apache',
    sign: /^(<\/?(VirtualHost|Directory|DirectoryMatch|Location|LocationMatch|Files|FilesMatch|IfModule|Require(All|Any|None)|Limit|LimitExcept)\b|Require +(not +)?(ip|host|all|local|forward-dns)\b|Order +(allow|deny) *, *(allow|deny)|(Allow|Deny) +from +)/i,
  },
  {
    name: 'HAProxy',
    sign: /^((frontend|backend|listen|defaults) +[\w.-]+$|global$|defaults$|(http|tcp)-request +|acl +\S+ +(src|hdr|path|dst)\b)/,
  },
  { name: 'Squid', sign: /^http_access +(allow|deny)\b/ },
  { name: 'ufw', sign: /^(sudo +)?ufw +(allow|deny|limit|reject|insert|default|route|prepend)\b/ },
  {
    name: 'firewalld',
    sign: /^((sudo +)?firewall-cmd +|<zone\b|<rule family=|icmp-block-inversion:|rich rules:)/,
  },
  {
    name: 'pf',
    sign: /^((pass|block)( +(drop|return|log))* +(in|out|quick)\b|scrub +in\b|set +skip +on\b|table +<)/,
  },
  { name: 'ipfw', sign: /^((sudo +)?ipfw +|add +\d+ +(allow|deny|pass)\b)/ },
  { name: 'ipset', sign: /^(sudo +)?(ipset +)?create +\S+ +(hash|bitmap|list):/ },
  {
    name: 'Cisco',
    sign: /^((ip +)?access-list +\S+|(permit|deny) +(ip|tcp|udp|icmp) +|access-group +|object-group +)/,
  },
  { name: 'Juniper', sign: /^set +(firewall|security|policy-options) +/ },
  { name: 'FortiGate', sign: /^config +(firewall|system|vdom)\b/ },
  { name: 'MikroTik', sign: /^\/?ip +firewall\b/ },
  {
    name: 'Windows Firewall',
    sign: /^((New|Set|Get)-NetFirewallRule\b|netsh +advfirewall\b|(Remote|Local)(IP|Address) *:)/i,
  },
  { name: 'TCP wrappers', sign: /^ALL *:/ },
  { name: 'Terraform', sign: /^(resource|data|module|provider) +"[^"]+" *("[^"]+" *)?\{/ },
  { name: 'AWS CloudFormation', sign: /^"?AWSTemplateFormatVersion\b/ },
  { name: 'Kubernetes', sign: /^(apiVersion|kind) *: */ },
  { name: 'Traefik', sign: /^"?(sourceRange|ipAllowList|ipWhiteList)\b/ },
  { name: 'Envoy', sign: /^"?(static_resources|direct_remote_ip|source_ip)"? *:/ },
  { name: 'Caddy', sign: /^(@\S+ +)?(not +)?(remote_ip|client_ip) +/ },
  { name: 'Varnish', sign: /^(vcl +\d|acl +\w+ *\{)/ },
  { name: 'Google Cloud', sign: /^"?sourceRanges"? *:/ },
];

const ofJson: readonly Tool[] = [
  { name: 'AWS CloudFormation', sign: /"AWSTemplateFormatVersion"/ },
  { name: 'AWS network ACLs', sign: /"(NetworkAcls|NetworkAclId|RuleNumber)"/ },
  { name: 'AWS WAF', sign: /"(IPSet|WebACL|IPSetReferenceStatement)"/ },
  { name: 'AWS prefix lists', sign: /"PrefixLists"/ },
  { name: 'Google Cloud', sign: /"sourceRanges"/ },
  { name: 'Terraform', sign: /"(terraform_version|planned_values)"/ },
  { name: 'Kubernetes', sign: /"apiVersion" *:/ },
  { name: 'Envoy', sign: /"(static_resources|direct_remote_ip)"/ },
  { name: 'Caddy', sign: /"(remote_ip|client_ip)" *:/ },
];

/** @param lines trimmed and cut. @returns the tool's name, if the lines are its and no other's */
export const toolOfLines = (lines: readonly string[]): string | undefined => {
  for (const line of lines) {
    if (!/^[a-z<@/"]/i.test(line)) continue;
    const found = ofLines.find(({ sign }) => sign.test(line));
    if (found !== undefined) return found.name;
  }
  return undefined;
};

export const toolOfJson = (text: string): string | undefined =>
  ofJson.find(({ sign }) => sign.test(text))?.name;
