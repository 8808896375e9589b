import { PageQuery } from '#contract/common.ts';
import { Company, CompanyPage, CompanyPatch, CompanyRequest } from '#contract/company.ts';
import { CompanyPath, NoContent, type Resource } from './api.ts';
import { createCompanyList } from './company-list.ts';

const tags = ['Companies'];

/** Companies. Source: `docs/reference/rules/companies.md#company`. */
export const companies: Resource = (api, { platform }) => {
  const list = createCompanyList(platform.companies);
  api.post(
    '/companies',
    {
      schema: { tags, summary: 'Create a company', body: CompanyRequest, response: { 200: Company } },
    },
    (request) => platform.companies.create(request.body, request.apiKey?.name ?? ''),
  );
  api.get(
    '/companies',
    {
      schema: { tags, summary: 'List companies', querystring: PageQuery, response: { 200: CompanyPage } },
      config: { errors: [400] },
    },
    async (request, reply) => {
      const page = await list(request, reply);
      reply.header('content-type', 'application/json; charset=utf-8');
      // Bytes are sent as they are; whoever reads the types may take them for the page that they spell.
      return page as never;
    },
  );
  api.get(
    '/companies/:companyId',
    {
      schema: { tags, summary: 'Show a company', params: CompanyPath, response: { 200: Company } },
      config: { errors: [404] },
    },
    ({ params }) => platform.companies.show(params.companyId),
  );
  api.put(
    '/companies/:companyId',
    {
      schema: {
        tags,
        summary: 'Replace a company; omitted fields are cleared',
        params: CompanyPath,
        body: CompanyRequest,
        response: { 200: Company },
      },
      config: { errors: [404] },
    },
    ({ params, body }) => platform.companies.replace(params.companyId, body),
  );
  api.patch(
    '/companies/:companyId',
    {
      schema: {
        tags,
        summary: 'Change a company; omitted fields are kept',
        params: CompanyPath,
        body: CompanyPatch,
        response: { 200: Company },
      },
      config: { errors: [404] },
    },
    ({ params, body }) => platform.companies.change(params.companyId, body),
  );
  api.delete(
    '/companies/:companyId',
    {
      schema: {
        tags,
        summary: 'Delete a company with its connections and data',
        params: CompanyPath,
        response: { 204: NoContent },
      },
      config: { errors: [404] },
    },
    async ({ params }, reply) => {
      await platform.companies.remove(params.companyId);
      return reply.code(204).send(null);
    },
  );
};
