import { Type } from 'typebox';
import { PageQuery } from '#contract/common.ts';
import {
  CustomDataType,
  CustomDataTypeRequest,
  CustomRecordPage,
  SupplementalDataConfig,
  SupplementalDataConfigRequest,
} from '#contract/custom-data.ts';
import { PullOperation } from '#contract/data.ts';
import { ConnectionPath, type Resource, routesOf } from './api.ts';
import { IntegrationPath } from './integrations.ts';
import { toPage } from './paging.ts';

const route = routesOf('Custom data');

const identifier = {
  customDataIdentifier: Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
    maxLength: 100,
    description: 'A name that the integrator gives to the data type.',
  }),
};
const TypePath = Type.Object({
  ...IntegrationPath.properties,
  dataType: Type.String({ description: 'A data type, such as invoices.' }),
});
const CustomPath = Type.Object({ ...IntegrationPath.properties, ...identifier });
const DataPath = Type.Object({ ...ConnectionPath.properties, ...identifier });

/** Supplemental data and custom data types. Source: `docs/reference/rules/custom-data.md`. */
export const customData: Resource = (api, { platform }) => {
  const supplemental = '/integrations/:platformKey/dataTypes/:dataType/supplementalDataConfig';
  api.get(
    supplemental,
    route(
      'Show the supplemental data of a data type',
      { params: TypePath, response: { 200: SupplementalDataConfig } },
      [400, 404],
    ),
    ({ params }) => platform.customData.supplemental(params.platformKey, params.dataType),
  );
  api.put(
    supplemental,
    route(
      'Set the supplemental data of a data type',
      { params: TypePath, body: SupplementalDataConfigRequest, response: { 200: SupplementalDataConfig } },
      [404],
    ),
    ({ params, body }) => platform.customData.setSupplemental(params.platformKey, params.dataType, body),
  );
  const custom = '/integrations/:platformKey/dataTypes/custom/:customDataIdentifier';
  api.get(
    custom,
    route('Show a custom data type', { params: CustomPath, response: { 200: CustomDataType } }, [400, 404]),
    ({ params }) => platform.customData.show(params.platformKey, params.customDataIdentifier),
  );
  api.put(
    custom,
    route(
      'Set a custom data type',
      { params: CustomPath, body: CustomDataTypeRequest, response: { 200: CustomDataType } },
      [404],
    ),
    ({ params, body }) => platform.customData.set(params.platformKey, params.customDataIdentifier, body),
  );
  api.get(
    '/companies/:companyId/connections/:connectionId/data/custom/:customDataIdentifier',
    route(
      'List records of a custom data type, as read last',
      { params: DataPath, querystring: PageQuery, response: { 200: CustomRecordPage } },
      [400, 404],
    ),
    async ({ url, params: { companyId, connectionId, customDataIdentifier }, query }) =>
      toPage(
        url,
        query,
        await platform.customData.records(companyId, connectionId, customDataIdentifier, query),
      ),
  );
  api.post(
    '/companies/:companyId/connections/:connectionId/data/queue/custom/:customDataIdentifier',
    route(
      'Start a sync of a custom data type',
      { params: DataPath, response: { 200: PullOperation } },
      [404],
    ),
    ({ params: { companyId, connectionId, customDataIdentifier } }) =>
      platform.data.queueCustom(companyId, connectionId, customDataIdentifier),
  );
};
