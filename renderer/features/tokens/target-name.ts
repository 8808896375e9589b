import type { CaseView } from '#contract/case.ts';
import { useTarget } from '#renderer/lib/lists.ts';

/** The case's target, in a sentence. */
export const useTargetName = ({ targetId }: Pick<CaseView, 'targetId'>): string => {
  const target = useTarget(targetId);
  if (targetId === 'local') return 'the local service';
  return target === undefined ? 'the target' : `“${target.name}”`;
};
