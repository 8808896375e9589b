import { toIso } from '#base/clock.ts';
import type { DualRunView } from '#contract/cutover.ts';
import { plainText } from './places.ts';
import { companyOf, type Told } from './told.ts';

type Row = DualRunView['pairs'][number];

const mostRows = 200;

/**
 * Pairs as they are shown, the newest first.
 * @param newest the oldest first
 * @param found pairs that differ in more than their values
 * @param isOver whether what came at an instant gets no pair any more
 */
export const rowsOf = (
  newest: readonly Told[],
  found: ReadonlyMap<Told, Told>,
  isOver: (at: number) => boolean,
): Row[] => {
  const rows: Row[] = [];
  const shown = new Set<Told>();
  for (const told of newest.toReversed()) {
    if (rows.length === mostRows) break;
    if (shown.has(told)) continue;
    const partner = told.partner ?? found.get(told);
    if (partner !== undefined) shown.add(partner);
    rows.push(partner === undefined ? single(told, isOver) : pair(told, partner));
  }
  return rows;
};

const rowOf = (told: Told, eventType: string | undefined) => {
  const companyId = companyOf(told);
  return {
    at: toIso(told.request.at),
    ruleType: told.rule.type,
    ...(eventType === undefined ? {} : { eventType: plainText(eventType) }),
    ...(companyId === '' ? {} : { companyId: plainText(companyId) }),
  };
};

const pair = (told: Told, partner: Told): Row => {
  const [alert, message] = told.request.side === 'legacy' ? [told, partner] : [partner, told];
  return {
    ...rowOf(alert, message.eventType),
    at: toIso(told.request.at),
    outcome: 'both',
    lateMs: message.request.at - alert.request.at,
    unexplained: told.unexplained,
  };
};

const single = (told: Told, isOver: (at: number) => boolean): Row => {
  const { side, at } = told.request;
  return { ...rowOf(told, told.eventType), outcome: outcomeOf(told, side, isOver(at)), unexplained: 0 };
};

const outcomeOf = ({ isRepeated }: Told, side: 'legacy' | 'new', isOver: boolean): Row['outcome'] => {
  if (side === 'new' && isRepeated) return 'twice';
  if (!isOver) return 'waiting';
  return side === 'legacy' ? 'legacy-only' : 'new-only';
};
