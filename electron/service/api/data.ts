import { Type } from 'typebox';
import { PageQuery, Uuid } from '#contract/common.ts';
import { DataStatus, DataValidation, PullOperation, PullOperationPage } from '#contract/data.ts';
import { CompanyPath, DatasetPath, NoContent, type Resource, routesOf } from './api.ts';
import { toPage } from './paging.ts';

const route = routesOf('Data');

const QueuePath = Type.Object({
  companyId: CompanyPath.properties.companyId,
  dataType: Type.String({ description: 'A data type, such as invoices.' }),
});
const QueueQuery = Type.Object({ connectionId: Type.Optional(Uuid) });

/** Data syncs. Source: `docs/reference/rules/data.md#syncs`. */
export const data: Resource = (api, { platform }) => {
  api.post(
    '/companies/:companyId/data/all',
    route(
      'Start a sync of all data of all Linked connections',
      { params: CompanyPath, response: { 204: NoContent } },
      [404],
    ),
    async ({ params }, reply) => {
      await platform.data.syncAll(params.companyId);
      return reply.code(204).send(null);
    },
  );
  api.post(
    '/companies/:companyId/data/queue/:dataType',
    route(
      'Start a sync of one data type',
      { params: QueuePath, querystring: QueueQuery, response: { 200: PullOperation } },
      [404, 409],
    ),
    ({ params, query }) => platform.data.queue(params.companyId, params.dataType, query.connectionId),
  );
  api.get(
    '/companies/:companyId/dataStatus',
    route('Show the status of each data type', { params: CompanyPath, response: { 200: DataStatus } }, [404]),
    ({ params }) => platform.data.status(params.companyId),
  );
  api.get(
    '/companies/:companyId/data/history',
    route(
      "List a company's datasets",
      { params: CompanyPath, querystring: PageQuery, response: { 200: PullOperationPage } },
      [400, 404],
    ),
    async ({ url, params, query }) =>
      toPage(url, query, await platform.data.history(params.companyId, query)),
  );
  api.get(
    '/companies/:companyId/data/history/:datasetId',
    route('Show a dataset', { params: DatasetPath, response: { 200: PullOperation } }, [404]),
    ({ params }) => platform.data.dataset(params.companyId, params.datasetId),
  );
  api.get(
    '/companies/:companyId/sync/:datasetId/validation',
    route(
      'Show what was wrong with the data of a dataset',
      { params: DatasetPath, response: { 200: DataValidation } },
      [404],
    ),
    ({ params }) => platform.data.validation(params.companyId, params.datasetId),
  );
};
