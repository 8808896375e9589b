import { placeOf } from './iptables-rule.ts';
import { never, type Selector, selectors, type TestContext } from './nftables-tests.ts';
import type { Word } from './nftables-text.ts';
import type { Packet } from './packet.ts';
import { both, type Match, not } from './reading.ts';
import type { Rule, Verdict } from './walk.ts';

/** One rule of nftables, as `nft list ruleset` writes it. Source: nft(8). */

export interface NftContext extends TestContext {
  /** Elements of named sets of the table; absent where they can't be read. */
  readonly sets: ReadonlyMap<string, readonly string[]>;
  /** The same of named maps, each element as the words that it is written in. */
  readonly maps: ReadonlyMap<string, readonly (readonly string[])[]>;
}

interface Part {
  readonly selector: Selector;
  readonly values: readonly string[];
  readonly set?: string;
  readonly negated: boolean;
}
type VerdictOf = (packet: Packet) => Verdict;

interface State {
  parts: Part[];
  /** The first word that is not understood. */
  strange: string | undefined;
  verdict: VerdictOf | undefined;
}

/**
 * A rule with a word that is not understood may match or not; unless it ends in a plain verdict, nothing is known of what
 * it does.
 */
export const nftRule = (
  words: readonly Word[],
  place: { readonly line: number; readonly text: string },
  context: NftContext,
): Rule => {
  const state = readWords(words, context);
  const { parts, strange, verdict } = state;
  let tests: readonly PartTest[] | undefined;
  // Sets may stand behind the chains that use them.
  const testsOf = () => {
    tests ??= parts.map((part) => testOf(part, context));
    return tests;
  };
  return {
    ...place,
    doubt: (packet) =>
      strange === undefined
        ? testsOf().find(({ match }) => match(packet) === 'maybe')?.doubt
        : `Its condition "${strange.slice(0, 40)}" can't be read`,
    match(packet) {
      const start = strange === undefined ? 'yes' : 'maybe';
      return testsOf().reduce<Match>((match, test) => both(match, test.match(packet)), start);
    },
    verdict: (packet) => verdict?.(packet) ?? { kind: 'none' },
  };
};

interface PartTest {
  match(packet: Packet): Match;
  /** Why it may be open. */
  readonly doubt: string;
}

const testOf = ({ selector, values, set, negated }: Part, context: NftContext): PartTest => {
  const elements = set === undefined ? values : context.sets.get(set);
  if (elements === undefined) {
    return { match: () => 'maybe', doubt: `The elements of the set ${set} are not in the text` };
  }
  const match = selector.test(elements);
  return {
    match: (packet) => (negated ? not(match(packet, context)) : match(packet, context)),
    doubt: selector.doubt,
  };
};

/** With these a condition or a statement of its own begins. */
const begins = /^(limit|quota|meta|ct|tcp|ip|ether|vlan|xt|socket|rt|fib|osf|numgen|set|add|update|delete)$/;

const readWords = (words: readonly Word[], context: NftContext): State => {
  const state: State = { parts: [], strange: undefined, verdict: undefined };
  let at = 0;
  while (at < words.length && state.strange === undefined && state.verdict === undefined) {
    const before = at;
    at += step(words, at, state, context);
    // What stands right before a word that is not understood may belong to it.
    if (state.strange !== undefined && before > 0 && !begins.test(state.strange)) state.parts.pop();
  }
  if (state.strange === undefined) {
    const rest = withoutComment(words.slice(at));
    if (rest.length > 0) {
      state.strange = String(rest[0]);
      state.verdict = () => ({ kind: 'unknown' });
    }
    return state;
  }
  const plain = endVerdict(words);
  state.verdict = plain ?? (() => ({ kind: 'unknown' }));
  return state;
};

const withoutComment = (words: readonly Word[]): readonly Word[] =>
  words.at(-2) === 'comment' ? words.slice(0, -2) : words;

