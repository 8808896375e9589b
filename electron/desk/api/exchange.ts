import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { AnswerImportRequest, ExportedForm } from '#contract/exchange.ts';
import { FormExportRequest } from '#contract/form-language.ts';
import { Job } from '#contract/job.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Exchange } from '#desk/exchange/exchange.ts';
import { actorOf } from './actor.ts';
import type { DiskPaths } from './disk-paths.ts';

const options = optionsFor('exchange');
const params = Type.Object({ id: Uuid });

/** What goes between support and the integrator. */
export const exchangeRoutes = (app: ApiApp, exchange: Exchange, paths: DiskPaths): void => {
  app.post(
    '/api/cases/:id/exchange/forms',
    options('Export the form that the integrator fills in; recorded', answers(ExportedForm), {
      params,
      body: Type.Union([FormExportRequest, Type.Null()]),
    }),
    (request) => exchange.exportForm(request.params.id, request.body ?? {}, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/exchange/answers',
    options('Import a filled-in form as a job, whose result is an ExchangeAnswerResult', answers(Job), {
      params,
      body: AnswerImportRequest,
    }),
    (request) => {
      const body = { ...request.body, path: paths.of(request, 'path', request.body.path) };
      return exchange.importAnswer(request.params.id, body, actorOf(request));
    },
  );
};
