import { registeredUrls } from '#contract/callback-list.ts';
import type { CallbackCheck, NearMiss } from '#contract/runbook.ts';

/** Whether the callback URL is registered with the platform. Platforms compare character by character (RFC 9700, section 2.1). */

const listedNear = 20;
/** No platform registers longer ones. */
const longestUrl = 4096;

export type CallbackFound = Pick<CallbackCheck, 'callbackUrl' | 'found' | 'urls' | 'near'>;

/** @param text the list as it was pasted */
export const checkCallback = (callbackUrl: string, text: string): CallbackFound => {
  const urls = registeredUrls(text);
  const found = urls.includes(callbackUrl);
  const near = found ? [] : urls.flatMap((url) => nearMiss(callbackUrl, url) ?? []);
  near.sort((a, b) => a.differences.length - b.differences.length);
  return { callbackUrl, found, urls: urls.length, near: near.slice(0, listedNear) };
};

/** undefined for a URL that has nothing to do with the callback URL. */
const nearMiss = (wanted: string, given: string): NearMiss | undefined => {
  if (given.length > longestUrl) return undefined;
  const differences = [...hiddenCharacters(given)];
  const cleaned = given.replace(hidden, '');
  if (cleaned !== wanted) {
    const [right, wrong] = [partsOf(wanted), partsOf(cleaned)];
    if (right === undefined || wrong === undefined) return undefined;
    const host = hostDifferences(right, wrong);
    const path = pathDifferences(right, wrong);
    // Another host and another path: another URL.
    if (host.other && path.other) return undefined;
    differences.push(...schemeDifferences(right, wrong), ...host.texts, ...portDifferences(right, wrong));
    differences.push(...path.texts, ...restDifferences(right, wrong));
    if (differences.length === 0) differences.push('It is written differently.');
  }
  return { url: shown(cleaned), differences };
};

/** As it is written: `URL` would make equal what a platform tells apart. */
interface Parts {
  readonly scheme: string;
  readonly user: boolean;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

const shape =
  /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d*))?([^?#]*)(\?[^#]*)?(#.*)?$/i;

const partsOf = (url: string): Parts | undefined => {
  const match = shape.exec(url);
  if (match === null) return undefined;
  const [, scheme = '', user, host = '', port = '', path = '', query = '', fragment = ''] = match;
  return { scheme, user: user !== undefined, host, port, path, query, fragment };
};

interface Found {
  readonly other: boolean;
  readonly texts: readonly string[];
}
const same: Found = { other: false, texts: [] };

const hidden = /[\s\p{Cc}\p{Cf}]/gu;

const hiddenCharacters = (url: string): string[] => {
  const texts: string[] = [];
  if (/^\s/.test(url)) texts.push('It begins with a space.');
  if (/\s$/.test(url)) texts.push('It ends with a space.');
  if (/\S\s+\S/.test(url)) texts.push('It contains a space.');
  const invisible = [...new Set(url.match(/[\p{Cc}\p{Cf}]/gu) ?? [])].filter(
    (character) => !/\s/.test(character),
  );
  if (invisible.length > 0) {
    const codes = invisible.map(
      (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
    texts.push(`It contains an invisible character (${codes.slice(0, 5).join(', ')}).`);
  }
  return texts;
};

const schemeDifferences = (right: Parts, wrong: Parts): string[] => {
  const [wanted, given] = [right.scheme.toLowerCase(), wrong.scheme.toLowerCase()];
  if (right.scheme === wrong.scheme) return [];
  if (wanted === given) return [`Its scheme is written ${wrong.scheme} instead of ${right.scheme}.`];
  return [`It begins with ${given} instead of ${wanted}.`];
};

const hostDifferences = (right: Parts, wrong: Parts): Found => {
  const user = wrong.user && !right.user ? ['It contains a user or password.'] : [];
  if (right.host === wrong.host) return { ...same, texts: user };
  const [wanted, given] = [right.host.toLowerCase(), wrong.host.toLowerCase()];
  const texts = (text: string): Found => ({ other: false, texts: [...user, text] });
  if (wanted === given)
    return texts(`Its host differs in capitals: ${cut(wrong.host)} instead of ${right.host}.`);
  if (given === `www.${wanted}`) return texts('Its host begins with www. and should not.');
  if (`www.${given}` === wanted) return texts('Its host lacks the www. at its beginning.');
  if (given === `${wanted}.`) return texts('Its host ends with a dot.');
  const wildcard = given.startsWith('*.') && wanted.endsWith(given.slice(1));
  if (wildcard) return texts('It contains a wildcard, which platforms do not match against the URL.');
  return { other: true, texts: [...user, `Its host is ${cut(wrong.host)} instead of ${right.host}.`] };
};

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

const portDifferences = (right: Parts, wrong: Parts): string[] => {
  if (right.port === wrong.port) return [];
  const usual = defaultPorts[right.scheme.toLowerCase()];
  if (right.port === '' && wrong.port === usual) return [`It names the port ${wrong.port}. Leave it out.`];
  if (wrong.port === '') return [`It lacks the port ${right.port}.`];
  return right.port === ''
    ? [`It names the port ${wrong.port}, but should name none.`]
    : [`Its port is ${wrong.port} instead of ${right.port}.`];
};

const pathDifferences = (right: Parts, wrong: Parts): Found => {
  if (right.path === wrong.path) return same;
  const [wanted, given] = [right.path, wrong.path].map((path) => path.replace(/\/+$/, '')) as [
    string,
    string,
  ];
  const texts: string[] = [];
  const [slashes, slashesGiven] = [right.path.length - wanted.length, wrong.path.length - given.length];
  if (slashesGiven > slashes) texts.push('It has an extra slash at its end.');
  if (slashesGiven < slashes) texts.push('It lacks the slash at its end.');
  if (wanted === given) return { other: false, texts };
  if (wanted.toLowerCase() === given.toLowerCase()) {
    texts.push(`Its path differs in capitals: ${cut(given)} instead of ${wanted}.`);
    return { other: false, texts };
  }
  const path = cut(given === '' ? '/' : given);
  return { other: true, texts: [...texts, `Its path is ${path} instead of ${right.path || '/'}.`] };
};

/** A query may contain a secret: it is never repeated. */
const restDifferences = (right: Parts, wrong: Parts): string[] => [
  ...part('query (after ?)', right.query, wrong.query),
  ...part('fragment (after #)', right.fragment, wrong.fragment),
];

const part = (name: string, wanted: string, given: string): string[] => {
  if (wanted === given) return [];
  if (wanted === '') return [`It has an extra ${name}.`];
  return [given === '' ? `It lacks the ${name}.` : `Its ${name} differs.`];
};

const longest = 200;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Without what may be secret. */
const shown = (url: string): string =>
  cut(
    url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, '$1…@').replace(/[?#].*$/s, (rest) => `${rest[0]}…`),
  );
