import { type Static, type TSchema, Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { invalid } from '#contract/errors.ts';
import { ExclusionsChanged, TokenExcludeRequest, TokenIncludeRequest } from '#contract/exclusions.ts';
import { Job } from '#contract/job.ts';
import {
  RowReferenceQuery,
  RowReferences,
  TokenRowCounts,
  TokenRowQuery,
  TokenRows,
} from '#contract/token-rows.ts';
import {
  DryRun,
  DuplicateRequest,
  Duplicates,
  RehearsalOutcome,
  RehearsalRequest,
  ResumeRequest,
  Run,
  RunList,
  RunRequest,
  RunResults,
  RunWatch,
  ThresholdsRequest,
  TokenRowDetail,
  UndoPlan,
  UndoRequest,
} from '#contract/token-runs.ts';
import { RecordedSamples, SampleRequest } from '#contract/token-samples.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Tokens } from '#desk/tokens/tokens.ts';
import { sightIn } from './caller.ts';
import { routesOfCase } from './routes-of-case.ts';

const base = '/api/cases/:id/tokens';
/** As many references as may be named, each as long as it may be, in signs of four bytes or escaped. */
const refsBody = 10_000 * 200 * 6 + 65_536;

const PauseRequest = Type.Object(
  { why: Type.Optional(Type.String({ maxLength: 500, description: 'Recorded.' })) },
  { additionalProperties: false },
);

const orNothing = <Body extends TSchema>(body: Body) => Type.Union([body, Type.Null()]);

/** The rows of a token migration, the runs that carry it out, and their rehearsals. */
export const tokenRunRoutes = (
  app: ApiApp,
  { rows, exclusions, runs, rehearsals, duplicates, samples }: Tokens,
): void => {
  const { answering } = routesOfCase(app, 'tokens', base);
  const { post, act } = answering(Run);

  const list = 'List rows by key, each with its state on the target of the case';
  answering(TokenRows).list('/rows', list, TokenRowQuery, rows.list);
  answering(TokenRowCounts).get('/counts', 'Count rows by state, platform and cause of failure', rows.counts);
  const leaving = answering(ExclusionsChanged);
  const exclude = 'Exclude rows from the migration by name, with who approved it and why';
  leaving.post('/exclusions', exclude, TokenExcludeRequest, exclusions.exclude, refsBody);
  const include = 'Include excluded rows again';
  leaving.post('/exclusions/withdrawals', include, TokenIncludeRequest, exclusions.include, refsBody);
  answering(RunList).get('/runs', 'List runs, newest first, rehearsals included', async (id) => ({
    results: await runs.list(id),
  }));
  detailRoutes(app, { rows, runs, rehearsals });

  const started = 'Start a pilot, run, retry or check in the background';
  post('/runs', started, RunRequest, refusingDryRun('/tokens/runs/dry', runs.start), refsBody);
  const preview = (caseId: string, request: RunRequest) => runs.dryRun(caseId, { ...request, dryRun: true });
  answering(DryRun).post('/runs/dry', 'Preview a run with read-only calls', RunRequest, preview, refsBody);
  const pause = 'Pause the run of the case; responds once its open calls have ended';
  post('/runs/pause', pause, orNothing(PauseRequest), (id, body, actor) => runs.pause(id, actor, body?.why));
  const resume = 'Resume the paused or interrupted run of the case';
  post('/runs/resume', resume, orNothing(ResumeRequest), (id, body, actor) =>
    runs.resume(id, actor, body ?? {}),
  );
  const thresholds = 'Change the thresholds at which the run of the case pauses automatically';
  post('/runs/thresholds', thresholds, ThresholdsRequest, (id, body, actor) =>
    runs.setThresholds(id, body, actor),
  );
  act('/runs/cancel', 'Cancel the run of the case; its changes stay', runs.cancel);

  const rehearse = 'Rehearse with simulated tokens on a temporary instance, in the background';
  const startRehearsal = (id: string, body: RehearsalRequest | null, actor: string) =>
    rehearsals.start(id, body ?? {}, actor);
  post('/rehearsals', rehearse, orNothing(RehearsalRequest), startRehearsal, refsBody);

  const recorded = 'List samples that were read back from the target, newest first';
  answering(RecordedSamples).get('/samples', recorded, samples.list);
  const readBack = 'Read a random sample of migrated rows back from the target and record it, as a job';
  answering(Job).post('/samples', readBack, SampleRequest, samples.start);

  const plan = (caseId: string, request: UndoRequest) => runs.undoPlan(caseId, { ...request, dryRun: true });
  answering(UndoPlan).post(
    '/undo/plan',
    'Preview an undo, with what it cannot undo',
    UndoRequest,
    plan,
    refsBody,
  );
  const undo = 'Undo in the background: unlink, and delete only what runs of the case created';
  post('/undo', undo, UndoRequest, refusingDryRun('/tokens/undo/plan', runs.undo), refsBody);

  const twice = answering(Duplicates);
  twice.get('/duplicates', 'List duplicates on the target, with their decisions', duplicates.list);
  const decide = 'Decide about duplicates: keep them, or remove the companies created by Carryover';
  twice.post('/duplicates', decide, DuplicateRequest, duplicates.decide);
};

/** One row, run or rehearsal. */
const detailRoutes = (
  app: ApiApp,
  { rows, runs, rehearsals }: Pick<Tokens, 'rows' | 'runs' | 'rehearsals'>,
): void => {
  const options = optionsFor('tokens');
  const ofRow = Type.Object({ id: Uuid, rowId: Type.Integer({ minimum: 1, maximum: 1e15 }) });
  const ofRun = Type.Object({ id: Uuid, runId: Uuid });
  app.get(
    '/api/tokens/rows',
    options(
      'Find rows of all cases by the beginning of their reference, without credentials',
      answers(RowReferences),
      { querystring: RowReferenceQuery },
    ),
    (request) => rows.find(request.query, sightIn(request)),
  );
  app.get(
    `${base}/rows/:rowId`,
    options('Show a row with its calls to the target', answers(TokenRowDetail), { params: ofRow }),
    ({ params }) => rows.show(params.id, params.rowId),
  );
  app.get(
    `${base}/runs/:runId`,
    options('Show the progress of a run', answers(Run), { params: ofRun }),
    ({ params }) => runs.show(params.id, params.runId),
  );
  app.get(
    `${base}/runs/:runId/watch`,
    options('Show the throughput of a run and its migration window', answers(RunWatch), { params: ofRun }),
    ({ params }) => runs.watch(params.id, params.runId),
  );
  app.get(
    `${base}/runs/:runId/results`,
    options('Show the results of an ended run by company', answers(RunResults), { params: ofRun }),
    ({ params }) => runs.results(params.id, params.runId),
  );
  app.get(
    `${base}/rehearsals/:runId`,
    options('Show the results of a rehearsal by behaviour', answers(RehearsalOutcome), { params: ofRun }),
    ({ params }) => rehearsals.outcome(params.id, params.runId),
  );
};

/** A request for a preview must not change anything. @throws CatalogueError `request.invalid` */
const refusingDryRun =
  <Request extends { readonly dryRun?: boolean }>(
    path: string,
    work: (caseId: string, request: Request, actor: string) => Promise<Static<typeof Run>>,
  ): typeof work =>
  async (caseId, request, actor) => {
    if (request.dryRun !== true) return work(caseId, request, actor);
    throw invalid({
      itemId: 'dryRun',
      message: `dryRun is not accepted here. For a preview, send the same body to POST /api/cases/:id${path}.`,
      validatorName: 'dryRun',
    });
  };
