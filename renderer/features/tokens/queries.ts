import { useOutletContext } from 'react-router';
import type { CaseView } from '#contract/case.ts';
import { useTargets } from '#renderer/lib/lists.ts';

export const useCase = (): CaseView => useOutletContext<CaseView>();

/** The name of the case's target, for sentences. */
export const useTargetName = ({ targetId }: Pick<CaseView, 'targetId'>): string => {
  const { data } = useTargets();
  return data?.results.find(({ id }) => id === targetId)?.name ?? 'the target';
};
