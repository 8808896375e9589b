import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClockView } from '#contract/clock.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

type ClockOrder = 'pause' | 'resume' | { readonly to: string };

/** Pauses it, lets it go on, or moves it; that ends when everything that fell due is done. */
export const useClockOrder = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: ClockOrder): Promise<ClockView> =>
      typeof order === 'string'
        ? api.post(`/api/clock/${order}`)
        : api.post('/api/clock/advance', { to: order.to }),
    onMutate: (order) => {
      if (typeof order === 'string') return;
      client.setQueryData<ClockView>(keys.clock.now, (clock) => clock && { ...clock, advancing: true });
    },
    onSuccess: (view) => client.setQueryData(keys.clock.now, view),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.clock.all }),
  });
};
