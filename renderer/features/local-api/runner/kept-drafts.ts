import type { Draft } from './draft.ts';

/**
 * What was written for each operation, until the page is loaded anew. In memory alone: a body or header may hold a
 * secret, and a browser writes the storage of a session to disk.
 */
const drafts = new Map<string, Draft>();

export const keptDraft = (operationId: string): Draft | undefined => drafts.get(operationId);

export const keepDraft = (operationId: string, draft: Draft): void => {
  drafts.set(operationId, draft);
};

export const forgetDraft = (operationId: string): void => {
  drafts.delete(operationId);
};
