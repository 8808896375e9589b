import { Type } from 'typebox';
import { DismissRequest } from '#contract/case.ts';
import { Uuid } from '#contract/common.ts';
import {
  AnswerRequest,
  CheckRequest,
  CoverageRequest,
  CoverageWithdrawal,
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
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Eligibility } from '#desk/eligibility/index.ts';
import { actorOf } from './actor.ts';
import type { DiskPaths } from './disk-paths.ts';
import type { DeskModules } from './modules.ts';
import { requireTarget } from './required-target.ts';
import { routesOfCase } from './routes-of-case.ts';

const options = optionsFor('eligibility');
const ofEvidence = Type.Object({ id: Uuid, evidenceId: Uuid });
const ofCheck = Type.Object({ id: Uuid, row: Row });
const ofFinding = Type.Object({ id: Uuid, findingId: Type.String({ pattern: '^[0-9a-f]{16}$' }) });

type Parts = Pick<DeskModules, 'eligibility' | 'targets'>;

/** Evidence, decisions of people about it, and the verdict. */
export const eligibilityRoutes = (app: ApiApp, parts: Parts, paths: DiskPaths): void => {
  const { eligibility } = parts;
  collectorRoutes(app, parts, paths);
  decisionRoutes(app, eligibility);
  observationRoutes(app, eligibility);
};

const collectorRoutes = (app: ApiApp, { eligibility, targets }: Parts, paths: DiskPaths): void => {
  app.post(
    '/api/checks',
    options('Run evidence collectors as a job, whose result is a CheckResult', answers(Job), {
      body: CheckRequest,
    }),
    async (request) => {
      const { configuration } = request.body;
      // The key of another target than the case's would be used.
      if (configuration?.targetId !== undefined)
        await requireTarget(request, targets, configuration.targetId);
      return eligibility.check(paths.ofCheck(request, request.body), actorOf(request));
    },
  );
  routesOfCase(app, 'eligibility')
    .answering(EligibilityView)
    .get('/eligibility', 'Show the current verdict, its evidence and its history', eligibility.view);
  app.get(
    '/api/cases/:id/evidence/:evidenceId',
    options('Show one piece of evidence with its findings', answers(Evidence), { params: ofEvidence }),
    (request) => eligibility.evidence(request.params.id, request.params.evidenceId),
  );
  app.get(
    '/api/cases/:id/recipes',
    options('Show recipes that rebuild email rules in an automation tool', answers(EmailRecipes), {
      params: Type.Object({ id: Uuid }),
      querystring: RecipeQuery,
    }),
    (request) => {
      const { rulesFile } = request.query;
      const path = rulesFile === undefined ? undefined : paths.of(request, 'rulesFile', rulesFile);
      return eligibility.recipes(request.params.id, path);
    },
  );
};

/** Decisions of people about evidence, checks and findings. */
const decisionRoutes = (
  app: ApiApp,
  { answers: decisions, coverages, nameHosts, view }: Eligibility,
): void => {
  const change = routesOfCase(app, 'eligibility').changing(EligibilityView, view);
  change(
    'PUT /evidence/:evidenceId/hosts',
    "Name this API's hosts in traffic logs, without reading the logs again",
    { params: ofEvidence, body: HostsRequest },
    ({ id, evidenceId }, body, actor) => nameHosts(id, evidenceId, body, actor),
  );
  change(
    'PUT /evidence/:evidenceId/coverage',
    'State what the suite of a test run covers, or confirm that it covers every call',
    { params: ofEvidence, body: CoverageRequest },
    ({ id, evidenceId }, body, actor) => coverages.state(id, evidenceId, body, actor),
  );
  change(
    'POST /evidence/:evidenceId/coverage/withdrawal',
    'Withdraw the coverage of a test run with a reason',
    { params: ofEvidence, body: CoverageWithdrawal },
    ({ id, evidenceId }, body, actor) => coverages.withdraw(id, evidenceId, body, actor),
  );
  change(
    'PUT /rows/:row/answer',
    'Answer a check manually; all answers stay on record, the last counts',
    { params: ofCheck, body: AnswerRequest },
    ({ id, row }, body, actor) => decisions.answer(id, row, body, actor),
  );
  change(
    'DELETE /rows/:row/answer',
    'Withdraw the manual answers of a check',
    { params: ofCheck },
    ({ id, row }, _, actor) => decisions.restoreCheck(id, row, 'answers', actor),
  );
  change(
    'PUT /rows/:row/overrule',
    'Override the result of a check',
    { params: ofCheck, body: OverrideRequest },
    ({ id, row }, body, actor) => decisions.override(id, row, body, actor),
  );
  change('DELETE /rows/:row/overrule', 'Withdraw an override', { params: ofCheck }, ({ id, row }, _, actor) =>
    decisions.restoreCheck(id, row, 'overrule', actor),
  );
  change(
    'POST /findings/:findingId/dismissal',
    'Dismiss a finding with a reason; it no longer counts',
    { params: ofFinding, body: DismissRequest },
    ({ id, findingId }, body, actor) => decisions.dismiss(id, findingId, body, actor),
  );
  change(
    'DELETE /findings/:findingId/dismissal',
    'Restore a dismissed finding',
    { params: ofFinding },
    ({ id, findingId }, _, actor) => decisions.restoreFinding(id, findingId, actor),
  );
};

const observationRoutes = (app: ApiApp, { observations }: Eligibility): void => {
  const start = 'Start an observation that copies calls of the local service into the case';
  routesOfCase(app, 'eligibility')
    .answering(Observation)
    .post('/observations', start, ObservationRequest, observations.open);
  app.post(
    '/api/cases/:id/observations/:observationId/close',
    options('Stop an observation; its calls become evidence', answers(Observation), {
      params: Type.Object({ id: Uuid, observationId: Uuid }),
    }),
    (request) => observations.close(request.params.id, request.params.observationId, actorOf(request)),
  );
};
