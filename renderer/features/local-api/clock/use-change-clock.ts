import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClockView } from '#contract/clock.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

type ClockChange = 'pause' | 'resume' | { readonly to: string };

/** Pauses, resumes or advances the clock. Advancing ends when all due work is done. */
export const useChangeClock = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ClockChange): Promise<ClockView> =>
      typeof change === 'string'
        ? api.post(`/api/clock/${change}`)
        : api.post('/api/clock/advance', { to: change.to }),
    onMutate: (change) => {
      if (typeof change === 'string') return;
      client.setQueryData<ClockView>(keys.clock.now, (clock) => clock && { ...clock, advancing: true });
    },
    onSuccess: (view) => client.setQueryData(keys.clock.now, view),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.clock.all }),
  });
};
