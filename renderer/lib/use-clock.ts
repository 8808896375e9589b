import { useQuery } from '@tanstack/react-query';
import type { ClockView } from '#contract/clock.ts';
import { api } from './api.ts';
import { keys } from './keys.ts';

/** Nothing announces each step of a clock on its way. */
const onItsWayMs = 500;

/** The service's clock, which may be far from the system's. */
export const useClock = () =>
  useQuery({
    queryKey: keys.clock.now,
    queryFn: ({ signal }) => api.get<ClockView>('/api/clock', { signal }),
    refetchInterval: ({ state }) => (state.data?.advancing ? onItsWayMs : false),
  });
