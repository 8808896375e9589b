import { once } from '#contract/once.ts';
import { partsOf, shortestPart } from './secret-parts.ts';
import { type Pattern, patternsOf, type Units } from './secret-patterns.ts';
import { type ReadText, readText } from './secret-readings.ts';

/**
 * Secrets that are known, searched in whatever a stranger wrote: by their parts (`secret-parts.ts`) and in every way in
 * which these may be written down (`secret-patterns.ts`). Parts of less than six characters are not searched.
 */
export interface SecretForms {
  /** Whether there is nothing to search for. */
  readonly isEmpty: boolean;
  holds(content: string | Buffer): boolean;
  /**
   * Each is replaced by `••••`; so is a long beginning of one with what follows it.
   * @param isCut the content may end within a secret: then a short beginning at its end is masked, too
   */
  maskText(text: string, isCut?: boolean): string;
  maskBytes(bytes: Buffer, isCut?: boolean): Buffer;
}

const hidden = Buffer.from('••••').toString('latin1');
/** Of a beginning that is masked wherever it stands, characters or bytes. */
const headLength = 16;
/** What is not much longer than its beginning is searched as a whole only. */
const headFrom = 24;
/** Of a beginning that is masked at the end of what was cut off. */
const tailLength = 4;
/** What follows a beginning until its word ends. */
const restOfWord = '[^ \\t\\r\\n"\'<>,;&]{0,8192}';
/** An escape that was cut off. */
const cutEscape = '(?:[%=][0-9A-Fa-f]?|\\\\{1,8}(?:u[0-9A-Fa-f]{0,3}|x[0-9A-Fa-f]?)?|&[#\\w]{0,8})?';

/** @param shortest what is shorter is not searched, characters */
export const secretForms = (secrets: Iterable<string>, shortest = shortestPart): SecretForms => {
  const parts = partsOf(secrets, shortest);
  const isEmpty = parts.length === 0;
  const searches = once(() => parts.flatMap(patternsOf).map(searchOf));

  const mask = (latin1: string, isCut: boolean): string => {
    let left = readText(latin1);
    const hide = (found: Search['wholeOrHead']): void => {
      const expression = found(left);
      if (expression === undefined) return;
      const after = left.latin1.replace(expression, hidden);
      if (after !== left.latin1) left = readText(after);
    };
    for (const { wholeOrHead } of searches()) hide(wholeOrHead);
    if (isCut) for (const { beginningAtEnd } of searches()) hide(beginningAtEnd);
    return left.latin1;
  };
  const maskBytes = (bytes: Buffer, isCut = false): Buffer => {
    if (isEmpty || bytes.length === 0) return bytes;
    const before = bytes.toString('latin1');
    const after = mask(before, isCut);
    return after === before ? bytes : Buffer.from(after, 'latin1');
  };

  return {
    isEmpty,
    holds(content) {
      if (isEmpty) return false;
      const latin1 = (typeof content === 'string' ? Buffer.from(content) : content).toString('latin1');
      const text = readText(latin1);
      return searches().some(({ whole }) => {
        const expression = whole(text);
        return expression !== undefined && latin1.search(expression) >= 0;
      });
    },
    maskText(text, isCut = false) {
      if (isEmpty || text === '') return text;
      const bytes = Buffer.from(text);
      const after = maskBytes(bytes, isCut);
      return after === bytes ? text : after.toString('utf8');
    },
    maskBytes,
  };
};

/** The expressions of a pattern; undefined for a text that none of them can match. */
interface Search {
  whole(text: ReadText): RegExp | undefined;
  wholeOrHead(text: ReadText): RegExp | undefined;
  beginningAtEnd(text: ReadText): RegExp | undefined;
}

const searchOf = ({ units, plain, reading }: Pattern): Search => {
  const search = (length: number | undefined, expression: () => RegExp): Search['whole'] => {
    const compiled = once(expression);
    const begins = plain?.slice(0, length).join('');
    return (text) => (text.mayHold(begins, reading) ? compiled() : undefined);
  };
  return {
    whole: search(undefined, () => new RegExp(units.join(''), 'g')),
    wholeOrHead: search(hasHead(units) ? headLength : undefined, () => new RegExp(wholeOrHead(units), 'g')),
    beginningAtEnd: search(tailLength, () => new RegExp(beginningAtEnd(units))),
  };
};

const hasHead = (units: Units): boolean => units.length >= headFrom;

const wholeOrHead = (units: Units): string => {
  const all = units.join('');
  return hasHead(units) ? `${all}|${units.slice(0, headLength).join('')}${restOfWord}` : all;
};

/** Each unit beyond the first ones is optional, from the last one inwards. */
const beginningAtEnd = (units: Units): string => {
  const first = units.slice(0, tailLength).join('');
  const further = units.slice(tailLength, hasHead(units) ? headLength : undefined);
  const nested = further.reduceRight((inner, unit) => `(?:${unit}${inner})?`, '');
  return `${first}${nested}${cutEscape}$`;
};
