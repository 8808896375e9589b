import { PageQuery } from '#contract/common.ts';
import { Company, CompanyPage, CompanyPatch, CompanyRequest } from '#contract/company.ts';
import { CompanyPath, NoContent, type Resource, routesOf } from './api.ts';
import { createCompanyList } from './company-list.ts';

const route = routesOf('Companies');

/** Companies. Source: `docs/reference/rules/companies.md#company`. */
export const companies: Resource = (api, { platform }) => {
  const list = createCompanyList(platform.companies);
  api.post(
    '/companies',
    route('Create a company', { body: CompanyRequest, response: { 200: Company } }),
    (request) => platform.companies.create(request.body, request.apiKey?.name ?? ''),
  );
  api.get(
    '/companies',
    route('List companies', { querystring: PageQuery, response: { 200: CompanyPage } }, [400]),
    async (request, reply) => {
      const page = await list(request, reply);
      reply.header('content-type', 'application/json; charset=utf-8');
      // Bytes are sent as they are; whoever reads the types may take them for the page that they spell.
      return page as never;
    },
  );
  api.get(
    '/companies/:companyId',
    route('Show a company', { params: CompanyPath, response: { 200: Company } }, [404]),
    ({ params }) => platform.companies.show(params.companyId),
  );
  api.put(
    '/companies/:companyId',
    route(
      'Replace a company; omitted fields are cleared',
      { params: CompanyPath, body: CompanyRequest, response: { 200: Company } },
      [404],
    ),
    ({ params, body }) => platform.companies.replace(params.companyId, body),
  );
  api.patch(
    '/companies/:companyId',
    route(
      'Change a company; omitted fields are kept',
      { params: CompanyPath, body: CompanyPatch, response: { 200: Company } },
      [404],
    ),
    ({ params, body }) => platform.companies.change(params.companyId, body),
  );
  api.delete(
    '/companies/:companyId',
    route(
      'Delete a company with its connections and data',
      { params: CompanyPath, response: { 204: NoContent } },
      [404],
    ),
    async ({ params }, reply) => {
      await platform.companies.remove(params.companyId);
      return reply.code(204).send(null);
    },
  );
};
