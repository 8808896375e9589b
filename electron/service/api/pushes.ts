import { Type } from 'typebox';
import { PageQuery } from '#contract/common.ts';
import { PushOperation, PushOperationPage, PushOptionView, PushQuery, PushRecord } from '#contract/push.ts';
import { CompanyPath, ConnectionPath, type Resource, routesOf } from './api.ts';
import { toPage } from './paging.ts';

const route = routesOf('Push');

const dataType = Type.String({ description: 'A data type, such as invoices.' });
const TypePath = Type.Object({ ...ConnectionPath.properties, dataType });
const RecordPath = Type.Object({
  ...TypePath.properties,
  recordId: Type.String({ minLength: 1, maxLength: 200, description: "The platform's id of a record." }),
});
const PushPath = Type.Object({
  ...CompanyPath.properties,
  pushOperationKey: Type.String({ description: 'The id (UUID) of a push operation of the company.' }),
});

const one = '/companies/:companyId/connections/:connectionId';

/** Push operations. Source: `docs/reference/rules/push.md#calls`. */
export const pushes: Resource = (api, { platform }) => {
  api.get(
    `${one}/options/:dataType`,
    route(
      'Show what records of a data type may be pushed with',
      { params: TypePath, response: { 200: PushOptionView } },
      [400, 404],
    ),
    ({ params }) => platform.pushes.options(params.companyId, params.connectionId, params.dataType),
  );
  api.post(
    `${one}/push/:dataType`,
    route(
      'Push a new record',
      { params: TypePath, querystring: PushQuery, body: PushRecord, response: { 200: PushOperation } },
      [404],
    ),
    ({ params, query, body }) =>
      platform.pushes.push({
        ...params,
        change: 'Created',
        record: body,
        timeoutMinutes: query.timeoutInMinutes,
      }),
  );
  api.put(
    `${one}/push/:dataType/:recordId`,
    route(
      'Push changes of a record',
      { params: RecordPath, querystring: PushQuery, body: PushRecord, response: { 200: PushOperation } },
      [404],
    ),
    ({ params, query, body }) =>
      platform.pushes.push({
        ...params,
        change: 'Modified',
        record: body,
        timeoutMinutes: query.timeoutInMinutes,
      }),
  );
  api.delete(
    `${one}/push/:dataType/:recordId`,
    route(
      'Push the deletion of a record',
      { params: RecordPath, querystring: PushQuery, response: { 200: PushOperation } },
      [404],
    ),
    ({ params, query }) =>
      platform.pushes.push({ ...params, change: 'Deleted', timeoutMinutes: query.timeoutInMinutes }),
  );
  api.get(
    '/companies/:companyId/push',
    route(
      "List a company's push operations",
      { params: CompanyPath, querystring: PageQuery, response: { 200: PushOperationPage } },
      [400, 404],
    ),
    async ({ url, params, query }) => toPage(url, query, await platform.pushes.list(params.companyId, query)),
  );
  api.get(
    '/companies/:companyId/push/:pushOperationKey',
    route('Show a push operation', { params: PushPath, response: { 200: PushOperation } }, [404]),
    ({ params }) => platform.pushes.show(params.companyId, params.pushOperationKey.toLowerCase()),
  );
};
