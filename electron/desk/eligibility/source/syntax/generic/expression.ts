import type { Node } from '#desk/eligibility/source/syntax/model.ts';
import type { Makers } from '#desk/eligibility/source/syntax/nodes.ts';
import { operandAt } from './operand.ts';
import { endOf, isMark, type Read, type Reader, tokenAt } from './reader.ts';
import { alternatives, comparisons, infixNames, joins } from './words.ts';

export const mostOperands = 400;

/** Operands joined by operators; alternatives and comparisons bind less than the rest. */
export const expressionAt = (reader: Reader, start: number, to: number, depth: number): Read => {
  const first = operandAt(reader, start, to, depth);
  const operands = [first.node];
  const operators: string[] = [];
  let { next } = first;
  while (next < to && operands.length < mostOperands) {
    if (isConditional(reader, next, to)) {
      const chosen = choiceAt(reader, combined(reader.make, operands, operators), next, to, depth);
      if (chosen === undefined) break;
      return chosen;
    }
    if (!isInfix(reader, next, to)) break;
    const isWord = reader.language === 'powershell' && isMark(reader, next, '-');
    const right = isWord ? listedAt(reader, next + 2, to, depth) : operandAt(reader, next + 1, to, depth);
    operators.push(isWord ? `-${tokenAt(reader, next + 1).text}` : tokenAt(reader, next).text);
    operands.push(right.node);
    next = Math.max(right.next, next + 2);
  }
  return { node: combined(reader.make, operands, operators), next };
};

/** PowerShell's `-f a, b, c`. */
const listedAt = (reader: Reader, start: number, to: number, depth: number): Read => {
  const items: Node[] = [];
  let at = start;
  while (at < to) {
    const { node, next } = operandAt(reader, at, to, depth);
    items.push(node);
    at = Math.max(next, at + 1);
    if (!isMark(reader, at, ',')) break;
    at++;
  }
  const from = items[0]?.from ?? endOf(reader, start - 1);
  return { node: reader.make.list(from, items.at(-1)?.to ?? from, items), next: at };
};

const isConditional = (reader: Reader, at: number, to: number): boolean =>
  isMark(reader, at, '?') && !isMark(reader, at + 1, '.', ')', ',', ';', '}') && at + 1 < to;

const isInfix = (reader: Reader, at: number, to: number): boolean => {
  const { kind, text: sign, joined, first } = tokenAt(reader, at);
  if (at + 1 >= to) return false;
  if (kind === 'name') return infixNames.has(sign) && !first;
  if (kind !== 'mark' || sign === '=>' || isMark(reader, at + 1, ')', ']', '}', ',', ';')) return false;
  const after = tokenAt(reader, at + 1);
  if (sign === '-' && reader.language === 'powershell')
    return /^(?:f|join|split|eq|ne|like|match|replace)$/.test(after.text);
  if (sign === '&' || sign === '%' || sign === '-' || sign === '*') return !after.joined || joined;
  return joins.has(sign) || comparisons.has(sign) || alternatives.has(sign);
};

/** `a ? b : c`. */
const choiceAt = (
  reader: Reader,
  condition: Node,
  at: number,
  to: number,
  depth: number,
): Read | undefined => {
  const yes = expressionAt(reader, at + 1, to, depth);
  if (yes.next >= to || !isMark(reader, yes.next, ':')) return { node: condition, next: at + 1 };
  if (yes.next + 1 >= to) return undefined;
  const no = expressionAt(reader, yes.next + 1, to, depth);
  const node = reader.make.choice(condition.from, no.node.to, [yes.node, no.node], condition);
  return { node, next: no.next };
};

const combined = (make: Makers, operands: readonly Node[], operators: readonly string[]): Node => {
  if (operands.length === 1) return operands[0] as Node;
  const from = (operands[0] as Node).from;
  const to = (operands.at(-1) as Node).to;
  for (const level of [alternatives, comparisons]) {
    const cuts = operators.flatMap((sign, index) =>
      level.has(sign) || level.has(sign.toLowerCase()) ? [index] : [],
    );
    if (cuts.length === 0) continue;
    const begins = [0, ...cuts.map((cut) => cut + 1)];
    const groups = [...cuts, operators.length].map((cut, index) =>
      combined(make, operands.slice(begins[index], cut + 1), operators.slice(begins[index], cut)),
    );
    return level === alternatives
      ? make.choice(from, to, groups)
      : make.operation(from, to, operators[cuts[0] as number] as string, groups);
  }
  return operands.reduce((left, right, index) => {
    const sign = operators[index - 1] as string;
    const joined = left.kind === 'operation' && left.operator === sign ? left.operands : [left];
    return make.operation(left.from, right.to, sign, [...joined, right]);
  });
};
