import { oncePer } from '#base/once-per.ts';
import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import {
  chainOf,
  childrenOf,
  type Model,
  type Node,
  type NodeOf,
  scopeAround,
} from '#desk/eligibility/source/syntax/model.ts';
import { isOtherHost } from './path.ts';

const { products, trades, baseLike } = patternsOf('alerts/bases');

const partsOfHost = (host: string): readonly string[] =>
  host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .split('.')
    .filter((part) => part !== '');
/** The name that someone registered: `sensorcloud` of `eu.sensorcloud.io`. Hosts of a private network have none. */
const registered = (host: string): string | undefined => {
  const parts = partsOfHost(host);
  if (
    parts.length < 2 ||
    /^(?:internal|local|lan|svc|cluster|corp|home|localhost|intranet)$/.test(parts.at(-1) ?? '')
  )
    return undefined;
  const at = parts.length > 2 && /^(?:co|com|org|net|gov|ac)$/.test(parts.at(-2) ?? '') ? -3 : -2;
  return parts.at(at);
};

/** Whether the code names the domain as its own: a package, an address. Its gateway may lead to the service. */
const isOwnDomain = ({ path, text }: Model, name: string): boolean => {
  const domains = '(?:com|io|net|org|co|dev|app|eu|ai)';
  return (
    new RegExp(`(?:^|[/\\\\])${domains}[/\\\\]${name}[/\\\\]`, 'i').test(path) ||
    new RegExp(`(?:^|\\s)${domains}\\.${name}\\b|@${name}\\.|github\\.com/${name}/`, 'i').test(text)
  );
};

/** Whether a host is plainly another service's, by the name that it is registered by. */
const isAnothers = (model: Model, host: string): boolean => {
  if (isOtherHost(host)) return true;
  const name = registered(host);
  return (
    name !== undefined &&
    /^[a-z][a-z0-9-]*$/.test(name) &&
    (products.test(name) || trades.test(name)) &&
    !isOwnDomain(model, name)
  );
};

