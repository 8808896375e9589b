import type { Decision, Match } from './reading.ts';

/** One rule of a list in which the first that matches decides. */
export interface OrderedRule {
  readonly line?: number | undefined;
  readonly text: string;
  readonly match: Match;
  /** `unknown`: what it would do can't be read. */
  readonly result: Decision['result'];
  /** Why it decides so, where that it matches does not say enough. */
  readonly because?: string | undefined;
  /** Why it may match, if that is open. */
  readonly doubt?: string | undefined;
}

/**
 * The first rule that matches for certain decides, unless one before it may match and would decide otherwise.
 * @param fallback if none matches
 */
export const firstMatch = (rules: Iterable<OrderedRule>, fallback: Decision): Decision => {
  const open: OrderedRule[] = [];
  let sure: Decision = fallback;
  for (const rule of rules) {
    if (rule.match === 'no') continue;
    if (rule.match === 'maybe') {
      // One of each kind is enough to answer from.
      if (!open.some(({ result }) => result === rule.result)) open.push(rule);
      continue;
    }
    sure = {
      ...placed(rule),
      result: rule.result,
      because: rule.because ?? 'It is the first line that matches.',
    };
    break;
  }
  const otherwise = open.find(({ result }) => result !== sure.result || result === 'unknown');
  if (otherwise === undefined) return sure;
  const doubt = otherwise.doubt ?? "A condition of this rule can't be seen from here";
  return {
    ...placed(otherwise),
    result: 'unknown',
    because: `${doubt}${outcomes(otherwise.result, sure.result)}.`,
  };
};

const outcomes = (holds: Decision['result'], otherwise: Decision['result']): string => {
  if (holds === 'unknown' && otherwise === 'unknown')
    return ', and what becomes of the address otherwise is not known either';
  if (holds === 'unknown') return `; without it, the address is ${otherwise}`;
  if (otherwise === 'unknown')
    return `; if it holds, the address is ${holds}, and otherwise that is not known`;
  return `; if it holds, the address is ${holds}, otherwise it is ${otherwise}`;
};

const placed = ({ line, text }: OrderedRule) => ({ ...(line === undefined ? {} : { line }), text });
