import type { ExchangeForm } from '#contract/exchange.ts';
import type { BrokenRule } from '#contract/field-error.ts';
import { formatBytes, formatDuration } from '#contract/format.ts';

type Values = Readonly<Record<string, string | number>>;

/** A language of the form: its texts by key, and how it writes numbers and dates. */
export interface Language {
  say(key: string, values?: Values): string;
  /** The text of a count: that of `key.one` or `key.other`, as the language has it. */
  count(count: number, key: string, values?: Values): string;
  /** What a rule of the desk asks for. @param field by which the rule names it */
  rule(rule: BrokenRule, field: string): string;
  bytes(bytes: number): string;
  duration(ms: number): string;
  /** A text with dates as the wire has them. */
  dates(text: string): string;
}

/** @throws Error for a text that is missing: a fault of this page */
export const createLanguage = (
  code: ExchangeForm['language'],
  texts: Readonly<Record<string, string>>,
): Language => {
  const numbers = new Intl.NumberFormat(code);
  const plurals = new Intl.PluralRules(code);
  const say: Language['say'] = (key, values = {}) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`The form has no text for ${key}.`);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
  const dates: Language['dates'] = (text) =>
    text.replace(/\b(\d{4})-(\d{2})-(\d{2})\b/g, (_, year: string, month: string, day: string) =>
      say('page.date', { year, month, day }),
    );
  const [, decimal = '.'] = numbers.format(0.5);
  return {
    say,
    dates,
    count: (count, key, values) => say(`${key}.${plurals.select(count)}`, { count, ...values }),
    rule({ key, details }, field) {
      const or = say('page.or');
      const named = Object.entries(details).map(([name, one]) => [
        name,
        typeof one === 'string' ? one : one.join(` ${or} `),
      ]);
      const values: Values = { ...Object.fromEntries(named), field: say(`field.${field}`) };
      return upperFirst(dates(say(key, values)));
    },
    bytes: (bytes) => formatBytes(bytes).replace('.', decimal),
    duration: (ms) => formatDuration(ms).replace('.', decimal),
  };
};

const upperFirst = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
