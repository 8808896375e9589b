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
      because: rule.because ?? 'First matching line.',
    };
    break;
  }
  const otherwise = open.find(({ result }) => result !== sure.result || result === 'unknown');
  if (otherwise === undefined) return sure;
  const doubt = otherwise.doubt ?? 'A condition of this rule is not in the text';
  return {
    ...placed(otherwise),
    result: 'unknown',
    because: `${doubt}${outcomes(otherwise.result, sure.result)}.`,
  };
};

const outcomes = (holds: Decision['result'], otherwise: Decision['result']): string => {
  if (holds === 'unknown' && otherwise === 'unknown') return ', and the result without it is unknown too';
  if (holds === 'unknown') return `; without it, the address is ${otherwise}`;
  if (otherwise === 'unknown') return `; if it applies, the address is ${holds}, otherwise unknown`;
  return `; if it applies, the address is ${holds}, otherwise ${otherwise}`;
};

/** The decision of a place that decides by itself, such as one of several security groups. */
export interface PlaceDecision {
  readonly name: string;
  readonly decision: Decision;
}

/** Places that are named where they disagree. */
const namedPlaces = 10;

/**
 * What all places decide; unknown if they disagree.
 * @param preferred whose line is shown where they disagree
 * @param because why it depends, with the decisions of the places
 */
export const agreed = (
  places: readonly PlaceDecision[],
  preferred: (result: Decision['result']) => boolean,
  because: (each: string) => string,
): Decision => {
  const [first] = places as [PlaceDecision, ...PlaceDecision[]];
  if (places.every(({ decision }) => decision.result === first.decision.result)) return first.decision;
  const each = places
    .slice(0, namedPlaces)
    .map(
      ({ name, decision: { result, line } }) =>
        `${name}: ${result}${line === undefined ? '' : ` by line ${line}`}`,
    );
  const more = places.length > namedPlaces ? ', …' : '';
  const { decision } = places.find((place) => preferred(place.decision.result)) ?? first;
  return { ...decision, result: 'unknown', because: because(`${each.join(', ')}${more}`) };
};

const placed = ({ line, text }: OrderedRule) => ({ ...(line === undefined ? {} : { line }), text });
