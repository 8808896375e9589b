import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import {
  EligibilityView,
  MentionDismissal,
  MentionSelection,
  MentionsView,
  RemovalRequest,
} from '#contract/eligibility.ts';
import type { Eligibility } from '#desk/eligibility/eligibility.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';

const options = optionsFor('eligibility');
const response = answers(MentionsView);
const ofCase = Type.Object({ id: Uuid });

/** Mentions of source code that a person has to look at, and the removal of evidence. */
export const mentionRoutes = (
  app: DeskApp,
  eligibility: Pick<Eligibility, 'mentions' | 'removeEvidence' | 'view'>,
): void => {
  const { mentions } = eligibility;
  app.get(
    '/api/cases/:id/mentions',
    options('List mentions in source code to review, and dismissed ones', response, { params: ofCase }),
    (request) => mentions.show(request.params.id),
  );
  app.post(
    '/api/cases/:id/mentions/dismissal',
    options('Dismiss mentions, by id or by group, with a reason', response, {
      params: ofCase,
      body: MentionDismissal,
    }),
    async (request) => {
      const { id } = request.params;
      await mentions.dismiss(id, request.body, actorOf(request));
      return mentions.show(id);
    },
  );
  app.post(
    '/api/cases/:id/mentions/restoration',
    options('Restore dismissed mentions, by id or by group', response, {
      params: ofCase,
      body: MentionSelection,
    }),
    async (request) => {
      const { id } = request.params;
      await mentions.restore(id, request.body, actorOf(request));
      return mentions.show(id);
    },
  );
  app.post(
    '/api/cases/:id/evidence/:evidenceId/removal',
    options(
      'Remove evidence with a reason; it no longer counts and stays on record',
      answers(EligibilityView),
      { params: Type.Object({ id: Uuid, evidenceId: Uuid }), body: RemovalRequest },
    ),
    async (request) => {
      const { id, evidenceId } = request.params;
      await eligibility.removeEvidence(id, evidenceId, request.body.reason, actorOf(request));
      return eligibility.view(id);
    },
  );
};
