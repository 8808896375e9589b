import type { Fault, Faults } from '#contract/sandbox.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Replaces the whole list: the first matching fault applies, so the order counts. */
export const useSetFaults = () =>
  useApiMutation(
    async (change: (present: readonly Fault[]) => readonly Fault[]) => {
      // Read again: the remaining calls of a fault fall with each match.
      const { faults } = await api.get<Faults>('/api/faults');
      const set = await api.put<Faults>('/api/faults', { faults: change(faults) });
      return { before: faults, after: set.faults };
    },
    { onSuccess: ({ after }, client) => client.setQueryData(keys.faults, after) },
  );

/** Whether two are the same but for how often one still happens: that falls with each call. */
export const isSameFault = (one: Fault | undefined, other: Fault | undefined): boolean =>
  one !== undefined && other !== undefined && comparable(one) === comparable(other);

const comparable = ({ times, ...rest }: Fault): string =>
  JSON.stringify([
    times === undefined,
    rest.method,
    rest.route,
    rest.path,
    rest.name,
    rest.answer,
    rest.fixture,
    rest.delayMs,
    rest.share,
  ]);
