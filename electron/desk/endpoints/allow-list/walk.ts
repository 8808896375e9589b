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
  const endings = new Map<string, Ending>();
  const taken = new Set<string>();
  let falls = false;
  const add = (ending: Ending): void => {
    const key = ending.kind + (ending.to === undefined ? '' : `${ending.to.destination}:${ending.to.port}`);
    if (endings.size > 2 * placeLimit && !endings.has(key))
      return void endings.set('unknown', { ...ending, kind: 'unknown' });
    if (endings.get(key)?.sure !== true) endings.set(key, ending);
  };
  for (const rule of rules) {
    const match = rule.match(packet);
    if (match === 'no') continue;
    const sure = match === 'yes';
    const verdict = rule.verdict(packet);
    if (verdict.kind === 'none') continue;
    let goesOn = false;
    if (verdict.kind === 'jump' || verdict.kind === 'goto') {
      const inner = enter(verdict.chain, rule);
      // The same chain ends in the same ways each time.
      const entered = `${verdict.chain} ${sure}`;
      if (!taken.has(entered)) {
        taken.add(entered);
        for (const ending of inner.endings) {
          add(sure || !ending.sure ? ending : { ...ending, sure, doubt: rule.doubt(packet) });
        }
      }
      if (verdict.kind === 'jump') goesOn = inner.falls;
      else falls ||= inner.falls;
    } else if (verdict.kind === 'return') {
      falls = true;
    } else {
      add({
        kind: verdict.kind,
        rule,
        sure,
        ...(sure ? {} : { doubt: rule.doubt(packet) }),
        ...(verdict.kind === 'unknown' ? { because: verdict.because } : {}),
        ...(verdict.kind === 'translate' ? { to: verdict.to } : {}),
      });
    }
    if (sure && !goesOn) return { endings: [...endings.values()], falls };
  }
  return { endings: [...endings.values()], falls: true };
};