const withScheme = /\bhttps?:\/\/([a-z0-9][\w.-]{1,100})/gi;
const quoted =
  /["'`]((?:[a-z0-9][\w-]{0,40}\.){1,5}(?:io|com|net|org|dev|app|eu|co|ai|cloud|uk|de|us))["'`/]/gi;
const hostsIn = (text: string): string[] =>
  [...text.matchAll(withScheme), ...text.matchAll(quoted)].map(([, host = '']) => host);

/** Without comments: what they name is not called. */
const codeOf = oncePer((model: Model): string => {
  let at = 0;
  let code = '';
  for (const { from, to } of [...model.all('comment')].sort((a, b) => a.from - b.from)) {
    if (from < at) continue;
    code += model.text.slice(at, from);
    at = to;
  }
  return code + model.text.slice(at);
});

/**
 * What shows that a path is requested from another service, in a sentence for a person: the host before it, what its
 * client is declared with, or the only base in its file.
 */
export const otherBaseOf = (model: Model, node: Node, host: string | undefined): string | undefined => {
  if (host !== undefined) return isAnothers(model, host) ? `URL host: ${host.slice(0, 80)}.` : undefined;
  return ofDeclared(model, node) ?? ofNames(model, node) ?? ofClient(node) ?? ofOnlyBase(model, node);
};

const ofHosts = (model: Model, hosts: readonly string[], what: string): string | undefined =>
  hosts.length > 0 && hosts.every((host) => isAnothers(model, host))
    ? `${what} ${(hosts[0] as string).slice(0, 80)}.`
    : undefined;

/** `@FeignClient(url = "${sensors.url:https://eu.sensorcloud.io}")` on the interface around. */
const ofDeclared = (model: Model, node: Node): string | undefined => {
  const type = scopeAround(node, 'interface', 'class');
  if (type === undefined || type.annotations.length === 0) return undefined;
  const hosts = type.annotations.flatMap(({ from, to }) => hostsIn(model.text.slice(from, to)));
  return ofHosts(model, hosts, 'Client host:');
};

const names = /[A-Za-z_]\w{2,60}/g;
/** What stands before the path is given a host where it is made: `host = https://api.newrelic.com`. */
const ofNames = (model: Model, node: Node): string | undefined => {
  const written = model.text.slice(node.from, Math.min(node.to, node.from + 300));
  const lead = written.slice(0, Math.max(0, written.search(/\brules\b/i)));
  const code = codeOf(model);
  for (const [name] of lead.matchAll(names)) {
    if (!baseLike.test(name)) continue;
    const given = new RegExp(
      `\\b${name}\\b["']?\\s{0,4}(?::\\s?[\\w<>?]{1,30}\\s?)?(?::=|[:=])\\s{0,4}([^\\n]{1,200})`,
      'g',
    );
    const values = [...code.matchAll(given)].map(([, value = '']) => hostsIn(value));
    if (values.length > 0 && values.every((hosts) => hosts.length > 0))
      return ofHosts(model, values.flat(), 'Base URL:');
  }
  return undefined;
};

/** `$this->siftClient->request('GET', 'rules/…')`. */
const ofClient = (node: Node): string | undefined => {
  for (
    let at = node.parent, step = 0;
    at !== undefined && at.kind !== 'scope' && step < 6;
    at = at.parent, step++
  ) {
    if (at.kind !== 'call') continue;
    const client = chainOf(at.callee)
      .slice(0, -1)
      .find((name) =>
        products.test(
          name.replace(/^[$@_]+/, '').replace(/(?:_?(?:http|rest|api))?_?(?:client|api|http|gateway)$/i, ''),
        ),
      );
    if (
      client !== undefined &&
      /client|api|http|gateway/i.test(client) &&
      !/tomorrow|incident|particle/i.test(client)
    )
      return `${client.slice(0, 60)} is a client of another service.`;
  }
  return undefined;
};

interface OnlyBase {
  readonly why: string;
  /** Names that stand for it. */
  readonly names: ReadonlySet<string>;
  /** What the lines with it say, but for the hosts. */
  readonly lines: readonly string[];
}

/** The base of every call in a file, if each that is named in it is of one other service, and the path is put behind it. */
export const ofOnlyBase = (model: Model, node: Node): string | undefined => {
  const base = onlyBaseOf(model);
  return base !== undefined && isBehind(model, node, base) ? base.why : undefined;
};
const itself = /^(?:this|self|cls|class|static|super|this|)$/;
const configured = /base_?(?:ur[il]|address|path)|prefix_?url|root_?uri|\bsite\b/i;
/** By a name in the path, by a function of the file, or as what a client asks for that has this base. */
const isBehind = (model: Model, node: Node, base: OnlyBase): boolean => {
  const written = model.text.slice(node.from, Math.min(node.to, node.from + 300));
  if (namesBase(written.slice(0, Math.max(0, written.search(/rules/i))), base)) return true;
  let at: Node | undefined = node;
  for (let step = 0; at !== undefined && at.kind !== 'scope' && step < 6; at = at.parent, step++)
    if (at.kind === 'call' && asksBase(model, at, base)) return true;
  return false;
};
const namesBase = (text: string, base: OnlyBase): boolean =>
  [...text.matchAll(names)].some(([name]) => base.names.has(name));
const asksBase = (model: Model, call: NodeOf<'call'>, base: OnlyBase): boolean => {
  const chain = chainOf(call.callee);
  const own = model
    .all('scope')
    .filter(({ role, name }) => role === 'function' && name === (chain.at(-1) ?? ''));
  if (own.length > 0) return own.every(({ from, to }) => namesBase(model.text.slice(from, to), base));
  const client = (chain.at(-2) ?? '').replace(/^[$@]+/, '');
  const clients = base.lines.filter((line) => configured.test(line));
  if (itself.test(client)) return clients.length > 0 && isConfigured(model, call);
  return clients.some((line) => isGivenBase(line, client));
};
/** The class around has the base; another one of the file may not. */
const isConfigured = (model: Model, node: Node): boolean => {
  const type = scopeAround(node, 'class', 'module');
  const text = type === undefined ? model.text : model.text.slice(type.from, type.to);
  return configured.test(text) && hostsIn(text).length > 0;
};
/** `api = axios.create({ baseURL: … })`, `http.BaseAddress = …`: a statement of the line, not one beside it. */
const isGivenBase = (line: string, client: string): boolean => {
  const at = line.search(configured);
  const end = line.indexOf(';', at);
  return (
    /^\w+$/.test(client) &&
    new RegExp(`\\b${client}\\b["']?\\s{0,3}(?::[^=]{0,40})?(?:[:=]|\\.\\w{1,40}\\s{0,3}[=(])`).test(
      line.slice(Math.max(0, line.slice(0, at).lastIndexOf(';')), end < 0 ? line.length : end),
    )
  );
};

const onlyBaseOf = oncePer((model: Model): OnlyBase | undefined => {
  const code = codeOf(model);
  if (code.length > longestClient) return undefined;
  const hosts = hostsIn(code);
  const why = ofHosts(model, hosts, 'Only base URL in the file:');
  if (why === undefined) return undefined;
  const labels = new Set(
    hosts.flatMap((host) => partsOfHost(host).slice(0, -1)).filter((part) => part.length > 4),
  );
  const lines = code.split('\n');
  const namesIn = (text: string): string[] =>
    [...text.matchAll(names)].map(([name]) => name).filter((name) => baseLike.test(name));
  const all = new Set(namesIn(code));
  const given = new Set<string>();
  const isGiven = (text: string): boolean =>
    hostsIn(text).length > 0 ||
    [...labels].some((label) => text.toLowerCase().includes(label)) ||
    namesIn(text).some((name) => given.has(name));
  const give = (text: string, more: readonly string[]): void => {
    if (isGiven(text)) for (const name of more) given.add(name);
  };
  for (let round = 0; round < 3; round++) {
    for (const line of lines) if (/[=:(]|<-|->/.test(line)) give(line, namesIn(line));
    for (const { role, name, from, to } of model.all('scope'))
      if (role === 'function' && all.has(name) && to - from < 1500)
        give(model.text.slice(from, to).replaceAll(name, ''), [name]);
  }
  if (![...all].every((name) => given.has(name))) return undefined;
  return { why, names: given, lines: lines.filter(isGiven).map((line) => line.replace(withScheme, '')) };
});
/** Larger ones are hardly one client. */
const longestClient = 20_000;

/** Of resources that the service has: its own paths, whatever is put before. */
const ofService = /\b(?:compan(?:y|ies)|connections?|integrations?|profile|webhooks?|apikeys|data)\b/i;

/** A client that is declared for another trade, and asks for what this service has not. */
export const otherClientOf = (node: Node): string | undefined => {
  const type = scopeAround(node, 'interface');
  if (type === undefined || !trades.test(type.name)) return undefined;
  const texts = type.children.flatMap((child) =>
    child.kind === 'scope' || child.kind === 'definition' ? child.annotations.flatMap(childrenOf) : [],
  );
  const paths = texts.flatMap((one) => (one.kind === 'text' && one.value.includes('/') ? [one.value] : []));
  const others = paths.filter((path) => !/rules/i.test(path));
  if (others.length === 0 || paths.some((path) => ofService.test(path)) || ofService.test(type.name))
    return undefined;
  return `${type.name.slice(0, 60)} calls another service, which also has ${(others[0] as string).slice(0, 60)}.`;
};
