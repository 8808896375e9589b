import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import { hole } from '#desk/eligibility/source/syntax/model.ts';

const { pagesOf, otherHosts, otherPrefixes } = patternsOf('alerts/path');

/** A text that holds the path of an alerts endpoint. Source: `docs/reference/rules/legacy.md#alerts-endpoints`. */
export interface AlertsPath {
  /** Literal host before the path; undefined if none is written. */
  readonly host: string | undefined;
  /** Literal segments and holes before `rules`. */
  readonly prefix: readonly string[];
  /** It begins with a slash, a host, or something computed. */
  readonly rooted: boolean;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;
/** What stands for a value in a path: a hole, `{id}`, `:id`, `<id>`, `%s`, `$1`, `\1`, `[id]`, `*`, an id. */
const variable = new RegExp(
  `${hole}|^[:*$%\\\\<{[(]|^\\(|[)}>\\]]$|^~[sapw]$|^#.*#$|^[A-Z][A-Z_]*ID$|^(?:xxx+|\\.\\.\\.|…|(?:rule|alert)[-_]?id|id|\\d+|(?:rule|alert|test|my|some|a|the)?[-_]?(?:rule|alert)?[-_]?\\d+|(?:rule|rul|alert|alr|al|r|a)[-_][\\w-]+)$`,
  'i',
);
const isVariable = (segment: string): boolean =>
  segment !== '' && !/^\*+\.\w+$/.test(segment) && (variable.test(segment) || uuid.test(segment));

const entities: Readonly<Record<string, string>> = {
  '&#47;': '/',
  '&#x2f;': '/',
  '&sol;': '/',
  '&amp;': '&',
  '\\/': '/',
};
const encodedSlash = /&#47;|&#x2f;|&sol;|&amp;|\\\//gi;

/** Percent-encoding (also twice) and entities of a path, decoded. */
const decoded = (text: string): string => {
  let made = text.replace(encodedSlash, (found) => entities[found.toLowerCase()] ?? found);
  for (let time = 0; time < 3 && /%[0-9a-f]{2}/i.test(made); time++) {
    const next = made.replace(/%(?:25)*([2-7][0-9a-f])/gi, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (next === made) break;
    made = next;
  }
  return made;
};

/** ColdFusion's `#expression#`. */
const hashes = /#[\w.()'"]+#/g;
const verb = /^(?:get|post|head|any|all|\*)[\s:]+(?=\S)/i;
/** What a template puts in was blanked out. */
const blanked = /(\/) {3,}(?=\/)/g;
const withHost = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i;
/** Marks of regular expressions that a route has around. */
const anchors = /^[\^~=!(]+|\(\?:|\$$|\/\?\$?$/g;

/**
 * The alerts endpoint that a folded text addresses; undefined if it does not.
 * @param text What is not known of it is a `hole`.
 */
export const alertsPathOf = (text: string): AlertsPath | undefined => {
  if (text.length > 2000 || !/alerts/i.test(text) || !/rules/i.test(decoded(text))) return undefined;
  const command = /^(?:curl|wget|http)\s(?:.*\s)?["']?(\S*rules\S*)/s.exec(text.trim())?.[1];
  if (command !== undefined) return alertsPathOf(command);
  // Behind a message, rather than the end of a path.
  if (/\S\s$/.test(text) && text.includes(hole)) return undefined;
  const whole = decoded(text.replace(blanked, `$1${hole}`).trim())
    .replace(verb, '')
    .replace(hashes, hole)
    .replace(anchors, '')
    .trim();
  if (/\s/.test(whole.replace(/\{\{?[^}]*\}\}?|<[^>]*>/g, '').split(/[?#]/)[0] as string)) return undefined;
  const found = withHost.exec(whole);
  const host = found?.[1];
  const path = cutQuery(found === null ? whole : whole.slice(found[0].length));
  const segments = path.split('/').filter((segment) => segment !== '');
  const at = endpointIn(segments);
  if (at === undefined) return relayedIn(text);
  const prefix = segments.slice(0, at);
  const literalHost =
    found !== null && host !== undefined && host !== '' && !isVariable(host) ? host : undefined;
  return {
    host: literalHost,
    prefix,
    rooted: whole.startsWith('/') || found !== null || (prefix[0] !== undefined && isVariable(prefix[0])),
  };
};

/** A relay is told the path in its query: `/get?path=%2Frules%2Falerts`. */
const relayedIn = (text: string): AlertsPath | undefined => {
  for (const [, key = '', value = ''] of text.matchAll(/[?&]([\w.-]{1,40})=([^&\s]{1,400})/g)) {
    if (pagesOf.test(key) || !/rules/i.test(value) || value.includes('?')) continue;
    const path = alertsPathOf(value);
    if (path?.rooted === true) return path;
  }
  return undefined;
};

/** A hole right behind a path is its query. */
const cutQuery = (path: string): string => {
  const query = path.search(/[?#;](?![^{]*\})/);
  return (query < 0 ? path : path.slice(0, query)).replace(new RegExp(`(?<=alerts)${hole}+$`, 'i'), '');
};

const endpointIn = (segments: readonly string[]): number | undefined => {
  for (let at = segments.length - 2; at >= Math.max(0, segments.length - 3); at--) {
    const [first = '', second = '', third] = segments.slice(at);
    // What is computed may end in the base's own part: `${base}rules`.
    if (!/^rules$/i.test(first) && !new RegExp(`${hole}rules$`, 'i').test(first)) continue;
    const isAlerts = (segment: string | undefined): boolean =>
      segment !== undefined && /^alerts(?:\.json)?$/i.test(segment);
    if (isAlerts(second) && (third === undefined || isVariable(third))) return at;
    if (isVariable(second) && isAlerts(third) && segments.length === at + 3) return at;
  }
  return undefined;
};

/** A text that ends in `rules` or in `rules/{id}`: a base that `alerts` is put behind. */
export const endsInRules = (text: string): boolean => {
  const path = decoded(text.trim()).replace(/\/+$/, '').replace(/^\^/, '');
  if (/\s/.test(path) || path.length > 500) return false;
  return /(?:^|\/|[^\w-])rules$/i.test(path) || new RegExp(`${hole}rules$`).test(path);
};
/** `alerts`, `/alerts/{id}`, `{id}/alerts`: what is put behind such a base. */
export const isBehindRules = (text: string): boolean => {
  const segments = cutQuery(decoded(text.trim()).replace(verb, ''))
    .split('/')
    .filter((segment) => segment !== '');
  if (segments.length === 0 || segments.length > 2 || /\s/.test(text.trim())) return false;
  const [first = '', second] = segments;
  return (
    (/^alerts$/.test(first) && (second === undefined || isVariable(second))) ||
    (isVariable(first) && second !== undefined && /^alerts$/.test(second))
  );
};

export const isOtherHost = (host: string): boolean => otherHosts.test(host);

export const otherPrefixOf = ({ prefix }: AlertsPath): string | undefined =>
  prefix.find((segment) => otherPrefixes.test(segment));
/** Prefixes that a gateway in front of the service may have, as well as an API or a page of someone else. */
export const mayBeBefore = (prefix: string): boolean =>
  /^(?:app|admin|partners?|public|hooks|routes?|features?|stores?|portal|console|ui|config|me|security|inbox|fleet|lib|modules|models?|controllers?|\.\.)$/i.test(
    prefix,
  );
