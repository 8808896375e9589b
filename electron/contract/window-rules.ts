import { FieldError } from './field-error.ts';
import type { Window, WindowRequest, WindowView } from './runbook.ts';
import { checkZone, instantOf, localText } from './zones.ts';

/** What a migration window must be, for the desk and for the form that the integrator fills in. */

const longestMs = 31 * 86_400_000;

type Times = Pick<Window, 'start' | 'end' | 'zone' | 'otherZone'>;

/**
 * A proposed window: local times as instants.
 * @param now ms UTC
 * @throws FieldError: no such zone or local time, ends before it begins, over already, longer than 31 days
 */
export const windowTimes = (request: Pick<WindowRequest, keyof Times>, now: number): Times => {
  const zone = checkZone(request.zone, 'zone');
  const otherZone = request.otherZone === undefined ? undefined : checkZone(request.otherZone, 'otherZone');
  const start = instantOf(request.start, zone, 'start');
  const end = instantOf(request.end, zone, 'end');
  const refuse = (problem: string, key: string) =>
    new FieldError(
      { itemId: 'end', message: `end ${problem}`, validatorName: 'window' },
      { key, details: {} },
    );
  if (end <= start) throw refuse('must come after start.', 'rule.order');
  if (end <= now) throw refuse('must not be in the past.', 'rule.past');
  if (end - start > longestMs) throw refuse('must come within 31 days of start.', 'rule.long');
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    zone,
    ...(otherZone === undefined ? {} : { otherZone }),
  };
};

/** The window in the local times of both parties. */
export const localTimes = ({ start, end, zone, otherZone }: Times): WindowView['local'] =>
  [...new Set([zone, otherZone ?? zone])].map((one) => ({
    zone: one,
    start: localText(Date.parse(start), one),
    end: localText(Date.parse(end), one),
  }));
