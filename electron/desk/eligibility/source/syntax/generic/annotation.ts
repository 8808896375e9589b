import type { Annotation } from '#desk/eligibility/source/syntax/model.ts';
import { counterpartOf, endOf, isMark, opens, type Reader, tokenAt } from './reader.ts';
import { attributeBrackets, withAnnotations } from './words.ts';

interface ReadAnnotation {
  readonly node: Annotation;
  readonly next: number;
}

/** `@Name(…)`; `[Name(…)]`, `<Name(…)>` and `[<Name(…)>]` on lines of their own. */
export const annotationAt = (
  reader: Reader,
  at: number,
  to: number,
  depth: number,
): ReadAnnotation | undefined => {
  const { kind, text, first } = tokenAt(reader, at);
  if (kind === 'name' && /^@[A-Za-z]/.test(text) && withAnnotations.has(reader.language))
    return withAtSign(reader, at, depth);
  return first && isMark(reader, at, '[', '<') ? inBrackets(reader, at, to, depth) : undefined;
};

const withAtSign = (reader: Reader, at: number, depth: number): ReadAnnotation => {
  const { from } = tokenAt(reader, at);
  let end = at + 1;
  while (
    isMark(reader, end, '.', ':') &&
    reader.tokens[end + 1]?.kind === 'name' &&
    tokenAt(reader, end + 1).joined
  )
    end += 2;
  const name = tokenAt(reader, end - 1).text.replace('@', '');
  if (!(opens(reader, end, '(') && tokenAt(reader, end).joined))
    return { node: reader.make.annotation(from, endOf(reader, end - 1), name, []), next: end };
  const close = counterpartOf(reader, end);
  const given = reader.sequence(end + 1, close, depth + 1);
  return { node: reader.make.annotation(from, endOf(reader, close), name, given), next: close + 1 };
};

const inBrackets = (reader: Reader, at: number, to: number, depth: number): ReadAnnotation | undefined => {
  const isSquare = isMark(reader, at, '[');
  const close = isSquare ? counterpartOf(reader, at) : closingAngle(reader, at, to);
  if (close < 0 || close >= to) return undefined;
  const begin = isMark(reader, at + 1, '<') ? at + 2 : at + 1;
  const name = reader.tokens[begin];
  if (name?.kind !== 'name' || (isSquare && !attributeBrackets.has(reader.language))) return undefined;
  const given = opens(reader, begin + 1, '(')
    ? reader.sequence(begin + 2, counterpartOf(reader, begin + 1), depth + 1)
    : [];
  const { from } = tokenAt(reader, at);
  return { node: reader.make.annotation(from, endOf(reader, close), name.text, given), next: close + 1 };
};

const closingAngle = (reader: Reader, at: number, to: number): number => {
  for (let end = at + 1; end < Math.min(to, at + 40); end++) {
    if (isMark(reader, end, '>', '>]')) return end;
    if (tokenAt(reader, end).first) return -1;
    if (opens(reader, end, '(')) end = counterpartOf(reader, end);
  }
  return -1;
};