/** `accept`, `drop` and the like as the last word, with no set that could hold other verdicts. */
const endVerdict = (words: readonly Word[]): VerdictOf | undefined => {
  const rule = withoutComment(words);
  if (rule.some((word) => word === 'vmap' || word === 'map' || hasVerdicts(word))) return undefined;
  const last = rule.at(-1);
  return /^(accept|drop|reject|return)$/.test(String(last))
    ? verdictAt(rule, rule.length - 1)?.verdict
    : undefined;
};

const hasVerdicts = (word: Word): boolean =>
  typeof word !== 'string' &&
  word.set.some((element) => element.some((part) => /^(accept|drop|jump|goto|:|;)$/.test(part)));

/** Words that only count, mark or log: how many there are at this place. */
const passingAt = (words: readonly Word[], at: number): number => {
  const text = words
    .slice(at, at + 14)
    .map((word) => (typeof word === 'string' ? word.replaceAll(/\s/g, '_') || '_' : '{}'))
    .join(' ');
  const found = passing.exec(text)?.[0];
  return found === undefined ? 0 : found.trim().split(' ').length;
};
const passing =
  /^(counter( packets \d+ bytes \d+| name \S+)?|log( (prefix|level|group|snaplen|queue-threshold) \S+| flags (all|skuid|ether|(tcp|ip) \S+( , \S+)*))*|notrack|continue|comment \S+|(meta|ct) (mark|priority|nftrace|pkttype|zone|label|helper) set [\w.:/-]+)(?= |$)/;

/** Reads what stands at `at`. @returns how many words it took */
const step = (words: readonly Word[], at: number, state: State, context: NftContext): number => {
  const word = words[at];
  if (typeof word !== 'string') {
    state.strange = '{ … }';
    return 1;
  }
  const passed = passingAt(words, at);
  if (passed > 0) return passed;
  const selector = selectors.find(({ name }) =>
    name.split(' ').every((part, offset) => words[at + offset] === part),
  );
  if (selector !== undefined) return readPart(words, at, selector, state, context);
  const found = verdictAt(words, at);
  if (found !== undefined) {
    state.verdict = found.verdict;
    return found.words;
  }
  if ((word === 'add' || word === 'update') && addsOnly(words.slice(at + 1, at + 3))) return 3;
  state.strange = word;
  return 1;
};

/** `add @set { ip saddr }`: with a rate or a count in it, it is a condition. */
const addsOnly = ([set, element]: readonly Word[]): boolean =>
  String(set).startsWith('@') &&
  element !== undefined &&
  typeof element !== 'string' &&
  element.set.length === 1 &&
  /^ip saddr( \. tcp dport)?( timeout \w+)?$/.test((element.set[0] ?? []).join(' '));

const readPart = (
  words: readonly Word[],
  at: number,
  selector: Selector,
  state: State,
  context: NftContext,
): number => {
  const { name, test } = selector;
  if (test === never) {
    state.verdict = () => ({ kind: 'none' });
    return words.length - at;
  }
  let next = at + name.split(' ').length;
  const negated = words[next] === '!=';
  if (negated || words[next] === '==') next += 1;
  const value = words[next];
  next += 1;
  if (value === 'vmap' && !negated) {
    state.verdict = verdictMap(words[next], selector, context);
    return next + 1 - at;
  }
  if (value === undefined) {
    state.strange = name;
    return next - at;
  }
  if (/^[<>]=?$/.test(String(value))) {
    const range = selector.ofPorts && portsBeyond(String(value), String(words[next]));
    if (range === undefined) state.strange = String(value);
    else state.parts.push({ selector, values: [range], negated });
    return next + 1 - at;
  }
  if (typeof value !== 'string') {
    // `1.2.3.4 . 443` is a pair, of which one half is not enough.
    state.parts.push({ selector, values: value.set.map(elementText), negated });
    return next - at;
  }
  const values = [value];
  // `ct state established,related`
  while (words[next] === ',') {
    values.push(String(words[next + 1]));
    next += 2;
  }
  if (value.startsWith('@')) state.parts.push({ selector, values: [], set: value.slice(1), negated });
  else state.parts.push({ selector, values, negated });
  return next - at;
};

