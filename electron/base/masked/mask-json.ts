import { stepsAtOnce } from '#base/take-turns.ts';
/**
 * Masks JSON as text, token by token, so that the beginning of a longer text can be masked too. Nothing behind the first
 * sign that is not JSON is given out: what can't be read can't be masked.
 */
export interface JsonMasking {
  /** Whether the values below a name are secrets. */
  readonly isSecret: (name: string) => boolean;
  /** Masks what looks like a secret in any other text. */
  readonly clean: (text: string) => string;
  /** Every value is a secret, whatever its name. */
  readonly everything?: boolean;
}

export interface MaskedJson {
  readonly text: string;
  /** All of it was JSON; otherwise `text` is masked as far as it was. */
  readonly isWhole: boolean;
}

export const hidden = '••••';
const hiddenValue = `"${hidden}"`;
const deepest = 500;
/** A name this long may well be a token that was put in the wrong place. */
const longestName = 64;

const space = /[ \t\r\n]*/y;
const stringToken = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
/** What follows a number or a word must end it. */
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[\s,\]}]|$)/y;
const wordToken = /(?:true|false|null)(?=[\s,\]}]|$)/y;

interface Level {
  readonly closes: '}' | ']';
  /** Everything in it is a secret. */
  readonly isSecret: boolean;
}

/** @param isCut more text followed: a number at its end may be the beginning of a longer one */
export const maskJson = (text: string, masking: JsonMasking, isCut = false): MaskedJson =>
  stepsAtOnce(maskJsonInSteps(text, masking, isCut));

/** The same, with a pause after each `stepEntries`, so that a long body holds nobody up. */
export function* maskJsonInSteps(
  text: string,
  masking: JsonMasking,
  isCut = false,
): Generator<void, MaskedJson> {
  const run = new Masking(text, masking, isCut);
  const isWhole = yield* run.readAll();
  return { text: run.masked(), isWhole };
}

/** Members and elements of one step: far less than a turn. */
const stepEntries = 100;

class Masking {
  readonly #text: string;
  readonly #masking: JsonMasking;
  readonly #isCut: boolean;
  readonly #out: string[] = [];
  readonly #levels: Level[] = [];
  #at = 0;

  constructor(text: string, masking: JsonMasking, isCut: boolean) {
    this.#text = text;
    this.#masking = masking;
    this.#isCut = isCut;
  }

  masked(): string {
    return this.#out.join('');
  }

  /** @returns whether it was one JSON value and no more */
  *readAll(): Generator<void, boolean> {
    let entries = 0;
    this.#space();
    if (!this.#value(this.#masking.everything === true)) return false;
    /** Whether the innermost level has just been opened. */
    let isFresh = true;
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      const depth = this.#levels.length;
      this.#space();
      if (this.#sign(level.closes)) {
        this.#levels.pop();
        isFresh = false;
        continue;
      }
      if (!isFresh && !this.#sign(',')) return false;
      this.#space();
      if (!this.#entry(level)) return false;
      isFresh = this.#levels.length > depth;
      if (++entries % stepEntries === 0) yield;
    }
    this.#space();
    return this.#at === this.#text.length;
  }

  #entry({ closes, isSecret }: Level): boolean {
    return closes === '}' ? this.#member(isSecret) : this.#value(isSecret);
  }

  /** `"name": ` and the value. */
  #member(isInSecret: boolean): boolean {
    const token = this.#take(stringToken);
    const name = decoded(token);
    if (token === undefined || name === undefined) return false;
    this.#out.push(shownName(name, token, this.#masking));
    this.#space();
    if (!this.#sign(':')) return false;
    this.#space();
    return this.#value(isInSecret || this.#masking.isSecret(name));
  }

  #value(isSecret: boolean): boolean {
    if (this.#sign('{')) return this.#open('}', isSecret);
    if (this.#sign('[')) return this.#open(']', isSecret);
    const string = this.#take(stringToken);
    if (string !== undefined) return this.#string(string, isSecret);
    const word = this.#take(wordToken);
    const number = word ?? this.#take(numberToken);
    if (number === undefined || (this.#isCut && this.#at === this.#text.length)) return false;
    this.#out.push(word === undefined && isSecret ? hiddenValue : number);
    return true;
  }

  #open(closes: Level['closes'], isSecret: boolean): boolean {
    this.#levels.push({ closes, isSecret });
    return this.#levels.length <= deepest;
  }

  #string(token: string, isSecret: boolean): boolean {
    const value = decoded(token);
    if (value === undefined) return false;
    const cleaned = isSecret ? hidden : this.#masking.clean(value);
    this.#out.push(cleaned === value ? token : JSON.stringify(cleaned));
    return true;
  }

  #sign(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    this.#out.push(sign);
    return true;
  }

  #space(): void {
    // Most JSON has none.
    if (this.#text.charCodeAt(this.#at) <= 32) this.#out.push(this.#take(space) ?? '');
  }

  #take(token: RegExp): string | undefined {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

/** Most strings have neither escapes nor control characters, which JSON has not: they stand for themselves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const isOther = /[\\\u0000-\u001f]/;

/** undefined: it is no string of JSON. */
const decoded = (token: string | undefined): string | undefined => {
  if (token === undefined) return undefined;
  if (!isOther.test(token)) return token.slice(1, -1);
  try {
    return JSON.parse(token) as string;
  } catch {
    return undefined;
  }
};

const shownName = (name: string, token: string, { clean }: JsonMasking): string =>
  name.length > longestName || clean(name) !== name ? hiddenValue : token;
