import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Fault, Faults } from '#contract/sandbox.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

/** The whole list is replaced: the first that fits a request hits it, so their order counts. */
export const useSetFaults = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: (present: readonly Fault[]) => readonly Fault[]) => {
      // Read anew: what is left of a fault's times falls with every hit.
      const { faults } = await api.get<Faults>('/api/faults');
      const set = await api.put<Faults>('/api/faults', { faults: change(faults) });
      return { before: faults, after: set.faults };
    },
    onSuccess: ({ after }) => client.setQueryData(keys.faults, after),
  });
};
