import { redactPath } from '#base/redact.ts';
import { shown } from '#base/shown-text.ts';

/**
 * Classifies a request: a call to this API, and of which kind. Source: `docs/reference/rules/legacy.md#alerts-endpoints`
 * section 3, `docs/reference/rules/legacy.md#alerts-endpoints`.
 */

/**
 * `elsewhere` has the form of an alerts call, but went to another host than this API has, or outside its prefix. `near`: to
 * the same host on another port or outside the prefix, which may well be this API's.
 */
export type Call =
  | {
      readonly kind: 'alerts';
      readonly template: string;
      /** The path as it was, without what may be a key. */
      readonly path: string;
      readonly certain: boolean;
    }
  | {
      readonly kind: 'other';
      /** It can only be this API's: the host is, or the path is none that others have. */
      readonly certain: boolean;
    }
  | { readonly kind: 'elsewhere'; readonly host: string; readonly near: boolean };

/**
 * @param method in any case; empty if the log has none
 * @param target a path, with a query or not, or a whole URL
 * @param host as logged, if it is
 */
export type CallJudge = (method: string, target: string, host?: string) => Call | undefined;

interface Known {
  readonly host: string;
  /** Segments in lower case. */
  readonly prefix: readonly string[];
}

export const createCallJudge = (hosts: readonly string[]): CallJudge => {
  const known = hosts.map(knownOf);
  const names = new Set(known.map(({ host }) => host));
  const bare = new Set([...names].map(withoutPort));
  return (method, target, loggedHost) => {
    const { host = hostInLog(loggedHost), path } = split(target);
    const segments = segmentsOf(path);
    const elsewhere = (): Call | undefined =>
      alertsAt(segments, 'anywhere') !== undefined && mayRead(method)
        ? { kind: 'elsewhere', host: shown(host ?? '', hostLimit), near: bare.has(withoutPort(host ?? '')) }
        : undefined;
    if (host !== undefined && known.length > 0 && !names.has(host)) return elsewhere();
    const prefixes = known.filter((one) => one.host === host);
    const base = prefixes.find(({ prefix }) =>
      prefix.every((part, at) => segments[at]?.toLowerCase() === part),
    );
    const certainHost = base !== undefined;
    if (prefixes.length > 0 && !certainHost) return elsewhere();
    const alerts = alertsAt(segments, base?.prefix.length ?? 'anywhere');
    if (alerts !== undefined && mayRead(method)) {
      const before = segments.slice(0, alerts.at).map((segment) => `/${segment}`);
      return {
        kind: 'alerts',
        template: redactPath(before.join('') + alerts.template),
        path: redactPath(segments.map((segment) => `/${segment}`).join('')),
        certain: certainHost || alerts.certain,
      };
    }
    if (certainHost) return { kind: 'other', certain: true };
    return otherOf(segments);
  };
};

/** The host that a request went to, in lower case; undefined if the log has none. */
export const hostOf = (target: string, loggedHost?: string): string | undefined => {
  const host = target.startsWith('/') ? undefined : split(target).host;
  const found = host ?? hostInLog(loggedHost);
  return found === undefined ? undefined : shown(found, hostLimit);
};

const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

/** Whether it is a method: some logs have no column for it, others a dash. */
export const isMethod = (method: string): boolean => /^[a-z]{3,20}$/i.test(method);

/** `HEAD` asks the same as `GET`; other methods the alerts endpoints do not have. An unknown one may be any. */
const mayRead = (method: string): boolean => /^(get|head)$/i.test(method) || !isMethod(method);

/** The form of this API's ids. */
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const prefixLimit = 4;
const hostLimit = 100;

const is = (segment: string | undefined, word: string): boolean => segment?.toLowerCase() === word;

/** `from`: where the path of the API begins; without it, up to four segments may come before. */
const alertsAt = (
  segments: readonly string[],
  from: number | 'anywhere',
): { at: number; template: string; certain: boolean } | undefined => {
  const length = segments.length;
  const fits = (at: number) => (from === 'anywhere' ? at >= 0 && at <= prefixLimit : at === from);
  if (fits(length - 2) && is(segments[length - 2], 'rules') && is(segments[length - 1], 'alerts')) {
    return { at: length - 2, template: '/rules/alerts', certain: true };
  }
  const at = length - 3;
  if (!fits(at) || !is(segments[at], 'rules')) return undefined;
  if (is(segments[at + 1], 'alerts')) {
    return { at, template: '/rules/alerts/{alertId}', certain: uuid.test(segments[at + 2] ?? '') };
  }
  if (is(segments[at + 2], 'alerts')) {
    return { at, template: '/rules/{ruleId}/alerts', certain: uuid.test(segments[at + 1] ?? '') };
  }
  return undefined;
};

const roots = new Set(['companies', 'rules', 'webhooks', 'integrations', 'apikeys', 'profile']);
/** Where the host is not known, the form of the path has to do: many an application has a page `/companies` of its own. */
const otherOf = (segments: readonly string[]): Call | undefined => {
  const at = segments.findIndex((segment, n) => n <= prefixLimit && roots.has(segment.toLowerCase()));
  if (at < 0) return undefined;
  const rest = segments.slice(at + 1);
  const root = (segments[at] as string).toLowerCase();
  const ids = root === 'integrations' ? /^[a-z]{4}$/i : uuid;
  const ofItsForm =
    rest.length === 0 || ids.test(rest[0] ?? '') || (root === 'profile' && is(rest[0], 'syncsettings'));
  if (!ofItsForm) return undefined;
  return { kind: 'other', certain: rest.length > 0 };
};

const knownOf = (text: string): Known => {
  const { host, path } = split(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  return { host: host ?? '', prefix: segmentsOf(path).map((segment) => segment.toLowerCase()) };
};

/** In lower case, without the port that its scheme has anyway. */
const hostName = (text: string | undefined): string | undefined => {
  const host = text
    ?.trim()
    .toLowerCase()
    .replace(/^[^@/]*@/, '')
    .replace(/:(80|443)$/, '')
    .replace(/\.$/, '');
  return host === '' || host === undefined ? undefined : host;
};

/** From a field of its own. One word is the name of a machine rather than a host that was called. */
const hostInLog = (text: string | undefined): string | undefined => {
  const host = hostName(text);
  return host === undefined || /[.:]|^localhost$/.test(host) ? host : undefined;
};

const split = (target: string): { host?: string | undefined; path: string } => {
  const url = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)/i.exec(target);
  if (url) return { host: hostName(url[1]), path: url[2] ?? '' };
  return { path: /^[^?#]*/.exec(target)?.[0] ?? '' };
};

/** Without empty ones, and decoded, so that `%72ules` and a slash more change nothing. */
const segmentsOf = (path: string): string[] => {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return path.includes('%') ? parts.map(decoded).join('/').split('/').filter(Boolean) : parts;
};

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};
