import type { Packet } from './packet.ts';
import type { Match } from './reading.ts';

/** Chains of rules, as iptables and nftables have them, walked for one packet. What is open stays open. */

export type Verdict =
  | { readonly kind: 'accept' | 'drop' | 'return' | 'none' }
  /** `because`: why it is not known, if the rule's text does not show it. */
  | { readonly kind: 'unknown'; readonly because?: string }
  | { readonly kind: 'jump' | 'goto'; readonly chain: string }
  /** Absent: it stays as it was, or it is not known to what. */
  | { readonly kind: 'translate'; readonly to: Pick<Packet, 'destination'> & { readonly port?: number } };

export interface Rule {
  readonly line: number;
  readonly text: string;
  /** Why it is open whether the rule matches this packet. */
  doubt(packet: Packet): string | undefined;
  match(packet: Packet): Match;
  verdict(packet: Packet): Verdict;
}

export interface Chain {
  readonly rules: Rule[];
}

/** One way in which the walk may end. */
export interface Ending {
  readonly kind: 'accept' | 'drop' | 'unknown' | 'translate';
  readonly rule: Rule;
  readonly to?: Extract<Verdict, { kind: 'translate' }>['to'];
  /** It matched for certain. */
  readonly sure: boolean;
  /** Why it did not, if it did not. */
  readonly doubt?: string | undefined;
  /** Why it is not known what becomes of the packet. */
  readonly because?: string | undefined;
}

export interface Walk {
  /** At most one of each kind, and one for each translation. */
  readonly endings: readonly Ending[];
  /** The end of the chain may be reached. */
  readonly falls: boolean;
}

/** A chain may send a packet to so many places; what becomes of it at more is unknown. */
export const placeLimit = 300;

/** Deeper than any real rule set; beyond, nothing certain is said. */
const depthLimit = 64;

export const walkChain = (chains: ReadonlyMap<string, Chain>, name: string, packet: Packet): Walk => {
  const done = new Map<string, Walk>();
  const walk = (chainName: string, from: Rule | undefined, depth: number): Walk => {
    const known = done.get(chainName);
    if (known !== undefined) return known;
    const chain = chains.get(chainName);
    if (from !== undefined && (chain === undefined || depth > depthLimit)) {
      return { endings: [{ kind: 'unknown', rule: from, sure: true }], falls: false };
    }
    // A chain that leads back into itself is answered as unknown while it is being walked.
    if (from !== undefined)
      done.set(chainName, { endings: [{ kind: 'unknown', rule: from, sure: true }], falls: false });
    const walked = walkRules(chain?.rules ?? [], packet, (target, rule) => walk(target, rule, depth + 1));
    done.set(chainName, walked);
    return walked;
  };
  return walk(name, undefined, 0);
};

const walkRules = (
  rules: readonly Rule[],
  packet: Packet,
  enter: (chain: string, rule: Rule) => Walk,
): Walk => {
  const endings: Endings = { found: new Map(), entered: new Set() };
  let falls = false;
  for (const rule of rules) {
    const match = rule.match(packet);
    if (match === 'no') continue;
    const verdict = rule.verdict(packet);
    if (verdict.kind === 'none') continue;
    const sure = match === 'yes';
    const passed = { rule, sure, ...(sure ? {} : { doubt: rule.doubt(packet) }) };
    const after = take(endings, verdict, passed, enter);
    falls ||= after.falls;
    if (sure && !after.goesOn) return { endings: [...endings.found.values()], falls };
  }
  return { endings: [...endings.found.values()], falls: true };
};

/** Adds how the packet may end by this rule. `falls`: it may leave the chain; `goesOn`: it may come to the next rule. */
const take = (
  endings: Endings,
  verdict: Verdict,
  passed: Pick<Ending, 'rule' | 'sure' | 'doubt'>,
  enter: (chain: string, rule: Rule) => Walk,
): { readonly falls: boolean; readonly goesOn: boolean } => {
  switch (verdict.kind) {
    case 'return':
    case 'none':
      return { falls: true, goesOn: false };
    case 'jump':
    case 'goto': {
      const inner = enter(verdict.chain, passed.rule);
      addInner(endings, verdict.chain, inner, passed);
      return verdict.kind === 'jump'
        ? { falls: false, goesOn: inner.falls }
        : { falls: inner.falls, goesOn: false };
    }
    case 'unknown':
    case 'translate':
      addEnding(endings, { ...passed, ...verdict });
      break;
    default:
      addEnding(endings, { ...passed, kind: verdict.kind });
  }
  return { falls: false, goesOn: false };
};

interface Endings {
  readonly found: Map<string, Ending>;
  /** Chains whose endings are among them. */
  readonly entered: Set<string>;
}

const addEnding = ({ found }: Endings, ending: Ending): void => {
  const key = ending.kind + (ending.to === undefined ? '' : `${ending.to.destination}:${ending.to.port}`);
  if (found.size > 2 * placeLimit && !found.has(key)) found.set('unknown', { ...ending, kind: 'unknown' });
  else if (found.get(key)?.sure !== true) found.set(key, ending);
};

/** The same chain ends in the same ways each time. */
const addInner = (
  endings: Endings,
  chain: string,
  inner: Walk,
  { sure, doubt }: Pick<Ending, 'sure' | 'doubt'>,
): void => {
  const entered = `${chain} ${sure}`;
  if (endings.entered.has(entered)) return;
  endings.entered.add(entered);
  for (const ending of inner.endings) {
    addEnding(endings, sure || !ending.sure ? ending : { ...ending, sure, doubt });
  }
};
