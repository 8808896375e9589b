import { withoutMarkedKeys } from '#base/without-keys.ts';
import { lineEnd, lineStart } from '#desk/eligibility/source/text-lines.ts';
import { languageOf } from './syntax/grammars.ts';
import { lexisOf } from './syntax/lexis.ts';
import { type Token, tokensOf } from './syntax/tokens.ts';

const mask = '••••';
const longest = 400;
/** Characters read on each side of what was recognized, on long lines. */
const around = 300;

const sensitive =
  /authori[sz]|api_?-?key|key\b|_key|Key\b|token|secret|passw|pwd|credential|bearer|\bbasic\b|signature|private|auth\b|_auth/i;
/** Literals that are names, not values. */
const names =
  /^(?:authorization|x-service-clientid|retry-after|content-type|accept|(?:http_)?[a-z_]*(?:authorization|x_service_clientid|retry_after)|alertid|ruleid|ruletype|clientid|clientname|companyid|dataconnectionid|message|data|basic|bearer|get|post|post|utf-?8|utf8|hex|base64|ascii|[a-z]{1,3}|)$/i;
const environment =
  /(?:environ|getenv|env|config|Configuration|ENV|fetch|process\.env|setting|settings|property|getProperty|credentials)$/i;
/** A value that stands after its scheme. */
const schemed = /\b(Basic|Bearer|Token|ApiKey|Digest)(\s+|%20)([A-Za-z0-9+/_=.~-]{3,})/g;
const randomRun = /[A-Za-z0-9+/_=-]{16,}/g;
const credentialsInUrl = /(\/\/)[^\s/@:'"]{1,200}:[^\s/@'"]{1,200}@/g;
const keyedValue =
  /((?:api[_-]?key|key|token|secret|password|passwd|pwd|sig|signature|auth|access_token|client_secret)["']?\s{0,3}(?:[=:]|=>)\s{0,3}["']?)([^\s"'&,;)}]{3,})/gi;

/** Long, of mixed kinds, and no word: what a key looks like. */
const looksRandom = (text: string): boolean => {
  if (text.length < 16) return false;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return false;
  const digits = (text.match(/\d/g) ?? []).length;
  const upper = (text.match(/[A-Z]/g) ?? []).length;
  const lower = (text.match(/[a-z]/g) ?? []).length;
  if (/^[A-Za-z]+$/.test(text)) {
    // Words in camel case change case seldom; a key does often.
    const changes = (text.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g) ?? []).length;
    return upper > 0 && lower > 0 && changes > text.length / 5;
  }
  if (/^[a-z]+(?:[-_/][a-z]+)*$|^[A-Z]+(?:[-_/][A-Z]+)*$/.test(text)) return false;
  if (digits === 0 && !/[+=]/.test(text) && /^[A-Za-z]+(?:[-_/.][A-Za-z]+)*$/.test(text))
    return text.split(/[-_/.]/).some((part) => part.length >= 16 && looksRandom(part));
  return digits >= 3 || (upper > 1 && lower > 1 && digits > 0);
};

