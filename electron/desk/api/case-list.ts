import {
  CaseCountRequest,
  CaseCounts,
  CaseList,
  CaseOwners,
  CaseQuery,
  CasesByIdRequest,
} from '#contract/case-list.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { actorOf } from './actor.ts';
import { sightIn } from './caller.ts';

const options = optionsFor('cases');

/** Lists of cases, by filter or by id. */
export const caseListRoutes = (app: ApiApp, cases: Cases): void => {
  app.get(
    '/api/cases',
    options(
      'List cases that fit a filter, last changed first if no sort is given; all of them without a limit',
      answers(CaseList),
      { querystring: CaseQuery },
    ),
    (request) => cases.page(request.query, actorOf(request), sightIn(request)),
  );
  app.post(
    '/api/cases/counts',
    options('Count the cases that fit each of several filters', answers(CaseCounts), {
      body: CaseCountRequest,
    }),
    (request) => cases.counts(request.body, actorOf(request), sightIn(request)),
  );
  app.post(
    '/api/cases/by-id',
    options('List cases by id, in the order of the ids; missing ones are left out', answers(CaseList), {
      body: CasesByIdRequest,
    }),
    async (request) => {
      const results = await cases.byIds(request.body.ids, sightIn(request));
      return { results, total: results.length };
    },
  );
  app.get(
    '/api/cases/owners',
    options('List the owners of open cases, each with the number of cases', answers(CaseOwners)),
    (request) => cases.owners(sightIn(request)),
  );
};
