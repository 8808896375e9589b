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
import { answers, type DeskApp } from './app.ts';
import type { DiskPaths } from './disk-paths.ts';

const tags = ['eligibility'];
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
    {
      schema: {
        tags,
        summary: 'Run evidence collectors as a job, whose result is a CheckResult',
        body: CheckRequest,
        response: answers(Job),
      },
    },
    (request) => eligibility.check(paths.ofCheck(request, request.body), actorOf(request)),
  );
  app.get(
    '/api/cases/:id/eligibility',
    {
      schema: {
        tags,
        summary: 'Show the verdict as it is now, what it stands on, and its history',
        params: ofCase,
        response: answers(EligibilityView),
      },
    },
    (request) => eligibility.view(request.params.id),
  );
  app.get(
    '/api/cases/:id/evidence/:evidenceId',
    {
      schema: {
        tags,
        summary: 'Show one piece of evidence with its findings',
        params: Type.Object({ id: Uuid, evidenceId: Uuid }),
        response: answers(Evidence),
      },
    },
    (request) => eligibility.evidence(request.params.id, request.params.evidenceId),
  );
  app.put(
    '/api/cases/:id/evidence/:evidenceId/hosts',
    {
      schema: {
        tags,
        summary: "Say which hosts of the traffic logs are this API's; the logs are not read again",
        params: Type.Object({ id: Uuid, evidenceId: Uuid }),
        body: HostsRequest,
        response: answers(EligibilityView),
      },
    },
    async (request) => {
      const { id, evidenceId } = request.params;
      await eligibility.nameHosts(id, evidenceId, request.body, actorOf(request));
      return eligibility.view(id);
    },
  );
  app.get(
    '/api/cases/:id/recipes',
    {
      schema: {
        tags,
        summary: 'Recipes that rebuild rules with emails in an automation tool',
        params: ofCase,
        querystring: RecipeQuery,
        response: answers(EmailRecipes),
      },
    },
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
    {
      schema: {
        tags,
        summary: 'Answer a row; all answers stay on record, the last counts',
        params: ofRow,
        body: AnswerRequest,
        response: answers(EligibilityView),
      },
    },
    async (request) => {
      const { id, row } = request.params;
      await eligibility.answers.answer(id, row, request.body, actorOf(request));
      return eligibility.view(id);
    },
  );
  app.delete(
    '/api/cases/:id/rows/:row/answer',
    {
      schema: {
        tags,
        summary: 'Take the answers of a row back',
        params: ofRow,
        response: answers(EligibilityView),
      },
    },
    async (request) => {
      const { id, row } = request.params;
      await eligibility.answers.restoreRow(id, row, 'answers', actorOf(request));
      return eligibility.view(id);
    },
  );
  app.put(
    '/api/cases/:id/rows/:row/overrule',
    {
      schema: {
        tags,
        summary: 'Overrule what the evidence says about a row',
        params: ofRow,
        body: OverrideRequest,
        response: answers(EligibilityView),
      },
    },
    async (request) => {
      const { id, row } = request.params;
      await eligibility.answers.overrule(id, row, request.body, actorOf(request));
      return eligibility.view(id);
    },
  );
  app.delete(
    '/api/cases/:id/rows/:row/overrule',
    { schema: { tags, summary: 'Take an overrule back', params: ofRow, response: answers(EligibilityView) } },
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
    {
      schema: {
        tags,
        summary: 'Dismiss a finding with a reason; it no longer counts',
        params: ofFinding,
        body: DismissRequest,
        response: answers(EligibilityView),
      },
    },
    async (request) => {
      const { id, findingId } = request.params;
      await eligibility.answers.dismiss(id, findingId, request.body, actorOf(request));
      return eligibility.view(id);
    },
  );
  app.delete(
    '/api/cases/:id/findings/:findingId/dismissal',
    {
      schema: {
        tags,
        summary: 'Let a finding count again',
        params: ofFinding,
        response: answers(EligibilityView),
      },
    },
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
    {
      schema: {
        tags,
        summary: 'Open a window in which calls of the local service are copied into the case',
        params: ofCase,
        body: ObservationRequest,
        response: answers(Observation),
      },
    },
    (request) => observations.open(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/observations/:observationId/close',
    {
      schema: {
        tags,
        summary: 'Close a window; what it saw becomes evidence',
        params: Type.Object({ id: Uuid, observationId: Uuid }),
        response: answers(Observation),
      },
    },
    (request) => observations.close(request.params.id, request.params.observationId, actorOf(request)),
  );
};
