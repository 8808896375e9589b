import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import type { RehearsalRequest, Run } from '#contract/token-runs.ts';
import { api } from '#renderer/lib/api.ts';
import { tokenKeys, tokensAt, tokensPath } from '#renderer/lib/token-queries.ts';
import { hours, refsIn } from './start-values.ts';

/** What is asked of a rehearsal, as it is typed. */
export interface RehearsalValues {
  readonly mix: Readonly<Partial<Record<TokenBehaviour, number | ''>>>;
  readonly againHours: number | '';
  readonly seed: number | '';
  readonly refs: string;
  readonly concurrency: number | '';
  readonly syncHours: number | '';
}

export const noRehearsal: RehearsalValues = {
  mix: {},
  againHours: '',
  seed: '',
  refs: '',
  concurrency: '',
  syncHours: '',
};

/** Starts a rehearsal, and goes to where it is followed. */
export const useRehearse = (caseId: string) => {
  const client = useQueryClient();
  const go = useNavigate();
  return useMutation({
    mutationFn: (values: RehearsalValues) =>
      api.post<Run>(`${tokensPath(caseId)}/rehearsals`, requestOf(values)),
    onSuccess: (run) => {
      void client.invalidateQueries({ queryKey: tokenKeys.all(caseId) });
      void go(`${tokensAt(caseId)}/runs/${run.id}`);
    },
  });
};

const requestOf = ({
  mix,
  againHours,
  seed,
  refs,
  concurrency,
  syncHours,
}: RehearsalValues): RehearsalRequest => {
  const chosen = Object.entries(mix).filter((entry): entry is [string, number] => Number(entry[1]) > 0);
  const named = refsIn(refs);
  return {
    ...(chosen.length === 0 ? {} : { mix: Object.fromEntries(chosen) }),
    ...(againHours === '' ? {} : { again: hours(againHours) }),
    ...(seed === '' ? {} : { seed }),
    ...(named.length === 0 ? {} : { refs: named }),
    ...(concurrency === '' ? {} : { concurrency }),
    ...(syncHours === '' ? {} : { syncWithin: hours(syncHours) }),
  };
};
