import type { Identifying } from './mapped-rules.ts';
import { fieldOf, type Occurrence } from './occurrence.ts';
import type { Pairing } from './waiting.ts';

/**
 * Pairs what is left over, by less and less: first occurrences that differ in a value, then such that differ in one
 * thing that identifies them, so that a fault gets its name instead of "one is missing, another is too many".
 */

export interface Leftovers {
  readonly alerts: readonly Occurrence[];
  readonly messages: readonly Occurrence[];
  /** What messages without a planned occurrence may stand for; each may explain more than one alert. */
  readonly possible: readonly Occurrence[];
}

export interface Diagnosis {
  readonly pairs: readonly (readonly [alert: Occurrence, message: Occurrence])[];
  /** The same, further apart than pairs may be. */
  readonly late: readonly (readonly [alert: Occurrence, message: Occurrence])[];
  readonly alerts: readonly Occurrence[];
  readonly messages: readonly Occurrence[];
}

interface Tier {
  /** What may differ. */
  readonly free: readonly (Identifying | 'url')[];
  /** Only if the message does not have it at all. */
  readonly onlyMissing?: true;
}

const tiers: readonly Tier[] = [
  { free: [] },
  { free: ['url'] },
  { free: ['CompanyId'] },
  { free: ['DataConnectionId'] },
  { free: ['operation'] },
  { free: ['Data.dataType'] },
  { free: ['DataConnectionId', 'Data.dataType'], onlyMissing: true },
  { free: ['DataConnectionId', 'operation'], onlyMissing: true },
  { free: ['CompanyId', 'DataConnectionId', 'Data.dataType', 'operation'], onlyMissing: true },
];

const fields = ['CompanyId', 'DataConnectionId', 'Data.dataType', 'operation'] as const;

/** undefined: the tier is not for it. */
const keyIn = (occurrence: Occurrence, { free, onlyMissing }: Tier): string | undefined => {
  const isMessage = occurrence.request.side === 'new';
  let key = `${occurrence.rule.type}\n${free.includes('url') ? '' : occurrence.request.url}`;
  for (const name of fields) {
    const isFree = free.includes(name);
    const value = fieldOf(occurrence, name);
    if (isFree && onlyMissing && isMessage && value !== '') return undefined;
    key += `\n${isFree ? '' : value}`;
  }
  return key;
};

export const diagnose = (left: Leftovers, pairing: Pairing, withinMs: number): Diagnosis => {
  const alerts = new Set(left.alerts);
  const messages = new Set(left.messages);
  const within = pairing === 'order' ? Number.POSITIVE_INFINITY : withinMs;
  const pairs: [Occurrence, Occurrence][] = [];
  for (const tier of tiers) {
    if (alerts.size === 0 || (messages.size === 0 && left.possible.length === 0)) break;
    pairIn(alerts, messages, left.possible, (occurrence) => keyIn(occurrence, tier), {
      pairs,
      within,
      pairing,
    });
  }
  const late: [Occurrence, Occurrence][] = [];
  const anyTime = { pairs: late, within: Number.POSITIVE_INFINITY, pairing };
  pairIn(alerts, messages, [], ({ content }) => content, anyTime);
  return { pairs, late, alerts: [...alerts], messages: [...messages] };
};

interface Into {
  readonly pairs: [Occurrence, Occurrence][];
  readonly within: number;
  readonly pairing: Pairing;
}

const pairIn = (
  alerts: Set<Occurrence>,
  messages: Set<Occurrence>,
  possible: readonly Occurrence[],
  keyOf: (occurrence: Occurrence) => string | undefined,
  { pairs, within, pairing }: Into,
): void => {
  const byKey = new Map<string, Occurrence[]>();
  for (const message of [...messages, ...possible]) {
    const key = keyOf(message);
    if (key === undefined) continue;
    const list = byKey.get(key);
    if (list === undefined) byKey.set(key, [message]);
    else list.push(message);
  }
  for (const alert of alerts) {
    const candidates = byKey.get(keyOf(alert) ?? '');
    const message = candidates && nearest(alert, candidates, messages, within, pairing);
    if (message === undefined) continue;
    alerts.delete(alert);
    messages.delete(message);
    pairs.push([alert, message]);
  }
};

/** So many of one key are looked at: enough for any real traffic, and no endless search in what was made to be one. */
const mostLooked = 200;

const nearest = (
  alert: Occurrence,
  candidates: Occurrence[],
  unpaired: ReadonlySet<Occurrence>,
  within: number,
  pairing: Pairing,
): Occurrence | undefined => {
  let best: Occurrence | undefined;
  let bestMs = Number.POSITIVE_INFINITY;
  let looked = 0;
  for (let at = 0; at < candidates.length && looked < mostLooked; at++) {
    const message = candidates[at] as Occurrence;
    if (!message.isPossible && !unpaired.has(message)) {
      candidates.splice(at--, 1);
      continue;
    }
    looked++;
    const apartMs = Math.abs(message.request.at - alert.request.at);
    if (apartMs > within || apartMs >= bestMs) continue;
    best = message;
    bestMs = apartMs;
    if (pairing === 'order') break;
  }
  return best;
};
