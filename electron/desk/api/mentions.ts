import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import {
  EligibilityView,
  MentionDismissal,
  MentionSelection,
  MentionsView,
  RemovalRequest,
} from '#contract/eligibility.ts';
import type { Eligibility } from '#desk/eligibility/index.ts';
import type { DeskApp } from './app.ts';
import { routesOfCase } from './routes-of-case.ts';

const ofCase = Type.Object({ id: Uuid });

/** Mentions in source code to review, and the removal of evidence. */
export const mentionRoutes = (
  app: DeskApp,
  eligibility: Pick<Eligibility, 'mentions' | 'answers' | 'view'>,
): void => {
  const { mentions, answers: decisions, view } = eligibility;
  const { answering, changing } = routesOfCase(app, 'eligibility');
  const list = 'List mentions in source code to review, and dismissed ones';
  answering(MentionsView).get('/mentions', list, mentions.show);
  const change = changing(MentionsView, mentions.show);
  change(
    'POST /mentions/dismissal',
    'Dismiss mentions, by id or by group, with a reason',
    { params: ofCase, body: MentionDismissal },
    ({ id }, body, actor) => mentions.dismiss(id, body, actor),
  );
  change(
    'POST /mentions/restoration',
    'Restore dismissed mentions, by id or by group',
    { params: ofCase, body: MentionSelection },
    ({ id }, body, actor) => mentions.restore(id, body, actor),
  );
  changing(EligibilityView, view)(
    'POST /evidence/:evidenceId/removal',
    'Remove evidence with a reason; it no longer counts and stays on record',
    { params: Type.Object({ id: Uuid, evidenceId: Uuid }), body: RemovalRequest },
    ({ id, evidenceId }, { reason }, actor) => decisions.removeEvidence(id, evidenceId, reason, actor),
  );
};
