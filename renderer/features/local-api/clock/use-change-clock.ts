import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClockView } from '#contract/clock.ts';
import { api, hasErrorCode } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Pauses or resumes the clock. */
export const useChangeClock = () =>
  useApiMutation((change: 'pause' | 'resume') => api.post<ClockView>(`/api/clock/${change}`), {
    onSuccess: (view, client) => client.setQueryData(keys.clock.now, view),
    onSettled: (client) => void client.invalidateQueries({ queryKey: keys.clock.all }),
  });

/** `clock.cancelled`, `clock.paused`: someone ended it on the way; the clock says where it stands. */
const endedOnTheWay: readonly number[] = [40914, 40915];

/** Ends when all due work is done, or the advance was ended before. */
export const useAdvanceClock = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (to: string): Promise<ClockView> => {
      try {
        return await api.post<ClockView>('/api/clock/advance', { to });
      } catch (error) {
        if (!hasErrorCode(error, ...endedOnTheWay)) throw error;
        const view = await api.get<ClockView>('/api/clock');
        if (view.lastAdvance?.to !== to) throw error;
        return view;
      }
    },
    onMutate: (to) =>
      client.setQueryData<ClockView>(
        keys.clock.now,
        (clock) =>
          clock && { ...clock, advancing: true, advance: { from: clock.now, to, cancelling: false } },
      ),
    onSuccess: (view) => client.setQueryData(keys.clock.now, view),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.clock.all }),
  });
};
