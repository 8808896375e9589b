/** Takes out of a text what may be a secret: texts are kept, exported and shown. Rather one word too many than a key. */

const hidden = '••••';

/** Hex of 24 and more digits, base64 and other long words that mix letters and digits. UUIDs name things and stay. */
const longWord = '[A-Za-z0-9+/_-]{20,}={0,2}';
/** Not a part of the word that follows it: a port and a path would be one, and look random. */
const port = `(?<=://(?:[^\\s/'":[\\]]{1,253}|\\[[\\da-fA-F:.]{2,45}\\])):\\d{1,5}(?=[/?#])`;
const portOrLongWord = new RegExp(`${port}|${longWord}`, 'g');
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const keyed = /\b(whsec_|sk_|pk_|ghp_|xox[abp]-|AKIA|eyJ)[A-Za-z0-9+/=._-]+/g;
const scheme = /\b(Basic|Bearer|Token|ApiKey)(\s+)(?!\$|\{|%|\+|['"`])[^\s'"`,;)]+/gi;
const schemeInProse = /\b(Basic|Bearer|Token|ApiKey)(\s+)(?=[^\s'"`,;)]*\d)[A-Za-z0-9+/=._~-]{8,}/gi;

/** Ids and words with a number at their end are what paths are made of. */
const isPlain = (part: string): boolean => uuid.test(part) || /^[a-z_-]*\d{0,3}$/i.test(part);

const looksRandom = (word: string): boolean =>
  !word.split('/').every(isPlain) && word.replace(/\D/g, '').length >= 4 && /[a-z]/i.test(word);

const inAddress = /(:\/\/)[^\s/'"@]+@/g;
const inQuery = /([?&][\w.-]*(?:key|token|secret|sig|signature|password|code)=)[^\s&'"`#]+/gi;

/** Any text, without keys of the services whose keys tell by how they begin. */
export const withoutMarkedKeys = (text: string): string => text.replace(keyed, hidden);

/** Any text, without words that look like keys. */
export const withoutKeys = (text: string): string =>
  withoutKeysInProse(text.replace(scheme, (_, word: string, blank: string) => `${word}${blank}${hidden}`));

/** A sentence, in which "the token was revoked" holds no key: what follows a scheme must look like one. */
export const withoutKeysInProse = (text: string): string =>
  withoutMarkedKeys(text)
    .replace(inAddress, `$1${hidden}@`)
    .replace(inQuery, `$1${hidden}`)
    .replace(schemeInProse, (_, word: string, blank: string) => `${word}${blank}${hidden}`)
    .replace(portOrLongWord, (word) => (word[0] !== ':' && looksRandom(word) ? hidden : word));
