import type { CaseAction } from '#contract/case.ts';

/** What an action changes, so that two edits of the same are told from two edits side by side. */
export const subjectsOf = (action: CaseAction): readonly string[] => {
  switch (action.kind) {
    case 'case.changed':
      return Object.keys(action.content.changes).map((field) => `case:${field}`);
    case 'case.closed':
    case 'case.reopened':
    case 'case.archived':
      return ['case:state'];
    case 'contact.changed':
      return [`contact:${action.content.contact.id}`];
    case 'contact.removed':
      return [`contact:${action.content.id}`];
    case 'note.changed':
    case 'note.removed':
      return [`note:${action.content.id}`];
    case 'attachment.removed':
      return [`attachment:${action.content.id}`];
    case 'mail.templateChanged':
      return [`mail:${action.content.language} ${action.content.mail}`];
    case 'step.changed':
      return [`step:${action.content.id}`];
    case 'row.answered':
    case 'row.overruled':
    case 'row.restored':
      return [`row:${action.content.row}`];
    case 'finding.dismissed':
    case 'finding.restored':
      return [`finding:${action.content.findingId}`];
    case 'portalHeader.supplied':
      return ['portalHeader'];
    case 'mention.dismissed':
    case 'mention.restored':
      return action.content.ids.map((id) => `mention:${id}`);
    case 'coverage.stated':
    case 'coverage.withdrawn':
      return [`coverage:${action.content.evidenceId}`];
    case 'evidence.removed':
      return [`evidence:${action.content.evidenceId}`];
    case 'request.drafted':
    case 'request.sent':
    case 'request.confirmed':
      return ['request'];
    case 'cutover.conflictDecided':
      return [`conflict:${action.content.header.toLowerCase()}`];
    case 'cutover.soakStarted':
    case 'cutover.completed':
    case 'cutover.rollbackDecided':
      return ['cutover'];
    case 'headers.planned':
    case 'headers.set':
      return [`headers:${action.content.webhookId}`];
    case 'runbook.detailsSupplied':
      return [
        ...action.content.fields.map(({ name }) => `detail:${name}`),
        ...action.content.removed.map((name) => `detail:${name}`),
      ];
    case 'runbook.windowProposed':
    case 'runbook.windowAgreed':
      return ['runbook:window'];
    case 'runbook.handedOver':
    case 'runbook.signedOff':
      return ['runbook:handover'];
    case 'runbook.failuresAccepted':
    case 'runbook.companiesExcluded':
    case 'runbook.decisionsWithdrawn':
    case 'tokens.excluded':
    case 'tokens.included':
      return action.content.companies.map(({ ref, line }) => `company:${ref ?? line}`);
    case 'runbook.overruled':
    case 'runbook.stepRestored':
      return [`runbook:${action.content.step}`];
    default:
      return [];
  }
};
