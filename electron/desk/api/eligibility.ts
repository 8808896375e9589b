import { Type } from 'typebox';
import { DismissRequest } from '#contract/case.ts';
import { Uuid } from '#contract/common.ts';
import {
  AnswerRequest,
  CheckRequest,
  EligibilityView,
  EmailRecipes,
  Evidence,
  HostsRequest,
  Observation,
  ObservationRequest,
  OverrideRequest,
  RecipeQuery,
  Row,
} from '#contract/eligibility.ts';
import { Job } from '#contract/job.ts';
import type { Eligibility } from '#desk/eligibility/eligibility.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';
import type { DiskPaths } from './disk-paths.ts';

const options = optionsFor('eligibility');
const response = answers(EligibilityView);
const ofCase = Type.Object({ id: Uuid });
const ofRow = Type.Object({ id: Uuid, row: Row });
const ofFinding = Type.Object({ id: Uuid, findingId: Type.String({ pattern: '^[0-9a-f]{16}$' }) });

/** Evidence, what people say about it, and the verdict. */
export const eligibilityRoutes = (app: DeskApp, eligibility: Eligibility, paths: DiskPaths): void => {
  collectorRoutes(app, eligibility, paths);
  rowRoutes(app, eligibility);
  findingRoutes(app, eligibility);
  observationRoutes(app, eligibility);
};

const collectorRoutes = (app: DeskApp, eligibility: Eligibility, paths: DiskPaths): void => {
  app.post(
    '/api/checks',
    options('Run evidence collectors as a job, whose result is a CheckResult', answers(Job), {
      body: CheckRequest,
    }),
    (request) => eligibility.check(paths.ofCheck(request, request.body), actorOf(request)),
  );
  app.get(
    '/api/cases/:id/eligibility',
    options('Show the current verdict, its evidence and its history', response, { params: ofCase }),
    (request) => eligibility.view(request.params.id),
  );
  app.get(
    '/api/cases/:id/evidence/:evidenceId',
    options('Show one piece of evidence with its findings', answers(Evidence), {
      params: Type.Object({ id: Uuid, evidenceId: Uuid }),
    }),
    (request) => eligibility.evidence(request.params.id, request.params.evidenceId),
  );
  app.put(
    '/api/cases/:id/evidence/:evidenceId/hosts',
    options("Name this API's hosts in traffic logs, without reading the logs again", response, {
      params: Type.Object({ id: Uuid, evidenceId: Uuid }),
      body: HostsRequest,
    }),
    async (request) => {
      const { id, evidenceId } = request.params;
      await eligibility.nameHosts(id, evidenceId, request.body, actorOf(request));
      return eligibility.view(id);
    },
  );
  app.get(
    '/api/cases/:id/recipes',
    options('Show recipes that rebuild email rules in an automation tool', answers(EmailRecipes), {
      params: ofCase,
      querystring: RecipeQuery,
    }),
    (request) => {
      const { rulesFile } = request.query;
      const path = rulesFile === undefined ? undefined : paths.of(request, 'rulesFile', rulesFile);
      return eligibility.recipes(request.params.id, path);
    },
  );
};

const rowRoutes = (app: DeskApp, eligibility: Eligibility): void => {
  app.put(
    '/api/cases/:id/rows/:row/answer',
    options('Answer a check manually; all answers stay on record, the last counts', response, {
      params: ofRow,
      body: AnswerRequest,
    }),
    async (request) => {
      const { id, row } = request.params;
      await eligibility.answers.answer(id, row, request.body, actorOf(request));
      return eligibility.view(id);
    },
  );
  app.delete(
    '/api/cases/:id/rows/:row/answer',
    options('Withdraw the manual answers of a check', response, { params: ofRow }),
    async (request) => {
      const { id, row } = request.params;
      await eligibility.answers.restoreRow(id, row, 'answers', actorOf(request));
      return eligibility.view(id);
    },
  );
  app.put(
    '/api/cases/:id/rows/:row/overrule',
    options('Override the result of a check', response, { params: ofRow, body: OverrideRequest }),
    async (request) => {
      const { id, row } = request.params;
      await eligibility.answers.overrule(id, row, request.body, actorOf(request));
      return eligibility.view(id);
    },
  );
  app.delete(
    '/api/cases/:id/rows/:row/overrule',
    options('Withdraw an override', response, { params: ofRow }),
    async (request) => {
      const { id, row } = request.params;
      await eligibility.answers.restoreRow(id, row, 'overrule', actorOf(request));
      return eligibility.view(id);
    },
  );
};

const findingRoutes = (app: DeskApp, eligibility: Eligibility): void => {
  app.post(
    '/api/cases/:id/findings/:findingId/dismissal',
    options('Dismiss a finding with a reason; it no longer counts', response, {
      params: ofFinding,
      body: DismissRequest,
    }),
    async (request) => {
      const { id, findingId } = request.params;
      await eligibility.answers.dismiss(id, findingId, request.body, actorOf(request));
      return eligibility.view(id);
    },
  );
  app.delete(
    '/api/cases/:id/findings/:findingId/dismissal',
    options('Restore a dismissed finding', response, { params: ofFinding }),
    async (request) => {
      const { id, findingId } = request.params;
      await eligibility.answers.restoreFinding(id, findingId, actorOf(request));
      return eligibility.view(id);
    },
  );
};

const observationRoutes = (app: DeskApp, { observations }: Eligibility): void => {
  app.post(
    '/api/cases/:id/observations',
    options(
      'Start an observation that copies calls of the local service into the case',
      answers(Observation),
      { params: ofCase, body: ObservationRequest },
    ),
    (request) => observations.open(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/observations/:observationId/close',
    options('Stop an observation; its calls become evidence', answers(Observation), {
      params: Type.Object({ id: Uuid, observationId: Uuid }),
    }),
    (request) => observations.close(request.params.id, request.params.observationId, actorOf(request)),
  );
};
