import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import {
  CaseRetention,
  CaseRetentionRequest,
  DeskRetention,
  HoldRequest,
  RetentionRequest,
} from '#contract/retention.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Retention } from '#desk/retention/retention.ts';
import { actorOf } from './actor.ts';
import { sightIn } from './caller.ts';

const options = optionsFor('retention');
const params = Type.Object({ id: Uuid });
const ofCase = answers(CaseRetention);

/** How long cases are kept, and what is kept from being erased. */
export const retentionRoutes = (app: ApiApp, retention: Retention): void => {
  app.get(
    '/api/retention',
    options(
      'Show how long cases are kept, and which are due, held, or kept by a rule of their own',
      answers(DeskRetention),
    ),
    (request) => retention.show(sightIn(request)),
  );
  app.put(
    '/api/retention',
    options('Change how long cases are kept after they were closed', answers(DeskRetention), {
      body: RetentionRequest,
    }),
    async (request) => {
      await retention.change(request.body.rule, actorOf(request));
      return retention.show(sightIn(request));
    },
  );
  app.get(
    '/api/cases/:id/retention',
    options('Show how long a case is kept, and whether it is under legal hold', ofCase, { params }),
    (request) => retention.ofCase(request.params.id),
  );
  app.put(
    '/api/cases/:id/retention',
    options('Change how long a case is kept', ofCase, { params, body: CaseRetentionRequest }),
    (request) => retention.changeCase(request.params.id, request.body.rule, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/hold',
    options('Place a case under legal hold: nothing of it can be erased or deleted', ofCase, {
      params,
      body: HoldRequest,
    }),
    (request) => retention.hold(request.params.id, request.body.reason, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/hold/release',
    options('Release the legal hold of a case', ofCase, { params, body: HoldRequest }),
    (request) => retention.release(request.params.id, request.body.reason, actorOf(request)),
  );
};