/** One element of a set as a value; what is more than a value, a range or a count of its packets is none. */
export const elementText = (element: readonly string[]): string => {
  const text = element.join(' ');
  return (
    /^(\S+)( - \S+)?(?= (counter( packets \d+ bytes \d+)?|comment .*)$|$)/.exec(text)?.[0] ?? text
  ).replace(' - ', '-');
};

/** `>= 1024` as the range of ports that it stands for. */
const portsBeyond = (operator: string, text: string): string | undefined => {
  if (!/^\d{1,5}$/.test(text)) return undefined;
  const next = operator.length === 1 ? 1 : 0;
  return operator.startsWith('>') ? `${Number(text) + next}-65535` : `0-${Number(text) - next}`;
};

/** `vmap { key : verdict, … }` or `vmap @name`: the first key that fits, and `*` if none does. */
const verdictMap = (map: Word | undefined, selector: Selector, context: NftContext): VerdictOf => {
  const name = typeof map === 'string' ? map.replace(/^@/, '') : undefined;
  let entries: readonly MapEntry[] | undefined;
  return (packet) => {
    // Named maps may stand behind the chains that use them.
    const elements = typeof map === 'object' ? map.set : context.maps.get(name ?? '');
    if (elements === undefined) {
      return { kind: 'unknown', because: `The elements of the map ${name} are not in the text` };
    }
    entries ??= mapEntries(elements, selector);
    for (const { match, verdict } of entries) {
      const fits = match(packet, context);
      if (fits === 'maybe') return { kind: 'unknown', because: `${selector.doubt} (in a verdict map)` };
      if (fits === 'yes') return verdict?.(packet) ?? { kind: 'unknown' };
    }
    return { kind: 'none' };
  };
};

interface MapEntry {
  readonly match: (packet: Packet, context: NftContext) => Match;
  readonly verdict: VerdictOf | undefined;
}

const mapEntries = (elements: readonly (readonly string[])[], { test }: Selector): MapEntry[] => {
  const entries = elements.map((element) => {
    const [key = '', ...rest] = element.join(' ').split(/\s*:\s+|\s+:\s*/);
    const words = rest.join(' ').split(' ');
    const found = verdictAt(words, 0);
    return {
      key,
      match: key === '*' ? () => 'yes' as const : test([elementText(key.split(' '))]),
      verdict: found?.words === words.length ? found.verdict : undefined,
    };
  });
  return entries.toSorted((one, other) => Number(one.key === '*') - Number(other.key === '*'));
};

/** What a rule does, with how many words say it. */
const verdictAt = (words: readonly Word[], at: number): { verdict: VerdictOf; words: number } | undefined => {
  const [word, next, third] = words.slice(at);
  const left = withoutComment(words).length - at;
  const plain = (verdict: Verdict, count: number) => ({ verdict: () => verdict, words: count });
  switch (word) {
    case 'accept':
    case 'drop':
    case 'return':
      return plain({ kind: word }, 1);
    case 'reject':
      return plain({ kind: 'drop' }, next === 'with' ? left : 1);
    case 'jump':
    case 'goto':
      return typeof next === 'string' ? plain({ kind: word, chain: next }, 2) : undefined;
    case 'redirect':
    case 'dnat':
      return plain(translation(String((next === 'to' ? third : words[at + 3]) ?? '')), left);
    case 'queue':
    case 'tproxy':
    case 'synproxy':
    case 'fwd':
    case 'dup':
      return plain({ kind: 'unknown' }, left);
    default:
      return undefined;
  }
};

const translation = (target: string): Verdict => {
  const port = /^:(\d+)$/.exec(target)?.[1];
  return { kind: 'translate', to: port === undefined ? placeOf(target) : { port: Number(port) } };
};
