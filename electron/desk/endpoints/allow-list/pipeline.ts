import type { IPv4 } from 'ipaddr.js';
import type { Packet } from './packet.ts';
import { type Decision, excerpt } from './reading.ts';
import { type Chain, type Ending, placeLimit, walkChain } from './walk.ts';

/** One chain that a packet passes on its way in. All of them must accept it. */
export interface Stage {
  /** For a person, such as "chain INPUT". */
  readonly name: string;
  readonly chains: ReadonlyMap<string, Chain>;
  readonly chain: string;
  /** What becomes of a packet that reaches the end; undefined where the text does not say. */
  readonly policy: 'accept' | 'drop' | undefined;
  readonly policyLine?: number | undefined;
  /** Passed by packets to the machine itself, by those that are sent on to another, or by both. */
  readonly way: Way | 'both';
  /** Only filtering stages speak of why a packet is let in. */
  readonly filters: boolean;
  /** It may set where a packet goes; the first such stage that does is the last. */
  readonly translates: boolean;
  /** Why it is open whether a packet passes it, such as a chain of one device. */
  readonly doubt?: string | undefined;
}
type Way = 'here' | 'onward';

/**
 * What the stages make of a packet: the outcomes that are possible, each with the decision that it comes from.
 * @param onward whether an address is known to be another machine's
 */
export const decide = (
  stages: readonly Stage[],
  packet: Packet,
  onward: (address: IPv4) => boolean = () => false,
): Decision => {
  const possible = passStages(stages, packet, 'here', onward);
  const results = new Set(possible.map(({ result }) => result));
  if (results.size === 1) {
    const found = results.has('unknown') ? possible[0] : possible.at(-1);
    return withoutSure(found as Possible);
  }
  const open = possible.find(({ sure }) => !sure) ?? (possible[0] as Possible);
  return {
    ...withoutSure(open),
    result: 'unknown',
    because: `${open.because} Whether it applies is not in the text, and the other rules decide differently.`,
  };
};

const withoutSure = ({ sure: _sure, ...decision }: Possible): Decision => decision;

interface Possible extends Decision {
  readonly sure: boolean;
}

const passStages = (
  stages: readonly Stage[],
  packet: Packet,
  way: Way,
  onward: (address: IPv4) => boolean,
): Possible[] => {
  let passed: Possible = { result: 'allowed', because: 'No rule denies it.', sure: true };
  const others: Possible[] = [];
  for (const [at, stage] of stages.entries()) {
    if (stage.way !== 'both' && stage.way !== way) continue;
    const { endings, falls } = walkChain(stage.chains, stage.chain, packet);
    const places = endings.filter(({ kind }) => kind === 'translate');
    const rest = stages.slice(at + 1).filter(({ translates }) => !translates);
    const atEnd = falls ? fromPolicy(stage) : undefined;
    others.push(
      ...(stage.translates
        ? atPlaces(places, rest, packet, onward)
        : places.slice(0, placeLimit).map((ending) => sentElsewhere(ending))),
      ...refusals(stage, endings, atEnd),
    );
    if (stage.doubt !== undefined) continue;
    const accepted = endings.find(({ kind }) => kind === 'accept');
    if (accepted === undefined && atEnd?.result !== 'allowed') return others;
    if (stage.filters) passed = passing(stage, accepted, atEnd, passed);
  }
  return [...others, passed];
};

/** How the packet may be kept out by this stage, or may be. */
const refusals = (stage: Stage, endings: readonly Ending[], atEnd: Possible | undefined): Possible[] =>
  [
    ...endings
      .filter(({ kind }) => kind === 'drop' || kind === 'unknown')
      .map((ending) => fromRule(ending, stage)),
    ...(atEnd === undefined || atEnd.result === 'allowed' ? [] : [atEnd]),
  ].map((possible) => unlessPassedBy(stage, possible));

/** Why the packet is let in. A rule says more than a policy. */
const passing = (
  stage: Stage,
  accepted: Ending | undefined,
  atEnd: Possible | undefined,
  before: Possible,
): Possible => {
  if (accepted !== undefined) return fromRule(accepted, stage);
  return atEnd !== undefined && before.text === undefined ? atEnd : before;
};

/** One decision of each result is enough: two that differ make the answer unknown already. */
const atPlaces = (
  places: readonly Ending[],
  rest: readonly Stage[],
  packet: Packet,
  onward: (address: IPv4) => boolean,
): Possible[] => {
  const found = new Map<Decision['result'], Possible>();
  for (const ending of places.slice(0, placeLimit)) {
    for (const one of afterTranslation(ending, rest, packet, onward)) {
      if (!found.has(one.result)) found.set(one.result, one);
    }
    if (found.size > 1) break;
  }
  const next = places[placeLimit];
  if (next !== undefined && found.size === 1) found.set('unknown', sentElsewhere(next));
  return [...found.values()];
};

const afterTranslation = (
  ending: Ending,
  rest: readonly Stage[],
  packet: Packet,
  onward: (address: IPv4) => boolean,
): Possible[] => {
  const { to } = ending;
  if (to === undefined || (to.port === undefined && to.destination === undefined)) {
    return [sentElsewhere(ending)];
  }
  const translated = { ...packet, ...to, port: to.port ?? packet.port };
  const ways = waysTo(translated.destination, onward);
  return ways.flatMap((way) =>
    passStages(rest, translated, way, onward).map((one) => ({
      ...one,
      sure: one.sure && ending.sure && ways.length === 1,
    })),
  );
};

/** An address may be one of the machine itself, unless the text says otherwise. */
const waysTo = (destination: IPv4 | undefined, onward: (address: IPv4) => boolean): readonly Way[] => {
  if (destination === undefined || destination.range() === 'loopback') return ['here'];
  return onward(destination) ? ['onward'] : ['onward', 'here'];
};

const sentElsewhere = (ending: Ending): Possible => ({
  ...placed(ending),
  result: 'unknown',
  sure: ending.sure,
  because: 'This rule redirects it.',
});

const fromRule = (ending: Ending, stage: Stage): Possible => {
  const { kind, sure } = ending;
  const doubt = sure || ending.doubt === undefined ? '' : ` ${ending.doubt}.`;
  const [result, what] =
    kind === 'accept'
      ? (['allowed', 'This rule accepts it'] as const)
      : kind === 'drop'
        ? (['denied', 'This rule denies it'] as const)
        : (['unknown', ending.because ?? "The action of this rule can't be read"] as const);
  return { ...placed(ending), result, sure, because: `${what} (${stage.name}).${doubt}` };
};

const fromPolicy = ({ name, policy, policyLine }: Stage): Possible => {
  const line = policyLine === undefined ? {} : { line: policyLine };
  if (policy === undefined) {
    return {
      ...line,
      result: 'unknown',
      sure: true,
      because: `No rule of ${name} matches, and the text does not state its policy.`,
    };
  }
  return {
    ...line,
    result: policy === 'accept' ? 'allowed' : 'denied',
    sure: true,
    because: `No rule of ${name} matches, and its policy is ${policy}.`,
  };
};

const unlessPassedBy = ({ doubt }: Stage, possible: Possible): Possible =>
  doubt === undefined ? possible : { ...possible, sure: false, because: `${possible.because} ${doubt}.` };

const placed = ({ rule }: Ending) => ({ line: rule.line, text: excerpt(rule.text) });