const maskWords = (text: string): string =>
  text
    .replace(schemed, (_all, scheme: string, gap: string) => `${scheme}${gap}${mask}`)
    .replace(credentialsInUrl, `$1${mask}@`)
    .replace(keyedValue, (all, before: string, value: string) =>
      /^(?:process|os|env|ENV|System|getenv|config|settings|this|self|\$|\{|<|req|request|res|options|opts|await|new|null|true|false|undefined|None|string|str|String|••)/.test(
        value,
      ) ||
      names.test(value) ||
      /[([.]/.test(value)
        ? all
        : `${before}${mask}`,
    )
    .replace(randomRun, (run) => (looksRandom(run) ? mask : run));

/**
 * The line of a finding for a person: trimmed, at most 400 characters, and without what may be a secret: literals that
 * look random, and on a line that speaks of credentials every literal that is no known name.
 */
export const excerptOf = (path: string, text: string, at: number): string => {
  const lineFrom = lineStart(text, at);
  const lineTo = lineEnd(text, at);
  const start = at - lineFrom > around ? at - around : lineFrom;
  const end = lineTo - at > around ? at + around : lineTo;
  const whole = text.slice(start, end);
  const isSensitive = sensitive.test(whole);
  const tokens = tokensOf(text, lexisOf(languageOf(path)), start, end);
  let shown = '';
  let from = start;
  for (const [index, token] of tokens.entries()) {
    if (isSensitive && isNested(tokens, index) && token.from >= from) {
      shown += text.slice(from, token.from) + mask;
      from = token.to;
    }
    if (token.kind !== 'text') continue;
    const { first, last } = contentOf(text, token);
    if (first < from) continue;
    const content = text.slice(first, last);
    if (!isSecret(tokens, index, content, isSensitive)) continue;
    shown += text.slice(from, first) + hide(content);
    from = last;
  }
  shown += text.slice(from, end);
  return shortened(shown, start > lineFrom, end < lineTo);
};
const shortened = (text: string, isCutBefore: boolean, isCutBehind: boolean): string => {
  let shown = text;
  if (isCutBefore) shown = shown.replace(/^[^\s"'`,;(){}•]+/, '…');
  if (isCutBehind) shown = shown.replace(/[^\s"'`,;(){}•]+$/, '…');
  const masked = withoutMarkedKeys(maskWords(shown.replace(/\s+/g, ' ').trim()));
  return masked.length > longest ? `${masked.slice(0, longest - 1)}…` : masked;
};

/** Where the content of a text begins and ends, without its quotes. */
const contentOf = (text: string, { from, to }: Token): { first: number; last: number } => {
  const first = from + (/^(?:[^"'`]{0,2}(?:"""|'''|["'`]))/.exec(text.slice(from, to))?.[0].length ?? 0);
  const last = to - (/(?:"""|'''|["'`])$/.exec(text.slice(first, to))?.[0].length ?? 0);
  return { first, last: Math.max(first, last) };
};

/** A word right behind a closing quote, or right before an opening one: a literal inside of another. */
const isNested = (tokens: readonly Token[], index: number): boolean => {
  const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (token?.kind !== 'name') return false;
  return (
    (before?.kind === 'text' && token.joined) ||
    (after?.kind === 'text' && after.joined && token.text.length > 3)
  );
};

/** Which page of a list is asked for is no secret. */
const paging =
  /^\?(?:(?:page|page_?size|per_?page|limit|offset|sort|order(?:_?by)?)=[a-z]{0,12}\d{0,6}(?:&|$))+$/i;

/** Keeps what is plainly a path or a scheme. */
const hide = (content: string): string => {
  const path = /^(?:https?:\/\/[\w.:-]+)?\/?[\w./{}:%$-]*rules[\w./{}:%$<>-]*/.exec(content)?.[0];
  if (path !== undefined && !path.split('/').some(looksRandom))
    return path.length === content.length || paging.test(content.slice(path.length)) ? content : path + mask;
  const scheme = /^(?:Basic|Bearer|Token)\s/.exec(content)?.[0] ?? '';
  const header = /^(?:authorization|retry-after|x-service-clientid)\s*:\s*/i.exec(content)?.[0] ?? '';
  return `${header || scheme}${mask}`;
};

const isSecret = (
  tokens: readonly Token[],
  index: number,
  content: string,
  isSensitive: boolean,
): boolean => {
  if (content.length === 0 || names.test(content.trim())) return false;
  if (content.split(/[\s/?&=:;,]+/).some(looksRandom) || looksRandom(content)) return true;
  if (!isSensitive) return false;
  if (/^[\s\W]*$/.test(content) && content.length < 8) return false;
  // Names of settings are no values.
  const before = tokens[index - 2];
  if (isOp(tokens[index - 1], '[', '(', '.') && before?.kind === 'name' && environment.test(before.text))
    return false;
  if (
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(content) &&
    content.length < 60 &&
    isOp(tokens[index - 1], '[', '(')
  )
    return false;
  if (/^\/?[a-z][a-z-]*(?:\/[a-z{}:-]+)+\/?$/i.test(content) && /rules|alerts|hook/i.test(content))
    return false;
  if (
    /\s/.test(content) &&
    !/^(?:Basic|Bearer|Token)\s/i.test(content) &&
    /\b(?:select|insert|update|from)\b/i.test(content)
  )
    return false;
  return true;
};

const isOp = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token !== undefined && token.kind === 'mark' && texts.includes(token.text);
