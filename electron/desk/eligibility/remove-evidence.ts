import { CatalogueError } from '#contract/errors.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { withVerdict } from './record.ts';

/**
 * Removes evidence from what counts, with a reason; it stays on record. The evidence that it replaced counts again.
 * @throws CatalogueError `evidence.notFound`, also for an observation that is open
 */
export const createRemoveEvidence =
  (cases: Cases) =>
  (caseId: string, evidenceId: string, reason: string, actor: string): Promise<CaseState> =>
    cases.act(caseId, actor, (state) => {
      if (!state.evidence.some(({ id }) => id === evidenceId)) {
        throw new CatalogueError('evidence.notFound', { evidenceId });
      }
      return withVerdict(state, actor, [{ kind: 'evidence.removed', content: { evidenceId, reason } }]);
    });
