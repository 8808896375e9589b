import type { NextDue, NextDueList } from '#contract/clock.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** Soaks and windows are of the desk, whose announcements say nothing of the clock. */
const rereadMs = 10_000;

/** What an advance of the virtual clock would come to, the next of each kind, soonest first. */
export const useNextDue = (isVirtual: boolean) =>
  useApiQuery<NextDueList>([...keys.clock.upcoming, 'next'], '/api/clock/next', {
    enabled: isVirtual,
    refetchInterval: rereadMs,
  });

/** The address that asks whether to advance the clock there. */
export const advancePath = ({ at }: Pick<NextDue, 'at'>): string =>
  `/local-api/clock?to=${encodeURIComponent(at)}`;
