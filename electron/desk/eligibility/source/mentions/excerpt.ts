import { shown } from '#base/shown-text.ts';
import { withoutKeys } from '#base/without-keys.ts';
import type { MentionSubject } from '#contract/eligibility.ts';
import { lineEnd, lineStart } from '#desk/eligibility/source/text-lines.ts';
import type { TextSpan } from './text-span.ts';

/** So much is shown on each side, on long lines. */
const around = 120;
const hidden = '••••';

const keyed =
  /((?:key|token|secret|passw\w*|pwd|credentials?|auth\w*|signature|private\w*)["'\]]?\s{0,3}(?:[=:,]|=>|:=)\s{0,3}["'`])([^"'`]{3,})/gi;
const literal = /(["'`])([^"'`\n]{3,})/g;
const isName = /^[A-Za-z][A-Za-z]*(?:[-_ .:/][A-Za-z]+)*:?$/;

/**
 * The line of a mention for a person, without what may be a secret. The mention itself is a word that everybody may know,
 * and stays: `KEY = "RuleId"` reads as it is.
 */
export const mentionExcerpt = (text: string, { from, to }: TextSpan, subject: MentionSubject): string => {
  const lineFrom = lineStart(text, from);
  const lineTo = lineEnd(text, from);
  const end = Math.min(Math.max(to, from + 1), from + around, text.length);
  const start = Math.max(lineFrom, from - around);
  const stop = Math.max(end, Math.min(lineTo, end + around));
  const mask = subject === 'authorization' ? withoutLiterals : withoutValues;
  const before = `${start > lineFrom ? '…' : ''}${mask(text.slice(start, from))}`;
  const after = `${mask(text.slice(end, stop))}${stop < lineTo ? '…' : ''}`;
  return shown(`${before}${text.slice(from, end)}${after}`.replace(/\s+/g, ' ').trim(), 2 * around + 140);
};

const withoutValues = (text: string): string =>
  withoutKeys(
    text.replace(keyed, (all, before: string, value: string) =>
      isName.test(value) ? all : `${before}${hidden}`,
    ),
  );

/** A line about credentials: every literal may be one, unless it is a name. */
const withoutLiterals = (text: string): string =>
  withoutValues(text).replace(literal, (all, quote: string, value: string) =>
    isName.test(value) ? all : `${quote}${hidden}`,
  );
