import { annotationAt } from './generic/annotation.ts';
import { textOf } from './generic/operand.ts';
import { deepest, isMark, matchBrackets, type Reader, tokenAt } from './generic/reader.ts';
import { statementAt } from './generic/statement.ts';
import { lexisOf } from './lexis.ts';
import type { Annotation, Node } from './model.ts';
import { type Makers, makers } from './nodes.ts';
import { tokensOf } from './tokens.ts';

/**
 * Reads any text as code of an unknown language: texts, names, calls, blocks and what is put together.
 * Linear in the text's length; it never throws.
 */
export const readGeneric = (text: string, language: string, lineAt: (offset: number) => number): Node => {
  const make = makers(lineAt);
  return make.group(0, text.length, readStretch(text, language, make, 0, text.length, 0));
};

const readStretch = (
  text: string,
  language: string,
  make: Makers,
  from: number,
  to: number,
  nesting: number,
): Node[] => {
  const all = tokensOf(text, lexisOf(language), from, to);
  const comments = all.filter(({ kind }) => kind === 'comment');
  const tokens = comments.length === 0 ? all : all.filter(({ kind }) => kind !== 'comment');
  const reader: Reader = {
    text,
    language,
    make,
    tokens,
    counterparts: matchBrackets(tokens),
    nesting,
    sequence: (first, end, depth) => sequence(reader, first, end, depth),
    embedded: (first, end) => readStretch(text, language, make, first, end, nesting + 1),
  };
  return [
    ...reader.sequence(0, tokens.length, 0),
    ...comments.map((one) => make.comment(one.from, one.to, one.text)),
  ];
};

const sequence = (reader: Reader, from: number, to: number, depth: number): Node[] => {
  if (depth > deepest) return flat(reader, from, to);
  const nodes: Node[] = [];
  let annotations: Annotation[] = [];
  let at = from;
  while (at < to) {
    if (isMark(reader, at, ',', ';')) {
      at++;
      continue;
    }
    const annotation = annotationAt(reader, at, to, depth);
    if (annotation !== undefined) {
      annotations.push(annotation.node);
      at = annotation.next;
      continue;
    }
    const { node, next } = statementAt(reader, at, to, depth, annotations);
    if (node.kind !== 'definition' && node.kind !== 'scope') nodes.push(...annotations);
    annotations = [];
    nodes.push(node);
    at = Math.max(next, at + 1);
  }
  return [...nodes, ...annotations];
};

const flat = (reader: Reader, from: number, to: number): Node[] => {
  const nodes: Node[] = [];
  for (let at = from; at < to; at++) {
    const token = tokenAt(reader, at);
    if (token.kind === 'text') nodes.push(textOf(reader, token, deepest));
    else if (token.kind === 'name') nodes.push(reader.make.name(token.from, token.to, token.text));
  }
  return nodes;
};
