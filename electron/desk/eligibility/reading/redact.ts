import { shown } from './words.ts';

/**
 * Takes out of what a log tells what may be a secret: evidence is kept, exported and shown. Rather one word too many
 * than a key. Lines of code come without secrets from the detector.
 */

const hidden = '••••';

/** Hex of 24 and more digits, base64 and other long words that mix letters and digits. UUIDs name things and stay. */
const longWord = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const keyed = /\b(whsec_|sk_|pk_|ghp_|xox[abp]-|AKIA|eyJ)[A-Za-z0-9+/=._-]+/g;
const scheme = /\b(Basic|Bearer|Token|ApiKey)(\s+)(?!\$|\{|%|\+|['"`])[^\s'"`,;)]+/gi;

/** Ids and words with a number at their end are what paths are made of. */
const isPlain = (part: string): boolean => uuid.test(part) || /^[a-z_-]*\d{0,3}$/i.test(part);

const looksRandom = (word: string): boolean =>
  !word.split('/').every(isPlain) && word.replace(/\D/g, '').length >= 4 && /[a-z]/i.test(word);

const inAddress = /(:\/\/)[^\s/'"@]+@/g;
const inQuery = /([?&][\w.-]*(?:key|token|secret|sig|signature|password|code)=)[^\s&'"`#]+/gi;

/** Any text, without words that look like keys. */
export const withoutKeys = (text: string): string =>
  text
    .replace(inAddress, `$1${hidden}@`)
    .replace(inQuery, `$1${hidden}`)
    .replace(keyed, hidden)
    .replace(scheme, (_, word: string, blank: string) => `${word}${blank}${hidden}`)
    .replace(longWord, (word) => (looksRandom(word) ? hidden : word));

const pathLimit = 500;

/** A path of a request, segment by segment. */
export const redactPath = (path: string): string =>
  shown(path, pathLimit).split('/').map(redactSegment).join('/');

const redactSegment = (segment: string): string => {
  if (uuid.test(segment)) return segment;
  const long = segment.length >= 16 && /\d/.test(segment) && /[a-z]/i.test(segment);
  return long ? hidden : withoutKeys(segment);
};

/** The text of a user agent, clipped. */
export const redactAgent = (agent: string): string => withoutKeys(shown(agent, 200));
