import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import {
  DismissalResult,
  FindingsBulk,
  FindingsCount,
  MentionsBulk,
  MentionsCount,
} from '#contract/dismissal.ts';
import { EligibilityView, MentionsView, RemovalRequest } from '#contract/eligibility.ts';
import type { ApiApp } from '#control/app.ts';
import type { Eligibility } from '#desk/eligibility/index.ts';
import { routesOfCase } from './routes-of-case.ts';

/** Mentions in source code to review, several findings or mentions at once, and the removal of evidence. */
export const mentionRoutes = (
  app: ApiApp,
  eligibility: Pick<Eligibility, 'mentions' | 'bulk' | 'answers' | 'view'>,
): void => {
  const { mentions, answers: decisions, view } = eligibility;
  const { answering, changing } = routesOfCase(app, 'eligibility');
  const list = 'List mentions in source code to review, and dismissed ones';
  answering(MentionsView).get('/mentions', list, mentions);
  bulkRoutes(app, eligibility);
  changing(EligibilityView, view)(
    'POST /evidence/:evidenceId/removal',
    'Remove evidence with a reason; it no longer counts and stays on record',
    { params: Type.Object({ id: Uuid, evidenceId: Uuid }), body: RemovalRequest },
    ({ id, evidenceId }, { reason }, actor) => decisions.removeEvidence(id, evidenceId, reason, actor),
  );
};

/** Several at once: how many it would be first, then each by itself. */
const bulkRoutes = (app: ApiApp, { bulk }: Pick<Eligibility, 'bulk'>): void => {
  const { post } = routesOfCase(app, 'eligibility').answering(DismissalResult);
  const each = 'by id or by filter; each says what was done or why not';
  const count = (what: string): string => `Count what dismissing or restoring several ${what} would do`;
  post('/mentions/bulk', `Dismiss or restore several mentions, ${each}`, MentionsBulk, bulk.mentions.act);
  post('/mentions/bulk/count', count('mentions'), MentionsCount, bulk.mentions.count);
  post('/findings/bulk', `Dismiss or restore several findings, ${each}`, FindingsBulk, bulk.findings.act);
  post('/findings/bulk/count', count('findings'), FindingsCount, bulk.findings.count);
};
