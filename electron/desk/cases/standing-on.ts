import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CaseState } from './state.ts';

/**
 * Refuses what would make entries say another thing than they said: taking away what they point at, and setting by hand
 * what follows from them.
 * @param byRunbook the runbook itself moves its steps
 * @throws CatalogueError `attachment.isEvidence`, `step.ofRunbook`
 */
export const refuseFalsifying = (state: CaseState, action: CaseAction, byRunbook: boolean): void => {
  if (action.kind === 'attachment.removed') refuseEvidence(state, action.content.id);
  if (action.kind !== 'step.changed' || byRunbook) return;
  const { id, state: wanted } = action.content;
  if (wanted !== undefined && ofRunbook.test(id)) throw new CatalogueError('step.ofRunbook', { id });
};

/** The six steps of a managed migration, among those of the case. */
const ofRunbook = /^managed-/;

const refuseEvidence = (state: CaseState, id: string): void => {
  const attachment = state.attachments.find((one) => one.id === id);
  const pointing = attachment && pointingAt(state, id);
  if (attachment === undefined || pointing === undefined) return;
  throw new CatalogueError('attachment.isEvidence', { name: attachment.name, ...pointing });
};

/** Another attachment of the same content may go: the entry names this one. */
const pointingAt = ({ tokenRuns, runbook }: CaseState, id: string) => {
  const ended = tokenRuns.find((run) => run.ended?.results === id)?.ended;
  if (ended !== undefined) return { seq: ended.seq, what: 'what a run came to' };
  const seq = runbook?.papers.get(id);
  if (seq === undefined) return undefined;
  const isHandover = runbook?.handover?.attachmentId === id;
  return { seq, what: isHandover ? 'the handover document' : 'what shows that it is so' };
};
