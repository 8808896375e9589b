import type { ClockView } from '#contract/clock.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** Nothing announces each step of a clock on its way. */
const onItsWayMs = 500;

/** The service's clock, which may be far from the system's. */
export const useClock = () =>
  useApiQuery<ClockView>(keys.clock.now, '/api/clock', {
    refetchInterval: ({ state }) => (state.data?.advancing ? onItsWayMs : false),
  });
