import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CaseState } from './state.ts';

/**
 * Refuses to take away what entries point at, as they would say another thing than they said.
 * @throws CatalogueError `attachment.isEvidence`
 */
export const refuseFalsifying = (state: CaseState, action: CaseAction): void => {
  if (action.kind === 'attachment.removed') refuseEvidence(state, action.content.id);
};

const refuseEvidence = (state: CaseState, id: string): void => {
  const attachment = state.attachments.find((one) => one.id === id);
  const pointing = attachment && pointingAt(state, id);
  if (attachment === undefined || pointing === undefined) return;
  throw new CatalogueError('attachment.isEvidence', { name: attachment.name, ...pointing });
};

/** Another attachment of the same content may go: the entry names this one. */
const pointingAt = ({ tokenRuns, runbook, evidence, removedEvidence }: CaseState, id: string) => {
  const named = [...evidence, ...removedEvidence.map((one) => one.evidence)].find(
    ({ files }) => files?.manifest === id,
  );
  if (named !== undefined) return { by: `the evidence of ${named.scope}`, what: 'the digests of its files' };
  const ended = tokenRuns.find((run) => run.ended?.results === id)?.ended;
  if (ended !== undefined) return { by: entryAt(ended.seq), what: 'the results of a run' };
  const seq = runbook?.papers.get(id);
  if (seq === undefined) return undefined;
  const isHandover = runbook?.handover?.attachmentId === id;
  return { by: entryAt(seq), what: isHandover ? 'the handover document' : 'what shows that it is so' };
};

const entryAt = (seq: number): string => `entry ${seq} of the audit chain`;
