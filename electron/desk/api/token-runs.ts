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
import { answers, type DeskApp } from './app.ts';

const tags = ['tokens'];
const ofCase = Type.Object({ id: Uuid });
const ofRow = Type.Object({ id: Uuid, rowId: Type.Integer({ minimum: 1, maximum: 1e15 }) });
const ofRun = Type.Object({ id: Uuid, runId: Uuid });
/** As many references as may be named, each as long as it may be, in signs of four bytes or escaped. */
const refsBody = 10_000 * 200 * 6 + 65_536;

const PauseRequest = Type.Object(
  { why: Type.Optional(Type.String({ maxLength: 500, description: 'Put on record.' })) },
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
    {
      schema: {
        tags,
        summary: 'List rows by key, each as it stands on the target of the case',
        params: ofCase,
        querystring: TokenRowQuery,
        response: answers(TokenRows),
      },
    },
    (request) => tokens.rows.list(request.params.id, request.query),
  );
  app.get(
    '/api/cases/:id/tokens/counts',
    {
      schema: {
        tags,
        summary: 'Count the rows of a case by state, platform and cause of failure',
        params: ofCase,
        response: answers(TokenRowCounts),
      },
    },
    (request) => tokens.rows.counts(request.params.id),
  );
  app.get(
    '/api/cases/:id/tokens/rows/:rowId',
    {
      schema: {
        tags,
        summary: 'Show a row with the calls that were made for it on the target of the case',
        params: ofRow,
        response: answers(TokenRowDetail),
      },
    },
    (request) => tokens.rows.show(request.params.id, request.params.rowId),
  );
  app.get(
    '/api/cases/:id/tokens/runs',
    {
      schema: {
        tags,
        summary: 'List runs, newest first, rehearsals included',
        params: ofCase,
        response: answers(RunList),
      },
    },
    async (request) => ({ results: await tokens.runs.list(request.params.id) }),
  );
  app.get(
    '/api/cases/:id/tokens/runs/:runId',
    { schema: { tags, summary: 'Show a run: how far it is', params: ofRun, response: answers(Run) } },
    (request) => tokens.runs.show(request.params.id, request.params.runId),
  );
  app.get(
    '/api/cases/:id/tokens/runs/:runId/results',
    {
      schema: {
        tags,
        summary: 'Show what a run that has ended came to, by company',
        params: ofRun,
        response: answers(RunResults),
      },
    },
    (request) => tokens.runs.results(request.params.id, request.params.runId),
  );
};

const startingRoutes = (app: DeskApp, tokens: Tokens): void => {
  app.post(
    '/api/cases/:id/tokens/runs',
    {
      bodyLimit: refsBody,
      schema: {
        tags,
        summary: 'Start a pilot, a run, a retry or a check; answers at once, the run goes on',
        params: ofCase,
        body: RunRequest,
        response: answers(Run),
      },
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
      schema: {
        tags,
        summary: 'Say what a run would do, by calls that only read',
        params: ofCase,
        body: RunRequest,
        response: answers(DryRun),
      },
    },
    (request) => tokens.runs.dryRun(request.params.id, { ...request.body, dryRun: true }),
  );
};

const duplicateRoutes = (app: DeskApp, tokens: Tokens): void => {
  const path = '/api/cases/:id/tokens/duplicates';
  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List what the target has twice now, and what was decided about it',
        params: ofCase,
        response: answers(Duplicates),
      },
    },
    (request) => tokens.duplicates.list(request.params.id),
  );
  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Decide about duplicates: keep them, or remove the companies that this desk created',
        params: ofCase,
        body: DuplicateRequest,
        response: answers(Duplicates),
      },
    },
    (request) => tokens.duplicates.decide(request.params.id, request.body, actorOf(request)),
  );
};

const controlRoutes = (app: DeskApp, tokens: Tokens): void => {
  app.post(
    '/api/cases/:id/tokens/runs/pause',
    {
      schema: {
        tags,
        summary: 'Pause the run of the case; answers when no call is in the air any more',
        params: ofCase,
        body: Type.Union([PauseRequest, Type.Null()]),
        response: answers(Run),
      },
    },
    (request) => tokens.runs.pause(request.params.id, actorOf(request), request.body?.why),
  );
  app.post(
    '/api/cases/:id/tokens/runs/resume',
    {
      schema: {
        tags,
        summary: 'Go on with the run of the case that was paused or interrupted, where it was',
        params: ofCase,
        body: Type.Union([ResumeRequest, Type.Null()]),
        response: answers(Run),
      },
    },
    (request) => tokens.runs.resume(request.params.id, actorOf(request), request.body ?? {}),
  );
  app.post(
    '/api/cases/:id/tokens/runs/cancel',
    {
      schema: {
        tags,
        summary: 'End the run of the case for good; what was done stays',
        params: ofCase,
        response: answers(Run),
      },
    },
    (request) => tokens.runs.cancel(request.params.id, actorOf(request)),
  );
};

const undoRoutes = (app: DeskApp, tokens: Tokens): void => {
  app.post(
    '/api/cases/:id/tokens/undo/plan',
    {
      bodyLimit: refsBody,
      schema: {
        tags,
        summary: 'Say what undoing would do, and what it cannot undo; changes nothing',
        params: ofCase,
        body: UndoRequest,
        response: answers(UndoPlan),
      },
    },
    (request) => tokens.runs.undoPlan(request.params.id, { ...request.body, dryRun: true }),
  );
  app.post(
    '/api/cases/:id/tokens/undo',
    {
      bodyLimit: refsBody,
      schema: {
        tags,
        summary: 'Undo: unlink, and delete only what runs of the case created; answers at once, it goes on',
        params: ofCase,
        body: UndoRequest,
        response: answers(Run),
      },
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
