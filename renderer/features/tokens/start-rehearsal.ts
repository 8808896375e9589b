import { useNavigate } from 'react-router';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import type { RehearsalRequest, Run } from '#contract/token-runs.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { behaviourLabels } from '#renderer/lib/token-labels.ts';
import { tokenKeys, tokensAt, tokensPath } from '#renderer/lib/token-queries.ts';
import { numberIn } from './number-in.ts';
import { hoursIn, refsIn, type StartValues } from './start-values.ts';

/** Options of a rehearsal, as typed. */
export interface RehearsalValues extends Pick<StartValues, 'refs' | 'concurrency' | 'syncWithin'> {
  /** Rows by behaviour of their tokens. */
  readonly mix: Readonly<Record<string, number | string>>;
  /** Hours. */
  readonly again: number | string;
  readonly seed: number | string;
}

export const problemBehaviours = (Object.keys(behaviourLabels) as TokenBehaviour[]).filter(
  (one) => one !== 'good',
);

export const noRehearsal: RehearsalValues = {
  mix: Object.fromEntries(problemBehaviours.map((behaviour) => [behaviour, ''])),
  again: '',
  seed: '',
  refs: '',
  concurrency: '',
  syncWithin: '',
};

/** Starts a rehearsal, and opens it. */
export const useRehearse = (caseId: string) => {
  const go = useNavigate();
  return useApiMutation(
    (request: RehearsalRequest) => api.post<Run>(`${tokensPath(caseId)}/rehearsals`, request),
    {
      onSuccess: (run, client) => {
        void client.invalidateQueries({ queryKey: tokenKeys.all(caseId) });
        void go(`${tokensAt(caseId)}/runs/${run.id}`);
      },
    },
  );
};

/** What the form asks for. */
export const rehearsalRequest = ({
  mix,
  again,
  seed,
  refs,
  concurrency,
  syncWithin,
}: RehearsalValues): RehearsalRequest => {
  const chosen = Object.entries(mix).filter((entry): entry is [string, number] => Number(entry[1]) > 0);
  return {
    mix: chosen.length === 0 ? undefined : Object.fromEntries(chosen),
    again: hoursIn(again),
    seed: numberIn(seed),
    refs: refsIn(refs),
    concurrency: numberIn(concurrency),
    syncWithin: hoursIn(syncWithin),
  };
};
