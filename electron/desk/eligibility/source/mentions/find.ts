import type { MentionSubject } from '#contract/eligibility.ts';
import type { Mention } from '#desk/eligibility/source/inspection.ts';
import { lineFinder } from '#desk/eligibility/source/syntax/line-finder.ts';
import { alertsSpans, endsInRules, type FileContext } from './alerts.ts';
import { mayCompose } from './composed.ts';
import { encodedSpans } from './encoded.ts';
import { firstHalves, secondHalves } from './halves.ts';
import { prefilter } from './prefilter.ts';
import { asRead, asWritten, type Spelling } from './spelling.ts';
import type { TextSpan } from './text-span.ts';
import { wordSpans } from './word-spans.ts';

/** What one file's text says of the subjects. */
export interface FileMentions {
  /** In the order of their places, each place once a subject. */
  readonly mentions: readonly Mention[];
  /**
   * Segments `alerts` of a path whose other part is not in this file: mentions of the alerts endpoints, if another file
   * of the code base holds a path that ends in `rules`.
   */
  readonly loose: readonly Mention[];
  /** A path, a base URL or a constant in this file ends in `rules`. */
  readonly endsInRules: boolean;
  /** Subjects of which this file holds the first half of the word alone: `"Rule"`, `"X-Service-Client"`. */
  readonly firstHalves: readonly MentionSubject[];
  /** Where `Id` is put behind something, or kept for it: mentions of those of which another file holds the first half. */
  readonly secondHalves: readonly Omit<Mention, 'subject'>[];
}

/**
 * Every mention in a text, as it is written and as it reads once escapes are decoded and literals joined.
 * @param context what the file's language lets stand without quotes
 */
export const findMentions = (text: string, context: FileContext): FileMentions => {
  const written = asWritten(text);
  const readings = [written, ...asRead(text)].map((spelling) => inSpelling(spelling, context));
  const encoded = encodedSpans(text).flatMap(({ subject, spans }) =>
    spans.map((span) => ({ ...span, subject })),
  );
  const lineAt = lineFinder(text);
  const placed = (all: readonly Placed[]): Mention[] =>
    unique(all).map(({ subject, from, to }) => ({ subject, from, to, line: lineAt(from) }));
  const mentions = placed([...readings.flatMap(({ certain }) => certain), ...encoded]);
  return {
    mentions,
    loose: placed(readings.flatMap(({ loose }) => loose)),
    endsInRules: readings.some((found) => found.endsInRules),
    firstHalves: firstHalves(text, context.bareHalves === true),
    secondHalves: secondHalves(text, context.bareHalves === true).map((span) => ({
      ...span,
      line: lineAt(span.from),
    })),
  };
};

interface Placed extends TextSpan {
  readonly subject: MentionSubject;
}
interface Found {
  readonly certain: readonly Placed[];
  readonly loose: readonly Placed[];
  readonly endsInRules: boolean;
}

const inSpelling = ({ text, from, to }: Spelling, context: FileContext): Found => {
  const inOriginal = (subject: MentionSubject, spans: readonly TextSpan[]): Placed[] =>
    spans.map((span) => ({ subject, from: from(span.from), to: Math.max(to(span.to), from(span.from)) }));
  const alerts = alertsSpans(text, context);
  return {
    certain: [
      ...wordSpans(text).flatMap(({ subject, spans }) => inOriginal(subject, spans)),
      ...inOriginal('alerts-endpoints', alerts.together),
    ],
    loose: inOriginal('alerts-endpoints', alerts.loose),
    endsInRules: endsInRules(text),
  };
};

/** The longest of those of one subject that overlap. */
const unique = (all: readonly Placed[]): Placed[] => {
  const kept: Placed[] = [];
  for (const one of [...all].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const before = kept.findLast(({ subject }) => subject === one.subject);
    if (before !== undefined && one.from < before.to) continue;
    kept.push(one);
  }
  return kept;
};

/** Whether a file has to be read for its mentions, from its bytes alone. */
export const mayMention = (bytes: Uint8Array): boolean => {
  const hints = prefilter(bytes);
  if (hints.words || hints.alerts || hints.rules) return true;
  if (!hints.nested && !hints.suffix) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (hints.suffix && (mayCompose(text) || secondHalves(text, false).length > 0)) return true;
  if (!hints.nested) return false;
  return asRead(text).some((read) => {
    const again = prefilter(Buffer.from(read.text, 'latin1'));
    return again.words || again.alerts || again.rules;
  });
};
