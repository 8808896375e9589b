import type { CaseAction } from '#contract/case.ts';
import { CatalogueError, type ErrorCode } from '#contract/errors.ts';
import { refuseFalsifying } from './standing-on.ts';
import type { CaseState } from './state.ts';

/** Which states a case may leave by an action that changes its state. */
const transitions: Readonly<Record<string, { readonly from: readonly string[]; readonly wanted: string }>> = {
  'case.closed': { from: ['open'], wanted: 'closed' },
  'case.reopened': { from: ['closed', 'archived'], wanted: 'reopened' },
  'case.archived': { from: ['open', 'closed'], wanted: 'archived' },
};
/** What may still be done to a case that is not open. */
const always: ReadonlySet<string> = new Set([
  ...Object.keys(transitions),
  'content.erased',
  'headers.revealed',
  'runbook.detailsRevealed',
]);

/**
 * Refuses what a case, as it is, can't take: actions on one that is not open, and on what is not in it.
 * @throws CatalogueError `case.notOpen`, `case.badTransition`, `contact.notFound`, `note.notFound`, `attachment.notFound`, `step.notFound`; and what `refuseFalsifying` does
 */
export const refuseAct = (state: CaseState, actions: readonly CaseAction[]): void => {
  for (const action of actions) {
    if (state.state !== 'open' && !always.has(action.kind)) {
      throw new CatalogueError('case.notOpen', { state: state.state });
    }
    const transition = transitions[action.kind];
    if (transition !== undefined && !transition.from.includes(state.state)) {
      throw new CatalogueError('case.badTransition', { state: state.state, wanted: transition.wanted });
    }
    const missing = missingIn(state, action);
    if (missing !== undefined) {
      const steps = state.steps.map(({ id }) => id).join(', ');
      throw new CatalogueError(missing.code, { id: missing.id, steps });
    }
    refuseFalsifying(state, action);
  }
};

const missingIn = (state: CaseState, action: CaseAction): { code: ErrorCode; id: string } | undefined => {
  switch (action.kind) {
    case 'contact.changed':
      return absent('contact.notFound', state.contacts, action.content.contact.id);
    case 'contact.removed':
      return absent('contact.notFound', state.contacts, action.content.id);
    case 'note.changed':
    case 'note.removed':
      return absent('note.notFound', state.notes, action.content.id);
    case 'attachment.removed':
      return absent('attachment.notFound', state.attachments, action.content.id);
    case 'step.changed':
      return absent('step.notFound', state.steps, action.content.id);
    case 'runbook.windowAgreed':
    case 'runbook.signedOff':
      return missingAttachment(state, action.content.agreement.attachmentId);
    case 'runbook.syncingConfirmed':
      return missingAttachment(state, action.content.attachmentId);
    case 'observation.seen':
    case 'observation.resumed':
    case 'observation.closed':
      return absent('observation.notFound', state.observations, action.content.id);
    default:
      return undefined;
  }
};

const missingAttachment = (state: CaseState, id: string | undefined) =>
  id === undefined ? undefined : absent('attachment.notFound', state.attachments, id);

const absent = (code: ErrorCode, list: readonly { readonly id: string }[], id: string) =>
  list.some((one) => one.id === id) ? undefined : { code, id };
