import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { invalid } from '#contract/errors.ts';
import { TokenRowCounts, TokenRowQuery, TokenRows } from '#contract/token-rows.ts';
import {
  DryRun,
  DuplicateRequest,
  Duplicates,
  ResumeRequest,
  Run,
  RunList,
  RunRequest,
  RunResults,
  TokenRowDetail,
  UndoPlan,
  UndoRequest,
} from '#contract/token-runs.ts';
import type { Tokens } from '#desk/tokens/tokens.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';

const options = optionsFor('tokens');
const response = answers(Run);
const ofCase = Type.Object({ id: Uuid });
const ofRow = Type.Object({ id: Uuid, rowId: Type.Integer({ minimum: 1, maximum: 1e15 }) });
const ofRun = Type.Object({ id: Uuid, runId: Uuid });
/** As many references as may be named, each as long as it may be, in signs of four bytes or escaped. */
const refsBody = 10_000 * 200 * 6 + 65_536;

const PauseRequest = Type.Object(
  { why: Type.Optional(Type.String({ maxLength: 500, description: 'Recorded.' })) },
  { additionalProperties: false },
);

/** The rows of a token migration, and the runs that carry it out. */
export const tokenRunRoutes = (app: DeskApp, tokens: Tokens): void => {
  readingRoutes(app, tokens);
  startingRoutes(app, tokens);
  controlRoutes(app, tokens);
  undoRoutes(app, tokens);
  duplicateRoutes(app, tokens);
};

const readingRoutes = (app: DeskApp, tokens: Tokens): void => {
  app.get(
    '/api/cases/:id/tokens/rows',
    options('List rows by key, each with its state on the target of the case', answers(TokenRows), {
      params: ofCase,
      querystring: TokenRowQuery,
    }),
    (request) => tokens.rows.list(request.params.id, request.query),
  );
  app.get(
    '/api/cases/:id/tokens/counts',
    options('Count the rows of a case by state, platform and cause of failure', answers(TokenRowCounts), {
      params: ofCase,
    }),
    (request) => tokens.rows.counts(request.params.id),
  );
  app.get(
    '/api/cases/:id/tokens/rows/:rowId',
    options('Show a row with its calls to the target of the case', answers(TokenRowDetail), {
      params: ofRow,
    }),
    (request) => tokens.rows.show(request.params.id, request.params.rowId),
  );
  app.get(
    '/api/cases/:id/tokens/runs',
    options('List runs, newest first, rehearsals included', answers(RunList), { params: ofCase }),
    async (request) => ({ results: await tokens.runs.list(request.params.id) }),
  );
  app.get(
    '/api/cases/:id/tokens/runs/:runId',
    options('Show the progress of a run', response, { params: ofRun }),
    (request) => tokens.runs.show(request.params.id, request.params.runId),
  );
  app.get(
    '/api/cases/:id/tokens/runs/:runId/results',
    options('Show the results of an ended run by company', answers(RunResults), { params: ofRun }),
    (request) => tokens.runs.results(request.params.id, request.params.runId),
  );
};

const startingRoutes = (app: DeskApp, tokens: Tokens): void => {
  app.post(
    '/api/cases/:id/tokens/runs',
    {
      bodyLimit: refsBody,
      ...options('Start a pilot, run, retry or check in the background', response, {
        params: ofCase,
        body: RunRequest,
      }),
    },
    (request) => {
      refuseDryRun(request.body, '/tokens/runs/dry');
      return tokens.runs.start(request.params.id, request.body, actorOf(request));
    },
  );
  app.post(
    '/api/cases/:id/tokens/runs/dry',
    {
      bodyLimit: refsBody,
      ...options('Preview a run with read-only calls', answers(DryRun), { params: ofCase, body: RunRequest }),
    },
    (request) => tokens.runs.dryRun(request.params.id, { ...request.body, dryRun: true }),
  );
};

const duplicateRoutes = (app: DeskApp, tokens: Tokens): void => {
  const path = '/api/cases/:id/tokens/duplicates';
  app.get(
    path,
    options('List duplicates on the target, with their decisions', answers(Duplicates), { params: ofCase }),
    (request) => tokens.duplicates.list(request.params.id),
  );
  app.post(
    path,
    options(
      'Decide about duplicates: keep them, or remove the companies created by Carryover',
      answers(Duplicates),
      { params: ofCase, body: DuplicateRequest },
    ),
    (request) => tokens.duplicates.decide(request.params.id, request.body, actorOf(request)),
  );
};

const controlRoutes = (app: DeskApp, tokens: Tokens): void => {
  app.post(
    '/api/cases/:id/tokens/runs/pause',
    options('Pause the run of the case; responds once its open calls have ended', response, {
      params: ofCase,
      body: Type.Union([PauseRequest, Type.Null()]),
    }),
    (request) => tokens.runs.pause(request.params.id, actorOf(request), request.body?.why),
  );
  app.post(
    '/api/cases/:id/tokens/runs/resume',
    options('Resume the paused or interrupted run of the case', response, {
      params: ofCase,
      body: Type.Union([ResumeRequest, Type.Null()]),
    }),
    (request) => tokens.runs.resume(request.params.id, actorOf(request), request.body ?? {}),
  );
  app.post(
    '/api/cases/:id/tokens/runs/cancel',
    options('Cancel the run of the case; its changes stay', response, { params: ofCase }),
    (request) => tokens.runs.cancel(request.params.id, actorOf(request)),
  );
};

const undoRoutes = (app: DeskApp, tokens: Tokens): void => {
  app.post(
    '/api/cases/:id/tokens/undo/plan',
    {
      bodyLimit: refsBody,
      ...options('Preview an undo, with what it cannot undo', answers(UndoPlan), {
        params: ofCase,
        body: UndoRequest,
      }),
    },
    (request) => tokens.runs.undoPlan(request.params.id, { ...request.body, dryRun: true }),
  );
  app.post(
    '/api/cases/:id/tokens/undo',
    {
      bodyLimit: refsBody,
      ...options('Undo in the background: unlink, and delete only what runs of the case created', response, {
        params: ofCase,
        body: UndoRequest,
      }),
    },
    (request) => {
      refuseDryRun(request.body, '/tokens/undo/plan');
      return tokens.runs.undo(request.params.id, request.body, actorOf(request));
    },
  );
};

/** Whoever asks only to be told must not be taken at the other word. @throws CatalogueError `request.invalid` */
const refuseDryRun = ({ dryRun }: { readonly dryRun?: boolean }, path: string): void => {
  if (dryRun !== true) return;
  throw invalid({
    itemId: 'dryRun',
    message: `This route carries out. What would be done is told by POST /api/cases/:id${path}, with the same body.`,
    validatorName: 'dryRun',
  });
};
