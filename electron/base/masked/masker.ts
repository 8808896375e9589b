import { stepsAtOnce } from '#base/take-turns.ts';
import { withoutKeys } from '#base/without-keys.ts';
import { hidden, type MaskedJson, maskJson, maskJsonInSteps } from './mask-json.ts';
import { namesSecret, namesSecretHeader, namesSecretParameter, plainName } from './secret-names.ts';

/** Masks bodies, query strings and headers before they are stored or shown. */
export interface Masker {
  json(text: string, options?: JsonOptions): MaskedJson;
  /** The same, with pauses. */
  jsonInSteps(text: string, options?: JsonOptions): Generator<void, MaskedJson>;
  /** `a=1&b=2`, of a query string or a form. */
  parameters(text: string): string;
  header(name: string, value: string): string;
  /** Any other text. */
  text(text: string): string;
}

interface JsonOptions {
  readonly everything?: boolean;
  readonly isCut?: boolean;
}

export interface MaskerOptions {
  /** Further names of secret fields, as `plainName` has them, such as those of the integration catalogue. */
  readonly names?: ReadonlySet<string>;
  /** Secrets that are known, masked wherever they stand. */
  readonly secrets?: readonly string[];
  /** A text that looks like a key and is none, such as a correlation id. */
  readonly harmless?: string | undefined;
}

/** A shorter one would take words out of every body. */
const shortestSecret = 6;
/** Of texts that hold JSON that holds a text. */
const deepestNested = 3;

/**
 * `name=`, `name: `, `"name":"` in the middle of a text, from the sign back to the name: a name that is looked for first
 * is tried from each letter of every word.
 */
const pairBeginning = /[=:](?<=(([\p{L}][\p{L}\p{N}_.-]{0,60})\\*["']?\s{0,4})[=:])\s{0,4}\\*["']?/gu;
/** What follows it, to the end of the word. */
const restOfWord = /[^\s&"'<>,;\\]+/y;
/** Anything else is a word or a number, and too short to be a key. */
const mayHoldSecret = (text: string): boolean => text.length >= 20 || /[=:@\s_%]|eyJ|AKIA/.test(text);

const schemes = /^(Basic|Bearer|Digest|Token|ApiKey) /i;

export const createMasker = ({ names, secrets = [], harmless }: MaskerOptions = {}): Masker => {
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const isSecret = (name: string): boolean =>
    namesSecret(name) || (names !== undefined && names.size > 0 && names.has(plainName(name)));
  const isSecretParameter = (name: string): boolean => namesSecretParameter(name) || isSecret(name);

  const shortestKnown = Math.min(...known.map(({ length }) => length));
  const withoutKnown = (text: string): string =>
    text.length < shortestKnown
      ? text
      : known.reduce((left, secret) => left.replaceAll(secret, hidden), text);

  const prose = (text: string): string =>
    mayHoldSecret(text) ? withoutPairs(withoutKeys(text), isSecretParameter) : text;

  const clean = (value: string, depth: number): string => {
    if (value === harmless) return value;
    const text = withoutKnown(value);
    if (depth < deepestNested && /^\s*[[{"]/.test(text)) {
      const inner = maskJson(text, { isSecret, clean: (nested) => clean(nested, depth + 1) });
      if (inner.isWhole) return inner.text;
    }
    return prose(text);
  };
  const cleanText = (text: string): string => clean(text, 0);

  const jsonInSteps: Masker['jsonInSteps'] = (text, { everything = false, isCut = false } = {}) =>
    maskJsonInSteps(text, { isSecret, clean: cleanText, everything }, isCut);

  return {
    json: (text, options) => stepsAtOnce(jsonInSteps(text, options)),
    jsonInSteps,
    parameters: (text) =>
      text
        .split('&')
        .map((one) => maskParameter(one, isSecretParameter, cleanText))
        .join('&'),
    header(name, value) {
      if (!namesSecretHeader(name) && !isSecret(name)) return cleanText(value);
      return `${schemes.exec(value)?.[0] ?? ''}${hidden}`;
    },
    text: cleanText,
  };
};

/** A text without the values of names that name secrets. */
const withoutPairs = (text: string, isSecret: (name: string) => boolean): string => {
  let shown = '';
  let from = 0;
  for (const { 0: all, 1: before = '', 2: name = '', index } of text.matchAll(pairBeginning)) {
    if (index - before.length < from || !isSecret(name)) continue;
    restOfWord.lastIndex = index + all.length;
    const value = restOfWord.exec(text)?.[0];
    if (value === undefined) continue;
    shown += `${text.slice(from, index + all.length)}${hidden}`;
    from = restOfWord.lastIndex;
  }
  return from === 0 ? text : shown + text.slice(from);
};

const maskParameter = (
  parameter: string,
  isSecret: (name: string) => boolean,
  clean: (text: string) => string,
): string => {
  const at = parameter.indexOf('=');
  const name = at < 0 ? parameter : parameter.slice(0, at);
  const decodedName = decode(name);
  const shownName = clean(decodedName) === decodedName ? name : hidden;
  if (at < 0) return shownName;
  const value = parameter.slice(at + 1);
  if (isSecret(decodedName)) return `${shownName}=${value === '' ? '' : hidden}`;
  const decoded = decode(value);
  const cleaned = clean(decoded);
  return `${shownName}=${cleaned === decoded ? value : encode(cleaned)}`;
};

/** Until nothing is left to decode: an address in a parameter has parameters of its own. */
const decode = (text: string): string => {
  let decoded = text.replaceAll('+', ' ');
  for (let times = 0; times < 3 && decoded.includes('%'); times++) {
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      return decoded;
    }
  }
  return decoded;
};

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(encodeURIComponent(hidden), hidden);
