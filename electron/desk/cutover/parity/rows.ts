import { toIso } from '#base/clock.ts';
import type { DualRunView } from '#contract/cutover.ts';
import { companyOf, type Occurrence } from './occurrence.ts';
import { plainText } from './places.ts';

type Row = DualRunView['pairs'][number];

const mostRows = 200;

/**
 * Pairs as they are shown, the newest first.
 * @param newest the oldest first
 * @param found pairs that differ in more than their values
 * @param isOver whether what came at an instant gets no pair any more
 */
export const rowsOf = (
  newest: readonly Occurrence[],
  found: ReadonlyMap<Occurrence, Occurrence>,
  isOver: (at: number) => boolean,
): Row[] => {
  const rows: Row[] = [];
  const shown = new Set<Occurrence>();
  for (const occurrence of newest.toReversed()) {
    if (rows.length === mostRows) break;
    if (shown.has(occurrence)) continue;
    const partner = occurrence.partner ?? found.get(occurrence);
    if (partner !== undefined) shown.add(partner);
    rows.push(partner === undefined ? single(occurrence, isOver) : pair(occurrence, partner));
  }
  return rows;
};

const rowOf = (occurrence: Occurrence, eventType: string | undefined) => {
  const companyId = companyOf(occurrence);
  return {
    at: toIso(occurrence.request.at),
    ruleType: occurrence.rule.type,
    ...(eventType === undefined ? {} : { eventType: plainText(eventType) }),
    ...(companyId === '' ? {} : { companyId: plainText(companyId) }),
  };
};

const pair = (occurrence: Occurrence, partner: Occurrence): Row => {
  const [alert, message] =
    occurrence.request.side === 'legacy' ? [occurrence, partner] : [partner, occurrence];
  return {
    ...rowOf(alert, message.eventType),
    at: toIso(occurrence.request.at),
    outcome: 'both',
    lateMs: message.request.at - alert.request.at,
    unexplained: occurrence.unexplained,
  };
};

const single = (occurrence: Occurrence, isOver: (at: number) => boolean): Row => {
  const { side, at } = occurrence.request;
  return {
    ...rowOf(occurrence, occurrence.eventType),
    outcome: outcomeOf(occurrence, side, isOver(at)),
    unexplained: 0,
  };
};

const outcomeOf = ({ isRepeated }: Occurrence, side: 'legacy' | 'new', isOver: boolean): Row['outcome'] => {
  if (side === 'new' && isRepeated) return 'twice';
  if (!isOver) return 'waiting';
  return side === 'legacy' ? 'legacy-only' : 'new-only';
};
