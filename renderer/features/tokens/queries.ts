import { useOutletContext } from 'react-router';
import type { CaseView } from '#contract/case.ts';
import { useTarget } from '#renderer/lib/lists.ts';

export const useCase = (): CaseView => useOutletContext<CaseView>();

/** The name of the case's target, for sentences. */
export const useTargetName = ({ targetId }: Pick<CaseView, 'targetId'>): string =>
  useTarget(targetId)?.name ?? 'the target';
