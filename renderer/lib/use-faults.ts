import { useQuery } from '@tanstack/react-query';
import type { Faults } from '#contract/sandbox.ts';
import { api } from './api.ts';
import { whileSignedIn } from './api-queries.ts';
import { keys } from './keys.ts';

/** Nothing announces that a fault has been hit as often as it was to be. */
const usedUpMs = 10_000;

/** Active faults: calls that the local service lets fail on purpose. */
export const useFaults = () =>
  useQuery({
    queryKey: keys.faults,
    queryFn: async ({ signal }) => (await api.get<Faults>('/api/faults', { signal })).faults,
    refetchInterval: whileSignedIn<Faults['faults']>(({ state }) =>
      state.data?.some(({ times }) => times !== undefined) ? usedUpMs : false,
    ),
  });
